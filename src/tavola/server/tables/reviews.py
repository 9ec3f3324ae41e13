"""Reviews of finished matches: asked for, made one after the other, kept from time to time.

The work is done by a process of its own (`review_process.py`); here is who waits, how far it has
come, and what is kept.  What was asked for outlives a restart: it goes on from what there was.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tavola.server.store import Damaged, Moved, NotStored, Store, StoredMatch, StoredReview
from tavola.server.store.shards import shard_of
from tavola.server.store.stored import DONE, REFUSED, STOPPED, WAITING, WORKING, nameless
from tavola.server.tables.own_errors import keep_errors
from tavola.server.tables.review_process import Answer, Gone, ReviewProcess
from tavola.server.tables.review_queue import ReviewQueue
from tavola.server.tables.tables import Alone, Elsewhere, Ownership

if TYPE_CHECKING:
    from tavola.study.review import Review

TURN = 120.0
"""Seconds after which a review makes room for others that wait."""
KEPT = 10.0
"""Seconds between two times that an unfinished review is stored: whoever moves at a table waits
until hundreds of kilobytes are on the disk."""
IDLE = 300.0
"""Seconds that the process stays without work: starting it takes one or two."""
TRIES = 2
"""How often a process may end in the middle of one review."""
SOON = 0.8
"""Seconds that a rollout gets to stop by itself; it looks up more often than a review."""

_log = logging.getLogger(__name__)


class Full(Exception):
    """Too many reviews wait."""


class Reviews:
    """The reviews of a server: those of the tables that it has."""

    def __init__(self, store: Store, ownership: Ownership | None = None) -> None:
        self._store = store
        self._ownership: Ownership = ownership or Alone()
        self._process = ReviewProcess()
        self._waiting = ReviewQueue()
        self._now: StoredReview | None = None
        self._asker = ""
        self._fresh: StoredReview | None = None
        self._stored = 0.0
        self._rolled: Mapping[str, Any] | None = None
        self._stopped = False
        self._lost: dict[str, int] = {}
        self._given_up: set[str] = set()
        self._asking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process that works, if there is one."""
        return self._process.pid

    async def resume(self) -> None:
        """Go on with what was asked for before the server stopped, or at the process that had the
        tables before."""
        for one, person in await self._store.open_reviews():
            begun = one.match in self._waiting or (self._now and self._now.match == one.match)
            if not begun and self._is_ours(one.match):
                self._given_up.discard(one.match)
                self._waiting.put(one, person)
        self._begin()

    async def let_go(self, shards: Container[int]) -> None:
        """Other processes get some shards, and go on with their reviews from what is kept now."""
        for id in [id for id in self._waiting if shard_of(id) in shards]:
            self._waiting.drop(id)
        now, fresh = self._now, self._fresh
        if now is not None and shard_of(now.match) in shards:
            self._process.stop()
            if fresh is not None:
                with suppress(NotStored, KeyError):
                    await self._under(fresh.match).keep_review(fresh)

    def _is_ours(self, id: str) -> bool:
        try:
            self._ownership.lease_of(id)
        except Elsewhere:
            return False
        return True

    def _under(self, id: str) -> Store:
        """The store for what belongs to a match of ours.  Raises `Moved`."""
        try:
            lease = self._ownership.lease_of(id)
        except Elsewhere:
            raise Moved(id) from None
        return self._store if lease is None else self._store.under(lease)

    async def warm(self) -> None:
        """Somebody will probably ask: have the process ready."""
        await self._process.warm()
        self._rest()

    # ------------------------------------------------------------------------------ what is wanted

    async def ask(
        self, match: StoredMatch, person: str, depth: int, event: int = 0, trials: int = 0
    ) -> StoredReview:
        """Review a finished match for somebody, go on with it, or look deeper; with `event` at one
        decision, or check that by a rollout of so many `trials`.

        What is judged as deep already stays.  Raises `Full`, `NotStored`.
        """
        async with self._asking:  # asked twice at once it waits once
            return await self._asked(match, person, depth, event, trials)

    async def _asked(
        self, match: StoredMatch, person: str, depth: int, event: int, trials: int
    ) -> StoredReview:
        known = await self.found(match.id)
        if known is not None and known.open:
            return known
        if self._waiting.full_for(person):
            raise Full
        old = known or StoredReview(match.id, WAITING, depth)
        kept = "" if old.status == REFUSED else old.trouble
        wanted = replace(
            old,
            status=WAITING,
            depth=old.depth if trials else depth,
            event=event,
            trials=trials,
            done=0,
            total=0,
            trouble=kept,
            changed=_now(),
        )
        await self._under(match.id).keep_review(wanted)
        self._lost.pop(match.id, None)
        self._given_up.discard(match.id)
        self._waiting.put(replace(wanted, review=""), person)
        self._begin()
        return wanted

    async def stop(self, id: str) -> None:
        """Stop the review of a match; what there is stays.  Raises `NotStored`."""
        if self._waiting.drop(id) is not None:
            row = await self._store.review(id)
            if row is not None:
                await self._under(id).keep_review(replace(row, **_ended(row)))
        elif self._now is not None and self._now.match == id:
            self._stopped = True
            self._stop_now(self._now)

    def _stop_now(self, row: StoredReview) -> None:
        self._process.stop(*((SOON,) if row.trials else ()))

    async def found(self, id: str) -> StoredReview | None:
        """The review of a match as it stands; one that was given up is stopped, although the store
        could not be told so.  Raises `NotRead`."""
        now, fresh = self._now, self._fresh
        if fresh is not None and now is not None and now.match == id:
            row: StoredReview | None = fresh
        else:
            row = await self._store.review(id)
        if row is not None and now is not None and now.match == id:
            live = {name: getattr(now, name) for name in ("done", "total", "event", "trials")}
            return replace(row, status=WORKING, **live)
        if row is not None and row.open and id in self._given_up:
            return replace(row, **_ended(row))
        return row

    def rolled(self, id: str) -> Mapping[str, Any] | None:
        """What the rollout that is made for a match says so far (`Rolling.to_json`)."""
        return self._rolled if self._now is not None and self._now.match == id else None

    async def close(self) -> None:
        """End the process; what is open goes on after the next start."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._process.close()
        if self._fresh is not None:
            with suppress(NotStored, KeyError):
                await self._under(self._fresh.match).keep_review(self._fresh)

    # -------------------------------------------------------------------------------- one by one

    def _begin(self) -> None:
        if not self._waiting or self._closed:
            return
        if self._idle is not None:
            self._idle.cancel()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            wanted, self._asker = self._waiting.next()
            self._now, self._stopped = replace(wanted, status=WORKING), False
            self._rolled = None
            self._fresh, self._stored = None, -KEPT
            try:
                await self._one(self._now)
            except Moved:
                await self._process.close()  # its new owner goes on with it
            except (NotStored, Damaged, KeyError):
                # The match is gone, or the database: what was kept is all there is.
                _log.warning("a review could not be kept", extra={"kind": "not_stored"})
                await self._give_up(wanted.match)
            except Exception:
                _log.exception("a review could not be made", extra={"kind": "review"})
                await self._give_up(wanted.match)
            finally:
                if not self._closed:
                    self._now = self._fresh = None
        self._rest()

    async def _give_up(self, id: str) -> None:
        """Leave a review as it is kept: nobody goes on with it before it is asked for again, or the
        server starts anew."""
        self._given_up.add(id)
        await self._process.close()

    def _rest(self) -> None:
        """Let go of the process some time after the last work."""
        if self._idle is not None:
            self._idle.cancel()
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(IDLE, lambda: loop.create_task(self._let_go()))

    async def _let_go(self) -> None:
        if self._now is None:
            await self._process.close()

    async def _one(self, wanted: StoredReview) -> None:
        """Make one review, to its end or as far as it comes now."""
        match, row = await self._store.load(wanted.match), await self._store.review(wanted.match)
        if match is None or row is None:
            return
        order = {
            "record": {**match.header, "players": ["", ""], "events": list(match.events)},
            "depth": row.depth,
            "trouble": _trouble(row),
            "n": row.event or None,
            "trials": row.trials,
        }
        began = time.monotonic()
        try:
            before = await asyncio.to_thread(nameless, row.review)
            async for answer in self._process.answers(order, before):
                row = await self._told(match, row, answer)
                if self._stopped:
                    # It may have been said before the process had heard of the job.
                    self._stop_now(row)
                one = row.event and not row.trials
                if self._waiting and not one and time.monotonic() - began > TURN:
                    self._process.stop()
        except Gone:
            await self._again(row)

    async def _told(self, match: StoredMatch, row: StoredReview, answer: Answer) -> StoredReview:
        """Keep an answer; the row as it is kept now."""
        if answer.total:
            row = replace(row, done=answer.done, total=answer.total)
        self._now = replace(row, status=WORKING, review="")
        self._rolled = answer.rollout or self._rolled
        if answer.state == REFUSED:
            if row.event:
                row = replace(row, **_ended(row))
            else:
                row = replace(row, status=REFUSED, trouble=json.dumps(answer.refusal))
        elif answer.review:
            status = self._status(row, answer.state)
            if status == DONE and not row.event:
                await keep_errors(self._store, match, answer.review, datetime.now(UTC))
            row = replace(row, status=status, review=answer.review)
            if status not in (WORKING, WAITING):
                row = replace(row, event=0, trials=0)
        elif answer.state != STOPPED:
            return row
        row = replace(row, changed=_now())
        now = time.monotonic()
        if row.status == WORKING and now - self._stored < KEPT:
            self._fresh = row
            return row
        await self._under(row.match).keep_review(row)
        self._fresh, self._stored = None, now
        if row.status == WAITING:
            self._waiting.put(replace(row, review=""), self._asker)
        return row

    def _status(self, row: StoredReview, state: str) -> str:
        """What becomes of a review: stopped for others it waits again."""
        if state == STOPPED:
            return str(_ended(row)["status"]) if self._stopped else WAITING
        return DONE if state == DONE else WORKING

    async def _again(self, row: StoredReview) -> None:
        """The process has ended: go on once more from what was kept, unless it was stopped."""
        lost = self._lost[row.match] = self._lost.get(row.match, 0) + 1
        goes_on = not self._stopped and lost < TRIES
        row = replace(row, **({"status": WAITING} if goes_on else _ended(row)))
        await self._under(row.match).keep_review(replace(row, changed=_now()))
        if goes_on:
            self._waiting.put(replace(row, review=""), self._asker, first=True)


@lru_cache(maxsize=8)
def review_in(text: str) -> Review:
    """The review in a text that the store keeps.  Raises `Refused` (code `bad_review`)."""
    from tavola.study.review_json import review_from_json

    return review_from_json(json.loads(text))


def _trouble(row: StoredReview) -> Any:
    return json.loads(row.trouble) if row.trouble else None


def _ended(row: StoredReview) -> dict[str, Any]:
    """How a review stands that is stopped: one decision was to be looked at, or all."""
    return {"status": DONE if row.event else STOPPED, "event": 0, "trials": 0}


def _now() -> int:
    return time.time_ns() // 1_000_000


__all__ = ["Full", "Reviews", "review_in"]
