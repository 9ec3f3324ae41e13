"""One process among several over the same database: its leases, where all tables are, what news
there is.

Everything that takes or gives a shard happens in one task, one thing after the other.  What others
may believe of this process stands in the database; what is remembered here only saves asking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from tavola.server.http.inner_door import inner_secret
from tavola.server.http.relay import CONNECTIONS
from tavola.server.store import NotStored, Store
from tavola.server.store.shards import SHARDS, Held, Lease, Round, shard_of, to_give
from tavola.server.tables.connection import MOVED
from tavola.server.tables.reviews import Reviews
from tavola.server.tables.tables import Elsewhere, Tables

if TYPE_CHECKING:
    from httpcore import AsyncConnectionPool

    from tavola.server.store.news import News

BEAT = 1.0
"""Seconds between two rounds."""
PAUSE = 0.05
"""Seconds between two rounds at least: somebody waits for a table, or one shard after the other is
given."""
DRAINING = 1.5
"""Seconds that all shards may take to be given when the process ends."""
_FINISHED = 0.5
"""Seconds that a table may take to finish what was begun; what is later is refused."""

_KEPT = 5.0
"""Seconds that a connection to another process is kept; that one keeps it longer."""

_log = logging.getLogger(__name__)


class Cluster:
    """What this process has, and where the rest is."""

    def __init__(self, store: Store, database: str, secret: str) -> None:
        assert store.held is not None
        self.secret = inner_secret(secret)
        self._store = store
        self._held: Held = store.held
        self._database = database
        self._tables: Tables | None = None
        self._reviews: Reviews | None = None
        self._news: News | None = None
        self._pool: AsyncConnectionPool | None = None
        self._addresses: dict[int, str] = {}
        self._going: frozenset[int] = frozenset()
        self._leaving = False
        self._poked = asyncio.Event()
        self._looked = asyncio.Condition()
        self._keeper: asyncio.Task[None] | None = None
        self._letting_go: asyncio.Future[None] | None = None

    async def move_in(self, tables: Tables, reviews: Reviews) -> None:
        """Take one's share, and keep it.  Raises `NotStored`."""
        # What belongs to the extra `postgres`.
        from httpcore import AsyncConnectionPool

        from tavola.server.store.news import News

        self._pool = AsyncConnectionPool(max_connections=CONNECTIONS, keepalive_expiry=_KEPT)
        self._tables, self._reviews = tables, reviews
        loop = asyncio.get_running_loop()

        def heard(news: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._hear, news)

        self._news = await asyncio.to_thread(News, self._database, heard)
        await self._round()
        self._keeper = asyncio.create_task(self._keep())

    # ---------------------------------------------------------------------------------- ownership

    def lease_of(self, id: str) -> Lease:
        """The lease of a table.  Raises `Elsewhere`."""
        shard = shard_of(id)
        lease = None if shard in self._going else self._held.lease(shard)
        if lease is None:
            raise Elsewhere(id)
        return lease

    def changed(self, ids: Collection[str]) -> None:
        """Tell the other processes that matches were changed in the store, or are gone."""
        if ids and self._news is not None:
            self._news.tell(changed=list(ids))

    def address_of(self, table: str) -> str | None:
        """Where the process is that has a table: '' for this one, None if nobody seems to."""
        shard = shard_of(table)
        if shard not in self._going and self._held.lease(shard) is not None:
            return ""
        return self._addresses.get(shard)

    @property
    def shards(self) -> int:
        """How many shards this process has."""
        return len(self._held.shards)

    @property
    def chores(self) -> bool:
        """Whether this process does what is done once for all of them: it has the first shard."""
        return self._held.lease(0) is not None

    @property
    def pool(self) -> AsyncConnectionPool:
        """The connections by which pages of others are asked for."""
        assert self._pool is not None
        return self._pool

    async def look(self) -> None:
        """Wait for the next round, which is soon."""
        if self._leaving:
            await asyncio.sleep(PAUSE)
            with suppress(NotStored):
                await self._round()
            return
        self._poked.set()
        async with self._looked:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._looked.wait()

    def lost(self) -> None:
        """The connection that holds the leases is gone: all tables are let go of at once."""
        self._addresses = {}
        if self._tables is not None and self._reviews is not None:
            self._tables.forget_all(MOVED)
            self._letting_go = asyncio.ensure_future(self._reviews.let_go(range(SHARDS)))
        self._poked.set()

    def _hear(self, news: dict[str, Any]) -> None:
        tables = self._tables
        if tables is None:
            return
        if news.get("moved"):
            self._poked.set()
        if news.get("gap"):
            tables.forget_all(MOVED)  # who knows what was changed meanwhile
        ids = news.get("changed")
        if isinstance(ids, list):
            tables.forget_here(id for id in ids if isinstance(id, str))

    # -------------------------------------------------------------------------------------- rounds

    async def _keep(self) -> None:
        while True:
            surplus = 0
            try:
                surplus = (await self._round()).surplus
                if surplus:
                    await self._give(to_give(self._held.shards, self._awake, surplus))
            except NotStored:
                surplus = 0
            except Exception:
                _log.exception("a round among the processes failed", extra={"kind": "cluster"})
            await asyncio.sleep(PAUSE)
            if not surplus:
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT - PAUSE):
                        await self._poked.wait()
            self._poked.clear()

    async def _round(self) -> Round:
        """One look around.  Raises `NotStored`."""
        try:
            found = await self._store.look_around(leaving=self._leaving)
        except NotStored:
            await self._found_at({})
            raise
        held = self._held.shards
        await self._found_at(
            {
                shard: address
                for shard, address in found.seen.addresses.items()
                if shard in found.seen.locked and shard not in held
            }
        )
        if found.taken and self._reviews is not None:
            await self._reviews.resume()
        return found

    async def _found_at(self, addresses: dict[int, str]) -> None:
        """Where the tables of others are; whoever waits for one looks again."""
        self._addresses = addresses
        async with self._looked:
            self._looked.notify_all()

    @property
    def _awake(self) -> Mapping[int, int]:
        """How many tables are awake in each shard."""
        return {} if self._tables is None else self._tables.awake_shards

    async def _give(self, shards: Iterable[int]) -> None:
        """Let go of shards, each after the last commit of its tables.  Raises `NotStored`."""
        assert self._tables is not None
        assert self._reviews is not None
        going = frozenset(shards)
        self._going |= going
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(_FINISHED):
                    await self._reviews.let_go(going)
                    await self._tables.let_go(going)
            await self._store.give(going)
        finally:
            self._going -= going
        if self._news is not None:
            self._news.tell(moved=True)

    # --------------------------------------------------------------------------------- the end

    async def drain(self) -> None:
        """Give everything to the others, table by table; nobody waits long."""
        if self._leaving:
            return
        self._leaving = True
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        end = monotonic() + DRAINING
        with suppress(NotStored):
            found = await self._round()  # from now on the shares of the others are larger
            busy = sorted(self._held.shards & self._awake.keys())
            # With what a round has taken that nobody waited for.
            await self._give((self._held.shards | found.seen.mine) - frozenset(busy))
            while busy and monotonic() < end:
                await self._give([busy.pop()])
            await self._give(self._held.shards)

    async def close(self) -> None:
        """Give everything to the others, and hear no more of them."""
        await self.drain()
        if self._news is not None:
            await asyncio.to_thread(self._news.close)
        if self._pool is not None:
            await self._pool.aclose()


__all__ = ["Cluster"]
