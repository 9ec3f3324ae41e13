"""The kernel behind positions: lists, due numbers, next steps, results.

The one place where positions are copied into the buffers of a workspace and back; which are made
here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tavola.rules.kernel import (
    bursting,
    following,
    generator,
    guards,
    outcome,
    prospects,
    row,
    single_step,
    slots,
    turn_program,
)
from tavola.rules.kernel.backend import Buffers, Ints, large, raw, small, words_of
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import Tables, tables
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw, packed

WIDTH = slots.WIDTH


class Workspace:
    """The buffers of one search; `W` is the tuple that the generator unpacks."""

    def __init__(self, capacity: int) -> None:
        rows = small(capacity * WIDTH)
        hashed = 1 << (2 * capacity - 1).bit_length()
        self.W: Buffers = (
            rows,
            words_of(rows),
            large(capacity),
            large(capacity),
            large(capacity),
            large(capacity * generator.SLOTS),
            large(2 * hashed + 2),
            large(1024),
            large(32),
        )
        self.rows = rows
        self.bytes = raw(rows)
        self.plays = self.W[5]
        self.found = large(256)
        self.numbers = large(8)
        self.chosen = large(256)

    @cached_property
    def kept(self) -> Ints:
        """Room for the rows of a first part and one more (`prospects`)."""
        return small((prospects.KEPT + 1) * WIDTH)


class _Rooms(threading.local):
    """The buffers of a thread, by their size."""

    def __init__(self) -> None:
        self.of: dict[int, Workspace] = {}


_rooms = _Rooms()


def workspace(made: Tables) -> Workspace:
    """Buffers for lists of a game, one set for each thread and size; games share them."""
    room = _rooms.of.get(made.capacity)
    if room is None:
        room = _rooms.of[made.capacity] = Workspace(made.capacity)
    return room


@dataclass(frozen=True)
class Play:
    """One distinct way to play a part: its steps as kernel integers and the position it leads
    to."""

    steps: tuple[int, ...]
    position: Position


def _stored(space: Workspace, at: int = 0) -> Position:
    return Position(bytes(space.bytes[at * WIDTH : (at + 1) * WIDTH]))


def _open(
    rules: Ruleset, position: Position, numbers: Sequence[int] = ()
) -> tuple[Tables, Workspace]:
    made = tables(rules)
    space = workspace(made)
    space.bytes[:WIDTH] = position.row
    for i, number in enumerate(numbers):
        space.numbers[i] = number
    return made, space


def plays(rules: Ruleset, position: Position, side: Side, numbers: Sequence[int]) -> list[Play]:
    """All distinct plays of one part: `numbers` are one number up to four times, or two different.

    An empty list means that nothing can be played.
    """
    made, space = _open(rules, position, numbers)
    begin, end = generator.list_plays(
        made.T, made.Z, space.W, int(side), space.numbers, len(numbers)
    )
    width = generator.SLOTS
    found = []
    for at in range(begin, end):
        steps = (int(s) for s in space.plays[at * width : (at + 1) * width])
        found.append(Play(tuple(s for s in steps if s), _stored(space, at)))
    return found


def due(rules: Ruleset, position: Position, side: Side, numbers: Sequence[int]) -> tuple[int, int]:
    """(how many numbers must be played, the one that must be if only one and not free, else 0)."""
    made, space = _open(rules, position, numbers)
    need, only = following.due(made.T, made.Z, space.W, int(side), space.numbers, len(numbers))
    return int(need), int(only)


def next_steps(
    rules: Ruleset,
    position: Position,
    side: Side,
    numbers: Sequence[int],
    used: int,
    need: int,
    only: int,
) -> tuple[int, ...]:
    """Steps that begin or continue a complete play of the part; see `following.next_steps`."""
    made, space = _open(rules, position, numbers)
    count = following.next_steps(
        made.T,
        made.Z,
        space.W,
        int(side),
        space.numbers,
        len(numbers),
        used,
        need,
        only,
        space.found,
    )
    return tuple(int(step) for step in space.found[:count])


def single_steps(rules: Ruleset, position: Position, side: Side, number: int) -> tuple[int, ...]:
    """Every step that one number allows by itself, whatever the rest of the throw demands."""
    made, space = _open(rules, position)
    count = single_step.steps(made.T, space.rows, 0, int(side), number, space.found, 0)
    return tuple(int(step) for step in space.found[:count])


def after(rules: Ruleset, position: Position, side: Side, step: int) -> Position:
    """The position after one step, within its throw."""
    made, space = _open(rules, position)
    single_step.play_step(made.T, made.Z, space.rows, 0, int(side), step)
    return _stored(space)


def played(
    rules: Ruleset,
    position: Position,
    side: Side,
    steps: Sequence[int],
    numbers: Sequence[int] = (),
) -> Position:
    """The position after the steps of a whole play of a part, as lists of plays have it.

    `numbers` are those of the part: where the throw may run on, what is known of it stays known.
    """
    for step in steps:
        position = after(rules, position, side, step)
    return part_played(rules, position, numbers, len(steps))


def part_played(rules: Ruleset, position: Position, numbers: Sequence[int], used: int) -> Position:
    """The position after so many numbers of a part: what is known of the throw is forgotten where
    it does not run on."""
    forgetful = position.between_throws()
    if position is forgetful or not numbers:
        return forgetful
    found = large(list(numbers))
    runs_on = guards.runs_on(tables(rules).T, found, len(numbers), used)
    return position if runs_on else forgetful


def play_whole(
    rules: Ruleset, position: Position, side: Side, numbers: Sequence[int], steps: Sequence[int]
) -> Position | None:
    """The position after a complete play of a part, its steps in order; None if they are none, or
    end the game."""
    made, space = _open(rules, position, numbers)
    if len(steps) > len(numbers):
        return None
    for i, step in enumerate(steps):
        space.chosen[i] = step
    whole = following.play_whole(
        made.T,
        made.Z,
        space.W,
        int(side),
        space.numbers,
        len(numbers),
        space.chosen,
        len(steps),
        space.found,
    )
    return _stored(space).between_throws() if whole else None


def settled(rules: Ruleset, position: Position, first: Side) -> Position:
    """The position after last checkers have jumped to their corners (Catch me; else unchanged)."""
    made, space = _open(rules, position)
    if single_step.settle(made.T, made.Z, space.rows, 0, int(first)) == 0:
        return position
    return _stored(space)


def begun(rules: Ruleset, position: Position, side: Side) -> Position:
    """The position in which a throw of `side` begins to be played: settled, and the throw counted
    where doubles run upwards only later."""
    made, space = _open(rules, position)
    if single_step.throw_begins(made.T, made.Z, space.rows, 0, int(side)) == 0:
        return position
    return _stored(space)


def next_part(
    rules: Ruleset,
    position: Position,
    side: Side,
    dice: Throw,
    chosen: int,
    index: int,
    complete: bool,
    left: int,
) -> tuple[int, tuple[int, ...]]:
    """What follows in a throw: (answer of `turn_program.next_part`, its numbers)."""
    made, space = _open(rules, position)
    code = turn_program.next_part(
        made.T, space.rows, int(side), packed(dice), chosen, index, complete, left, space.numbers
    )
    count = 2 if code == turn_program.HAND_OVER else max(0, code)
    return int(code), tuple(int(n) for n in space.numbers[:count])


def heir_part(number: int, times: int, complete: bool, first: bool) -> tuple[int, ...]:
    """The numbers an heir plays next: none when the chain has ended."""
    numbers = large(8)
    count = turn_program.inherited_part(number, times, complete, first, numbers)
    return tuple(int(n) for n in numbers[:count])


def finished(rules: Ruleset, position: Position, side: Side) -> bool:
    """Whether a side has reached the goal of its track or captured everything."""
    made, space = _open(rules, position)
    return bool(single_step.finished(made.T, space.rows, 0, int(side)))


def over(rules: Ruleset, position: Position, side: Side) -> bool:
    """Whether a play of `side` has come to the end of the game."""
    made, space = _open(rules, position)
    return bool(single_step.over(made.T, space.rows, 0, int(side)))


def over_for_either(rules: Ruleset, position: Position) -> bool:
    """Whether a play of either side has come to the end of the game."""
    made, space = _open(rules, position)
    return any(single_step.over(made.T, space.rows, 0, side) for side in (0, 1))


def result(
    rules: Ruleset, position: Position, mover: Side, hit: bool
) -> tuple[Side | None, int] | None:
    """(winner, value before the cube) if the game is over after a play of `mover`; (None, 0) if it
    is drawn."""
    made, space = _open(rules, position)
    winner, value = outcome.result(made.T, space.rows, 0, int(mover), hit)
    if winner == slots.NOBODY:
        return None, 0
    return None if winner < 0 else (Side(int(winner)), int(value))


def early_win(rules: Ruleset, position: Position, side: Side) -> int:
    """How a side has won before all its checkers are off: an answer of `bursting.early_win`."""
    made, space = _open(rules, position)
    return int(bursting.early_win(made.T, space.rows, 0, int(side)))


def multiple(rules: Ruleset, position: Position, loser: Side) -> int:
    """1, 2 or 3: plain, gammon or backgammon, whatever the game counts."""
    made, space = _open(rules, position)
    return int(outcome.multiple(made.T, space.rows, 0, int(loser)))


def pip_count(rules: Ruleset, position: Position, side: Side) -> int:
    """Pips the side still needs; 0 on boards where nothing runs towards an end."""
    made, space = _open(rules, position)
    if not made.geometry.runs:
        return 0
    return int(outcome.pip_count(made.T, space.rows, 0, int(side)))


def landing(rules: Ruleset, position: Position, side: Side, start: int, end: int) -> int:
    """`single_step.landing` between two path points (start 0: from outside)."""
    made, space = _open(rules, position)
    return int(single_step.landing(made.T, space.rows, 0, int(side), start, end))


def guard(rules: Ruleset, position: Position, side: Side, start: int, number: int) -> int:
    """`guards.guard` of a number from a path point."""
    made, space = _open(rules, position)
    own = single_step.own_points(made.T, space.rows, 0, int(side))
    return int(guards.guard(made.T, space.rows, 0, int(side), start, number, own))


def rearmost(rules: Ruleset, position: Position, side: Side) -> int:
    """Path point of the farthest checker on the board."""
    made, space = _open(rules, position)
    return int(row.rearmost(made.T, space.rows, 0, int(side)))


def in_contact(rules: Ruleset, position: Position) -> bool:
    """Whether a checker has still to pass one of the other side."""
    made, space = _open(rules, position)
    return bool(outcome.in_contact(made.T, space.rows, 0))


def leaving(rules: Ruleset, position: Position, side: Side, start: int, number: int) -> int:
    """`single_step.leaving` from a path point with a number that leads over the end."""
    made, space = _open(rules, position)
    rear = row.rearmost(made.T, space.rows, 0, int(side))
    return int(single_step.leaving(made.T, space.rows, 0, int(side), start, number, rear))


def hits(before: Position, after: Position, side: Side) -> bool:
    """Whether a step of `side` sent an enemy checker to the bar or out of the game."""
    bar, off, old, new = slots.BAR + 1 - side, slots.OFF + 1 - side, before.row, after.row
    return new[bar] > old[bar] or new[off] > old[off]


def hits_of(rules: Ruleset, before: Position, side: Side, steps: Sequence[int]) -> list[bool]:
    """Of each of some steps in order whether it hits, as `hits` says."""
    made, space = _open(rules, before)
    rows, bar, off = space.rows, slots.BAR + 1 - side, slots.OFF + 1 - side
    found, gone = [], (rows[bar], rows[off])
    for step in steps:
        single_step.play_step(made.T, made.Z, rows, 0, int(side), step)
        found.append(bool(rows[bar] > gone[0] or rows[off] > gone[1]))
        gone = rows[bar], rows[off]
    return found


# ------------------------------------------------------------------ what is counted of a position


def what_throws_do(
    rules: Ruleset, position: Position, side: Side, throws: Sequence[Throw]
) -> tuple[int, ...]:
    """Of each throw, played by `side`, what it can do: bits of `kernel/prospects.py`."""
    made, space = _open(rules, position)
    dice, found = large([packed(throw) for throw in throws]), large(len(throws) + 5)
    prospects.prospects(
        made.T,
        made.Z,
        space.W,
        space.kept,
        int(side),
        dice,
        len(throws),
        space.numbers,
        found,
    )
    return tuple(int(bits) for bits in found[: len(throws)])


def exposed(rules: Ruleset, position: Position, side: Side) -> int:
    """Blots of `side` that the other one has still to pass."""
    made, space = _open(rules, position)
    return int(prospects.exposed(made.T, space.rows, 0, int(side)))


def in_the_way(rules: Ruleset, position: Position, side: Side) -> int:
    """Points closed by `side` that the other one has still to pass."""
    made, space = _open(rules, position)
    return int(prospects.in_the_way(made.T, space.rows, 0, int(side)))


def longest_wall(rules: Ruleset, position: Position, side: Side) -> tuple[int, int]:
    """(length of the longest wall of `side` before checkers of the other one, how many these
    are)."""
    made, space = _open(rules, position)
    length, locked = prospects.longest_wall(made.T, space.rows, 0, int(side))
    return int(length), int(locked)


def closed_entries(rules: Ruleset, position: Position, side: Side) -> int:
    """How many of the other side's first six points `side` keeps closed."""
    made, space = _open(rules, position)
    return int(prospects.closed_entries(made.T, space.rows, 0, int(side)))
