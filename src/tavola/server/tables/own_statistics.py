"""Statistics over all matches of somebody: results, the dice beside what was to be expected, and
what their reviews say.

Each match is replayed once and kept as sums; what is asked for again costs nothing.  Replaying is
done in a thread of its own, one match after the other, and no other one is begun when the time is
over: what is missing then is told, and looked at when somebody asks again.  Without the compiled
kernel a single match may take minutes: it is gone on with, and nobody waits for it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import pairwise
from threading import Event

from tavola.games import find
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import record_from_json, replay
from tavola.rules.turn.state import Phase, State
from tavola.server.store import BROKEN_OFF, OVER, Damaged, Store, StoredMatch
from tavola.server.tables.match_statistics import ends_turn
from tavola.study.fair_dice import Tally, added, tally_of, thrown
from tavola.study.own_play import OwnPlay, own_play
from tavola.study.review_json import review_from_json

SECONDS = 4.0
"""How long one request may replay."""
MOST = 1000
"""Matches that are looked at, the last ones."""
KEPT = 20_000
"""Matches whose sums are remembered."""

HERE, COMPUTER, FRIEND = "here", "computer", "friend"

_Key = tuple[str, int, int]
"""A match as it stands: its id, its epoch and its last event."""


@dataclass(frozen=True)
class Sums:
    """What is counted of one match for each player: games won, points, dice; and the turns of all
    games that have ended."""

    games: tuple[int, int] = (0, 0)
    drawn: int = 0
    points: tuple[int, int] = (0, 0)
    turns: int = 0
    dice: tuple[Tally, Tally] = field(default_factory=lambda: ({}, {}))


@dataclass(frozen=True)
class Played:
    """One match as its owner sees it: against whom, how it ended, and its sums.

    `opponent` is computer, friend or here (both sides are his); `level` that of the computer; `won`
    is None where nobody has won: while it goes on, after a draw, and where it was `broken_off`.
    `placed`: it began with a position that was set up, which may have been won or lost from the
    start.  `judged` is what its review says of him; None without one, and where it tells nothing.
    """

    id: str
    game: str
    opponent: str
    level: str
    ended: bool
    won: bool | None
    touched: int
    me: int
    sums: Sums | None
    judged: OwnPlay | None = None
    broken_off: bool = False
    placed: bool = False

    @property
    def tells(self) -> bool:
        """Whether it says how he plays: both sides had the same chances, and one was another's."""
        return self.opponent != HERE and not self.placed

    @property
    def counts(self) -> bool:
        """Whether it has ended, and tells something."""
        return self.ended and self.tells


@dataclass(frozen=True)
class Group:
    """Matches together: those that have ended, and their games, points and turns, his first."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    turns: int = 0
    broken_off: int = 0
    drawn_games: int = 0

    @classmethod
    def of(cls, played: Iterable[Played]) -> Group:
        """The matches among these that have ended."""
        found = [one for one in played if one.counts and one.sums is not None]
        sums = [(one.sums, one.me) for one in found if one.sums is not None]
        return cls(
            len(found),
            sum(one.won is True for one in found),
            sum(one.won is False for one in found),
            _both((s.games[me], s.games[1 - me]) for s, me in sums),
            _both((s.points[me], s.points[1 - me]) for s, me in sums),
            sum(s.turns for s, _ in sums),
            sum(one.broken_off for one in found),
            sum(s.drawn for s, _ in sums),
        )

    @property
    def decided(self) -> int:
        """Matches that were won, lost or drawn: those that were broken off say nothing of him."""
        return self.matches - self.broken_off

    @property
    def ended_games(self) -> int:
        """Games that were won, lost or drawn."""
        return sum(self.games) + self.drawn_games


def _both(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    found = list(pairs)
    return sum(mine for mine, _ in found), sum(theirs for _, theirs in found)


@dataclass(frozen=True)
class Found:
    """All matches of somebody, the last one first; `missing` were not looked at yet, `older` are
    beyond the most that are looked at."""

    played: list[Played]
    missing: int = 0
    older: int = 0

    def chosen(self, game: str = "", level: str = "", opponent: str = "") -> Found:
        """Those of a game, a level and an opponent; '' for any."""
        wanted = [
            one
            for one in self.played
            if game in ("", one.game)
            and level in ("", one.level)
            and opponent in ("", one.opponent)
        ]
        return Found(wanted, self.missing, self.older)

    def by(self, key: Callable[[Played], str]) -> dict[str, Group]:
        """Groups by a key, those with most matches first; an empty key is left out."""
        keys = {key(one) for one in self.played if one.counts and one.sums is not None} - {""}
        groups = {name: Group.of(one for one in self.played if key(one) == name) for name in keys}
        return dict(sorted(groups.items(), key=lambda item: (-item[1].matches, item[0])))

    def dice(self) -> tuple[Tally, Tally]:
        """His dice, and those of the computer; with both sides his, both count as his."""
        mine: Tally = {}
        computer: Tally = {}
        for one in self.played:
            if one.sums is None:
                continue
            mine = added(mine, one.sums.dice[one.me])
            if one.opponent == HERE:
                mine = added(mine, one.sums.dice[1 - one.me])
            elif one.opponent == COMPUTER:
                computer = added(computer, one.sums.dice[1 - one.me])
        return mine, computer

    def own_play(self) -> OwnPlay:
        """What the reviews say of him, of all matches that have one."""
        return sum((one.judged for one in self.played if one.judged is not None), OwnPlay())

    def own_play_by(self, key: Callable[[Played], str]) -> dict[str, OwnPlay]:
        """The same in groups by a key, those with most matches first; an empty key is left out."""
        groups: dict[str, OwnPlay] = {}
        for one in self.played:
            if one.judged is not None and key(one):
                groups[key(one)] = groups.get(key(one), OwnPlay()) + one.judged
        return dict(sorted(groups.items(), key=lambda item: (-item[1].matches, item[0])))

    def trend(self) -> list[tuple[int, int]]:
        """Matches with a result in order of time: (unix seconds, won minus lost so far)."""
        found, ahead = [], 0
        for one in sorted(self.played, key=lambda one: (one.touched, one.id)):
            if one.counts and one.won is not None:
                ahead += 1 if one.won else -1
                found.append((one.touched, ahead))
        return found


class OwnStatistics:
    """Replays matches and keeps their sums; one request at a time does so."""

    def __init__(self, store: Store, seconds: float = SECONDS) -> None:
        self._store = store
        self._seconds = seconds
        self._kept: OrderedDict[_Key, Sums] = OrderedDict()
        self._judged: OrderedDict[tuple[str, int, int], OwnPlay] = OrderedDict()
        self._lock = asyncio.Lock()
        self._going: tuple[_Key, asyncio.Future[Sums]] | None = None
        self._closed = Event()

    def close(self) -> None:
        """Stop what is gone on with."""
        self._closed.set()

    async def of(self, person: str) -> Found:
        """The matches of somebody.  Raises `NotRead`."""
        latest = await self._store.own_page(person, None, MOST)
        recent = [match for match in latest.matches if match.seq]
        async with self._lock:
            await self._replay(recent)
            played = [_played(match, person, self._kept.get(_key(match))) for match in recent]
            played = await self._judge(person, played)
        missing = sum(one.sums is None for one in played)
        return Found(played, missing, max(0, latest.count - MOST))

    async def _replay(self, matches: Sequence[StoredMatch]) -> None:
        """Sums of the matches that have none, as far as the time goes."""
        end = time.monotonic() + self._seconds
        for listed in matches:
            key = _key(listed)
            if key in self._kept:
                self._kept.move_to_end(key)
                continue
            if time.monotonic() > end or not await self._done(end):
                return
            if key in self._kept:
                continue
            match = None
            with suppress(Damaged):  # the others are looked at
                match = await self._store.load(listed.id)
            if match is None or _key(match) != key:
                continue
            work = asyncio.to_thread(sums_of, match, self._closed)
            self._going = key, asyncio.ensure_future(work)
            await self._done(end)

    async def _done(self, end: float) -> bool:
        """Whether the match that is looked at is done, at the latest at a monotonic time."""
        if self._going is None:
            return True
        key, work = self._going
        await asyncio.wait({work}, timeout=max(0.0, end - time.monotonic()))
        if not work.done():
            return False
        self._going = None
        self._kept[key] = work.result()
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return True

    async def _judge(self, person: str, played: list[Played]) -> list[Played]:
        """The same with what their reviews say, as far as the time goes."""
        end, found = time.monotonic() + self._seconds, list[Played]()
        changed = await self._store.judged(person)
        for one in played:
            key = one.id, one.me, changed.get(one.id, 0)
            wanted = one.id in changed and one.tells
            if wanted and key not in self._judged and time.monotonic() < end:
                stored = await self._store.review(one.id)
                if stored is not None:
                    self._judged[key] = await asyncio.to_thread(judged, stored.review, one.me)
                    if len(self._judged) > KEPT:
                        self._judged.popitem(last=False)
            elif key in self._judged:
                self._judged.move_to_end(key)
            found.append(replace(one, judged=self._judged.get(key) if wanted else None))
        return found


def _key(match: StoredMatch) -> _Key:
    return match.id, match.epoch, match.seq


def _played(match: StoredMatch, person: str, sums: Sums | None) -> Played:
    mine = [seat.player for seat in match.seats if seat.person == person]
    me = mine[0] if mine else 0
    other = match.seats[1 - me]
    opponent = HERE if len(mine) == 2 else COMPUTER if other.kind == COMPUTER else FRIEND
    return Played(
        match.id,
        str(match.header["game"]),
        opponent,
        (other.level or "") if opponent == COMPUTER else "",
        match.ended,
        _won(match, me, sums),
        match.touched,
        me,
        sums,
        broken_off=match.status == BROKEN_OFF,
        placed="from" in match.header,
    )


def _won(match: StoredMatch, me: int, sums: Sums | None) -> bool | None:
    """Who has more points when it is over; one that was broken off has no winner."""
    if match.status != OVER or sums is None:
        return None
    mine, theirs = sums.points[me], sums.points[1 - me]
    return None if mine == theirs else mine > theirs


# --------------------------------------------------------------------------- in a thread of its own


def sums_of(match: StoredMatch, closed: Event | None = None) -> Sums:
    """The sums of a match; one of a game that is not known here, or that cannot be replayed, counts
    nothing.  Once `closed` is set nobody wants to know them any more."""
    try:
        record = record_from_json({**match.header, "events": list(match.events)})
        moments = list(replay(record, find(record.game)))
    except Refused:
        return Sums()
    games, points = [0, 0], [0, 0]
    drawn = turns = begun = 0
    for moment in moments:
        begun += ends_turn(moment.facts)
        if any(fact.kind == "game_over" for fact in moment.facts):
            turns, begun = turns + begun, 0
    for state in _ended([moment.state for moment in moments]):
        assert state.result is not None
        if state.result.winner is None:
            drawn += 1
            continue
        winner = state.player(state.result.winner)
        games[winner] += 1
        points[winner] += state.result.points
    dice: list[Tally] = [{}, {}]
    for before, throw in thrown(moments):
        if closed is not None and closed.is_set():
            break
        player = before.player(before.thrower)
        dice[player] = added(dice[player], tally_of(before, throw))
    return Sums(_pair(games), drawn, _pair(points), turns, (dice[0], dice[1]))


def judged(review: str, player: int) -> OwnPlay:
    """What a review as it is stored says of a player; nothing where it cannot be read."""
    try:
        return own_play(review_from_json(json.loads(review)), player)
    except (Refused, ValueError, KeyError, TypeError):
        return OwnPlay()


def _pair(values: list[int]) -> tuple[int, int]:
    return values[0], values[1]


def _ended(states: Sequence[State]) -> list[State]:
    """The state after each game's end."""
    over = (Phase.OVER, Phase.END)
    return [
        now for before, now in pairwise(states) if now.phase in over and before.phase not in over
    ]


def month(one: Played) -> str:
    """When a match was played, as 2026-11."""
    return datetime.fromtimestamp(one.touched, UTC).strftime("%Y-%m")


__all__ = ["Found", "Group", "OwnStatistics", "Played", "Sums", "month", "sums_of"]
