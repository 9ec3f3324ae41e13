"""Stochastic gradient descent on lessons, one at a time, in the plain subset.

The error is the cross entropy of all outputs.  One lesson at a time costs as little as the sparse
first layer allows, and averages well over goals that are full of luck; for those without see
`training/adam.py`.
"""

from __future__ import annotations

import math
from typing import Any

from tavola.bots.arena.selfplay import STAND
from tavola.bots.net.evaluate import (
    FIRST,
    INPUT,
    LEAK,
    MIDDLE,
    OUTPUTS,
    PHASE_SIZE,
    SECOND,
    UPPER,
    WEIGHTS,
    Memory,
    Y,
    set_of,
)
from tavola.bots.net.features import FEATURES, encode
from tavola.rules.kernel.backend import Ints, jit, numeric
from tavola.rules.kernel.slots import WIDTH

Floats = Any


@numeric
def _error(y: Floats, goal: Floats, at: int) -> float:
    total = 0.0
    for k in range(OUTPUTS):
        g = goal[at + k]
        p = min(max(y[k], 1e-7), 1.0 - 1e-7)
        total -= g * math.log(p) + (1.0 - g) * math.log(1.0 - p)
    return total


@numeric
def _forward(
    P: Floats, at: int, used: Ints, count: int, x: Floats, h: Floats, m: Floats, y: Floats
) -> None:
    """Outputs of an input vector whose `count` numbers other than 0 are listed in `used`."""
    bias = P[at + FEATURES * FIRST : at + (FEATURES + 1) * FIRST]
    for j in range(FIRST):
        h[j] = bias[j]
    for u in range(count):
        f = used[u]
        value = x[f]
        row = P[at + f * FIRST : at + (f + 1) * FIRST]
        for j in range(FIRST):
            h[j] += value * row[j]
    for j in range(FIRST):
        h[j] = max(h[j], LEAK * h[j])
    at += UPPER
    bias = P[at + FIRST * SECOND : at + (FIRST + 1) * SECOND]
    for j in range(SECOND):
        row = P[at + j * FIRST : at + (j + 1) * FIRST]
        total = bias[j]
        for i in range(FIRST):
            total += h[i] * row[i]
        m[j] = total
    at += (FIRST + 1) * SECOND
    for j in range(SECOND):
        m[j] = max(m[j], LEAK * m[j])
    last = P[at : at + (SECOND + 1) * OUTPUTS]
    for k in range(OUTPUTS):
        total = last[SECOND * OUTPUTS + k]
        for j in range(SECOND):
            total += m[j] * last[j * OUTPUTS + k]
        y[k] = 1.0 / (1.0 + math.exp(-total))


@numeric
def _upper_back(P: Floats, at: int, h: Floats, m: Floats, slope: Floats, back: Floats) -> None:
    """Correct the two upper layers; `back` gets the slopes at the first one.  `at` is where they
    begin.  Behind the slopes stands the rate: in their 32 bits."""
    rate = slope[OUTPUTS]
    last = at + (FIRST + 1) * SECOND
    end = last + SECOND * OUTPUTS
    for j in range(SECOND):
        pull = 0.0
        for k in range(OUTPUTS):
            w = last + j * OUTPUTS + k
            pull += slope[k] * P[w]
            P[w] -= rate * slope[k] * m[j]
        if m[j] < 0.0:
            pull *= LEAK
        m[j] = pull
    for k in range(OUTPUTS):
        P[end + k] -= rate * slope[k]
    for i in range(FIRST):
        back[i] = 0.0
    for j in range(SECOND):
        pull = m[j]
        row = P[at + j * FIRST : at + (j + 1) * FIRST]
        step = rate * pull
        for i in range(FIRST):
            back[i] += pull * row[i]
            row[i] -= step * h[i]
    for i in range(FIRST):
        if h[i] < 0.0:
            back[i] *= LEAK
    bias = P[at + FIRST * SECOND : at + (FIRST + 1) * SECOND]
    for j in range(SECOND):
        bias[j] -= rate * m[j]


@numeric
def _lower_back(
    P: Floats, at: int, used: Ints, count: int, x: Floats, back: Floats, slope: Floats
) -> None:
    rate = slope[OUTPUTS]
    for u in range(count):
        f = used[u]
        step = rate * x[f]
        row = P[at + f * FIRST : at + (f + 1) * FIRST]
        for j in range(FIRST):
            row[j] -= step * back[j]
    bias = P[at + FEATURES * FIRST : at + (FEATURES + 1) * FIRST]
    for j in range(FIRST):
        bias[j] -= rate * back[j]


@numeric
def descend(
    T: Ints,
    M: Memory,
    rows: Ints,
    stands: Ints,
    values: Floats,
    order: Ints,
    begin: int,
    end: int,
    rate: float,
    used: Ints,
    h: Floats,
    back: Floats,
    slope: Floats,
) -> float:
    """Learn the lessons order[begin:end]; return the mean error before each was learnt.

    With rate 0 nothing is learnt: the error of a test.
    """
    P, x, m, y = M[WEIGHTS], M[INPUT], M[MIDDLE], M[Y]
    total = 0.0
    slope[OUTPUTS] = rate
    for n in range(begin, end):
        i = order[n]
        stand = i * STAND
        phase = encode(T, rows, i * WIDTH, stands[stand], stands[stand + 1], stands[stand + 2], x)
        at = set_of(P, phase) * PHASE_SIZE
        count = 0
        for f in range(FEATURES):
            used[count] = f
            count += int(x[f] != 0.0)
        _forward(P, at, used, count, x, h, m, y)
        total += _error(y, values, i * OUTPUTS)
        if rate > 0.0:
            for k in range(OUTPUTS):
                slope[k] = y[k] - values[i * OUTPUTS + k]
            upper = at + UPPER
            _upper_back(P, upper, h, m, slope, back)
            _lower_back(P, at, used, count, x, back, slope)
    return total / max(end - begin, 1)


@jit
def encode_lessons(
    T: Ints,
    rows: Ints,
    stands: Ints,
    order: Ints,
    begin: int,
    end: int,
    x: Floats,
    inputs: Floats,
    phases: Ints,
) -> None:
    """Write the input vectors of the lessons order[begin:end] to inputs, and their phases."""
    for n in range(begin, end):
        i, at = order[n], (n - begin) * FEATURES
        stand = i * STAND
        phases[n - begin] = encode(
            T, rows, i * WIDTH, stands[stand], stands[stand + 1], stands[stand + 2], x
        )
        for f in range(FEATURES):
            inputs[at + f] = x[f]
