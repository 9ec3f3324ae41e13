"""Leases in a real PostgreSQL: who has a shard, who may write, and what ends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from databases import Postgresql, postgresql
from keeping import ANNA, STEP, loaded, refused, solo
from tavola.server.store import BadDatabase, InUse, Moved, Store, writer
from tavola.server.store import postgresql as hold
from tavola.server.store.news import News
from tavola.server.store.shards import SHARDS, Lease, shard_of

__all__ = ["postgresql"]

ALL = frozenset(range(SHARDS))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for anything."""
    monkeypatch.setattr(hold, "RELEASE", 0.2)
    monkeypatch.setattr(writer, "BEAT", 0.1)


@asynccontextmanager
async def process(address: str) -> AsyncIterator[Store]:
    """One of several processes."""
    store = await Store.open(address, inner="127.0.0.1:1")
    try:
        yield store
    finally:
        await store.close()


def held(store: Store) -> frozenset[int]:
    """What a process has."""
    assert store.held is not None
    return store.held.shards


def lease(store: Store, match: str) -> Lease:
    """Under which a process has a match."""
    assert store.held is not None
    found = store.held.lease(shard_of(match))
    assert found is not None
    return found


def tell(address: str, sql: str) -> None:
    """Change something beside the processes."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(sql))
    engine.dispose()


def run(work: Coroutine[Any, Any, None]) -> None:
    """All of it, or an end."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(bounded())


_HANG_UP = (
    "SELECT pg_terminate_backend(pid, 5000) FROM (SELECT DISTINCT pid FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid = 8643"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS ours"
)


def test_two_processes_share_and_hand_over(postgresql: Postgresql) -> None:
    async def work() -> None:
        address = postgresql.database()
        async with process(address) as one:
            assert (await one.look_around()).surplus == 0
            assert held(one) == ALL
            await one.add_person(ANNA)
            await one.create(solo("m"))
            await one.under(lease(one, "m")).append("m", 1, [STEP])
            old = lease(one, "m")
            async with process(address) as two:
                await two.look_around()
                assert held(two) == frozenset()
                assert (await one.look_around()).surplus == SHARDS // 2
                await one.give([shard_of("m")])
                assert await refused(one.under(old).append("m", 2, [STEP])) == "Moved"
                await two.look_around()
                assert held(two) == {shard_of("m")}
                assert lease(two, "m").fence == old.fence + 1
                await two.under(lease(two, "m")).append("m", 2, [STEP])
                assert (await loaded(two, "m")).seq == 2
            while held(one) != ALL:  # the session of the other ends a moment after its process
                await one.look_around()
            assert lease(one, "m").fence == old.fence + 2
            assert await refused(one.under(old).append("m", 3, [STEP])) == "Moved"

    run(work())


def test_nothing_is_written_under_a_lease_of_a_session_that_has_ended(
    postgresql: Postgresql,
) -> None:
    """Not even by the same process, which gets all of it again."""

    async def work() -> None:
        address = postgresql.database()
        async with process(address) as one:
            news: asyncio.Queue[str] = asyncio.Queue()
            one.watch(lambda: news.put_nowait("lost"), lambda error: news.put_nowait(str(error)))
            await one.look_around()
            await one.add_person(ANNA)
            await one.create(solo("m"))
            old = lease(one, "m")
            tell(address, _HANG_UP)
            assert await refused(one.under(old).append("m", 1, [STEP])) == "Moved"
            assert await news.get() == "lost"
            assert held(one) == frozenset()
            while held(one) != ALL:  # the old session may take a moment to go
                await one.look_around()
            assert await refused(one.under(old).append("m", 1, [STEP])) == "Moved"
            await one.under(lease(one, "m")).append("m", 1, [STEP])
            assert (await loaded(one, "m")).seq == 1

    run(work())


def test_an_idle_process_hears_that_it_has_lost_all(postgresql: Postgresql) -> None:
    async def work() -> None:
        address = postgresql.database()
        async with process(address) as one:
            lost = asyncio.Event()
            one.watch(lost.set, lambda error: None)
            await one.look_around()
            tell(address, _HANG_UP)
            await lost.wait()
            assert held(one) == frozenset()

    run(work())


def test_a_fence_of_the_database_that_is_newer_counts(postgresql: Postgresql) -> None:
    """Whatever the locks say: nothing is written, and no other change of the group either."""

    async def work() -> None:
        address = postgresql.database()
        async with process(address) as one:
            await one.look_around()
            await one.add_person(ANNA)
            await one.create(solo("m"))
            tell(address, "UPDATE leases SET fence = fence + 1")
            with pytest.raises(Moved):
                await one.under(lease(one, "m")).append("m", 1, [STEP])
            assert (await loaded(one, "m")).seq == 0

    run(work())


def test_who_leaves_has_no_share_any_more(postgresql: Postgresql) -> None:
    async def work() -> None:
        address = postgresql.database()
        async with process(address) as one, process(address) as two:
            await one.look_around()
            await two.look_around()
            assert (await one.look_around(leaving=True)).surplus == SHARDS
            assert held(one) == ALL, "until it gives them"
            await one.give(held(one))
            await two.look_around()
            assert held(two) == ALL
            assert (await one.look_around(leaving=True)).taken == ()

    run(work())


def test_one_alone_and_several_exclude_each_other(postgresql: Postgresql) -> None:
    async def work() -> None:
        address = postgresql.database()
        async with process(address):
            with pytest.raises(InUse):
                await Store.open(address)
        alone = await Store.open(address)
        with pytest.raises(InUse):
            await Store.open(address, inner="127.0.0.1:1")
        await alone.close()
        with pytest.raises(BadDatabase, match="--database postgresql"):
            await Store.open("sqlite:///nowhere", inner="127.0.0.1:1")

    run(work())


def test_news_reach_the_others(postgresql: Postgresql) -> None:
    async def work() -> None:
        address, heard = postgresql.database(), asyncio.Queue[dict[str, Any]]()
        loop = asyncio.get_running_loop()

        def hear(news: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, news)

        one, two = News(address, lambda news: None), News(address, hear)
        try:
            while heard.empty():  # it may not listen yet
                one.tell(moved=True)
                await asyncio.sleep(0.01)
            ids = [f"match-{n:04}" for n in range(1000)]
            one.tell(changed=ids)
            got: list[str] = []
            while len(got) < len(ids):
                got += (await heard.get()).get("changed", [])
            assert got == ids
            two.tell(moved=True)  # to the other
        finally:
            await asyncio.gather(asyncio.to_thread(one.close), asyncio.to_thread(two.close))
        assert heard.empty(), "nobody hears himself"

    run(work())
