"""The writer of the store: groups, order, and requests that do not disturb each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from threading import Event
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event

from databases import database, postgresql
from keeping import (
    ANNA,
    STEP,
    loaded,
    opened,
    peopled,
    refused,
    solo,
)
from tavola.server.store import Store

__all__ = ["database", "postgresql"]


# ---------------------------------------------------------------------------------------- writing


@asynccontextmanager
async def held(store: Store) -> AsyncIterator[None]:
    """Meanwhile the writer waits; all that is asked for goes into its next commit."""
    entered, leave = Event(), Event()

    def wait(_: Connection) -> None:
        entered.set()
        leave.wait(30)

    waiting = asyncio.create_task(store._writer.do(wait))
    await asyncio.to_thread(entered.wait, 30)
    yield
    await asyncio.sleep(0)
    leave.set()
    await waiting


def test_what_waits_is_committed_together_and_in_order(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            for number in range(8):
                await store.create(solo(f"m{number}"))
            commits: list[Connection] = []
            event.listen(store._database.writer, "commit", commits.append)
            async with held(store):
                tasks = [
                    asyncio.create_task(store.append(f"m{n % 8}", n // 8 + 1, [{"n": n}]))
                    for n in range(240)
                ]
            await asyncio.gather(*tasks)
            assert len(commits) == 2
            for number in range(8):
                events = (await loaded(store, f"m{number}")).events
                assert events == tuple({"n": n} for n in range(number, 240, 8))

    asyncio.run(work())


def test_a_bad_request_spoils_no_other(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m"))
            wishes = [
                store.append("m", 1, [{"n": 1}]),
                store.append("m", 1, [{"n": "again"}]),
                store.append("m", 2, [{"n": 2}]),
                store.append("nowhere", 1, [{}]),
                store.create(solo("m")),
                store.create(solo("other")),
                store.append("other", 1, [STEP]),
                store.take_seat("wrong", "anna", "Anna"),
                store.append("m", 3, [{"n": 3}]),
            ]
            async with held(store):
                tasks = [asyncio.create_task(refused(wish)) for wish in wishes]
            results = await asyncio.gather(*tasks)
            assert results == ["", "Taken", "", "Missing", "Taken", "", "", "Missing", ""]
            assert (await loaded(store, "m")).events == ({"n": 1}, {"n": 2}, {"n": 3})
            assert (await loaded(store, "other")).events == (STEP,)
            async with held(store):
                appends = [store.append(*wish, [{}]) for wish in (("m", 4), ("m", 4), ("other", 2))]
                tasks = [asyncio.create_task(refused(append)) for append in appends]
            assert await asyncio.gather(*tasks) == ["", "Taken", ""]

    asyncio.run(work())


def test_closing_waits_for_what_was_asked_for(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m"))
            tasks = [asyncio.create_task(store.append("m", n, [STEP])) for n in range(1, 51)]
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        assert await refused(store.append("m", 51, [STEP])) == "NotStored"
        assert await refused(store.load("m")) == "NotRead"
        await store.close()
        async with opened(database) as store:
            assert len((await loaded(store, "m")).events) == 50

    asyncio.run(work())


def test_somebody_who_stops_waiting_disturbs_nobody(database: str) -> None:
    async def work() -> None:
        async with peopled(database) as store:
            await store.create(solo("m"))
            async with held(store):
                left = asyncio.create_task(store.append("m", 1, [STEP]))
                stays = asyncio.create_task(store.append("m", 2, [STEP]))
                await asyncio.sleep(0)
                left.cancel()
            await stays
            assert len((await loaded(store, "m")).events) == 2

    asyncio.run(work())


_OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(-1, 1), st.integers(0, 3)),
        st.tuples(st.just("back"), st.integers(0, 12), st.integers(0, 3)),
        st.tuples(st.just("together"), st.integers(2, 6), st.just(0)),
        st.tuples(st.just("reopen"), st.just(0), st.just(0)),
    ),
    max_size=25,
)


class Model:
    """What a match must hold, as simply as it can be said."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.epoch = 0
        self._values = count()

    def fresh(self, number: int) -> list[dict[str, Any]]:
        return [{"value": next(self._values)} for _ in range(number)]

    def append(self, first: int, actions: list[dict[str, Any]]) -> str:
        if first != len(self.events) + 1:
            return "Taken"
        self.events += actions
        return ""

    def wind_back(self, to_n: int, epoch: int) -> str:
        if to_n > len(self.events) or epoch != self.epoch:
            return "Taken"
        del self.events[to_n:]
        self.epoch += 1
        return ""


async def follow(address: str, id: str, operations: list[tuple[str, int, int]]) -> None:
    model = Model()
    store = await Store.open(address)
    try:
        if await store.person("anna") is None:
            await store.add_person(ANNA)
        await store.create(solo(id))
        for what, one, two in operations:
            if what == "append":
                first, actions = len(model.events) + 1 + one, model.fresh(two)
                appended = await refused(store.append(id, first, actions, epoch=model.epoch))
                assert appended == model.append(first, actions)
            elif what == "back":
                known = {"seq": len(model.events), "epoch": model.epoch + max(0, two - 2)}
                wound = await refused(store.wind_back(id, one, **known))
                assert wound == model.wind_back(one, known["epoch"])
            elif what == "together":
                first, actions = len(model.events) + 1, model.fresh(one)
                epoch = model.epoch
                appends = [
                    store.append(id, first + n, [a], epoch=epoch) for n, a in enumerate(actions)
                ]
                await asyncio.gather(*appends)
                assert model.append(first, actions) == ""
            else:
                await store.close()
                store = await Store.open(address)
            match = await loaded(store, id)
            assert list(match.events) == model.events
            assert (match.seq, match.epoch) == (len(model.events), model.epoch)
    finally:
        await store.close()


def test_any_order_of_appending_and_winding_back(database: str) -> None:
    numbers = count()

    @settings(
        max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
    )
    @given(_OPERATIONS)
    def explore(operations: list[tuple[str, int, int]]) -> None:
        asyncio.run(follow(database, f"m{next(numbers)}", operations))

    explore()


def test_a_match_is_read_as_it_was_at_one_moment(database: str) -> None:
    async def work() -> None:
        loop = asyncio.get_running_loop()
        async with peopled(database) as store:
            await store.create(solo("m"))
            await store.append("m", 1, [STEP])
            written: list[int] = []

            def write_between(connection: Connection, cursor: Any, statement: str, *_: Any) -> None:
                """What is appended after the first statement is not seen by the others."""
                if "FROM matches" in statement and not written:
                    written.append(2)
                    append = store.append("m", 2, [STEP])
                    asyncio.run_coroutine_threadsafe(append, loop).result(30)

            event.listen(store._database.reader, "after_cursor_execute", write_between)
            match = await loaded(store, "m")
            assert written
            assert (match.seq, len(match.events)) == (1, 1)
            match = await loaded(store, "m")
            assert (match.seq, len(match.events)) == (2, 2)

    asyncio.run(work())
