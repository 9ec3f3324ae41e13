"""All tables that are awake: found, woken from the store, and put to sleep when nobody is there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Collection, Container, Iterable
from dataclasses import replace
from functools import partial
from typing import Protocol

from tavola.play.dice import MATCH_ID
from tavola.rules.model.refusal import Refused
from tavola.server.match import new_match
from tavola.server.match.new_match import TableWish
from tavola.server.store import Damaged, Person, Store, StoredMatch, tell_damage
from tavola.server.store.shards import Lease, shard_of
from tavola.server.tables.answers import Questions
from tavola.server.tables.computer_pool import Computers
from tavola.server.tables.computer_seat import ComputerSeat
from tavola.server.tables.connection import MOVED, TOO_SLOW
from tavola.server.tables.table import Table

_DRAWN = 1000
"""Ids that are drawn for a new table until one is this process's own."""


class HasIdle(Protocol):
    """What tables want to know of the settings: when they may sleep."""

    @property
    def idle_seconds(self) -> float:
        """Seconds without anybody after which a table sleeps."""


class Elsewhere(Exception):
    """Another process has the table, or nobody has it just now."""


class Ownership(Protocol):
    """Which tables this process has."""

    def lease_of(self, id: str) -> Lease | None:
        """The lease of a table; None where one process has them all.  Raises `Elsewhere`."""

    def changed(self, ids: Collection[str]) -> None:
        """Matches were changed here in the store, or are gone: the others have to know."""


class Alone:
    """One process has all tables."""

    def lease_of(self, id: str) -> Lease | None:
        """None: nobody else writes."""
        return None

    def changed(self, ids: Collection[str]) -> None:
        """Nobody else is there."""


class Tables:
    """The tables of a server; a sleeping one costs nothing."""

    def __init__(self, store: Store, settings: HasIdle, ownership: Ownership | None = None) -> None:
        self._store = store
        self._ownership: Ownership = ownership or Alone()
        self._idle = settings.idle_seconds
        self._computers = Computers()
        self._questions = Questions(self._computers)
        self._awake: dict[str, Table] = {}
        self._leases: dict[str, Lease | None] = {}
        self._used: dict[str, float] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}
        self._waking: dict[tuple[str, Lease | None], asyncio.Task[Table | None]] = {}
        self._keeper: asyncio.Task[None] | None = None

    @property
    def computers(self) -> Computers:
        """The computer players of the house, to be asked."""
        return self._computers

    async def create(self, wish: TableWish, person: Person) -> Table:
        """A new table, with `person`, who is stored, at one seat or at both.

        Raises `Refused` for a wish that makes no sense, `NotStored`.
        """
        new = new_match.new_match(wish, person)
        new = replace(new, id=self._own_id(new.id))
        await self._store.create(new)
        try:
            lease = self._ownership.lease_of(new.id)
        except Elsewhere:
            return self._table(new, None)  # whoever has it wakes it; here it is only told of
        return self._keep(self._table(new, lease), lease)

    def _own_id(self, id: str) -> str:
        """An id for a new table, such that it is this process's own if it has any."""
        for _ in range(_DRAWN):
            try:
                self._ownership.lease_of(id)
            except Elsewhere:
                id = secrets.token_urlsafe(12)
            else:
                break
        return id

    async def get(self, id: str) -> Table | None:
        """The table of an id, or None if there is none.

        Raises `NotRead` if the store cannot be asked, `Refused` if the match cannot be replayed,
        `Elsewhere`.
        """
        if not MATCH_ID.fullmatch(id):
            return None  # such an id is handed on to nobody, and nobody has it
        lease = self._ownership.lease_of(id)
        table = self._awake.get(id)
        if table is not None and (table.left or self._leases[id] != lease):
            self.forget_here([id])
        elif table is not None:
            self._used[id] = time.monotonic()
            return table
        waking = self._waking.get((id, lease))
        if waking is None:
            waking = self._waking[id, lease] = asyncio.ensure_future(self._wake(id, lease))
            waking.add_done_callback(lambda _: self._waking.pop((id, lease), None))
        return await asyncio.shield(waking)

    async def told_of(self, id: str) -> Table | None:
        """The table of an id, only to be told of: where another process has it, as it stands in the
        store.  Raises as `get`, but for `Elsewhere`."""
        try:
            return await self.get(id)
        except Elsewhere:
            stored = await self._store.load(id)
            return None if stored is None else await asyncio.to_thread(self._table, stored, None)

    async def join(self, invite: str, person: Person) -> Table | None:
        """The table of an invitation, at which somebody has sat down; None for an unknown one.

        Raises `Taken` if the seat is not open any more, or is not for him; `NotStored`,
        `Elsewhere`.
        """
        found = await self._store.seat_of_invite(invite)
        table = None if found is None else await self.get(found[0].id)
        if table is not None:
            await table.join(invite, person)
        return table

    def forget(self, ids: Collection[str]) -> None:
        """Matches were changed in the store, or are gone: whoever is there comes back to what is
        stored now, at whichever process he is."""
        self.forget_here(ids)
        self._ownership.changed(ids)

    def forget_here(self, ids: Iterable[str], code: int = TOO_SLOW) -> None:
        """The same at this process; `code` is what their connections are closed with."""
        for id in ids:
            table = self._drop(id)
            if table is not None:
                table.cut_off(code)
                self._let_end(table)

    def _let_end(self, table: Table) -> None:
        """What is being stored at a table that was let go may still be: nobody loads it before."""
        if not table.lock.locked():
            return
        ending = asyncio.get_running_loop().create_task(table.settled())
        self._ending[table.id] = ending

        def ended(_: asyncio.Task[None]) -> None:
            if self._ending.get(table.id) is ending:
                del self._ending[table.id]

        ending.add_done_callback(ended)

    def forget_all(self, code: int = TOO_SLOW) -> None:
        """The same for all matches."""
        self.forget_here(list(self._awake), code)

    def _drop(self, id: str) -> Table | None:
        self._used.pop(id, None)
        self._leases.pop(id, None)
        return self._awake.pop(id, None)

    async def let_go(self, shards: Container[int]) -> None:
        """Other processes get some shards: everybody leaves their tables, and what was begun is
        finished."""
        going = [self._awake[id] for id in self._awake if shard_of(id) in shards]
        self.forget_here([table.id for table in going], MOVED)
        await asyncio.gather(*(table.finish() for table in going))

    @property
    def awake_shards(self) -> Counter[int]:
        """How many tables are awake in each shard."""
        return Counter(map(shard_of, self._awake))

    def send_away(self, people: Container[str]) -> None:
        """Close the connections of some people."""
        for table in self._awake.values():
            table.audience.send_away(people)

    async def close(self) -> None:
        """Stop the computer players; what was begun is finished."""
        if self._keeper is not None:
            self._keeper.cancel()
        while self._awake:  # one may still wake meanwhile
            table = next(iter(self._awake.values()))
            table.cut_off()
            await table.finish()
            if self._awake.get(table.id) is table:
                self._drop(table.id)
        self._computers.close()

    @property
    def awake(self) -> int:
        """How many tables are awake."""
        return len(self._awake)

    async def _wake(self, id: str, lease: Lease | None) -> Table | None:
        while ending := self._ending.get(id):
            await asyncio.wait([ending])
        stored = await self._store.load(id)
        if stored is None:
            return None
        try:
            table = await asyncio.to_thread(self._table, stored, lease)
        except Refused as refused:
            details = refused.refusal.details
            tell_damage(Damaged(id, f"it cannot be played through: {details}"))
            raise
        if self._ownership.lease_of(id) != lease:
            raise Elsewhere(id)  # it was lost meanwhile, and perhaps taken again
        return self._keep(table, lease)

    def _table(self, stored: StoredMatch, lease: Lease | None) -> Table:
        seat = partial(ComputerSeat, computers=self._computers)
        store = self._store if lease is None else self._store.under(lease)
        return Table(stored, store, self._questions, seat, self._own_id)

    def _keep(self, table: Table, lease: Lease | None) -> Table:
        self._awake[table.id] = table
        self._leases[table.id] = lease
        self._used[table.id] = time.monotonic()
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.get_running_loop().create_task(self._put_to_sleep())
        return table

    async def _put_to_sleep(self) -> None:
        """Look now and then for tables at which nobody has been for long."""
        while self._awake:
            await asyncio.sleep(max(self._idle / 4, 0.05))
            self.sleep_now(time.monotonic())

    def sleep_now(self, now: float) -> None:
        """Put all tables to sleep that have been idle long enough; `now` is monotonic."""
        for id, table in list(self._awake.items()):
            if table.busy:
                self._used[id] = now
            elif now - self._used[id] >= self._idle:
                self._drop(id)


__all__ = ["Alone", "Elsewhere", "Ownership", "TableWish", "Tables"]
