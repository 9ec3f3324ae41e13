"""The questions of `tavola` about states, positions and records: they take a match for the state
or the record that it has, and say what they want of whoever gives them something else.

legal(match)                                  # as legal(match.state)
fold(match)                                   # as fold(match.record, match.game)

All below go by types; a door is where they are checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from tavola.games import find
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal, refuse
from tavola.rules.model.rotation import InTurn, Rotation
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.text import notation
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.asked import HasState, of_state, state_of, wanted
from tavola.rules.turn.state import Action, Kind, State

_SIDES = (None, *Side)
_STEPS = 13 << 10
"""More than any step as a kernel integer: its number is 12 at most."""

kinds = of_state(turn.kinds)
legal = of_state(turn.legal)
next_steps = of_state(turn.next_steps)
plays = of_state(turn.plays)
throws = of_state(turn.throws)
state_to_json = of_state(records.state_to_json)


class HasRecord(Protocol):
    """A match, or whatever else has a record."""

    @property
    def record(self) -> Record:
        """What was agreed, and all that has happened."""
        ...


def record_of(given: Record | HasRecord) -> Record:
    """The record that is meant.  Raises TypeError for what neither is one nor has one."""
    record = given if isinstance(given, Record) else getattr(given, "record", None)
    if not isinstance(record, Record):
        raise wanted("a Record, or a Match that has one", given)
    return record


def apply(state: State, action: Action) -> turn.Outcome:
    """The state after an action, and what happened.  Raises `Refused` if it is not allowed, or none
    that can be (code `bad_action`), and TypeError for what is no state, since a match goes on by
    its own `act`, and for what is no action."""
    if not isinstance(state, State):
        raise wanted("a State (a Match goes on by `act`)", state)
    if not isinstance(action, Action):
        raise wanted("an Action", action)
    return turn.apply(state, plain_action(action))


def plain_action(action: Action) -> Action:
    """An action with numbers of Python: equal events are one object for all matches, and every
    record is written from them.

    Raises `Refused` (code `bad_action`) for what is none, whatever may be done with it.
    """
    if not _is_one(action):
        raise refuse("bad_action", text=str(action)[:40])
    side = None if action.side is None else Side(action.side)
    dice = None if action.dice is None else tuple(map(int, action.dice))
    # Its `moves` are left out: only records have some.
    numbers = int(action.number), int(action.source), int(action.target)
    return Action(action.kind, side, dice, *numbers)


def _is_one(action: object) -> bool:
    if not isinstance(action, Action) or not isinstance(action.kind, Kind):
        return False
    dice = (1, 1) if action.dice is None else action.dice
    if not isinstance(dice, tuple | list) or len(dice) not in (2, 3) or action.side not in _SIDES:
        return False
    numbers = (*dice, action.number, action.source, action.target)
    return is_whole(*numbers)


def new_match(
    rules: Ruleset, match_rules: MatchRules | None = None, rotation: Rotation = ()
) -> State:
    """The opening of the first game; in a `rotation` the rules are those of its first game.

    Raises TypeError for what are no rules and no rotation.
    """
    if not isinstance(match_rules, MatchRules | None):
        raise wanted("MatchRules", match_rules)
    if not isinstance(rotation, tuple) or not all(isinstance(one, InTurn) for one in rotation):
        raise wanted("a tuple of games in turn", rotation)
    return turn.new_match(_rules(rules), match_rules, rotation)


def may_double(state: State | HasState, side: Side) -> bool:
    """Whether `side` may offer a double now.  Raises ValueError for what is no side."""
    return turn.may_double(state_of(state), Side(side))


def read_play(
    state: State | HasState, text: str, numbering: str = "own", *, stars: bool = True
) -> tuple[Action, ...]:
    """The steps that a typed play means now; it may be a part of a turn, in any order.

    With `stars` a `*` must stand where something is hit (or pinned).  `numbering`: `own` (of the
    side that plays) or `booklet`.  Raises `Refused`: `unclear_play` if it cannot be read,
    `bad_picture` for another numbering, else the reason why it is not allowed; TypeError for what
    is no text.
    """
    here, typed = state_of(state), _typed(text)
    return notation.read_play(here, typed, notation.numbering_of(numbering), stars=stars)


def why(
    state: State | HasState, text: str, numbering: str = "own", *, stars: bool = True
) -> Refusal | None:
    """Why a typed play is not allowed now, or None if it is; all else as in `read_play`."""
    here, typed = state_of(state), _typed(text)
    return notation.why(here, typed, notation.numbering_of(numbering), stars=stars)


def pip_count(rules: Ruleset, position: Position, side: Side) -> int:
    """Pips the side still needs; 0 on boards where nothing runs towards an end.

    Raises TypeError for what are no rules and no position, ValueError for what is no side.
    """
    return movement.pip_count(_rules(rules), _position(position), Side(side))


def write_play(
    rules: Ruleset,
    before: Position,
    side: Side,
    steps: Sequence[int],
    numbering: str = "own",
    after: Position | None = None,
) -> str:
    """Kernel steps from a position as one line: from the rear, legs of one checker joined.

    `steps` are kernel integers, as those of a `Play`; `numbering`: `own` (of the side) or
    `booklet`; `after` is the position they lead to, where that is known: it saves a look at each
    step.
    Raises `Refused` (code `bad_picture`) for another numbering, TypeError for what are no rules, no
    position and no steps, ValueError for what is no side.
    """
    made, position, numbers = _rules(rules), _position(before), notation.numbering_of(numbering)
    if after is not None:
        after = _position(after)
    return notation.write_play(made, position, Side(side), _steps(steps), numbers, after)


def fold(record: Record | HasRecord, game: Game | str | None = None) -> State:
    """The state that a record leads to, whole turns at once where that can be.

    `game` only where it stands in no catalogue.  Raises `Refused` naming the first bad event, or
    `other_rules` for a record of another game, and TypeError for what is no record.
    """
    return records.fold(*_with_game(record, game))


def replay(record: Record | HasRecord, game: Game | str | None = None) -> Iterator[records.Moment]:
    """All moments of a record, the start first.  Raises as `fold`: of a bad event when it is come
    to, of all else at once."""
    return records.replay(*_with_game(record, game))


def _with_game(given: Record | HasRecord, game: Game | str | None) -> tuple[Record, Game]:
    record = record_of(given)
    found = game if isinstance(game, Game) else find(record.game if game is None else game)
    if found.id != record.game:
        raise refuse("other_rules")
    return record, found


def _typed(given: str) -> str:
    if not isinstance(given, str):
        raise wanted("a play as text", given)
    return given


def _rules(given: Ruleset) -> Ruleset:
    if not isinstance(given, Ruleset):
        raise wanted("a Ruleset, as `find(id).ruleset()` or `state.rules`", given)
    return given


def _steps(given: Sequence[int]) -> tuple[int, ...]:
    """Steps whose number and places there are on some board; the kernel does not look."""
    if isinstance(given, Sequence) and not isinstance(given, str | bytes) and is_whole(*given):
        steps = tuple(map(int, given))
        if all(0 <= code < _STEPS and code & 31 and code >> 5 & 31 for code in steps):
            return steps
    raise wanted("steps as kernel integers, as those of a Play", given)


def _position(given: Position) -> Position:
    if not isinstance(given, Position):
        raise wanted("a Position, as `state.position`", given)
    return given


__all__ = [
    "HasRecord",
    "apply",
    "fold",
    "kinds",
    "legal",
    "may_double",
    "new_match",
    "next_steps",
    "pip_count",
    "plain_action",
    "plays",
    "read_play",
    "record_of",
    "replay",
    "state_to_json",
    "throws",
    "why",
    "write_play",
]
