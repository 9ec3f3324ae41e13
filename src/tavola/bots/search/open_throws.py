"""What a known throw is worth that is played with the next one in sight (Open throw); plain subset.

Before a side plays its throw, the other side's next one lies open.  So it does not play as the net
likes best, but against that throw: of its better plays the one after which the throw does least.
Which one it will be nobody knows a turn before, and the mean over all throws counts.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import (
    OUTPUTS,
    WORTH,
    Memory,
    Y,
    flip,
    rounded,
    settled_outputs,
    worth,
)
from tavola.bots.search.expectation import DEEPEST, load_row, save_row
from tavola.bots.search.lookahead import (
    EVALUATED,
    KNOWN,
    THROWS,
    VALUE,
    WHO,
    WINNER,
    judge,
    next_stand,
    play_turn,
    stand_outputs,
    throws_of,
)
from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import ROWS, WORDS, copy_row, list_plays
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.playout import dice_for
from tavola.rules.kernel.single_step import throw_begins
from tavola.rules.kernel.slots import CHANCES, HIT_LOSES, THROW, THROW_COUNT, WEIGHT, WIDTH
from tavola.rules.kernel.turn_program import END, next_part

Floats = Any

REPLIES = DEEPEST
"""Plays that a side weighs against the throw it sees, at most: rows that can be kept aside."""
WITHIN = 20_000
"""How far behind the best one such a play may be for the net, as `rounded` counts."""


@jit
def is_one_part(T: Ints, R: Ints, side: int, dice: int, numbers: Ints) -> bool:
    """Whether a throw is played in one part, and the other side throws next."""
    code: int = next_part(T, R, side, dice, 0, 1, True, 0, numbers)
    return code == END and T[HIT_LOSES] == 0


@jit
def _keep_better(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    saved: Ints,
    side: int,
    dice: int,
    throws: int,
    width: int,
    numbers: Ints,
) -> int:
    """Put the plays of a throw that the net likes best into `saved`, from row 1 on; how many."""
    R, words, state, count, at = W[ROWS], W[WORDS], 0, 0, 8 * (REPLIES + 1)
    throw_begins(T, Z, R, 0, side)
    parts = next_part(T, R, side, dice, 0, 0, True, 0, numbers)
    begin, end = list_plays(T, Z, W, side, numbers, parts)
    if begin == end:
        begin, end = 0, 1  # the row as it is
    next_stand(T, END, side, throws, K)
    for i in range(begin, end):
        state = judge(T, R, i * WIDTH, side, False, K[WHO], K[THROWS], 0, M, state)
        score = rounded(worth(M[WORTH], side, M[Y]))
        if count == width and score <= saved[at + count - 1]:
            continue
        place = min(count, width - 1)
        while place > 0 and saved[at + place - 1] < score:
            saved[at + place] = saved[at + place - 1]
            for word in range(8):
                saved[8 * (place + 1) + word] = saved[8 * place + word]
            place -= 1
        saved[at + place] = score
        copy_row(words, i, 0)
        save_row(words, saved, place + 1)
        count = min(count + 1, width)
    K[EVALUATED] += end - begin
    while saved[at + count - 1] < saved[at] - WITHIN:
        count -= 1
    return count


@jit
def _best_against(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    side: int,
    dice: int,
    count: int,
    numbers: Ints,
) -> int:
    """Which of the first `count` plays of `side` in `saved`, from 1 on, leaves least to a throw of
    the other side.  The outputs after that throw, from the view of the other side, go to
    totals[5:10]."""
    R, other, pick, least = W[ROWS], 1 - side, 1, 0.0
    for i in range(1, count + 1):
        load_row(W[WORDS], saved, i)
        winner, value = result(T, R, 0, side, False)
        if winner >= 0:
            settled_outputs(T, winner, other, value, best)
        else:
            play_turn(T, Z, W, M, K, best, other, dice, throws_of(T, other), 0, numbers)
            stand_outputs(T, W, M, K, best, other, 0, 0)
        found = worth(M[WORTH], other, best)
        if i == 1 or found < least:
            pick, least = i, found
            for k in range(OUTPUTS):
                totals[OUTPUTS + k] = best[k]
    return pick


@jit
def foresee(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    side: int,
    throws: int,
    known: int,
    width: int,
    numbers: Ints,
) -> int:
    """Outputs of row 0 with `side` about to play the throw `known`, from its view, in totals[0:5].

    For each throw of the other side it plays one of at most `width` plays, and of REPLIES, then
    the other side as the net likes best.  Returns how many plays it has, which stay in `saved`.
    """
    width = min(width, REPLIES)
    count = _keep_better(T, Z, W, M, K, saved, side, known, throws, width, numbers)
    for k in range(OUTPUTS):
        totals[k] = 0.0
    for n in range(T[THROW_COUNT]):
        _best_against(T, Z, W, M, K, best, saved, totals, side, T[THROW + n], count, numbers)
        for k in range(OUTPUTS):
            totals[k] += totals[OUTPUTS + k] * T[WEIGHT + n] / T[CHANCES]
    flip(totals)
    return count


@jit
def play_seeing(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    side: int,
    dice: int,
    throws: int,
    ahead: int,
    numbers: Ints,
) -> None:
    """Play a throw on row 0 with the other side's next one, `ahead`, in sight: of the plays that
    the net likes best the one that leaves it least.  Into K what `play_on` says."""
    if not is_one_part(T, W[ROWS], side, dice, numbers):
        play_turn(T, Z, W, M, K, best, side, dice, throws, 0, numbers)
        return
    count = _keep_better(T, Z, W, M, K, saved, side, dice, throws, REPLIES, numbers)
    pick = 1
    if count > 1:
        pick = _best_against(T, Z, W, M, K, best, saved, totals, side, ahead, count, numbers)
    load_row(W[WORDS], saved, pick)
    K[WINNER], K[VALUE] = result(T, W[ROWS], 0, side, False)
    K[KNOWN] = 0
    next_stand(T, END, side, throws, K)


@jit
def luck_in_sight(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    side: int,
    dice: int,
    throws: int,
    ahead: int,
    numbers: Ints,
) -> float:
    """The luck of the other side's throw `ahead` that lies open while `side` plays `dice`: by how
    much it is worth more than the mean of all that might lie there, each of them seen by `side`.

    In points of the other side, as the net judges; row 0 stays.
    """
    if not is_one_part(T, W[ROWS], side, dice, numbers):
        return 0.0
    save_row(W[WORDS], saved, 0)
    count = foresee(T, Z, W, M, K, best, saved, totals, side, throws, dice, REPLIES, numbers)
    mean = worth(M[WORTH], side, totals)
    _best_against(T, Z, W, M, K, best, saved, totals, side, ahead, count, numbers)
    for k in range(OUTPUTS):
        totals[k] = totals[OUTPUTS + k]
    mine = worth(M[WORTH], 1 - side, totals)
    load_row(W[WORDS], saved, 0)
    return mine + mean


@jit
def expect_seen(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    C: Ints,
    side: int,
    throws: int,
    numbers: Ints,
) -> None:
    """Outputs of row 0 with `side` about to throw, from its view, in totals[0:5].

    Each of its throws is played with one throw of the other side in sight, which comes by the
    chance of `C`; then the other side plays that one as the net likes best.
    """
    save_row(W[WORDS], saved, 0)
    for k in range(OUTPUTS):
        totals[k] = 0.0
    for n in range(T[THROW_COUNT]):
        load_row(W[WORDS], saved, 0)
        dice, ahead = T[THROW + n], dice_for(T, C, 1 - side, 0)
        count = _keep_better(T, Z, W, M, K, saved, side, dice, throws, REPLIES, numbers)
        _best_against(T, Z, W, M, K, best, saved, totals, side, ahead, count, numbers)
        for k in range(OUTPUTS):
            totals[k] += totals[OUTPUTS + k] * T[WEIGHT + n] / T[CHANCES]
    flip(totals)
