"""Plays that get a second look in self-play, in the plain subset.

Where the net finds two plays close, both are looked at by one throw more, and the better one is
played.  What these looks say is not lost: the stand that comes next is a lesson, and so is the one
that would have come after the other play.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import OUTPUTS, WORTH, Memory, Y, rounded, worth
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import KNOWN, LEAST, THROWS, WHO, WINNER, judge, next_stand
from tavola.rules.kernel.backend import Buffers, Ints, jit, reals, small
from tavola.rules.kernel.generator import ROWS, list_plays
from tavola.rules.kernel.single_step import over
from tavola.rules.kernel.slots import HIT_LOSES, WIDTH
from tavola.rules.kernel.turn_program import END, next_part

Floats = Any
Scales = Any
"""The tuple (`saved`, `totals` of `expect`, outputs of the play that the net likes best and of the
look ahead after the play turned down, the rows of both plays: the chosen one first)."""


def scales(saved: Ints, totals: Floats) -> Scales:
    """Room for weighing two plays."""
    return saved, totals, reals(2 * OUTPUTS), small(2 * WIDTH)


@jit
def _two_best(
    T: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    side: int,
    begin: int,
    end: int,
    fixed: int,
    liked: Floats,
) -> tuple[int, int, int]:
    """The two rows of a list that the net likes best, and how far they are apart (as `rounded`).

    `liked` gets the outputs of the first one, from the view of `side`.
    """
    R, y, U = W[ROWS], M[Y], M[WORTH]
    pick, rival, most, nearly, state = begin, begin, LEAST, LEAST, 0
    for i in range(begin, end):
        state = judge(T, R, i * WIDTH, side, False, K[WHO], K[THROWS], fixed, M, state)
        found = rounded(worth(U, side, y))
        if found > most:
            rival, nearly = pick, most
            pick, most = i, found
            for k in range(OUTPUTS):
                liked[k] = y[k]
        elif found > nearly:
            rival, nearly = i, found
    return pick, rival, most - nearly


@jit
def _looked(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    S: Scales,
    number: int,
    side: int,
    throws: int,
    fixed: int,
    numbers: Ints,
) -> float:
    """What play `number` of the scales is worth to `side`, by a look ahead; its outputs are in
    `totals`, from the view of who throws next."""
    saved, totals, _, rows = S
    R = W[ROWS]
    for cell in range(WIDTH):
        R[cell] = rows[number * WIDTH + cell]
    next_stand(T, END, side, throws, K)
    who = K[WHO]
    expect(T, Z, W, M, K, best, saved, totals, who, K[THROWS], fixed, 0, 1, numbers)
    value: float = worth(M[WORTH], who, totals)
    return value if who == side else -value


@jit
def play_carefully(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    S: Scales,
    side: int,
    dice: int,
    throws: int,
    fixed: int,
    within: int,
    numbers: Ints,
) -> bool:
    """Play a throw that has begun on row 0 if the two plays that the net likes best are at most
    `within` apart (as `rounded`); else do nothing.

    Only a throw of one part that cannot end the game.  K says who throws next; `totals` of the
    scales what the look ahead says of that stand, from the view of who throws; the third place of
    the scales what the net says of the play that it liked best, from the view of `side`, and what
    the look ahead says of the play turned down, as in `totals`.
    """
    _, totals, outputs, rows = S
    R = W[ROWS]
    if T[HIT_LOSES] != 0 or next_part(T, R, side, dice, 0, 1, True, 0, numbers) != END:
        return False
    count = next_part(T, R, side, dice, 0, 0, True, 0, numbers)
    if count <= 0:
        return False
    begin, end = list_plays(T, Z, W, side, numbers, count)
    next_stand(T, END, side, throws, K)
    pick, rival, gap = _two_best(T, W, M, K, side, begin, end, fixed, outputs)
    if end - begin < 2 or gap > within:
        return False
    if over(T, R, pick * WIDTH, side) or over(T, R, rival * WIDTH, side):
        return False
    for cell in range(WIDTH):
        rows[cell], rows[WIDTH + cell] = R[pick * WIDTH + cell], R[rival * WIDTH + cell]
    other = _looked(T, Z, W, M, K, best, S, 1, side, throws, fixed, numbers)
    for k in range(OUTPUTS):
        outputs[OUTPUTS + k] = totals[k]
    first = _looked(T, Z, W, M, K, best, S, 0, side, throws, fixed, numbers)
    if other > first:
        for k in range(OUTPUTS):
            totals[k], outputs[OUTPUTS + k] = outputs[OUTPUTS + k], totals[k]
        for cell in range(WIDTH):
            rows[cell], rows[WIDTH + cell] = rows[WIDTH + cell], rows[cell]
    for cell in range(WIDTH):
        R[cell] = rows[cell]
    next_stand(T, END, side, throws, K)
    K[WINNER], K[KNOWN] = -1, 0
    return True
