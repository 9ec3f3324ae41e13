"""What a candidate is worth: play on from it as the net would, then look ahead; plain subset."""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import OUTPUTS, Memory, Y, flip, outputs_inside, settled_outputs
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import (
    EVALUATED,
    KNOWN,
    THROWS,
    VALUE,
    WHO,
    WINNER,
    next_stand,
    play_on,
    stand_outputs,
)
from tavola.bots.search.open_throws import foresee, is_one_part
from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.slots import HIT_LOSES, WIDTH
from tavola.rules.kernel.turn_program import END, HAND_OVER, THROW_AGAIN, next_part

Floats = Any

# Cells of a request Q: where a throw stands after a candidate has been played.
SIDE, DICE, CHOSEN, INDEX, COMPLETE, LEFT, TURN_THROWS, FIXED_DICE, STRUCK = range(9)
OPEN_DICE, DEPTH, PLAYED_OUT, THEN, THEN_THROWS = 9, 10, 11, 12, 13
REQUEST = 16


@jit
def value_candidate(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    Q: Ints,
    numbers: Ints,
    state: int,
) -> int:
    """Outputs of row 0 from the view of Q[SIDE], into `best`.

    Unless PLAYED_OUT, the rest of the throw is played first.  Then DEPTH throws are looked ahead;
    OPEN_DICE is the next one where it lies open (10 * a + b): no depth, and beyond it one at most.
    `state` as in `outputs`, and so is the answer: what the first layer holds is kept from one
    candidate to the next as long as nothing but candidates is evaluated.
    """
    side, fixed, depth, before = Q[SIDE], Q[FIXED_DICE], Q[DEPTH], K[EVALUATED]
    if Q[PLAYED_OUT] == 0:
        play_on(
            T,
            Z,
            W,
            M,
            K,
            best,
            side,
            Q[DICE],
            Q[CHOSEN],
            Q[INDEX],
            Q[COMPLETE] != 0,
            Q[LEFT],
            Q[TURN_THROWS],
            fixed,
            Q[STRUCK] != 0,
            numbers,
        )
    else:
        struck = Q[STRUCK] != 0 and T[HIT_LOSES] != 0
        K[WINNER], K[VALUE] = result(T, W[ROWS], 0, side, struck)
        K[KNOWN] = 0
    known = Q[OPEN_DICE] if K[WHO] != side else 0
    if known > 0:
        depth += 1
    if K[EVALUATED] != before:
        state = 0
    if depth == 0 or K[WINNER] >= 0:
        return stand_outputs(T, W, M, K, best, side, fixed, state)
    who, throws = K[WHO], K[THROWS]
    if known > 0 and depth > 1 and is_one_part(T, W[ROWS], who, known, numbers):
        foresee(T, Z, W, M, K, best, saved, totals, who, throws, known, 2 * (depth - 1), numbers)
    else:
        expect(T, Z, W, M, K, best, saved, totals, who, throws, fixed, known, depth, numbers)
    if who != side:
        flip(totals)
    for k in range(OUTPUTS):
        best[k] = totals[k]
    return 0


@jit
def value_candidates(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    Q: Ints,
    numbers: Ints,
    rows: Ints,
    order: Ints,
    begin: int,
    end: int,
    requests: Ints,
    found: Floats,
) -> None:
    """`value_candidate` for candidates order[begin:end]: their rows in `rows`, the cells of Q that
    differ (COMPLETE, LEFT, STRUCK) in `requests`; outputs to found[candidate * OUTPUTS:].

    Q[THEN] and Q[THEN_THROWS] must say who throws next where PLAYED_OUT is set.
    """
    R, y, state, side, fixed = W[ROWS], M[Y], 0, Q[SIDE], Q[FIXED_DICE]
    at_once = Q[DEPTH] == 0 and Q[OPEN_DICE] == 0 and Q[PLAYED_OUT] == 0
    for n in range(begin, end):
        i = order[n]
        for cell in range(WIDTH):
            R[cell] = rows[i * WIDTH + cell]
        Q[COMPLETE], Q[LEFT], Q[STRUCK] = requests[3 * i], requests[3 * i + 1], requests[3 * i + 2]
        K[WHO], K[THROWS] = Q[THEN], Q[THEN_THROWS]
        code = _following(T, R, Q, numbers) if at_once else HAND_OVER
        if code not in (END, THROW_AGAIN):
            state = value_candidate(T, Z, W, M, K, best, saved, totals, Q, numbers, state)
            for k in range(OUTPUTS):
                found[i * OUTPUTS + k] = best[k]
            continue
        # Nothing is left to play: the same without handing all buffers over, which costs a third.
        next_stand(T, code, side, Q[TURN_THROWS], K)
        winner, value = result(T, R, 0, side, Q[STRUCK] != 0 and T[HIT_LOSES] != 0)
        if winner >= 0:
            settled_outputs(T, winner, side, value, y)
        else:
            K[EVALUATED] += 1
            state = outputs_inside(T, R, 0, K[WHO], K[THROWS], fixed, M, state)
            if K[WHO] != side:
                flip(y)
        for k in range(OUTPUTS):
            found[i * OUTPUTS + k] = y[k]


@jit
def _following(T: Ints, R: Ints, Q: Ints, numbers: Ints) -> int:
    """What the turn program says follows a candidate on row 0."""
    code: int = next_part(
        T,
        R,
        Q[SIDE],
        Q[DICE],
        Q[CHOSEN],
        Q[INDEX],
        Q[COMPLETE] != 0,
        Q[LEFT],
        numbers,
    )
    return code
