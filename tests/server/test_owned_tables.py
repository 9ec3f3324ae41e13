"""The tables of one process among several: only those that it has, and only while it has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocket

from at_table import ANNA, BEA, Client, Idle
from fake_store import FakeStore, person
from inside import Inside, app_of, new_table
from tavola.games.agreement import Wish, agree
from tavola.server.match.new_match import TableWish
from tavola.server.store import Store, StoredReview
from tavola.server.store.shards import SHARDS, Lease, shard_of
from tavola.server.store.stored import WAITING
from tavola.server.tables.connection import MOVED
from tavola.server.tables.reviews import Reviews
from tavola.server.tables.table import Table
from tavola.server.tables.tables import Elsewhere, Tables

HERE = TableWish(agree(Wish("backgammon")), opponent="here", colour="white")


class Owner:
    """Has the shards below `most`, all under one fence; notes what it is told."""

    def __init__(self, most: int = SHARDS) -> None:
        self.most, self.fence = most, 1
        self.told: list[str] = []

    def lease_of(self, id: str) -> Lease | None:
        if shard_of(id) >= self.most:
            raise Elsewhere(id)
        return Lease(shard_of(id), self.fence)

    def changed(self, ids: Collection[str]) -> None:
        self.told += ids


class Leased(FakeStore):
    """A store that notes under which leases it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.leases: list[Lease | None] = []

    def under(self, lease: Lease | None) -> Store:
        self.leases.append(lease)
        return self.store


Scene = Callable[[Tables, Owner, Leased], Coroutine[Any, Any, None]]


def owned(scene: Scene, most: int = SHARDS) -> None:
    async def work() -> None:
        store, owner = Leased(), Owner(most)
        tables = Tables(store.store, Idle(), owner)
        try:
            async with asyncio.timeout(60):
                await scene(tables, owner, store)
        finally:
            await tables.close()

    asyncio.run(work())


async def made(tables: Tables) -> Table:
    return await tables.create(HERE, person(ANNA, "Anna"))


def test_new_tables_are_ones_own() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        for _ in range(20):
            table = await made(tables)
            assert shard_of(table.id) < owner.most
            assert store.leases[-1] == owner.lease_of(table.id), "it writes under its lease"
        assert tables.awake == 20

    owned(scene, most=16)


def test_who_has_nothing_makes_tables_for_others() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        table = await made(tables)
        assert table.id in store.matches
        assert tables.awake == 0
        with pytest.raises(Elsewhere):
            await tables.get(table.id)
        told = await tables.told_of(table.id)
        assert told is not None
        assert told.live.seats.is_seated(ANNA)
        assert await tables.told_of("unknown") is None

    owned(scene, most=0)


@pytest.mark.parametrize("id", ["\u00e9", "a b", "a\r\nb", "", "z" * 65, "z" * 3000, "%00"])
def test_what_cannot_be_an_id_is_no_table_at_any_process(id: str) -> None:
    """Nobody is told that it moves just now: he would ask for ever."""

    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        assert await tables.get(id) is None

    owned(scene, most=0)


def test_a_table_of_an_older_lease_is_woken_anew() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        table = await made(tables)
        assert await tables.get(table.id) is table
        client = Client(table)
        owner.fence = 2
        again = await tables.get(table.id)
        assert again is not None
        assert again is not table
        assert table.left
        assert client.connection.outbox.ended
        assert store.leases[-1] == Lease(shard_of(table.id), 2)

    owned(scene)


def test_a_lease_that_is_lost_while_a_table_wakes() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        table = await made(tables)
        tables.forget_all()
        waking = asyncio.ensure_future(tables.get(table.id))
        await asyncio.sleep(0)
        owner.fence = 2
        with pytest.raises(Elsewhere):
            await waking
        assert tables.awake == 0
        assert await tables.get(table.id) is not None

    owned(scene)


def test_who_comes_back_finds_what_was_being_stored() -> None:
    """All tables are dropped where news were missed; their leases stay."""

    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        table = await made(tables)
        client = Client(table)
        store.gate = asyncio.Event()
        acting = asyncio.ensure_future(client.act("opening"))
        await asyncio.sleep(0)
        tables.forget_all(MOVED)
        waking = asyncio.ensure_future(tables.get(table.id))
        done, _ = await asyncio.wait([waking], timeout=0.2)
        assert not done, "the match is not what is stored now"
        store.gate.set()
        await asyncio.gather(acting, return_exceptions=True)  # his line has ended
        again = await waking
        assert again is not None
        assert again.match.seq == store.matches[table.id].seq == 1

    owned(scene)


def test_shards_that_go_take_their_tables_along() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        going, staying = await made(tables), await made(tables)
        while shard_of(staying.id) == shard_of(going.id):
            staying = await made(tables)
        client, other = Client(going), Client(staying)
        store.gate = asyncio.Event()
        acting = asyncio.ensure_future(client.act("opening"))
        await asyncio.sleep(0)
        leaving = asyncio.ensure_future(tables.let_go([shard_of(going.id)]))
        await asyncio.sleep(0)
        assert client.connection.outbox.ended
        assert client.connection.outbox.code == MOVED
        assert not leaving.done(), "what was begun is finished first"
        store.gate.set()
        await leaving
        assert store.matches[going.id].seq == 1
        assert not other.connection.outbox.ended
        assert tables.awake_shards[shard_of(going.id)] == 0
        acting.cancel()

    owned(scene)


def test_the_others_hear_of_what_is_gone() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        table = await made(tables)
        tables.forget([table.id, "unknown"])
        assert owner.told == [table.id, "unknown"]
        tables.forget_here([table.id])
        tables.forget_all()
        assert len(owner.told) == 2, "news are not told on"

    owned(scene)


def test_a_rematch_belongs_to_who_makes_it() -> None:
    async def scene(tables: Tables, owner: Owner, store: Leased) -> None:
        wish = TableWish(agree(Wish("backgammon")), opponent="friend", colour="white")
        for _ in range(8):
            table = await tables.create(wish, person(ANNA, "Anna"))
            await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
            table.live.broken_off = True
            following = await table.rematch(ANNA)
            assert shard_of(following) < owner.most
            assert await tables.get(following) is not None

    owned(scene, most=32)


def test_reviews_follow_their_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept(Leased):
        async def open_reviews(self) -> list[tuple[StoredReview, str]]:
            return [(StoredReview(id, WAITING, 1), ANNA) for id in ids]

    monkeypatch.setattr(Reviews, "_begin", lambda self: None)
    ids = [f"match-{n}" for n in range(100)]

    async def work() -> None:
        owner = Owner(most=128)
        reviews = Reviews(Kept().store, owner)
        await reviews.resume()
        ours = {id for id in ids if shard_of(id) < 128}
        assert set(reviews._waiting) == ours
        await reviews.let_go(range(64))
        assert set(reviews._waiting) == {id for id in ours if shard_of(id) >= 64}
        owner.most = SHARDS
        await reviews.resume()
        assert set(reviews._waiting) == set(ids)
        await reviews.close()

    asyncio.run(work())


def test_who_comes_while_his_table_is_let_go_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He must not sit down at what nobody else is at any more."""
    accept = WebSocket.accept

    async def slowly(socket: WebSocket) -> None:
        await accept(socket)
        socket.app.state.tables.forget_all(MOVED)

    with Inside(app_of(tmp_path)) as house:
        visitor = house.visitor()
        table = new_table(visitor)["table"]
        monkeypatch.setattr(WebSocket, "accept", slowly)
        late = visitor.sit(table)
        assert (late.hear(), late.closed) == ({}, MOVED)
        monkeypatch.undo()
        assert visitor.sit(table).hear()["type"] == "table"
