"""How efficient a cube is in a position: by contact, and in a race by the pips to go.

Plain subset.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.outcome import in_contact, pip_count
from tavola.rules.kernel.slots import MOVE, RUN

CONTACT = 0.68
"""Cube efficiency while the sides can still meet: Janowski's estimate of two thirds."""
SHORT_RACE, LONG_RACE, LONG = 0.55, 0.70, 100
"""Efficiency of a race that is nearly over, and of one with `LONG` pips or more to go.

The fewer throws are left, the more each of them changes the chances, and the farther a race jumps
over the best point to double.
"""


@jit
def race_efficiency(pips: int) -> float:
    """Cube efficiency of a race in which the leader has so many pips to go."""
    return SHORT_RACE + (LONG_RACE - SHORT_RACE) * min(max(pips, 0), LONG) / LONG


@jit
def efficiency_here(T: Ints, R: Ints, o: int) -> float:
    """Cube efficiency in a row."""
    if T[MOVE] != RUN or in_contact(T, R, o):
        return CONTACT
    pips = min(pip_count(T, R, o, 0), pip_count(T, R, o, 1))
    efficiency: float = race_efficiency(pips)
    return efficiency
