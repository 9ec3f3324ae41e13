"""People in the store, over SQLite and over a real PostgreSQL: kept, erased, forgotten."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from databases import database, postgresql
from keeping import (
    ANNA,
    BRUNO,
    STEP,
    a_match,
    computer_at,
    everything,
    loaded,
    open_at,
    opened,
    peopled,
    person_at,
    refused,
    solo,
)
from tavola.games.agreement import Wish, agree
from tavola.play.dice import SealedDice, source_of
from tavola.server.store import (
    Person,
    StoredReview,
    StoredSeat,
    Terms,
)
from tavola.server.store.forgetting import DAY

__all__ = ["database", "postgresql"]


def test_people(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            assert await store.person("anna") is None
            await store.add_person(ANNA)
            assert await store.person("anna") == ANNA
            assert await refused(store.add_person(replace(ANNA, name="x"))) == "Taken"
            await store.change_person("anna", name="Änne", seen=300)
            await store.change_person("anna", settings={"theme": "dark", "speed": "slow"})
            settings = {**ANNA.settings, "theme": "dark", "speed": "slow"}
            changed = replace(ANNA, name="Änne", seen=300, settings=settings)
            assert await store.change_person("anna") == changed
            assert await store.person("anna") == changed
            # What is asked for at once adds up.
            wishes: dict[str, Any] = {"speed": "fast", "voice": "brief", "sounds": False}
            each = [{key: value} for key, value in wishes.items()]
            await asyncio.gather(*(store.change_person("anna", settings=one) for one in each))
            settings |= wishes
            assert await store.person("anna") == replace(changed, settings=settings)
            assert await refused(store.change_person("nobody", seen=1)) == "Missing"

    asyncio.run(work())


def test_texts_that_databases_choke_on(database: str) -> None:
    odd = "a\0b\ud800c 😀"
    kept = "a\ufffdb\ufffdc 😀"

    async def work() -> None:
        async with opened(database) as store:
            person = Person("odd\0", odd, {"x": odd}, 2**62, 0)
            await store.add_person(person)
            found = await store.person("odd\0")
            assert found == replace(person, id="odd\ufffd", name=kept)
            seat = replace(person_at(0, person), invite="")
            await store.create(a_match("odd\0", seat, open_at(1, odd), header={"from": odd}))
            await store.take_seat(odd, "odd\0", odd)
            match = await loaded(store, "odd\0")
            assert [seat.name for seat in match.seats] == [kept, kept]
            assert match.header == {"from": odd}
            await store.append("odd\0", 1, [{"do": odd}])
            assert (await loaded(store, "odd\0")).events == ({"do": odd},)
            await store.set_fact(odd, odd)
            assert await store.fact(odd) == kept
            assert await store.load(odd) is None
            assert await store.seat_of_invite("\ud800") is None
            assert await store.matches_of("\0") == []
            # A number that no column holds spoils nothing but its own request.
            results = await asyncio.gather(
                store.change_person("odd\0", seen=2**70),
                store.change_person("odd\0", name="Otto"),
                return_exceptions=True,
            )
            assert isinstance(results[0], (ValueError, OverflowError))
            assert isinstance(results[1], Person)
            found = await store.person("odd\0")
            assert found is not None
            assert found.name == "Otto"

    asyncio.run(work())


@pytest.mark.parametrize("kept", ["{", "[1]", '{"players": ["Anna", "Bruno"]}', ""])
def test_no_review_keeps_anybody_from_being_erased(kept: str, database: str) -> None:
    """Whatever stands in it: one that nobody can read is thrown away."""

    async def work() -> None:
        async with peopled(database) as store:
            await store.create(a_match("m", person_at(0, ANNA), person_at(1, BRUNO), status="over"))
            await store.keep_review(StoredReview("m", "done", 1, review=kept))
            assert await store.erase_person("anna") == ("m",)
            review = await store.review("m")
            assert (review is None) == (kept in ("{", "[1]"))
        assert "Anna" not in everything(database)

    asyncio.run(work())


def test_erasing_somebody(database: str) -> None:
    shared = a_match("shared", person_at(0, BRUNO), person_at(1, ANNA))
    over = solo("over", status="over", events=(STEP,), seq=1)
    mine = a_match("mine", open_at(0, "unused"), person_at(1, ANNA))
    here = a_match("here", person_at(0, ANNA), replace(person_at(1, ANNA), name="Aprile junior"))

    async def work() -> None:
        async with peopled(database) as store:
            for match in (shared, over, mine, here, solo("running")):
                await store.create(match)
            await store.create(a_match("other", person_at(0, BRUNO), computer_at(1)))
            changed = await store.erase_person("anna")
            assert sorted(changed) == ["here", "mine", "over", "running", "shared"]
            assert await store.person("anna") is None
            assert await store.matches_of("anna") == []
            for gone in ("here", "mine", "running"):
                assert await store.load(gone) is None
            kept = await loaded(store, "shared")
            assert kept.header["players"] == ["Bruno Bruni", ""]
            assert kept.seats == (person_at(0, BRUNO), StoredSeat(1, None, "", "person", None, ""))
            assert (await loaded(store, "over")).events == (STEP,)
            assert await store.erase_person("anna") == ()
            assert [match.id for match in await store.matches_of("bruno")] == ["other", "shared"]

    asyncio.run(work())
    assert "Bruno" in everything(database)
    assert "April" not in everything(database)
    assert "anna" not in everything(database)
    if database.startswith("sqlite:///"):
        folder = Path(database.removeprefix("sqlite:///")).parent
        contents = b"".join(file.read_bytes() for file in folder.iterdir())
        assert b"Bruno" in contents
        assert b"April" not in contents


def test_a_wrong_clock_erases_nothing(database: str) -> None:
    """Starts far in the future, and somebody who comes while the clock is wrong."""
    now, terms = 1_800_000_000, Terms(guests=180 * DAY, matches=1000 * DAY)

    async def work() -> None:
        async with opened(database) as store:
            for person in (ANNA, BRUNO):
                await store.add_person(replace(person, created=now, seen=now))
            await store.create(a_match("lonely", open_at(0, "a"), computer_at(1), touched=now))
            await store.create(solo("mine", touched=now))
            for clock in (200, 201, 2000, 2001):
                assert await store.forget_old(now + clock * DAY, terms) == 0
            await store.change_person("anna", seen=now + 200 * DAY)
            assert await store.forget_old(now + 200 * DAY, terms) == 0
            # The clock is put right: what was marked is no more.
            assert await store.forget_old(now + DAY, terms) == 0
            assert await store.forget_old(now + 201 * DAY, terms) == 0
            assert await store.forget_old(now + 200 * DAY, terms) == 0
            for id in ("anna", "bruno"):
                assert await store.person(id) is not None
            for id in ("lonely", "mine"):
                assert await store.load(id) is not None
            # Days on which somebody was there: the terms hold.
            for day in range(2, 1030, 8):
                await store.change_person("anna", seen=now + day * DAY)
                await store.forget_old(now + day * DAY, terms)
                assert (await store.person("bruno") is None) == (day > 190)
                assert (await store.load("lonely") is None) == (day > 190)
            assert await store.load("mine") is None
            assert await store.person("anna") is not None

    asyncio.run(work())


def test_a_clock_that_stays_wrong_while_people_come_erases_nothing_for_a_month(
    database: str,
) -> None:
    """Visits are dated by the same clock: they do not make it right."""
    now, terms = 1_800_000_000, Terms(guests=180 * DAY, matches=1000 * DAY)

    async def work() -> None:
        async with opened(database) as store:
            for person in (ANNA, BRUNO):
                await store.add_person(replace(person, created=now, seen=now))
            await store.create(a_match("lonely", open_at(0, "a"), computer_at(1), touched=now))
            for day in (*range(29), *range(200, 229)):
                await store.change_person("anna", seen=now + day * DAY)
                assert await store.forget_old(now + day * DAY, terms) == 0, day
            # Put right, and wrong again: it is doubted anew.
            for day in (30, 230, 231, 232, 290, 291):
                assert await store.forget_old(now + day * DAY, terms) == 0, day
            assert await store.load("lonely") is not None
            for day in range(292, 319):
                assert await store.forget_old(now + day * DAY, terms) == 0, day
            # It has gone on for a month: so it is right, and the house was closed.
            gone = [await store.forget_old(now + day * DAY, terms) for day in range(319, 323)]
            assert sum(gone) == 2
            assert await store.load("lonely") is None

    asyncio.run(work())


def test_an_erasure_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    """Of SQLite, while the server goes on; somebody who reads meanwhile delays it."""
    database = f"sqlite:///{tmp_path / 'tavola.db'}"

    def found() -> list[str]:
        files = (file for file in tmp_path.iterdir() if b"April" in file.read_bytes())
        return [file.name for file in files]

    async def work() -> None:
        async with peopled(database) as store:
            await store.create(a_match("shared", person_at(0, BRUNO), person_at(1, ANNA)))
            assert found()
            await store.erase_person("anna")
            assert found() == []
            await store.add_person(ANNA)
            with store._database.reader.connect() as reader:
                assert await store.person("anna") is not None
                reader.execute(text("SELECT count(*) FROM people")).all()
                await store.erase_person("anna")
                assert found()
            await store.erase_person("nobody")
            assert found() == []

    asyncio.run(work())


def test_a_seed_of_somebody_is_erased_and_the_dice_stay(database: str) -> None:
    secret, seeds = "ab" * 32, ("Anna was here", "Bruno, too")
    dice = SealedDice(secret, "match-1", seeds)
    header = {"dice": dice.header(), "players": ["Anna", "Bruno"]}

    async def work() -> dict[str, Any]:
        async with peopled(database) as store:
            match = a_match("m", person_at(0, ANNA), person_at(1, BRUNO), header=header)
            await store.create(match)
            await store.erase_person("anna")
            return (await loaded(store, "m")).header

    kept = asyncio.run(work())["dice"]
    assert kept["seeds"][0].startswith("sha256:")
    assert kept["seeds"][1] == "Bruno, too"
    assert "was here" not in everything(database)
    state = agree(Wish("backgammon")).begin()
    one, other = source_of(kept, secret), dice
    for _ in range(50):
        assert one.throw(state) == other.throw(state)
        one.taken(state)
        other.taken(state)


def test_what_is_old_and_empty_is_forgotten(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("solo", touched=50))
            await store.create(a_match("lonely", open_at(0, "a"), computer_at(1), touched=50))
            await store.create(a_match("fresh", open_at(0, "b"), computer_at(1), touched=999))
            now, terms = 10**5, Terms(guests=10**5 - 500)
            assert await store.forget_old(now, terms) == 0, "it is only marked"
            assert await store.forget_old(now, terms) == 0
            assert await store.forget_old(now + DAY, terms) == 2
            assert await store.person("bruno") is None
            assert await store.person("anna") == ANNA
            assert await store.load("lonely") is None
            assert (await loaded(store, "fresh")).status == "waiting"
            assert (await loaded(store, "solo")).status == "running"

    asyncio.run(work())
