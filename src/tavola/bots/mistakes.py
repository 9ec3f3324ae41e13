"""How the lower levels err: errors that belong to (seed, position, play); plain subset.

An error is a normally distributed number that is made of what it belongs to, not of a stream of
random numbers: the same seed errs alike whatever was asked before.
"""

from __future__ import annotations

import math
from typing import Any

from tavola.bots.beginner_judgement import judgement_here
from tavola.bots.net.evaluate import rounded
from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.row import row_key
from tavola.rules.kernel.slots import WIDTH

Floats = Any

HALF = 0xFFFFFFFF
"""The lower 32 bits of a number."""


@jit
def _mixed(x: int) -> int:
    """Another number of 32 bits, as different as can be from that of a neighbour."""
    x = (x ^ x >> 16) * 0x7FEB352D & HALF
    x = (x ^ x >> 15) * 0x846CA68B & HALF
    return x ^ x >> 16


@jit
def _with(x: int, part: int) -> int:
    """Mix a number of 64 bits in."""
    return _mixed(_mixed(x ^ part & HALF) ^ part >> 32 & HALF)


@jit
def deviation(seed: int, side: int, before: int, after: int, what: int) -> float:
    """A normally distributed number that belongs to a seed, a side and the keys of two rows.

    `what` tells apart what leads from one row to the same other one.
    """
    x = _with(_with(_with(_with(_with(1, seed), side), before), after), what)
    first, second = _mixed(x ^ 1) / 4294967296.0, _mixed(x ^ 2) / 4294967296.0
    return math.sqrt(-2.0 * math.log(1.0 - first)) * math.cos(2.0 * math.pi * second)


@jit
def looks_best(
    T: Ints,
    Z: Ints,
    before: Ints,
    rows: Ints,
    values: Floats,
    side: int,
    seed: int,
    noise: float,
    naive: float,
) -> int:
    """The play that looks best to a player who errs: its place among those that lead to `rows`.

    `before` is the row before them, `values` are their equities; `noise` is the standard deviation
    of the error and `naive` the weight of a beginner's judgement, both in equity.
    """
    pick, most, start = 0, 0, row_key(Z, before, 0)
    for i in range(len(values)):
        looks = values[i] + noise * deviation(seed, side, start, row_key(Z, rows, i * WIDTH), 0)
        if naive != 0.0:
            looks += naive * judgement_here(T, rows, i * WIDTH, side)
        if i == 0 or rounded(looks) > most:
            pick, most = i, rounded(looks)
    return pick
