"""The store: everything that outlives the process.

What a method has changed is on the disk when it returns.  Methods that change something raise
`NotStored` if the database refuses, methods that ask raise `NotRead`; the store goes on working as
soon as the database does.  `Missing` is raised for an unknown id that was to be changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from functools import partial
from threading import Event
from time import monotonic, time_ns
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tavola.server.store import cards, changes, forgetting, own_matches, queries
from tavola.server.store.append import Append
from tavola.server.store.connect import READERS, Database, hopeless
from tavola.server.store.forgetting import Terms
from tavola.server.store.own_matches import OwnPage
from tavola.server.store.shards import Held, Lease, Round
from tavola.server.store.stored import Person, StoredMatch, StoredReview, StoredSeat
from tavola.server.store.texts import storable, to_json
from tavola.server.store.trouble import Moved, NoAnswer, NotRead
from tavola.server.store.writer import Change, Watch, Writer

Found = TypeVar("Found")

LEFT_AT_ONCE = 50
"""Matches that somebody who is erased leaves in one change."""
_AGAIN = 0.5
"""Seconds until a database that does not answer is asked again."""


class Store:
    """People and matches in a database; made by `open`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database.writer, database.hold)
        self._share = database.share
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._closed = Event()
        self._lease: Lease | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        wait: float = 0,
        waiting: Callable[[str], object] = lambda _: None,
        inner: str = "",
    ) -> Store:
        """Open `sqlite:///file` or `postgresql://...`, and bring its schema up to date; `inner` is
        where the other processes that share it reach this one, '' for one that has it alone.

        A database that is starting is asked again for `wait` seconds; `waiting` hears once why.
        Raises `BadDatabase`, `NewerDatabase`, `InUse`, or `NotStored` if it cannot be reached.
        """
        end, told = monotonic() + wait, False
        while True:
            try:
                return cls(await asyncio.to_thread(Database.open, url, inner))
            except NoAnswer as error:
                if monotonic() >= end or hopeless(error):
                    raise
                if not told:
                    waiting(str(error))
                told = True
                await asyncio.sleep(min(_AGAIN, wait))

    def watch(self, overtaken: Callable[[], None], ended: Callable[[Exception], None]) -> None:
        """Hear in this loop what becomes of the hold on a database that others can reach.

        `overtaken`: another server wrote meanwhile, and what is known of matches is old.  `ended`:
        nothing more can be stored here, and why (`InUse`, `BadDatabase`).
        """
        loop = asyncio.get_running_loop()
        self._writer.watch = Watch(
            overtaken=lambda: _tell(loop, overtaken),
            ended=lambda error: _tell(loop, partial(ended, error)),
        )

    async def close(self) -> None:
        """Store all that waits, then let go of the database."""
        await self._writer.close()
        self._closed.set()
        await asyncio.to_thread(self._readers.shutdown)
        self._database.close()

    # ------------------------------------------------------------------------------------ leases

    def under(self, lease: Lease | None) -> Store:
        """The same store for a match that was loaded under a lease: what it changes is refused with
        `Moved` once that is not held any more."""
        if lease is None:
            return self
        found = copy(self)
        found._lease = lease
        return found

    @property
    def held(self) -> Held | None:
        """The leases of this process; None for one that has the database alone."""
        return None if self._share is None else self._share.held

    async def look_around(self, *, leaving: bool = False) -> Round:
        """One round of this process among those that share the database: what it takes is held by
        now.  Raises `NotStored`."""
        share = self._share
        assert share is not None
        found: Round = await self._do(partial(share.look_around, leaving=leaving))
        if not share.held.add(found.session, found.taken):
            raise Moved("the session has ended meanwhile")
        return found

    async def give(self, shards: Collection[int]) -> None:
        """Let go of shards, after all that was to be stored before.  Raises `NotStored`."""
        share = self._share
        assert share is not None
        share.held.drop(shards)
        await self._do(partial(share.give, shards=shards))

    # ------------------------------------------------------------------------------------- house

    async def secret(self) -> str:
        """What cookies are signed with; made when it is first asked for."""
        return str(await self._do(changes.secret))

    async def fact(self, key: str) -> str | None:
        """A fact that was kept."""
        return await self._read(partial(queries.fact, key=storable(key)))

    async def set_fact(self, key: str, value: str) -> None:
        """Keep a fact in place of the one before."""
        await self._do(partial(changes.set_fact, key=storable(key), value=storable(value)))

    # ------------------------------------------------------------------------------------ people

    async def person(self, id: str) -> Person | None:
        """Somebody, by id."""
        return await self._read(partial(queries.person, id=storable(id)))

    async def add_person(self, person: Person) -> None:
        """Store somebody new.  Raises `Taken` if the id exists."""
        await self._do(partial(changes.add_person, person=person))

    async def change_person(
        self,
        id: str,
        *,
        name: str | None = None,
        settings: Mapping[str, Any] | None = None,
        seen: int | None = None,
    ) -> Person:
        """Change what is given, and of the settings those that are given; how he is then.  Seats
        keep the name they have."""
        given = {"name": None if name is None else storable(name), "seen": seen}
        changed = {key: value for key, value in given.items() if value is not None}
        change = partial(
            changes.change_person, id=storable(id), changed=changed, settings=settings or {}
        )
        found: Person = await self._do(change)
        return found

    async def leave_some(self, id: str) -> tuple[str, ...]:
        """Take somebody out of some of his matches, before he is erased: who has thousands keeps
        everybody waiting otherwise.  Returns their ids; none where only the rest is left."""
        leave = partial(changes.leave_some, id=storable(id), most=LEFT_AT_ONCE)
        ids: tuple[str, ...] = await self._do(leave)
        return ids

    async def erase_person(self, id: str) -> tuple[str, ...]:
        """Forget somebody: row, name, seats, and unfinished matches that nobody else plays.

        Other matches stay, without the name.  Returns the ids of all matches that are changed or
        gone, so that those that are awake can be told; nothing happens for an unknown id.
        """
        erase = partial(changes.erase_person, id=storable(id))
        ids: tuple[str, ...] = await self._do(erase, erases=True)
        return ids

    # ----------------------------------------------------------------------------------- matches

    async def create(
        self, match: StoredMatch, *, after: str = "", times: Sequence[int] = ()
    ) -> None:
        """Store a new match, as the rematch of `after` if that is given; `times` is when its events
        happened, in unix milliseconds, if that was not now.

        Its people must be stored.  Raises `Taken` if the id or an invitation exists, or if `after`
        has another rematch.
        """
        await self._do(partial(changes.create, new=match, after=after, times=times))

    async def load(self, id: str) -> StoredMatch | None:
        """A match with all its events."""
        return await self._read(partial(queries.match, id=storable(id)))

    async def times(self, id: str) -> list[int]:
        """When the events of a match were stored, in unix milliseconds."""
        return await self._read(partial(queries.times, match=storable(id)))

    async def load_for_certain(self, id: str) -> StoredMatch | None:
        """The same after all that was to be stored before, whatever became of it.

        Raises `NotStored` as long as that cannot be known.
        """
        found: StoredMatch | None = await self._do(partial(queries.match, id=storable(id)))
        return found

    async def append(
        self,
        id: str,
        first_n: int,
        actions: Sequence[dict[str, Any]],
        *,
        epoch: int = 0,
        milestone: dict[str, Any] | None = None,
        status: str | None = None,
        header: dict[str, Any] | None = None,
        secret: str | None = None,
        score: str | None = None,
    ) -> None:
        """Append events numbered from `first_n`, and change what else is given with them;
        `milestone` is how the match stood before them.

        All or nothing.  Raises `Taken` if `first_n` is not the number that follows the last event,
        if the match is not in `epoch` or has ended: somebody else has changed it, and it must be
        loaded again.
        """
        texts = tuple(map(to_json, actions))
        mile = to_json(milestone) if milestone else ""
        append = Append(storable(id), first_n, texts, time_ns() // 1_000_000, epoch, mile)
        given = {
            "status": status,
            "header": None if header is None else to_json(header),
            "secret": secret,
            "score": score,
        }
        changed = {key: value for key, value in given.items() if value is not None}
        if changed:
            await self._do(partial(changes.append_with, append=append, changed=changed))
        else:
            await self._do(append)

    async def wind_back(self, id: str, to_n: int, *, seq: int, epoch: int) -> None:
        """Delete the events after `to_n` of a match that stands at event `seq` in `epoch`; the
        next epoch begins.

        Raises `Taken` if it stands elsewhere, or has ended.
        """
        await self._do(
            partial(changes.wind_back, match=storable(id), to_n=to_n, seq=seq, epoch=epoch)
        )

    async def take_seat(self, invite: str, person: str, name: str) -> StoredMatch:
        """Sit down on an open seat; the match is running once no seat is open.

        The name is put into the header as well.  Returns the match with its events.  Raises `Taken`
        if the invitation was used, `Missing` if it or the person is unknown.
        """
        match: StoredMatch = await self._do(
            partial(
                changes.take_seat,
                invite=storable(invite),
                person=storable(person),
                name=storable(name),
            )
        )
        return match

    async def seat_of_invite(self, invite: str) -> tuple[StoredMatch, StoredSeat] | None:
        """The match and the seat of an invitation; the seat is not open if it was used."""
        return await self._read(partial(queries.seat_of_invite, invite=storable(invite)))

    async def matches_of(self, person: str) -> list[StoredMatch]:
        """All matches of somebody, without events, the last one touched first."""
        return await self._read(partial(queries.matches_of, person=storable(person)))

    async def own_page(
        self, person: str, ended: bool | None, limit: int, offset: int = 0
    ) -> OwnPage:
        """Matches of somebody that have ended, that have not, or (None) both, without events, the
        last one touched first: `limit` of them after the first `offset`, and how many there
        are."""
        wanted = partial(own_matches.page_of, person=storable(person), ended=ended)
        return await self._read(partial(wanted, limit=limit, offset=offset))

    async def own_ids(self, person: str) -> list[str]:
        """The ids of all matches of somebody, the last one touched first."""
        return await self._read(partial(own_matches.ids_of, person=storable(person)))

    async def set_options(self, id: str, options: Mapping[str, Any], *, epoch: int = 0) -> None:
        """Replace the options of a match.  Raises `Taken` if it is not in `epoch`."""
        change = partial(
            changes.set_options, match=storable(id), options=to_json(options), epoch=epoch
        )
        await self._do(change)

    async def set_next(self, id: str, next_id: str) -> None:
        """Name the rematch of a match.  Raises `Taken` if it has another."""
        await self._do(partial(changes.set_next, match=storable(id), following=storable(next_id)))

    # ----------------------------------------------------------------------------------- reviews

    async def review(self, match: str) -> StoredReview | None:
        """The review of a match."""
        return await self._read(partial(queries.review, match=storable(match)))

    async def keep_review(self, review: StoredReview) -> None:
        """Keep a review in place of the one before.  Raises `Missing` for an unknown match."""
        await self._do(partial(changes.keep_review, review=review))

    async def open_reviews(self) -> list[tuple[StoredReview, str]]:
        """Reviews that are not at their end, without what there is of them, the oldest first; each
        with the first person of its match."""
        return await self._read(queries.open_reviews)

    async def judged(self, person: str) -> dict[str, int]:
        """When the finished reviews of somebody's matches were changed (unix milliseconds), by
        match."""
        return await self._read(partial(queries.judged, person=storable(person)))

    async def reviewed(self, person: str) -> dict[str, str]:
        """The statuses of the reviews of somebody's matches, by match."""
        return await self._read(partial(queries.reviewed, person=storable(person)))

    # --------------------------------------------------------------------------- what is forgotten

    async def discard(self, id: str, person: str) -> bool:
        """Delete an unfinished match that somebody plays and nobody else; whether it was one."""
        wanted = partial(changes.discard, match=storable(id), person=storable(person))
        return bool(await self._do(wanted, erases=True))

    async def forget_old(self, now: int, terms: Terms) -> int:
        """Delete what nobody has come back to, at the second time that it is found so, a day after
        the first; `now` is in unix seconds.  Returns how many were deleted."""
        forget = partial(forgetting.forget_old, now=now, terms=terms)
        return int(await self._do(forget, erases=True))

    # ------------------------------------------------------------------------------------- cards

    async def cards_of(self, person: str) -> list[dict[str, Any]]:
        """The cards of somebody, the one that is due first before the others."""
        return await self._read(partial(cards.cards_of, person=storable(person)))

    async def keep_card(self, person: str, key: str, card: dict[str, Any], due: int) -> bool:
        """Keep a card, in place of the one with the same key; whether there was room for it.
        `due` is in unix seconds.  Raises `Missing` for an unknown person."""
        keep = partial(cards.keep_card, person=storable(person), key=key, card=card, due=due)
        return bool(await self._do(keep))

    async def drop_card(self, person: str, key: str) -> bool:
        """Throw a card away; whether there was one."""
        drop = partial(cards.drop_card, person=storable(person), key=key)
        return bool(await self._do(drop))

    # ----------------------------------------------------------------------------------- reading

    async def _do(self, change: Change, *, erases: bool = False) -> Any:
        return await self._writer.do(change, erases=erases, lease=self._lease)

    async def _read(self, question: Callable[[Connection], Found]) -> Found:
        if self._closed.is_set():
            raise NotRead("closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[Connection], Found]) -> Found:
        try:
            try:
                return self._asked(question)
            except DBAPIError as error:
                # A connection may have broken while it was idle; silence is an answer.
                if not error.connection_invalidated or getattr(error.orig, "silent", False):
                    raise
                return self._asked(question)
        except SQLAlchemyError as error:
            raise NotRead(str(getattr(error, "orig", None) or error)) from error

    def _asked(self, question: Callable[[Connection], Found]) -> Found:
        with self._database.reader.connect() as connection:
            return question(connection)


def _tell(loop: asyncio.AbstractEventLoop, news: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody listens there any more
        loop.call_soon_threadsafe(news)


__all__ = ["Store"]
