"""The store, over SQLite and over a real PostgreSQL: people, matches and seats."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from traceback import format_exception
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

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
    BadDatabase,
    Damaged,
    InUse,
    NewerDatabase,
    Person,
    Store,
    StoredMatch,
    StoredReview,
    StoredSeat,
    Taken,
    Terms,
    trouble,
)
from tavola.server.store.forgetting import DAY
from tavola.server.store.schema import HEAD, METADATA

__all__ = ["database", "postgresql"]

# ---------------------------------------------------------------------------------------- schema


def test_the_revisions_make_the_schema(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            await store.set_fact("port", "8642")
        async with opened(database) as store:
            assert await store.fact("port") == "8642"

    asyncio.run(work())
    engine = create_engine(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            (HEAD,)
        ]
    engine.dispose()


def test_a_database_of_the_first_version_is_brought_on(database: str) -> None:
    async def before() -> None:
        async with opened(database) as store:
            await store.create(a_match("old", computer_at(0), computer_at(1)))

    async def after() -> None:
        async with opened(database) as store:
            match = await store.load("old")
            assert match is not None
            assert match.score == ""
            await store.append("old", 1, [{"kind": "x"}], status="over", score="3 5")
            match = await store.load("old")
            assert match is not None
            assert match.score == "3 5"

    asyncio.run(before())
    engine = create_engine(database)
    config = Config()
    config.set_main_option("script_location", "tavola.server.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    asyncio.run(after())


def test_two_who_open_an_empty_database_at_once(database: str) -> None:
    async def work() -> None:
        opening = [Store.open(database) for _ in range(4)]
        found = await asyncio.gather(*opening, return_exceptions=True)
        stores = [store for store in found if isinstance(store, Store)]
        if not database.startswith("sqlite"):
            assert len(stores) == 1, "only one may write"
            assert sum(isinstance(error, InUse) for error in found) == 3
        secrets = await asyncio.gather(*(store.secret() for store in stores))
        assert len(set(secrets)) == 1
        assert len(secrets[0]) == 64
        for store in stores:
            await store.close()

    asyncio.run(work())


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    async def work() -> None:
        async with peopled(database):
            pass
        engine = create_engine(database)
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        engine.dispose()
        before = everything(database)
        with pytest.raises(NewerDatabase, match="9999"):
            await Store.open(database)
        assert everything(database) == before

    asyncio.run(work())


def test_tables_of_another_program_are_left_alone(database: str) -> None:
    async def work() -> None:
        engine = create_engine(database)
        Path(engine.url.database or "").parent.mkdir(exist_ok=True)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE matches (flame TEXT)"))
        engine.dispose()
        with pytest.raises(BadDatabase, match="another program"):
            await Store.open(database)

    asyncio.run(work())


# ---------------------------------------------------------------------------------------- people


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


def test_milestones_go_with_their_epoch(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m", events=(STEP,) * 6, seq=6))
            await store.append("m", 7, [STEP], milestone={"n": 6})
            await store.append("m", 8, [STEP], milestone={"n": 7})
            late = store.append("m", 8, [STEP], epoch=1, milestone={"n": 99})
            assert await refused(late) == "Taken"
            assert (await loaded(store, "m")).milestones == ({"n": 6}, {"n": 7})
            await store.wind_back("m", 6, seq=8, epoch=0)
            assert (await loaded(store, "m")).milestones == ({"n": 6},)
            await store.append("m", 7, [STEP], epoch=1, milestone={"n": 6, "again": 1})
            assert (await loaded(store, "m")).milestones == ({"n": 6, "again": 1},)
            await store.discard("m", "anna")

    asyncio.run(work())
    assert "again" not in everything(database)


def test_a_damaged_match_is_named_and_the_others_go_on(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    harm = {
        "json": ("UPDATE events SET action = 'x{' WHERE match = 'm' AND n = 2", "event 2 cannot"),
        "form": ("UPDATE events SET action = '3' WHERE match = 'm' AND n = 2", "event 2 is no"),
        "gap": ("DELETE FROM events WHERE match = 'm' AND n = 2", "event 2 is missing"),
        "end": ("DELETE FROM events WHERE match = 'm' AND n = 3", "2 events of 3 are there"),
        "header": ("UPDATE matches SET header = '{' WHERE id = 'm'", "header cannot be read"),
        "seat": ("DELETE FROM seats WHERE match = 'm' AND player = 1", "a seat is missing"),
    }

    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("sound"))
            engine = create_engine(database)
            for what, (sql, told) in harm.items():
                trouble._told.clear()
                await store.create(solo("m", events=(STEP,) * 3, seq=3))
                with engine.begin() as connection:
                    connection.execute(text(sql.replace("match =", '"match" =')))
                with pytest.raises(Damaged, match=f"match m is damaged: {told}"):
                    await store.load("m")
                listed = [match.id for match in await store.matches_of("anna")]
                assert listed == ["sound"] if what in ("header", "seat") else ["m", "sound"]
                with engine.begin() as connection:
                    for table in ("seats", "events"):
                        connection.execute(text(f"DELETE FROM {table} WHERE \"match\" = 'm'"))
                    connection.execute(text("DELETE FROM matches WHERE id = 'm'"))
            engine.dispose()
            for _ in range(3):
                trouble.tell_damage(Damaged("m", "x"))
        assert [record.message for record in caplog.records].count("match m is damaged: x") <= 1

    asyncio.run(work())


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


# --------------------------------------------------------------------------------------- matches


def test_a_match_comes_back_as_it_was(database: str) -> None:
    match = solo("m", events=(STEP, {"do": "done", "side": "W"}), seq=2, header={"a": [1, "ü"]})

    async def work() -> None:
        async with peopled(database) as store:
            assert await store.load("m") is None
            await store.create(match)
            assert await store.load("m") == match
            assert await refused(store.create(match)) == "Taken"
            stranger = replace(person_at(0, ANNA), person="nobody")
            assert await refused(store.create(a_match("n", stranger, computer_at(1)))) == "Missing"
            assert await store.load("n") is None
        async with opened(database) as store:
            assert await store.load("m") == match

    asyncio.run(work())


def test_events_follow_each_other(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m"))
            await store.append("m", 1, [{"n": 1}, {"n": 2}])
            await store.append("m", 3, [{"n": 3}])
            for first in (-1, 0, 1, 3, 5, 10**6):
                assert await refused(store.append("m", first, [{"bad": first}])) == "Taken"
            assert await refused(store.append("m", 3, [{}], status="over")) == "Taken"
            assert await refused(store.append("nowhere", 1, [{}])) == "Missing"
            match = await loaded(store, "m")
            assert match.events == ({"n": 1}, {"n": 2}, {"n": 3})
            assert (match.seq, match.status, match.secret) == (3, "running", "hidden")
            assert match.touched > 2000
            revealed = {"dice": {"secret": "hidden"}}
            await store.append("m", 4, [{"n": 4}], status="over", header=revealed, secret="")
            for status in ("running", None):
                assert await refused(store.append("m", 5, [], status=status)) == "Taken"
            match = await loaded(store, "m")
            assert (match.seq, match.status, match.secret) == (4, "over", "")
            assert match.header == revealed
            assert len(match.events) == 4

    asyncio.run(work())


def test_winding_back(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m"))
            await store.create(solo("other", events=(STEP,) * 5))
            await store.append("m", 1, [{"n": n} for n in range(1, 6)])
            await store.wind_back("m", 2, seq=5, epoch=0)
            assert await refused(store.append("m", 3, [{"n": "old"}])) == "Taken"
            await store.append("m", 3, [{"n": "new"}], epoch=1)
            match = await loaded(store, "m")
            assert (match.seq, match.epoch) == (3, 1)
            assert match.events == ({"n": 1}, {"n": 2}, {"n": "new"})
            for to_n, seq, epoch in ((4, 3, 1), (1, 2, 1), (1, 3, 0), (1, 3, 2)):
                assert await refused(store.wind_back("m", to_n, seq=seq, epoch=epoch)) == "Taken"
            assert await refused(store.wind_back("nowhere", 0, seq=0, epoch=0)) == "Missing"
            assert await refused(store.set_options("m", {}, epoch=0)) == "Taken"
            assert await store.load("m") == match
            assert len((await loaded(store, "other")).events) == 5

    asyncio.run(work())


def test_the_matches_of_somebody(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("old", touched=5, events=(STEP,), seq=1))
            await store.create(a_match("new", person_at(0, BRUNO), person_at(1, ANNA), touched=9))
            await store.create(a_match("not", person_at(0, BRUNO), computer_at(1), touched=7))
            expected = [await loaded(store, id) for id in ("new", "old")]
            assert await store.matches_of("anna") == [replace(m, events=()) for m in expected]
            await store.append("old", 2, [STEP])
            assert [match.id for match in await store.matches_of("anna")] == ["old", "new"]

    asyncio.run(work())


def test_a_rematch_is_named_once(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            for id in ("first", "second", "third"):
                await store.create(solo(id))
            await store.set_next("first", "second")
            await store.set_next("first", "second")
            assert await refused(store.set_next("first", "third")) == "Taken"
            assert await refused(store.set_next("nowhere", "third")) == "Missing"
            assert await refused(store.create(solo("fourth"), after="first")) == "Taken"
            assert await store.load("fourth") is None
            await store.create(solo("fourth"), after="second")
            assert (await loaded(store, "first")).next == "second"
            assert (await loaded(store, "second")).next == "fourth"

    asyncio.run(work())


# ----------------------------------------------------------------------------------------- seats


def test_a_seat_is_taken_by_its_invitation(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(a_match("m", open_at(0, "left"), open_at(1, "right")))
            found = await store.seat_of_invite("right")
            assert found is not None
            assert found[1] == open_at(1, "right")
            match = await store.take_seat("right", "bruno", "Bruno")
            assert match == await store.load("m")
            assert match.status == "waiting"
            assert match.header["players"] == ["", "Bruno"]
            assert match.seats == (
                open_at(0, "left"),
                StoredSeat(1, "bruno", "Bruno", "person", None, ""),
            )
            found = await store.seat_of_invite("right")
            assert found == (match, match.seats[1])
            assert await refused(store.take_seat("right", "anna", "Anna")) == "Taken"
            assert await refused(store.take_seat("left", "nobody", "X")) == "Missing"
            assert await refused(store.take_seat("wrong", "anna", "Anna")) == "Missing"
            assert await refused(store.take_seat("", "anna", "Anna")) == "Missing"
            assert await store.seat_of_invite("") is None
            assert (await store.take_seat("left", "anna", "Anna")).status == "running"

    asyncio.run(work())


def test_an_invitation_belongs_to_one_seat(database: str) -> None:
    invite = token_hex(8)

    async def work() -> None:
        async with peopled(database) as store:
            await store.create(a_match("m", person_at(0, ANNA), open_at(1, invite)))
            with pytest.raises(Taken) as caught:
                await store.create(a_match("n", person_at(0, ANNA), open_at(1, invite)))
            assert await store.load("n") is None
            # Such an error may end in a log.
            assert invite not in "".join(format_exception(caught.value))
            assert invite not in repr(await loaded(store, "m"))

    asyncio.run(work())


def test_of_many_one_gets_the_seat(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as one, AsyncExitStack() as stack:
            sqlite = database.startswith("sqlite")
            two = await stack.enter_async_context(opened(database)) if sqlite else one
            guests = [Person(f"g{n}", f"Guest {n}", {}, 1, 1) for n in range(10)]
            for guest in guests:
                await one.add_person(guest)
            for number in range(5):
                seat = open_at(1, f"invite{number}")
                await one.create(a_match(f"m{number}", person_at(0, ANNA), seat))
                takers = [
                    store.take_seat(seat.invite, guest.id, guest.name)
                    for guest in guests
                    for store in (one, two)
                ]
                results = await asyncio.gather(*takers, return_exceptions=True)
                won = [result for result in results if isinstance(result, StoredMatch)]
                assert len(won) == 1
                assert sum(isinstance(result, Taken) for result in results) == 19
                assert await loaded(one, f"m{number}") == won[0]

    asyncio.run(work())
