"""All tables that are awake: found, woken from the store, and put to sleep when nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Container, Iterable
from functools import partial
from typing import Protocol

from tavola.rules.model.refusal import Refused
from tavola.server.match import new_match
from tavola.server.match.live_match import Viewer
from tavola.server.match.new_match import TableWish
from tavola.server.store import Damaged, Person, Store, StoredMatch, tell_damage
from tavola.server.tables.answers import Questions
from tavola.server.tables.computer_pool import Computers
from tavola.server.tables.computer_seat import ComputerSeat
from tavola.server.tables.table import Table


class HasIdle(Protocol):
    """What tables want to know of the settings: when they may sleep."""

    @property
    def idle_seconds(self) -> float:
        """Seconds without anybody after which a table sleeps."""


class Tables:
    """The tables of a server; a sleeping one costs nothing."""

    def __init__(self, store: Store, settings: HasIdle) -> None:
        self._store = store
        self._idle = settings.idle_seconds
        self._computers = Computers()
        self._awake: dict[str, Table] = {}
        self._used: dict[str, float] = {}
        self._waking: dict[str, asyncio.Task[Table | None]] = {}
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
        await self._store.create(new)
        return self._keep(self._table(new))

    async def get(self, id: str) -> Table | None:
        """The table of an id, or None if there is none.

        Raises `NotRead` if the store cannot be asked, `Refused` if the match cannot be replayed.
        """
        table = self._awake.get(id)
        if table is not None and table.left:
            self.forget([id])
        elif table is not None:
            self._used[id] = time.monotonic()
            return table
        waking = self._waking.get(id)
        if waking is None:
            waking = self._waking[id] = asyncio.ensure_future(self._wake(id))
            waking.add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(waking)

    async def join(self, invite: str, person: Person) -> Table | None:
        """The table of an invitation, at which somebody has sat down; None for an unknown one.

        Raises `Taken` if the seat is not open any more, or is not for him; `NotStored`.
        """
        found = await self._store.seat_of_invite(invite)
        table = None if found is None else await self.get(found[0].id)
        if table is not None:
            await table.join(invite, person)
        return table

    def forget(self, ids: Iterable[str]) -> None:
        """Matches were changed in the store, or are gone: whoever is there comes back to what is
        stored now."""
        for id in ids:
            table = self._awake.pop(id, None)
            self._used.pop(id, None)
            if table is not None:
                table.cut_off()

    def forget_all(self) -> None:
        """The same for all matches."""
        self.forget(list(self._awake))

    def send_away(self, people: Container[str]) -> None:
        """Close the connections of some people."""
        for table in self._awake.values():
            table.audience.send_away(people)

    async def close(self) -> None:
        """Stop the computer players; what was begun is finished."""
        if self._keeper is not None:
            self._keeper.cancel()
        for table in self._awake.values():
            table.cut_off()
            await table.finish()
        self._awake.clear()
        self._computers.close()

    @property
    def awake(self) -> int:
        """How many tables are awake."""
        return len(self._awake)

    async def _wake(self, id: str) -> Table | None:
        stored = await self._store.load(id)
        if stored is None:
            return None
        try:
            table = await asyncio.to_thread(self._table, stored)
        except Refused as refused:
            details = refused.refusal.details
            tell_damage(Damaged(id, f"it cannot be played through: {details}"))
            raise
        return self._keep(table)

    def _table(self, stored: StoredMatch) -> Table:
        seat = partial(ComputerSeat, computers=self._computers)
        return Table(stored, self._store, Questions(self._computers), seat)

    def _keep(self, table: Table) -> Table:
        self._awake[table.id] = table
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
                del self._awake[id], self._used[id]


__all__ = ["TableWish", "Tables", "Viewer"]
