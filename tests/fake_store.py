"""A store in memory, for fast tests of tables; it can refuse, and be slow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from tavola.server.store import Missing, NotStored, Person, Store, StoredMatch, StoredSeat, Taken


class Matches(dict[str, StoredMatch]):
    """What is stored, by id."""

    def __missing__(self, id: str) -> StoredMatch:
        raise Missing(id)


class FakeStore:
    """As much of a `Store` as tables need; `broken` lets it refuse, `gate` lets appends wait."""

    def __init__(self) -> None:
        self.matches = Matches()
        self.broken = False
        self.gate: asyncio.Event | None = None

    @property
    def store(self) -> Store:
        """The same, as the type that tables ask for."""
        return cast(Store, self)

    def _check(self) -> None:
        if self.broken:
            raise NotStored("full")

    async def create(self, match: StoredMatch, *, after: str = "") -> None:
        self._check()
        if match.id in self.matches or (after and self.matches[after].next):
            raise Taken(match.id)
        self.matches[match.id] = match
        if after:
            self.matches[after] = replace(self.matches[after], next=match.id)

    async def load(self, id: str) -> StoredMatch | None:
        found = self.matches.get(id)
        if found is None:
            return None
        return replace(found, header=json.loads(json.dumps(found.header)))

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
        if self.gate is not None:
            await self.gate.wait()
        await asyncio.sleep(0)
        self._check()
        match = self.matches[id]
        if first_n != match.seq + 1 or epoch != match.epoch or match.ended:
            raise Taken(id)
        events = (*match.events, *(json.loads(json.dumps(action)) for action in actions))
        self.matches[id] = replace(
            match,
            events=events,
            seq=len(events),
            milestones=(*match.milestones, *([milestone] if milestone else [])),
            status=match.status if status is None else status,
            header=match.header if header is None else header,
            secret=match.secret if secret is None else secret,
            score=match.score if score is None else score,
        )

    async def load_for_certain(self, id: str) -> StoredMatch | None:
        self._check()
        return await self.load(id)

    async def set_options(self, id: str, options: Mapping[str, Any], *, epoch: int = 0) -> None:
        self._check()
        if epoch != self.matches[id].epoch:
            raise Taken(id)
        kept = json.loads(json.dumps(options))
        self.matches[id] = replace(self.matches[id], options=kept)

    async def wind_back(self, id: str, to_n: int, *, seq: int, epoch: int) -> None:
        self._check()
        match = self.matches[id]
        if to_n > seq or (seq, epoch) != (match.seq, match.epoch) or match.ended:
            raise Taken(id)
        miles = tuple(mile for mile in match.milestones if mile["n"] <= to_n)
        self.matches[id] = replace(
            match, events=match.events[:to_n], seq=to_n, epoch=epoch + 1, milestones=miles
        )

    async def take_seat(self, invite: str, person: str, name: str) -> StoredMatch:
        self._check()
        found = await self.seat_of_invite(invite)
        if found is None:
            raise Missing(invite)
        match, seat = found
        taken = StoredSeat(seat.player, person, name, "person", None, "")
        seats = [taken if one.player == seat.player else one for one in match.seats]
        players = [one.name for one in seats]
        header = {**match.header, "players": players}
        new = replace(match, seats=(seats[0], seats[1]), header=header, status="running")
        self.matches[match.id] = new
        return new

    async def seat_of_invite(self, invite: str) -> tuple[StoredMatch, StoredSeat] | None:
        for match in self.matches.values():
            for seat in match.seats:
                if invite and seat.invite == invite:
                    return match, seat
        return None


def person(id: str, name: str = "") -> Person:
    """Somebody who is stored."""
    return Person(id, name, {}, 1, 1)
