"""A net at work, in the plain subset: input vector to outcome chances to equity.

A net is one flat buffer of weights `P`; `file.py` loads and stores it.  It has sets of weights for
some phases or all (`features.py`), each of `PHASE_SIZE`: a sparse first layer of `FIRST` sums, a
second one of `SECOND`, both bent at 0 (`LEAK`), and `OUTPUTS` logistic outputs from the view of the
side about to throw:

=======  ============================================  =============================================
output   games that score 1, 2 or 3                    games that score checkers or pips
=======  ============================================  =============================================
WIN      chance to win (a draw is half a win)          the same
GAMMON   chance to win 2 or more                       expected value of wins / `unit_of`
TRIPLE   chance to win 3                               0
LOST_*   the same for the other side                   expected value of losses / `unit_of`
=======  ============================================  =============================================

`U` holds six numbers a side: what each output is worth to it, and a constant, so that equity is a
dot product whatever the score and the cube say.
"""

from __future__ import annotations

import math
from typing import Any

from tavola.bots.exact.lookup import outcome_from_table
from tavola.bots.net.features import CONTACT_PHASE, FEATURES, PHASES, encode
from tavola.rules.kernel.backend import Ints, inline, jit, numeric
from tavola.rules.kernel.slots import (
    BAR_LEFT,
    BURST_JAN,
    CHECKERS,
    CHECKERS_LEFT,
    NAMER,
    NOBODY,
    PIPS,
    SCORE,
)

Floats = Any
"""A buffer of floating-point numbers: NumPy array or list."""
Memory = Any
"""The tuple of buffers that `search.working_net.WorkingNet` makes; its places are named below."""

WEIGHTS, INPUT, BASE, SUMS, MIDDLE, Y, WORTH, HIDDEN, USED, TABLES, KEYS, REMEMBERED = range(12)
"""P; x; of each set of weights the input last seen and its sums; the sums of the second layer; y;
U; the first layer rectified; indices of inputs; exact tables (`exact/lookup.py`); the transposition
cache of `expectation.expect`, keys and outputs."""

OUTPUTS = 5
WIN, GAMMON, TRIPLE, LOST_GAMMON, LOST_TRIPLE = range(OUTPUTS)
WORTHS = OUTPUTS + 1
"""Numbers of `U` for each side."""

FIRST, SECOND = 192, 32
"""Width of the two hidden layers."""
LEAK = 0.0625
"""Slope of a hidden unit below 0.  With none half of the first layer died in self-play."""
UPPER = (FEATURES + 1) * FIRST
"""Where the weights of the second layer begin, behind the biases of the first."""
LAST_LAYER = UPPER + (FIRST + 1) * SECOND
PHASE_SIZE = LAST_LAYER + (SECOND + 1) * OUTPUTS
"""Weights of one phase."""
SETS = (2, PHASES)
"""How many sets of weights a net may have."""

MOST_PIPS = 1080
"""Fifteen checkers on the farthest point, tripled: the unit of games that score pips."""


@jit
def unit_of(T: Ints) -> int:
    """The largest value of a win: the unit in which a net learns amounts."""
    if T[SCORE] == CHECKERS_LEFT:
        return T[CHECKERS]
    if T[SCORE] == BAR_LEFT:
        return max(3, T[BURST_JAN])
    return MOST_PIPS if T[SCORE] == PIPS else 3


@inline
def _change(x: Floats, base: Floats, f: int) -> float:
    """Take a number of the input over into `base`: by how much it has changed."""
    change: float = x[f] - base[f]
    base[f] = x[f]
    return change


@numeric
def _add_rows(P: Floats, at: int, x: Floats, base: Floats, sums: Floats, used: Ints) -> None:
    """Bring the sums of the first layer from input `base` to input `x`."""
    count = 0
    for f in range(FEATURES):
        used[count] = f
        count += int(x[f] != base[f])
    if count == 0:
        return
    # Four rows at a time spare the sums; a row that comes again has not changed again.
    for u in range(count, count + 3):
        used[u] = used[count - 1]
    for u in range(0, count, 4):
        a, b = _change(x, base, used[u]), _change(x, base, used[u + 1])
        c, d = _change(x, base, used[u + 2]), _change(x, base, used[u + 3])
        e, f = at + used[u] * FIRST, at + used[u + 1] * FIRST
        g, h = at + used[u + 2] * FIRST, at + used[u + 3] * FIRST
        one, two = P[e : e + FIRST], P[f : f + FIRST]
        three, four = P[g : g + FIRST], P[h : h + FIRST]
        for j in range(FIRST):
            sums[j] += (a * one[j] + b * two[j]) + (c * three[j] + d * four[j])


@inline
def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))


@numeric
def _upper(P: Floats, at: int, sums: Floats, h: Floats, middle: Floats, y: Floats) -> None:
    """From the sums of the first layer to the outputs; the weights of the phase begin at `at`."""
    for i in range(FIRST):
        h[i] = max(sums[i], LEAK * sums[i])
    end = at + LAST_LAYER
    for j in range(SECOND):
        row = P[at + UPPER + j * FIRST : at + UPPER + (j + 1) * FIRST]
        total = P[end - SECOND + j]
        for i in range(FIRST):
            total += h[i] * row[i]
        middle[j] = total
    last = P[end : end + (SECOND + 1) * OUTPUTS]
    end = SECOND * OUTPUTS
    a, b, c, d, e = last[end], last[end + 1], last[end + 2], last[end + 3], last[end + 4]
    for j in range(SECOND):
        v = max(middle[j], LEAK * middle[j])
        a += v * last[j * OUTPUTS]
        b += v * last[j * OUTPUTS + 1]
        c += v * last[j * OUTPUTS + 2]
        d += v * last[j * OUTPUTS + 3]
        e += v * last[j * OUTPUTS + 4]
    # No output may contradict another one: who wins double wins, who wins triple wins double.
    win = _logistic(a)
    y[WIN] = win
    y[GAMMON] = min(_logistic(b), win)
    y[TRIPLE] = min(_logistic(c), y[GAMMON])
    y[LOST_GAMMON] = min(_logistic(d), 1.0 - win)
    y[LOST_TRIPLE] = min(_logistic(e), y[LOST_GAMMON])


@inline
def set_of(P: Floats, phase: int) -> int:
    """Which set of weights sees to a phase: its own, or else that of contact in general."""
    return phase if (phase + 1) * PHASE_SIZE <= len(P) else CONTACT_PHASE


@numeric
def restart(M: Memory, phase: int) -> None:
    """Forget the last input of a set, so that rounding never depends on what came before."""
    # A buffer for each set: parts of lists are copies.
    P, known, held = M[WEIGHTS], M[BASE][phase], M[SUMS][phase]
    for f in range(FEATURES):
        known[f] = 0.0
    at = phase * PHASE_SIZE + UPPER
    bias = P[at - FIRST : at]
    for j in range(FIRST):
        held[j] = bias[j]


@inline
def outputs_inside(
    T: Ints, R: Ints, o: int, side: int, throws: int, fixed: int, M: Memory, state: int
) -> int:
    """`outputs`, put into its caller: handing over `M` costs as much as a fifth of the work."""
    if (
        fixed == 0
        and throws == 1 + int(T[NAMER] == 1 - side)
        and outcome_from_table(T, R, o, side, M[TABLES], M[Y])
    ):
        return state
    P, x = M[WEIGHTS], M[INPUT]
    phase = set_of(P, encode(T, R, o, side, throws, fixed, x))
    if state >> phase & 1 == 0:
        restart(M, phase)
    held = M[SUMS][phase]
    at = phase * PHASE_SIZE
    _add_rows(P, at, x, M[BASE][phase], held, M[USED])
    _upper(P, at, held, M[HIDDEN], M[MIDDLE], M[Y])
    return state | 1 << phase


@jit
def outputs(
    T: Ints, R: Ints, o: int, side: int, throws: int, fixed: int, M: Memory, state: int
) -> int:
    """Evaluate a row with `side` about to throw; the outputs are then in y.

    `state` says, a bit each, which sets of weights already hold an input of this list; the answer
    is the next one.  Start a list with 0.  Exact tables go before the net.
    """
    return outputs_inside(T, R, o, side, throws, fixed, M, state)


@jit
def flip(y: Floats) -> None:
    """Turn outputs to the view of the other side."""
    y[WIN] = 1.0 - y[WIN]
    for k in (GAMMON, TRIPLE):
        kept = y[k]
        y[k] = y[k + 2]
        y[k + 2] = kept


@jit
def worth(U: Floats, side: int, y: Floats) -> float:
    """Equity of outputs from the view of `side`."""
    at = side * WORTHS
    total: float = U[at + OUTPUTS]
    for k in range(OUTPUTS):
        total += U[at + k] * y[k]
    return total


@inline
def rounded(equity: float) -> int:
    """Equity in units of 1e-5: what is closer than that is equal, and the first play is taken."""
    return math.floor(equity * 1e5 + 0.5)


@jit
def settled_outputs(T: Ints, winner: int, side: int, value: int, y: Floats) -> None:
    """The outputs of a finished game from the view of `side`; the winner is a side or NOBODY."""
    for k in range(OUTPUTS):
        y[k] = 0.0
    if winner == NOBODY:
        y[WIN] = 0.5
        return
    won = winner == side
    y[WIN] = 1.0 if won else 0.0
    at = GAMMON if won else LOST_GAMMON
    if T[SCORE] in (CHECKERS_LEFT, PIPS, BAR_LEFT):
        y[at] = value / unit_of(T)
    else:
        y[at] = 1.0 if value >= 2 else 0.0
        y[at + 1] = 1.0 if value >= 3 else 0.0
