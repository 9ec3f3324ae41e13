"""What has happened at a table: the events, the state they lead to, and the dice still to come.

A whole match of thousands of events costs eight bytes an event: equal actions are one object for
all tables.  Facts are not kept; what was told is told again by replaying from a state nearby.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tavola.games.agreement import of_record
from tavola.play.dice import SealedDice, Source, TypedDice, repeats, source_of
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE, Action, Fact, Kind, State, Throw

STRIDE = 32
"""Events between two states that are kept, at first."""
MOST_KEPT = 32
"""States that are kept; if there are more, every second one goes and the stride doubles."""
LONGEST_PLAY = 24
"""Steps of a finished throw that are shown."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: its number from 1, the states before and after it, and what happened."""

    n: int
    action: Action
    before: State
    state: State
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class LastPlay:
    """The last throw that was played to its end: by whom, and its steps as kernel integers."""

    side: Side | None = None
    steps: tuple[int, ...] = ()


NO_PLAY = LastPlay()


@lru_cache(maxsize=20_000)
def _one(action: Action) -> Action:
    """The object that stands for all equal actions."""
    return action


class HandDice(TypedDice):
    """Dice that people throw and type; those that were taken back come again by themselves."""

    def __init__(self, again: Iterable[Throw] = ()) -> None:
        self.again = deque(again)

    def throw(self, state: State) -> Throw | None:
        """The throw that is known already, or None: throw and type."""
        known = super().throw(state)
        return self.again[0] if known is None and self.again else known

    def taken(self, state: State) -> None:
        """A throw for `state` has happened; one that came again is used up."""
        if super().throw(state) is None and self.again:
            self.again.popleft()


class History:
    """The events of a match, and where they lead.  `record` is without events: see `full`.

    Raises `Refused` if the record is not sound or its dice do not fit the secret.
    """

    def __init__(
        self,
        record: Record,
        secret: str = "",
        events: Iterable[Action] = (),
        again: Iterable[Throw] = (),
    ) -> None:
        self.record = replace(record, events=())
        self.game = of_record(record).game
        self.dice: Source = _dice(record, secret)
        self.state = records.start_of(self.record, self.game)
        self.last_play = NO_PLAY
        self._events: list[Action] = []
        self._stride = STRIDE
        self._kept: list[tuple[int, State]] = [(0, self.state)]
        for action in events:
            self.take(self.tried([action]))
        if isinstance(self.dice, HandDice):
            self.dice.again.extend(again)

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return len(self._events)

    @property
    def events(self) -> Sequence[Action]:
        """All events in order; not to be changed."""
        return self._events

    @property
    def full(self) -> Record:
        """The record with its events."""
        return replace(self.record, events=tuple(self._events))

    @property
    def sealed(self) -> str:
        """The secret of sealed dice; empty for others."""
        return self.dice.secret if isinstance(self.dice, SealedDice) else ""

    @property
    def typed(self) -> bool:
        """The players throw real dice."""
        return isinstance(self.dice, HandDice)

    def tried(self, actions: Iterable[Action]) -> list[Moment]:
        """What actions would lead to; nothing is changed.  Raises `Refused`."""
        state, found = self.state, list[Moment]()
        for n, action in enumerate(actions, start=self.seq + 1):
            after, facts = turn.apply(state, action)
            found.append(Moment(n, action, state, after, facts))
            state = after
        return found

    def take(self, moments: Iterable[Moment]) -> None:
        """Enter what was tried."""
        for moment in moments:
            if moment.action.kind in (Kind.OPENING, Kind.THROW):
                self.dice.taken(moment.before)
            self._events.append(_one(moment.action))
            self.state = moment.state
            self.last_play = _last_play(self.last_play, moment)
            self._keep(moment)

    def _keep(self, moment: Moment) -> None:
        """Keep a state to replay from, one that holds no others, now and then."""
        if moment.n - self._kept[-1][0] < self._stride or moment.state.previous is not None:
            return
        self._kept.append((moment.n, moment.state))
        if len(self._kept) > MOST_KEPT:
            del self._kept[1::2]
            self._stride *= 2

    def moments(self, after: int, upto: int | None = None) -> list[Moment]:
        """The events after number `after`, up to number `upto`."""
        upto = self.seq if upto is None else upto
        return [moment for moment in self._replayed(after, upto) if moment.n > after]

    def _replayed(self, after: int, upto: int) -> Iterator[Moment]:
        begin, state = self._nearest(after)
        for n in range(begin + 1, upto + 1):
            action = self._events[n - 1]
            now, facts = turn.apply(state, action)
            yield Moment(n, action, state, now, facts)
            state = now

    def _nearest(self, n: int) -> tuple[int, State]:
        """The last state kept at or before event `n`.

        Another thread may be reading while events come in: it looks at a copy.
        """
        return next(kept for kept in reversed(self._kept[:]) if kept[0] <= n)

    def at(self, n: int) -> tuple[State, LastPlay]:
        """How the match stood after event `n` (0: at its start)."""
        n = min(n, self.seq)
        begin, state = self._nearest(n)
        last = NO_PLAY
        # A turn further back, so that the last play is known.
        for moment in self._replayed(max(0, begin - STRIDE), n):
            last, state = _last_play(last, moment), moment.state
        return state, last

    def rewound(self, to: int) -> History:
        """The history up to event `to`; typed dice that were taken back come again."""
        again = _thrown(self.moments(to)) if self.typed else []
        left = self.dice.again if isinstance(self.dice, HandDice) else ()
        return History(self.record, self.sealed, self._events[:to], [*again, *left])

    def revealed(self) -> Record:
        """The record of a finished match: it shows the secret of its dice."""
        return replace(self.record, dice={**self.record.dice, "secret": self.sealed})


def _dice(record: Record, secret: str) -> Source:
    if record.dice.get("kind") == "typed":
        return HandDice()
    return source_of(record.dice, secret)


def _last_play(last: LastPlay, moment: Moment) -> LastPlay:
    """The last play after an event; throws of one turn add up."""
    if moment.action.kind is Kind.NEXT:
        return NO_PLAY
    if moment.action.kind is not Kind.DONE:
        return last
    before = moment.before
    if not before.turn.steps:
        return LastPlay(before.side)
    going_on = last.side is before.side and not before.fresh
    steps = (*last.steps, *before.turn.steps) if going_on else before.turn.steps
    return LastPlay(before.side, steps[-LONGEST_PLAY:])


def _thrown(moments: Iterable[Moment]) -> list[Throw]:
    """The dice that fell in some events, put right where that was done."""
    found: list[Throw] = []
    for moment in moments:
        action = moment.action
        if action.kind not in CHANCE or action.dice is None or repeats(moment.before) is not None:
            continue
        if action.kind is Kind.CORRECT and found:
            found.pop()
        found.append(action.dice)
    return found


__all__ = ["NO_PLAY", "HandDice", "History", "LastPlay", "Moment"]
