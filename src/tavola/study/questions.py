"""What a record asks a reviewer: every decision and every throw that counted, in order.

Steps, choices and throws that were taken back or put right count no longer.  A throw is judged part
by part, as it is played; a part that was begun and never ended (somebody gave up) is not asked
about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tavola.games.agreement import of_record
from tavola.rules import turn
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, Result, State


class What(StrEnum):
    """What is asked, as written in reviews."""

    THROW = "throw"  # how lucky it was; nobody's decision
    PLAY = "play"  # a part of a throw
    NAME = "name"  # which throw to name
    CHOOSE = "choose"  # the number of a double
    KEEP = "keep"  # to play the dice of the opening, or to throw afresh
    DOUBLE = "double"  # to double before the throw, or not
    ANSWER = "answer"  # to take, drop or beaver
    RESIGN = "resign"  # to give up
    ACCEPT = "accept"  # to accept a resignation
    DRAW = "draw"  # to offer a draw
    AGREE = "agree"  # to agree to one
    ILLEGAL = "illegal"  # none: a play against the rules, which was kept; told, never counted

    @property
    def of_checkers(self) -> bool:
        """Whether it is a decision about plays and what is chosen for them."""
        return self in (What.PLAY, What.NAME, What.CHOOSE, What.KEEP)

    @property
    def of_the_cube(self) -> bool:
        """Whether it is a decision about the cube."""
        return self in (What.DOUBLE, What.ANSWER)


_ALONE = {
    Kind.CHOOSE: What.CHOOSE,
    Kind.NAME: What.NAME,
    Kind.KEEP: What.KEEP,
    Kind.DOUBLE: What.DOUBLE,
    Kind.TAKE: What.ANSWER,
    Kind.DROP: What.ANSWER,
    Kind.BEAVER: What.ANSWER,
    Kind.RESIGN: What.RESIGN,
    Kind.ACCEPT: What.ACCEPT,
    Kind.REFUSE: What.ACCEPT,
    Kind.DRAW: What.DRAW,
    Kind.AGREE: What.AGREE,
    Kind.DECLINE: What.AGREE,
    Kind.ILLEGAL: What.ILLEGAL,
    Kind.CONCEDE: What.RESIGN,
}
"""What one action decides alone."""
_TAKEN_BACK = (Kind.STEP, Kind.CHOOSE, Kind.NAME)
_THROWN = (Kind.OPENING, Kind.THROW)
_WAYS_ON = (Kind.THROW, Kind.KEEP, Kind.NAME)
"""How a turn goes on from where a double was possible."""


@dataclass(frozen=True)
class Event:
    """Something that happened and was not taken back: its number in the record, from 1, and the
    states before and after it."""

    n: int
    action: Action
    before: State
    after: State


@dataclass(frozen=True)
class Question:
    """One thing to be judged.

    `n` is the number of its last event, `first` that of its first; `state` is the one before it,
    `side` who decides (whose throw it is; of an opening throw, who begins), `actions` what was
    done: nothing where a double was not offered.  `after` is the state that followed.
    """

    what: What
    n: int
    first: int
    state: State
    side: Side
    actions: tuple[Action, ...]
    after: State

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.state.player(self.side)


@dataclass(frozen=True)
class Ended:
    """A game that came to its end with event `n`, and the score after it, by player."""

    n: int
    game: int
    winner: int | None
    result: Result
    score: tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """All that a record asks, as far as it can stand: `trouble` says what is wrong then."""

    start: State
    questions: tuple[Question, ...]
    ended: tuple[Ended, ...]
    trouble: Refusal | None = None


def asked(record: Record) -> Asked:
    """Everything to be judged in a record, up to its first event that cannot stand.

    Raises `Refused` where not even its beginning can be read.
    """
    game = of_record(record).game
    start = records.start_of(record, game)
    happened, trouble = list[Event](), None
    ended, state = list[Ended](), start
    try:
        for moment in records.replay(record, game):
            if moment.event is None:
                continue
            before, state = state, moment.state
            _settle(happened, Event(moment.index + 1, moment.event, before, state))
            if state.phase in (Phase.OVER, Phase.END) and state.result is not None:
                ended.append(_ended(moment.index + 1, state, state.result))
    except Refused as refused:
        trouble = refused.refusal
    return Asked(start, tuple(_questions(happened)), tuple(ended), trouble)


def of_this_throw(state: State) -> tuple[Question, ...]:
    """The parts of the throw on the table that were played whole, in order: what a tutor looks at
    before the turn ends.  They have no numbers in a record."""
    happened, after = list[Event](), state
    while after.previous is not None and after.last is not None:
        happened.insert(0, Event(0, after.last, after.previous, after))
        after = after.previous
    return tuple(one for one in _questions(happened) if one.what is What.PLAY)


def of_action(state: State, action: Action) -> Question | None:
    """What one action decides in a state; None where it is not about plays or the cube, and where
    nothing else could be done."""
    side = state.side if state.actor is None else state.actor
    if action.kind in (Kind.THROW, Kind.KEEP) and state.opening is not None:
        return _at_once(What.KEEP, state, state.side, action)
    if action.kind is Kind.THROW:
        may = turn.may_double(state, state.side)
        return _at_once(What.DOUBLE, state, state.side) if may else None
    what = _ALONE.get(action.kind)
    if what is None or not (what.of_checkers or what.of_the_cube):
        return None
    if what is What.DOUBLE and action.side is not None:
        side = action.side
    return _at_once(what, state, side, action)


def of_offer(state: State) -> Question | None:
    """What is to be answered to a resignation or a draw, as if it was agreed to; None where none is
    offered."""
    if state.offer is None or state.offer.kind is Kind.DOUBLE:
        return None
    side = state.offer.side.other
    agreed = Kind.ACCEPT if state.offer.kind is Kind.RESIGN else Kind.AGREE
    return _at_once(_ALONE[agreed], state, side, Action(agreed, side))


def _at_once(what: What, state: State, side: Side, *actions: Action) -> Question:
    """A question about what has not happened yet."""
    return Question(what, 0, 0, state, side, actions, state)


def of_play(state: State, actions: Sequence[Action]) -> Question:
    """A play of the part that begins in a state, as it is asked about.  Raises `Refused`."""
    after = state
    for action in actions:
        after, _ = turn.apply(after, action)
    return Question(What.PLAY, 0, 0, state, state.side, tuple(actions), after)


def _ended(n: int, state: State, result: Result) -> Ended:
    winner = None if result.winner is None else state.player(result.winner)
    return Ended(n, state.game, winner, result, state.score)


def _settle(happened: list[Event], event: Event) -> None:
    """Add an event, or take away what it takes back."""
    kind = event.action.kind
    if kind is Kind.UNDO:
        last = max(i for i, one in enumerate(happened) if one.action.kind in _TAKEN_BACK)
        del happened[last]
    elif kind is Kind.CORRECT:
        last = max(i for i, one in enumerate(happened) if one.action.kind in _THROWN)
        wrong = happened[last]
        action = replace(wrong.action, dice=event.action.dice)
        happened[last] = Event(event.n, action, wrong.before, event.after)
    else:
        happened.append(event)


def _questions(happened: list[Event]) -> Iterator[Question]:
    part: list[Event] = []
    for event in happened:
        kind = event.action.kind
        if kind is Kind.STEP:
            part.append(event)
            if _part_ends(event):
                yield _play(part)
                part = []
            continue
        if kind is Kind.NEXT:
            part = []  # of a game that was given up in the middle of it
        if kind in _WAYS_ON:
            part = []
            yield from _undoubled(event)
        if kind in _THROWN:
            yield from _thrown(event)
        elif kind in _ALONE and event.before.phase is not Phase.OPENING:
            yield _alone(event)


def _part_ends(event: Event) -> bool:
    before, after = event.before.turn, event.after
    return (
        after.phase is not Phase.MOVE
        or after.turn.ending is not None
        or (after.turn.index != before.index)
    )


def _play(part: list[Event]) -> Question:
    first, last = part[0], part[-1]
    actions = tuple(event.action for event in part)
    side = first.before.side
    return Question(What.PLAY, last.n, first.n, first.before, side, actions, last.after)


def _undoubled(event: Event) -> Iterator[Question]:
    """Who could have doubled and did not."""
    state = event.before
    for side in Side:
        if turn.may_double(state, side):
            yield Question(What.DOUBLE, event.n, event.n, state, side, (), event.after)


def _thrown(event: Event) -> Iterator[Question]:
    state, action, after = event.before, event.action, event.after
    if action.kind is Kind.OPENING:
        if after.phase is not Phase.OPENING:
            yield Question(What.THROW, event.n, event.n, state, after.side, (action,), after)
        return
    if state.opening is not None:
        yield Question(What.KEEP, event.n, event.n, state, state.side, (action,), after)
    if len(turn.throws(state)) > 1:
        yield Question(What.THROW, event.n, event.n, state, state.thrower, (action,), after)


def _alone(event: Event) -> Question:
    state, action = event.before, event.action
    what = _ALONE[action.kind]
    side = state.side if state.actor is None else state.actor
    if action.kind in (Kind.DOUBLE, Kind.CONCEDE) and action.side is not None:
        side = action.side
    return Question(what, event.n, event.n, state, side, (action,), event.after)


__all__ = [
    "Asked",
    "Ended",
    "Event",
    "Question",
    "What",
    "asked",
    "of_action",
    "of_offer",
    "of_play",
    "of_this_throw",
]
