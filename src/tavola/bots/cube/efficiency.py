"""How efficient a cube is in a position: with contact by the game, in a race by the pips to go.

What is compiled here keeps to the plain subset.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.outcome import in_contact, pip_count
from tavola.rules.kernel.slots import MOVE, RUN
from tavola.rules.model.ruleset import Ruleset

CLASSIC_RULES = Ruleset()
HOUSE_RULES = {
    "opening",
    "bear_off",
    "triple_needs_none_off",
    "cube",
    "cube_window",
    "cube_ban",
}
"""What options of classic backgammon change: with any of them it stays the same game."""

CONTACT = 0.68
"""Cube efficiency while the sides can still meet, in a game where nobody has measured it:
Janowski's estimate of two thirds."""
CLASSIC_CONTACT = 0.74
"""The same in classic backgammon: with it the doubles of own play, looked at one throw ahead, lose
least by what GNU Backgammon and Sage think of them; takes hardly depend on it."""
SHORT_RACE, LONG_RACE, LONG = 0.55, 0.70, 100
"""Efficiency of a race that is nearly over, and of one with `LONG` pips or more to go.

The fewer throws are left, the more each of them changes the chances, and the farther a race jumps
over the best point to double.
"""


@lru_cache(maxsize=64)
def contact_efficiency(rules: Ruleset) -> float:
    """Cube efficiency of a game while the sides can still meet."""
    axes = (axis.name for axis in fields(Ruleset) if axis.name not in HOUSE_RULES)
    classic = all(getattr(rules, axis) == getattr(CLASSIC_RULES, axis) for axis in axes)
    return CLASSIC_CONTACT if classic else CONTACT


@jit
def race_efficiency(pips: int) -> float:
    """Cube efficiency of a race in which the leader has so many pips to go."""
    return SHORT_RACE + (LONG_RACE - SHORT_RACE) * min(max(pips, 0), LONG) / LONG


@jit
def efficiency_here(T: Ints, R: Ints, o: int, contact: float) -> float:
    """Cube efficiency in a row; `contact` is that of the game while the sides can still meet."""
    if T[MOVE] != RUN or in_contact(T, R, o):
        return contact
    pips = min(pip_count(T, R, o, 0), pip_count(T, R, o, 1))
    efficiency: float = race_efficiency(pips)
    return efficiency
