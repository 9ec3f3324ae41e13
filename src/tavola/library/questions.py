"""The questions of `tavola` about states, positions and records: they take a match for the state
or the record that it has, and say what they want of whoever gives them something else.

legal(match)                                  # as legal(match.state)
fold(match, "pin")                            # as fold(match.record, find("pin"))

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
from tavola.rules.model.rotation import Rotation
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import notation
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.asked import of_state, wanted
from tavola.rules.turn.state import Action, State

kinds = of_state(turn.kinds)
legal = of_state(turn.legal)
may_double = of_state(turn.may_double)
next_steps = of_state(turn.next_steps)
plays = of_state(turn.plays)
throws = of_state(turn.throws)
read_play = of_state(notation.read_play)
why = of_state(notation.why)
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
    """The state after an action, and what happened.  Raises `Refused` if it is not allowed, and
    TypeError for what is no state: a match goes on by its own `act`."""
    if not isinstance(state, State):
        raise wanted("a State (a Match goes on by `act`)", state)
    if not isinstance(action, Action):
        raise wanted("an Action", action)
    return turn.apply(state, action)


def new_match(
    rules: Ruleset, match_rules: MatchRules | None = None, rotation: Rotation = ()
) -> State:
    """The opening of the first game; in a `rotation` the rules are those of its first game.

    Raises TypeError for what are no rules.
    """
    if not isinstance(match_rules, MatchRules | None):
        raise wanted("MatchRules", match_rules)
    return turn.new_match(_rules(rules), match_rules, rotation)


def pip_count(rules: Ruleset, position: Position, side: Side) -> int:
    """Pips the side still needs; 0 on boards where nothing runs towards an end.

    Raises TypeError for what are no rules and no position.
    """
    return movement.pip_count(_rules(rules), _position(position), side)


def write_play(
    rules: Ruleset,
    before: Position,
    side: Side,
    steps: Sequence[int],
    numbering: str = "own",
    after: Position | None = None,
) -> str:
    """Kernel steps from a position as one line: from the rear, legs of one checker joined.

    `after` is the position they lead to, where that is known: it saves a look at each step.
    Raises TypeError for what are no rules and no position.
    """
    made, position = _rules(rules), _position(before)
    return notation.write_play(made, position, side, steps, numbering, after)


def fold(record: Record | HasRecord, game: Game | str) -> State:
    """The state that a record leads to, whole turns at once where that can be.

    Raises `Refused` naming the first bad event, and TypeError for what is no record.
    """
    return records.fold(record_of(record), _game(game))


def replay(record: Record | HasRecord, game: Game | str) -> Iterator[records.Moment]:
    """All moments of a record, the start first.  Raises `Refused` naming the first bad event, when
    it is come to, and TypeError at once for what is no record."""
    return records.replay(record_of(record), _game(game))


def _game(given: Game | str) -> Game:
    return given if isinstance(given, Game) else find(given)  # one of nobody's catalogue, too


def _rules(given: Ruleset) -> Ruleset:
    if not isinstance(given, Ruleset):
        raise wanted("a Ruleset, as `find(id).ruleset()` or `state.rules`", given)
    return given


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
    "plays",
    "read_play",
    "record_of",
    "replay",
    "state_to_json",
    "throws",
    "why",
    "write_play",
]
