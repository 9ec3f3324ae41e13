"""From a declaration to the integers that the kernel reads, and the buffers it works in."""

from __future__ import annotations

import threading
from functools import lru_cache

from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import Buffers, Ints, large, small, words_of
from tavola.rules.kernel.generator import SLOTS
from tavola.rules.model.geometry import GEOMETRIES, Geometry, corner_paths
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    BearOff,
    Board,
    Contact,
    Dice,
    Goal,
    Incomplete,
    Numbers,
    Order,
    Ruleset,
    Score,
    Side,
    Then,
    Waste,
)

TABLE = 320
NO_LIMIT = 99
SHORT_LISTS, LONG_LISTS = 1 << 13, 1 << 16
"""Rows of a workspace.  The longest list has fifteen checkers on fifteen points and four equal
numbers: C(18, 4) = 3060 ends and 815 rows on the way.  Where checkers also run backwards each of
the four steps has two directions: at most 16 * 3060 ends and 5950 rows on the way."""


def _move(board: Board) -> int:
    return {Board.CIRCLE: k.CIRCLE, Board.TOWERS: k.TOWERS}.get(board, k.RUN)


def _rear_first(rules: Ruleset) -> bool:
    """Whether steps with equal numbers can be sorted from the rear without losing a play."""
    return (
        _move(rules.board) == k.RUN
        and not rules.backward
        and not rules.stack
        and not rules.single
        and rules.overtaking
        and not rules.mother
    )


class Tables:
    """The integer form of one `Ruleset`: rule table `T`, keys `Z`, and the geometry.

    `T` has 320 integers (see `slots.py`), `Z` 64 random 64-bit keys for each of 64 cells.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.geometry: Geometry = GEOMETRIES[rules.board]
        table = [0] * TABLE
        for slot, value in _axes(rules, self.geometry).items():
            table[slot] = int(value)
        _tracks(table, self.geometry)
        _limits(table, rules, self.geometry)
        _corners(table, rules)
        for exponent in range(32):
            table[k.BIT + ((0x077CB531 << exponent & 0xFFFFFFFF) >> 27)] = exponent
        self.T: Ints = large(table)
        self.Z: Ints = _keys()

    @property
    def workspace(self) -> Workspace:
        """Buffers for lists of this game, one set for each thread and size."""
        return workspace(int(self.T[k.CAPACITY]))


class Workspace:
    """The buffers of one search; `W` is the tuple that the generator unpacks."""

    def __init__(self, capacity: int) -> None:
        rows = small(capacity * k.WIDTH)
        slots = 1 << (2 * capacity - 1).bit_length()
        self.W: Buffers = (
            rows,
            words_of(rows),
            large(capacity),
            large(capacity),
            large(capacity),
            large(capacity * SLOTS),
            large(slots),
            large(slots + 1),
            large(1024),
            large(32),
        )
        self.rows = rows
        self.plays = self.W[5]
        self.found = large(256)
        self.numbers = large(8)


_local = threading.local()


def workspace(capacity: int) -> Workspace:
    """The buffers of this thread for lists of up to `capacity` rows; games share them."""
    made: dict[int, Workspace] = _local.__dict__.setdefault("made", {})
    if capacity not in made:
        made[capacity] = Workspace(capacity)
    return made[capacity]


def _axes(rules: Ruleset, geometry: Geometry) -> dict[int, int]:
    return {
        k.MOVE: _move(rules.board),
        k.LAST: geometry.length,
        k.CHECKERS: rules.checkers,
        k.ENTER_FIRST: rules.enter_first,
        k.BAR_FIRST: rules.bar_first,
        k.CONTACT: list(Contact).index(rules.contact),
        k.BLOCK: rules.block,
        k.OVERTAKING: rules.overtaking,
        k.BACKWARD: rules.backward,
        k.NUMBERS: list(Numbers).index(rules.numbers),
        k.LOW_FIRST: rules.order is Order.LOW_FIRST,
        k.WASTE: list(Waste).index(rules.waste),
        k.WIN_COMPLETE: rules.win_is_complete,
        k.DOUBLE_MOVES: rules.double_moves,
        k.DOUBLE_THEN: list(Then).index(rules.double_then),
        k.INCOMPLETE: list(Incomplete).index(rules.incomplete),
        k.AGAIN: list(Again).index(rules.again),
        k.ACE_DEUCE: list(AceDeuce).index(rules.ace_deuce),
        k.ACE_DEUCE_AGAIN: list(Again).index(rules.ace_deuce_again),
        k.BEAR_OFF: list(BearOff).index(rules.bear_off),
        k.GOAL: list(Goal).index(rules.goal),
        k.HIT_LOSES: rules.hit_loses,
        k.MOTHER: rules.mother,
        k.SCORE: list(Score).index(rules.score),
        k.HIT_SCORE: list(Score).index(rules.hit_score),
        k.TRIPLE_NONE_OFF: rules.triple_needs_none_off,
        k.REAR_FIRST: _rear_first(rules),
        k.CAPACITY: LONG_LISTS if rules.backward else SHORT_LISTS,
        k.NAMER: -1 if rules.namer is None else int(rules.namer),
        k.FIXED: rules.dice is Dice.FIXED,
        k.FIXED_DOUBLE: rules.fixed_double,
    }


def _tracks(table: list[int], geometry: Geometry) -> None:
    """Tracks and path points.  Outside the track, the reserve (and off) is 0."""
    for side in Side:
        for path, point in enumerate(geometry.track[side], start=1):
            table[k.TRACK + 32 * side + path] = point
            table[k.PATH + 32 * side + point] = path


def _limits(table: list[int], rules: Ruleset, geometry: Geometry) -> None:
    for path in range(1, geometry.length + 1):
        limit = 1 if path in rules.single else rules.stack or NO_LIMIT
        table[k.LIMIT + path] = limit


def _corners(table: list[int], rules: Ruleset) -> None:
    corners = corner_paths(rules.corners)
    for path in range(1, 25):
        table[k.CORNER + path] = next((c for c in corners if c > path), corners[0])
        table[k.IS_CORNER + path] = int(path in corners)


@lru_cache(maxsize=1)
def _keys() -> Ints:
    """64 keys a cell from a fixed xorshift generator, so that lists come in the same order
    always."""
    state = 0x9E3779B97F4A7C15
    mask = (1 << 64) - 1
    keys = []
    for _ in range(64 * k.WIDTH):
        state ^= (state << 13) & mask
        state ^= state >> 7
        state ^= (state << 17) & mask
        keys.append(state - (1 << 64) if state >> 63 else state)
    return large(keys)


@lru_cache(maxsize=256)
def tables(rules: Ruleset) -> Tables:
    """The tables of a ruleset, made once."""
    return Tables(rules)
