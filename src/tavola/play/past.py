"""What has happened in a match: its events, the states they led to, and how to look back.

A whole match of thousands of events costs eight bytes an event: equal actions are one object for
all matches.  Facts are not kept; what was told is told again by replaying from a state nearby.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tavola.play.dice import repeats
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
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


class Past:
    """All events so far, the state and the last play that they led to, and some states between."""

    def __init__(self, start: State) -> None:
        self.events: list[Action] = []
        self.state = start
        self.last_play = NO_PLAY
        self._stride = STRIDE
        self._kept: list[tuple[int, State]] = [(0, start)]

    def add(self, moment: Moment) -> None:
        """One more event has happened."""
        self.events.append(_one(moment.action))
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

    def until(self, to: int, state: State, last: LastPlay) -> Past:
        """The past up to event `to`, which led to `state`; whoever reads this one reads on."""
        found = Past(state)
        found.events = self.events[:to]
        found.last_play = last
        found._stride = self._stride
        found._kept = [kept for kept in self._kept if kept[0] <= to]
        return found

    def moments(self, after: int, upto: int) -> list[Moment]:
        """The events after number `after`, up to number `upto`."""
        return [moment for moment in self._replayed(after, upto) if moment.n > after]

    def at(self, n: int) -> tuple[State, LastPlay]:
        """State and last play after event `n` (0: at the start)."""
        begin, state = self._nearest(n)
        last = NO_PLAY
        # A turn further back, so that the last play is known.
        for moment in self._replayed(max(0, begin - STRIDE), n):
            last, state = _last_play(last, moment), moment.state
        return state, last

    def _replayed(self, after: int, upto: int) -> Iterator[Moment]:
        begin, state = self._nearest(after)
        for n in range(begin + 1, upto + 1):
            action = self.events[n - 1]
            now, facts = turn.apply(state, action)
            yield Moment(n, action, state, now, facts)
            state = now

    def _nearest(self, n: int) -> tuple[int, State]:
        """The last state kept at or before event `n`.

        Another thread may be reading while events come in: it looks at a copy.
        """
        return next(kept for kept in reversed(self._kept[:]) if kept[0] <= n)


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


def thrown(moments: Iterable[Moment]) -> list[Throw]:
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


# ---------------------------------------------------------------------------------- taking back

_MOVES = (Kind.STEP, Kind.NAME, Kind.CHOOSE)
"""Decisions how a throw is played; `undo` takes them back."""
_NO_DECISION = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.DONE, Kind.NEXT)


def last_decision(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
    """How many events stay when the last decision of the people is taken back; None if there is
    none.

    A throw that was played goes as a whole, but for its dice, which stay on the table.  `sides` are
    the colours that people play now; with `swaps` the players change colours with each game.
    """
    last = _decided(events, sides, swaps=swaps)
    if last is None or events[last].kind not in _MOVES:
        return last
    while last and events[last - 1].kind in (*_MOVES, Kind.UNDO):
        if events[last - 1].side is not events[last].side:
            break
        last -= 1
    return last


def _decided(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
    """The index of the last decision that was not undone."""
    undone = 0
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if event.kind is Kind.NEXT and swaps:
            sides = [side.other for side in sides]
        if event.kind is Kind.UNDO:
            undone += 1
        elif event.kind in _MOVES and undone:
            undone -= 1
        elif event.side in sides and event.kind not in _NO_DECISION:
            return index
    return None


__all__ = ["NO_PLAY", "LastPlay", "Moment", "Past", "last_decision", "thrown"]
