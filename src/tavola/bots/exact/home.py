"""The table of one side's bearing off: built, and found by the counts on its six points.

Arrangements of the last quarter are numbered so that the number never grows when checkers move or
leave, and that those with fewer checkers come first: with s(i) checkers on the i farthest points
the number is C(s1, 1) + C(s2 + 1, 2) + ... + C(s6 + 5, 6).  The empty quarter is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from tavola.bots.exact.arrangements import CELLS, Sides, clear, rank_of
from tavola.bots.exact.coverage import Debt, Role
from tavola.bots.exact.one_side_race import (
    BEST,
    MOST_TURNS,
    TURNS,
    choose_plays,
    crowded,
    pack,
    spread_turns,
)
from tavola.bots.exact.successors import LEVELS, LISTED, THROWS, Bench, plan_of
from tavola.bots.exact.typed_buffers import buffer, zeros
from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.slots import CHECKERS, LAST, OFF, TRACK, WIDTH
from tavola.rules.model.rule_table import Tables
from tavola.rules.model.ruleset import Goal, Ruleset, Setup

POINTS = 6
COUNTS = 16
"""Row length of the table of binomials: counts 0-15."""

TOO_LATE = 1e-4
"""Chance not to be done after `MOST_TURNS` that is too large for a table."""
TOO_LONG = "this race can last longer than a table tells"

Progress = Callable[[float], None]
"""Told from time to time which part of the work is done, 0-1."""


def arrangements(checkers: int) -> int:
    """How many ways there are to have up to so many checkers on six points."""
    return comb(checkers + POINTS, POINTS)


def binomials() -> Ints:
    """C(s + i, i + 1) at 16 i + s, for `rank_home`."""
    made: Ints = buffer("int64", [comb(s + i, i + 1) for i in range(POINTS) for s in range(COUNTS)])
    return made


@jit
def rank_home(T: Ints, R: Ints, o: int, side: int, ways: Ints) -> int:
    """The number of a side's arrangement; -1 if a checker is neither at home nor off."""
    sign = 1 - 2 * side
    at = TRACK + 32 * side + T[LAST] - 5
    rank, count = 0, 0
    for i in range(6):
        own = R[o + T[at + i]] * sign
        if own > 0:
            count += own
        rank += ways[16 * i + count]
    return rank if count + R[o + OFF + side] == T[CHECKERS] else -1


@jit
def _number(T: Ints, Z: Ints, R: Ints, S: Buffers, sums: Ints, amount: int) -> None:
    for i in range(amount):
        clear(R, 0)
        before = 0
        for p in range(6):
            here = sums[6 * i + 5 - p]
            R[T[TRACK + T[LAST] - 5 + p]] = here - before
            before = here
        R[OFF] = T[CHECKERS] - before
        rank_of(T, Z, R, 0, 0, S)


def homes(rules: Ruleset, most: int) -> Sides:
    """All arrangements of up to `most` checkers in the last quarter, in order."""
    made = Tables(rules)
    sides = Sides(made, arrangements(most))
    falling = list(combinations_with_replacement(range(most, -1, -1), POINTS))
    sums = buffer("int64", [s for row in reversed(falling) for s in row])
    _number(made.T, made.Z, zeros("int8", 64), sides.S, sums, len(falling))
    return sides


def smaller(rules: Ruleset, checkers: int) -> Ruleset:
    """The same race with another number of checkers."""
    start = (Setup(points=((19, checkers),)), Setup(points=((6, checkers),)))
    return replace(rules, start=start)


class Race:
    """One side's race under computation: `run` fills its buffers.

    `run` and `packed` raise ValueError where the race has no end in sight.

    After it `turns[rank]` are the expected turns, and `best[THROWS * rank + t]` the finals of the
    best plays of throw t (`one_side_race.py`), both for a side that has all throws of its turn
    before it.
    """

    def __init__(self, rules: Ruleset, role: Role = Role.THROWS) -> None:
        self.rules = rules
        self.size = arrangements(rules.checkers)
        self.sides = homes(rules, rules.checkers)
        self.plan = plan_of(
            self.sides,
            throws=2 if role is Role.TWICE else 1,
            longest=rules.goal is Goal.LAST_OFF,
            names=role is Role.NAMES,
        )
        self.levels = int(self.plan[LEVELS])
        nodes = self.levels * max(int(self.plan[LISTED]), 1) * self.size
        rows = self.levels * self.size
        self.M: Buffers = (
            zeros("float64", rows),
            zeros("int32", rows * THROWS),
            zeros("float64", nodes),
            zeros("int32", nodes),
            zeros("int64", 64),
            zeros("float64", self.levels * THROWS),
            zeros("int64", self.levels * THROWS),
            zeros("int64", self.levels * THROWS),
        )
        if self.levels > 1:
            # Off with the first of two throws: the turn is used all the same.
            self.M[TURNS][0] = 1.0

    def run(self, progress: Progress = lambda part: None) -> None:
        """Find the best play of every throw in every arrangement."""
        made, bench = self.sides.made, Bench(self.sides)
        step = max(1, self.size // 100)
        for begin in range(1, self.size, step):
            end = min(begin + step, self.size)
            choose_plays(
                made.T,
                made.Z,
                bench.W,
                self.sides.S,
                self.plan,
                self.M,
                bench.numbers,
                bench.items,
                self.size,
                begin,
                end,
            )
            progress(end / self.size)

    @property
    def turns(self) -> Any:
        """Expected turns of each arrangement."""
        return self.M[TURNS][(self.levels - 1) * self.size :]

    @property
    def best(self) -> Any:
        """Finals of the best plays."""
        return self.M[BEST][(self.levels - 1) * self.size * THROWS :]

    def packed(self, first: list[float]) -> tuple[Any, Any]:
        """(starts, cells) of what begins with `first[rank]` and is passed on from turn to turn."""
        spread = zeros("float32", self.levels * self.size * MOST_TURNS)
        top = (self.levels - 1) * self.size
        for rank, value in enumerate(first):
            spread[(top + rank) * MOST_TURNS] = value
        row = zeros("float64", MOST_TURNS)
        spread_turns(self.levels, self.M[BEST], spread, row, self.size, 1, self.size)
        last = range((top + 1) * MOST_TURNS - 1, len(spread), MOST_TURNS)
        if max(spread[at] for at in last) > TOO_LATE:
            raise ValueError(TOO_LONG)
        starts, cells = zeros("int32", self.size + 1), zeros("uint16", 1 << 16)
        while True:
            length = pack(spread, top, self.size, starts, cells)
            if length >= 0:
                return starts, cells[:length]
            cells = zeros("uint16", 2 * len(cells))


def build(rules: Ruleset, role: Role, debt: Debt, progress: Progress) -> dict[str, tuple[str, Any]]:
    """The buffers of a table of one side, for a race as `coverage.race_rules` gives it."""
    race = Race(rules, role)
    race.run(progress)
    count = rules.checkers
    made, S = race.sides.made, race.sides.S
    left = [
        0 if crowded(made.T, S, rank) else count - int(S[CELLS][WIDTH * rank + OFF])
        for rank in range(race.size)
    ]
    starts, cells = race.packed([float(n > 0) for n in left])
    owed = {
        Debt.NOTHING: [0.0] * race.size,
        Debt.GAMMON: [float(n == count) for n in left],
        Debt.CHECKERS: [n / count for n in left],
    }[debt]
    debt_starts, debt_cells = race.packed(owed)
    return {
        "turn_starts": ("int32", starts),
        "turn_cells": ("uint16", cells),
        "debt_starts": ("int32", debt_starts),
        "debt_cells": ("uint16", debt_cells),
    }
