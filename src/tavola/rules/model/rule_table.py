"""From a declaration to the integers that the kernel reads."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import Ints, large
from tavola.rules.model import throws
from tavola.rules.model.geometry import Geometry, corner_paths, geometry_of
from tavola.rules.model.known_axes import (
    AROUND,
    DICE,
    THROWS,
    WORTH,
    Known,
    among,
    covers,
    whatever,
)
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    BearOff,
    Board,
    Contact,
    Dice,
    Goal,
    Incomplete,
    Mother,
    Numbers,
    Order,
    Ruleset,
    Score,
    Side,
    Then,
    Wall,
    Waste,
)

TABLE = 512
NO_LIMIT = 99
SHORT_LISTS, LONG_LISTS = 1 << 13, 1 << 16
"""Rows of a workspace.  The longest list has fifteen checkers on fifteen points and four equal
numbers: C(18, 4) = 3060 ends and 815 rows on the way.  Where checkers also run backwards each of
the four steps has two directions: at most 16 * 3060 ends and 5950 rows on the way."""


_NUMBER_OF: dict[Enum, int] = {
    Contact.HIT: k.HIT,
    Contact.PIN: k.PIN,
    Contact.FACING: k.FACING,
    Contact.CAPTURE: k.CAPTURE,
    Numbers.BOTH: k.BOTH,
    Numbers.LOWER: k.LOWER,
    Numbers.SUM: k.SUM,
    Waste.HIGHER: k.HIGHER,
    Waste.EITHER: k.EITHER,
    Waste.NOTHING: k.LAPSE,
    Then.NOTHING: k.NOTHING,
    Then.OTHER_FACE: k.OTHER_FACE,
    Then.UPWARDS: k.UPWARDS,
    Incomplete.END: k.STOP,
    Incomplete.NEXT: k.GO_ON,
    Incomplete.HAND_OVER: k.HAND,
    Incomplete.HAND_OVER_REST: k.HAND_REST,
    Again.NEVER: k.NEVER,
    Again.ALWAYS: k.ALWAYS,
    Again.COMPLETE: k.COMPLETE,
    AceDeuce.ORDINARY: k.ORDINARY,
    AceDeuce.CHOOSE: k.CHOOSE,
    AceDeuce.PLAY_AND_CHOOSE: k.PLAY_AND_CHOOSE,
    BearOff.STANDARD: k.STANDARD,
    BearOff.EXACT: k.EXACT,
    BearOff.ANY_LOWER: k.ANY_LOWER,
    BearOff.PILE: k.PILE,
    BearOff.CHECKER: k.CHECKER,
    BearOff.TOWER: k.TOWER,
    BearOff.FARTHEST: k.FARTHEST,
    Goal.FIRST_OFF: k.FIRST_OFF,
    Goal.LAST_OFF: k.LAST_OFF,
    Goal.CAPTURE_ALL: k.CAPTURE_ALL,
    Mother.NOTHING: k.NO_MOTHER,
    Mother.WINS: k.MOTHER_WINS,
    Mother.SAFE: k.MOTHER_SAFE,
    Score.SINGLE: k.SINGLE,
    Score.GAMMON: k.GAMMON,
    Score.BACKGAMMON: k.BACKGAMMON,
    Score.CHECKERS: k.CHECKERS_LEFT,
    Score.PIPS: k.PIPS,
    Score.BAR: k.BAR_LEFT,
    Wall.FREE: k.FREE,
    Wall.AHEAD: k.AHEAD,
    Wall.OPENED: k.OPENED,
    Wall.LAST_TWO: k.LAST_TWO,
}
"""The kernel's number of every value, by name: the order in which an enum lists them means
nothing."""

_RUNNING = (
    Board.CONTRARY,
    Board.MIRRORED,
    Board.SAME,
    Board.HALF,
    Board.FACING,
    Board.PARALLEL,
)

_REAR_FIRST: Known = {
    **whatever(*THROWS, *DICE, *WORTH, *AROUND),
    **whatever("start", "enter_first", "bar_first", "corners", "hit_loses", "repetition"),
    **whatever("run_from", "hit_and_run"),
    "board": among(*_RUNNING),
    "contact": among(Contact.HIT, Contact.PIN, Contact.FACING),
    "block": among(1, 2),
    "bear_off": among(BearOff.STANDARD, BearOff.EXACT, BearOff.ANY_LOWER, BearOff.PILE),
    "goal": among(Goal.FIRST_OFF, Goal.LAST_OFF),
    "dice_count": among(2, 3),
}
"""Rules under which steps with equal numbers can be sorted from the rear without losing a play.

Where a checker that has hit stays, a play only has to leave one on each point where it hit, and
from the rear all that land there have come before one goes on."""

_SHORT: Known = {
    **_REAR_FIRST,
    **whatever("stack", "single", "overtaking", "mother"),
    **whatever("runner", "head", "head_twice", "quarter", "enemy_quarter"),
    **whatever("burst", "least_excess", "arrangements", "jan", "burst_jan"),
    "wall": among(Wall.FREE, Wall.AHEAD, Wall.OPENED, Wall.LAST_TWO),
    "board": among(*_RUNNING, Board.CIRCLE, Board.TOWERS),
    "contact": among(Contact.HIT, Contact.PIN, Contact.FACING, Contact.CAPTURE),
    "bear_off": among(
        BearOff.STANDARD,
        BearOff.EXACT,
        BearOff.ANY_LOWER,
        BearOff.PILE,
        BearOff.CHECKER,
        BearOff.TOWER,
        BearOff.FARTHEST,
    ),
    "goal": among(Goal.FIRST_OFF, Goal.LAST_OFF, Goal.CAPTURE_ALL),
}
"""Rules under which no list of plays is long: each step has one direction.  With three dice
fewer than 5000 rows: 15^3 choices of checkers, more where one hits by the way, and those of two
numbers."""

_GREEDY: Known = {
    **_SHORT,
    **whatever("backward"),
    "double_then": among(Then.NOTHING, Then.OTHER_FACE, Then.UPWARDS),
    "again": among(Again.NEVER, Again.ALWAYS, Again.COMPLETE),
    "ace_deuce": among(AceDeuce.ORDINARY, AceDeuce.CHOOSE, AceDeuce.PLAY_AND_CHOOSE),
}
"""Rules whose throws depend on how a part was played only in the ways that a search looks for."""

_ENDS_OFF: Known = {
    **_SHORT,
    **whatever("backward"),
    "mother": among(Mother.NOTHING),
    "bear_off": among(BearOff.STANDARD, BearOff.EXACT, BearOff.ANY_LOWER),
}
"""Rules under which a checker that goes on over the board has not ended the game."""


def ends_off(rules: Ruleset) -> bool:
    """Whether among the steps of one checker only that which takes it off can end the game."""
    return tables(rules).ends_off


def _move(geometry: Geometry) -> int:
    if geometry.towers:
        return k.TOWERS
    return k.CIRCLE if geometry.loops else k.RUN


class Tables:
    """The integer form of one `Ruleset`: rule table `T`, keys `Z`, and the geometry.

    `T` has 512 integers (see `slots.py`), `Z` 64 random 64-bit keys for each of 64 cells.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.geometry: Geometry = geometry_of(rules)
        self.ends_off = covers(_ENDS_OFF, rules)
        table = [0] * TABLE
        for slot, value in _axes(rules, self.geometry).items():
            table[slot] = int(value)
        _tracks(table, self.geometry)
        _limits(table, rules, self.geometry)
        _arrangements(table, rules)
        _corners(table, rules)
        _throws(table, rules)
        for exponent in range(32):
            table[k.BIT + ((0x077CB531 << exponent & 0xFFFFFFFF) >> 27)] = exponent
        self.capacity = table[k.CAPACITY]
        self.T: Ints = large(table)
        self.Z: Ints = _keys()


def _axes(rules: Ruleset, geometry: Geometry) -> dict[int, int]:
    return {
        k.MOVE: _move(geometry),
        k.LAST: geometry.length,
        k.CHECKERS: rules.checkers,
        k.ENTER_FIRST: rules.enter_first,
        k.BAR_FIRST: rules.bar_first,
        k.CONTACT: _NUMBER_OF[rules.contact],
        k.BLOCK: rules.block,
        k.OVERTAKING: rules.overtaking,
        k.BACKWARD: rules.backward,
        k.NUMBERS: _NUMBER_OF[rules.numbers],
        k.LOW_FIRST: rules.order is Order.LOW_FIRST,
        k.WASTE: _NUMBER_OF[rules.waste],
        k.WIN_COMPLETE: rules.win_is_complete,
        k.DOUBLE_MOVES: rules.double_moves,
        k.DOUBLE_THEN: _NUMBER_OF[rules.double_then],
        k.INCOMPLETE: _NUMBER_OF[rules.incomplete],
        k.AGAIN: _NUMBER_OF[rules.again],
        k.ACE_DEUCE: _NUMBER_OF[rules.ace_deuce],
        k.ACE_DEUCE_AGAIN: _NUMBER_OF[rules.ace_deuce_again],
        k.BEAR_OFF: _NUMBER_OF[rules.bear_off],
        k.GOAL: _NUMBER_OF[rules.goal],
        k.HIT_LOSES: rules.hit_loses,
        k.MOTHER: _NUMBER_OF[rules.mother],
        k.SCORE: _NUMBER_OF[rules.score],
        k.HIT_SCORE: _NUMBER_OF[rules.hit_score],
        k.TRIPLE_NONE_OFF: rules.triple_needs_none_off,
        k.REAR_FIRST: covers(_REAR_FIRST, rules),
        k.CAPACITY: SHORT_LISTS if covers(_SHORT, rules) else LONG_LISTS,
        k.NAMER: -1 if rules.namer is None else int(rules.namer),
        k.FIXED: rules.dice is Dice.FIXED,
        k.FIXED_DOUBLE: rules.fixed_double,
        k.GREEDY: covers(_GREEDY, rules),
        k.BURST: rules.burst,
        k.LEAST_EXCESS: rules.least_excess,
        k.JAN: rules.jan,
        k.BURST_JAN: rules.burst_jan,
        k.ARRANGED: len(rules.arrangements),
        **_guards(rules),
    }


def _guards(rules: Ruleset) -> dict[int, int]:
    guards = {
        k.RUNNER: rules.runner,
        k.HEAD: rules.head,
        k.HEAD_TWICE: sum(1 << number for number in rules.head_twice),
        k.QUARTER: rules.quarter,
        k.ENEMY_QUARTER: rules.enemy_quarter,
        k.WALL: _NUMBER_OF[rules.wall],
        k.STAY: not rules.hit_and_run,
    }
    return {k.GUARDED: any(guards.values()), **guards}


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


def _arrangements(table: list[int], rules: Ruleset) -> None:
    for number, counts in enumerate(rules.arrangements):
        for place, count in enumerate(counts):
            table[k.ARRANGEMENT + 8 * number + place] = count


def _corners(table: list[int], rules: Ruleset) -> None:
    corners = corner_paths(rules.corners)
    for path in range(1, 25):
        table[k.CORNER + path] = next((c for c in corners if c > path), corners[0])
        table[k.IS_CORNER + path] = int(path in corners)


def _throws(table: list[int], rules: Ruleset) -> None:
    found = throws.throws_of(rules)
    table[k.DICE_COUNT] = throws.dice_of(rules)
    table[k.THROW_COUNT] = len(found)
    table[k.CHANCES] = sum(weight for _, weight in found)
    for n, (throw, weight) in enumerate(found):
        table[k.THROW + n], table[k.WEIGHT + n] = throws.packed(throw), weight


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
