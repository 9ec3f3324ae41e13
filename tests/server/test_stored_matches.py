"""Matches and seats in the store, over SQLite and over a real PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from secrets import token_hex
from traceback import format_exception

import pytest
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
from tavola.server.store import (
    Damaged,
    Person,
    StoredMatch,
    StoredSeat,
    Taken,
    trouble,
)

__all__ = ["database", "postgresql"]


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
