"""Chances that are worked out in the head: a race by Kleinman's formula, a take by the score."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import erf, sqrt

from tavola.bots.cube.context import usual
from tavola.bots.cube.match_equity import Terms, table
from tavola.rules.model import movement
from tavola.rules.model.geometry import QUARTER, geometry_of
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Dice,
    Goal,
    Numbers,
    Order,
    Ruleset,
    Score,
    Side,
    Then,
)
from tavola.rules.text import one_line
from tavola.rules.turn.state import State

HEADSTART = 4
"""What it is worth to be on throw, in pips."""
OPEN = 0.03
"""The least chance of either side in a race that is asked about."""
HIGHEST = 5
"""Checkers on a point of such a race."""
AT_HOME = 0.7
"""The share of them that is at home."""
TRIES = 30
LENGTHS = (5, 7, 9)
"""Points of the matches that takes are asked in."""


# --------------------------------------------------------------------------------------------- race


@dataclass(frozen=True)
class Race:
    """Pips of the side that is to throw and of the other one."""

    mine: int
    theirs: int

    @property
    def lead(self) -> int:
        """Pips ahead, with what the throw is worth."""
        return self.theirs - self.mine + HEADSTART

    @property
    def quotient(self) -> float:
        """The square of the lead by the sum of the pips less four, with the sign of the lead."""
        sign = -1.0 if self.lead < 0 else 1.0
        return sign * self.lead**2 / (self.mine + self.theirs - HEADSTART)

    @property
    def chance(self) -> float:
        """The chance to win (D. Kleinman, "Vision Laughs at Counting", 1980)."""
        return of_quotient(self.quotient)


def of_quotient(quotient: float) -> float:
    """The chance that belongs to a quotient; less than half for one below nothing."""
    half = 0.5 * erf(sqrt(abs(quotient)))
    return 0.5 - half if quotient < 0 else 0.5 + half


def races(rules: Ruleset) -> bool:
    """Whether the formula, made for the classic race, holds: fifteen checkers home and off, two
    dice, doubles played four times, and ways that part."""
    return (
        geometry_of(rules).runs
        and rules.checkers == 15
        and rules.namer is None
        and (rules.dice, rules.numbers, rules.order) == (Dice.THROW, Numbers.BOTH, Order.ANY)
        and (rules.double_moves, rules.double_then) == (4, Then.NOTHING)
        and (rules.again, rules.ace_deuce) == (Again.NEVER, AceDeuce.ORDINARY)
        and rules.goal is Goal.FIRST_OFF
        and rules.larger_off
        and not rules.backward
        and race_stand(rules, random.Random(0)) is not None
    )


def race(state: State) -> Race:
    """The pips of a position."""
    mine, theirs = (
        movement.pip_count(state.rules, state.position, side)
        for side in (state.side, state.side.other)
    )
    return Race(mine, theirs)


def race_stand(rules: Ruleset, rng: random.Random) -> State | None:
    """A race that is still open: all checkers of both sides in the second half of their way; None
    where they would meet there."""
    for _ in range(TRIES):
        text = " | ".join(f"{side.letter} {_half(rules, side, rng)}" for side in Side)
        try:
            state = one_line.read(rules, f"{text} | {rng.choice(tuple(Side)).letter}")
        except Refused:
            return None  # checkers never stand there: the race is shorter than the formula wants
        if movement.in_contact(rules, state.position):
            return None
        if OPEN < race(state).chance < 1.0 - OPEN:
            return state
    return None


def _half(rules: Ruleset, side: Side, rng: random.Random) -> str:
    """All checkers of a side in the second half of its way, most of them at home."""
    track = geometry_of(rules).track[side]
    home, outer = track[-QUARTER:], track[-2 * QUARTER : -QUARTER]
    held: Counter[int] = Counter()
    while held.total() < rules.checkers:
        point = rng.choice(home if rng.random() < AT_HOME else outer)
        held[point] += held[point] < HIGHEST
    return " ".join(f"{point}:{held[point]}" for point in sorted(held))


# --------------------------------------------------------------------------------------------- take


@dataclass(frozen=True)
class Take:
    """A double at a score: points of him who is asked and of him who doubles, the cube offered,
    and the chances of the match after a drop, a take that is won and one that is lost."""

    length: int
    mine: int
    theirs: int
    cube: int
    drop: float
    win: float
    lose: float

    @property
    def risk(self) -> float:
        """What a take that is lost costs beside the drop."""
        return self.drop - self.lose

    @property
    def gain(self) -> float:
        """What a take that is won brings beside the drop."""
        return self.win - self.drop

    @property
    def least(self) -> float:
        """The least chance to win the game with which to take, without gammons and redoubles."""
        return self.risk / (self.risk + self.gain)


def takes(rules: Ruleset) -> bool:
    """Whether there is a cube, and single games to win with it."""
    return rules.cube and rules.score in (Score.SINGLE, Score.GAMMON, Score.BACKGAMMON)


def take(rules: Ruleset, length: int, mine: int, theirs: int, cube: int) -> Take:
    """A double from half of `cube` to it."""
    found = table(Terms(usual(rules), True, True, rules.cube_ban), max(LENGTHS))
    me, him = length - mine, length - theirs
    return Take(
        length,
        mine,
        theirs,
        cube,
        found.chance(me, him - cube // 2),
        found.chance(me - cube, him),
        found.chance(me, him - cube),
    )
