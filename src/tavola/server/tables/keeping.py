"""What a table stores of its match, and where it stands if that is in doubt.

Whoever calls holds the lock of the table.  What the database was not heard to store is not done
here: until it is known whether it was, nobody changes the table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from tavola.play.match import Moment
from tavola.rules.turn.state import Phase
from tavola.server.match import seeds
from tavola.server.match.live_match import LiveMatch
from tavola.server.store import (
    BROKEN_OFF,
    OVER,
    Damaged,
    Missing,
    NotRead,
    NotStored,
    Person,
    Store,
    StoredMatch,
    Taken,
    Unknown,
    tell_damage,
)
from tavola.server.tables.audience import Audience

Json = dict[str, Any]
Made = TypeVar("Made")


class Keeping:
    """What is stored of one table.

    `doubt` is called when the database falls silent: somebody must ask it again (`make_certain`).
    `gone` is called if there is no match any more that can be read.
    """

    def __init__(
        self,
        live: LiveMatch,
        audience: Audience,
        store: Store,
        *,
        doubt: Callable[[], object],
        gone: Callable[[], None],
    ) -> None:
        self._live = live
        self._audience = audience
        self._store = store
        self._doubt = doubt
        self._gone = gone
        self.doubtful = False

    # ------------------------------------------------------------------------------ what is stored

    async def happened(self, moments: Sequence[Moment]) -> None:
        """Store what was tried; with the last event what is known once the match is over.

        Raises `NotStored`, or `Taken` if the match is not what it was.
        """
        await self._unless_gone(self._moments(moments))

    async def _moments(self, moments: Sequence[Moment]) -> None:
        live, match = self._live, self._live.match
        last, first = moments[-1].state, moments[0].n
        events = [moment.action.to_json() for moment in moments]
        changed = match.changed_by(moments)
        header = None if changed is None else changed.header()
        if last.phase is Phase.END:
            await self._end(first, events, status=OVER, score=last.score, header=header)
            return
        mile = match.milestone
        known = mile.to_json() if mile else None
        await self._store.append(
            live.id, first, events, epoch=live.epoch, header=header, milestone=known
        )
        if mile:
            match.kept(mile)

    async def broken_off(self) -> None:
        """Store that the match has ended unfinished.  Raises as `happened`."""
        match = self._live.match
        header = match.revealed.header() if match.secret else None
        score, end = match.state.score, match.seq + 1
        await self._unless_gone(self._end(end, [], status=BROKEN_OFF, score=score, header=header))

    async def _end(
        self,
        first: int,
        events: list[Json],
        *,
        status: str,
        score: tuple[int, int],
        header: Json | None,
    ) -> None:
        """Store the last events of a match and that it has ended; `header`: as it reads now."""
        await self._store.append(
            self._live.id,
            first,
            events,
            epoch=self._live.epoch,
            status=status,
            secret="",
            score="{} {}".format(*score),
            header=header,
        )

    async def help(self) -> None:
        """Store how often a tutor has helped: a disk that refuses costs the count only."""
        live = self._live
        if live.help.new:
            with suppress(NotStored, Taken, KeyError):
                await self._store.set_options(live.id, live.options, epoch=live.epoch)
                live.help.new = False

    async def seeds(self) -> None:
        """Store the seeds as they are.  Raises `NotStored`, `Taken`, `Missing`."""
        live = self._live
        if seeds.dice_of(live):
            header = live.match.agreed.header()
            await self._store.append(live.id, live.seq + 1, [], epoch=live.epoch, header=header)

    async def wound_back(self, to: int) -> None:
        """Store that only `to` events have happened.  Raises as `happened`."""
        live = self._live
        await self._unless_gone(self._store.wind_back(live.id, to, seq=live.seq, epoch=live.epoch))

    async def seat(self, invite: str, person: Person) -> None:
        """Give a seat away and stand where the match stands then.

        Raises `NotStored`, `Taken`, `Missing`.
        """
        taken = self._store.take_seat(invite, person.id, person.name)
        self._live.take_over(await self._certain(taken))

    async def next_match(self, new: StoredMatch) -> str:
        """The id of the match that follows, `new` unless there is one.  Raises `NotStored`."""
        try:
            await self._store.create(new, after=self._live.id)
        except Taken:
            stored = await self._store.load(self._live.id)
            if stored is None or not stored.next:
                raise
            return stored.next
        return new.id

    # ----------------------------------------------------------------------------- what is in doubt

    async def _unless_gone(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait until something is stored.  Raises `Taken` also if the match was deleted, and as
        `_certain`."""
        try:
            await self._certain(work)
        except Missing:
            raise Taken(self._live.id) from None

    async def _certain(self, work: Coroutine[Any, Any, Made]) -> Made:
        """What comes of a change that is stored.  If it is not known whether it was stored, nothing
        is done here until that is known: raises `Unknown`."""
        try:
            return await work
        except Unknown:
            self.doubtful = True
            self._doubt()
            raise

    async def make_certain(self) -> None:
        """If it is not known what was stored, find out.  Raises `NotStored`."""
        if self.doubtful:
            await self._stand(self._store.load_for_certain)
            self.doubtful = False

    async def overtaken(self) -> None:
        """Somebody else has changed the match: stand where it stands now."""
        try:
            await self._stand(self._store.load)
        except NotRead:
            self._gone()

    async def _stand(self, load: Callable[[str], Awaitable[StoredMatch | None]]) -> None:
        """Stand where the match stands by what `load` reads, and tell everybody."""
        stored = None
        try:
            stored = await load(self._live.id)
        except Damaged as damaged:
            tell_damage(damaged)
        if stored is None:
            self._gone()
        else:
            self._live.take_over(stored)
            self._audience.tell_whole()


__all__ = ["Keeping"]
