"""How a beginner judges positions: whoever has fewer pips to go is ahead, and the rear must run.

Blots, points and walls do not count.  Mixed with the judgement of a net this gives the mistakes of
people: blots left where they can be hit, rear checkers that run too early, hits at any price.
Plain subset.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.outcome import pip_count
from tavola.rules.kernel.row import rearmost
from tavola.rules.kernel.slots import (
    BAR,
    CONTACT,
    GOAL,
    HIT_LOSES,
    LAST,
    LAST_OFF,
    MOVE,
    PIN,
    RESERVE,
    RUN,
)

THROW = 8.17
"""Pips of a mean throw."""
PACE = 0.12
"""What a beginner thinks that a throw of lead is worth, in mean results of a game."""
REAR = 0.5
"""What a pip of the rearmost checker counts beside a pip of the race."""


@jit
def judgement_here(T: Ints, R: Ints, o: int, side: int) -> float:
    """What a beginner thinks a row is worth to `side`, in mean results; 0 where nothing runs.

    Where hitting loses, even a beginner does not count on the other side's pips.
    """
    if T[MOVE] != RUN:
        return 0.0
    lead = -pip_count(T, R, o, side)
    if T[HIT_LOSES] == 0 and T[CONTACT] != PIN:
        lead += pip_count(T, R, o, 1 - side)
    behind = T[LAST] + 1 - rearmost(T, R, o, side)
    if R[o + BAR + side] > 0 or R[o + RESERVE + side] > 0:
        behind = T[LAST] + 1
    worth = PACE * (lead - REAR * behind) / THROW
    return -worth if T[GOAL] == LAST_OFF else worth
