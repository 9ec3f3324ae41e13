"""Whole turns with a net, in the plain subset: the best play of a throw.

Self-play, labels for training and search all play turns with `play_turn` and average them with
`expect` (`expectation.py`).  What a throw lets a player do is asked of
the turn program (`turn_program.py`), so parts, chosen doubles, further throws, double turns,
handed-over numbers and named throws need no code of their own for any game.

A *stand* is what the program and the net need between two turns: the row, who throws next, how
many throws his turn has from here, and the fixed throw of the game (0: none).
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import (
    OUTPUTS,
    WORTH,
    Memory,
    Y,
    flip,
    outputs,
    outputs_inside,
    rounded,
    settled_outputs,
    worth,
)
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, WORDS, copy_row, list_plays
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.single_step import over, throw_begins
from tavola.rules.kernel.slots import BAR, HIT_LOSES, NAMER, WIDTH
from tavola.rules.kernel.turn_program import (
    CHOOSE_DOUBLE,
    HAND_OVER,
    THROW_AGAIN,
    inherited_part,
    next_part,
)

Floats = Any

# Cells of the trail buffer K, where a turn says what it did.
WHO, THROWS, WINNER, VALUE, KNOWN, EVALUATED, ERA = 0, 1, 2, 3, 4, 5, 6
TRAIL = 8

LEAST = -(1 << 62)
"""Less than any rounded equity."""


@jit
def throws_of(T: Ints, side: int) -> int:
    """How many throws a turn of `side` begins with."""
    return 2 if T[NAMER] == 1 - side else 1


@inline
def judge(
    T: Ints,
    R: Ints,
    o: int,
    mover: int,
    hit: bool,
    who: int,
    throws: int,
    fixed: int,
    M: Memory,
    state: int,
) -> int:
    """Outputs, from the view of `mover`, of a row that he has reached and where `who` throws next.

    `state` as in `outputs`; the answer is the next one.
    """
    winner, value = result(T, R, o, mover, hit)
    if winner >= 0:
        settled_outputs(T, winner, mover, value, M[Y])
        return state
    state = outputs_inside(T, R, o, who, throws, fixed, M, state)
    if who != mover:
        flip(M[Y])
    return state


@jit
def best_play(
    T: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    begin: int,
    end: int,
    who: int,
    throws: int,
    fixed: int,
    hit: bool,
) -> int:
    """The row of a list that is best for `side`; its outputs are copied to `best`.

    Behind the outputs `best` holds the equity.
    """
    R, y, U = W[ROWS], M[Y], M[WORTH]
    bar = R[BAR + 1 - side]
    loses = T[HIT_LOSES] != 0
    pick, most, state = begin, LEAST, 0
    for i in range(begin, end):
        struck = loses and (hit or R[i * WIDTH + BAR + 1 - side] > bar)
        state = judge(T, R, i * WIDTH, side, struck, who, throws, fixed, M, state)
        equity = worth(U, side, y)
        if rounded(equity) > most:
            pick, most = i, rounded(equity)
            best[OUTPUTS] = equity
            for k in range(OUTPUTS):
                best[k] = y[k]
    K[EVALUATED] += end - begin
    return pick


@jit
def next_stand(T: Ints, code: int, side: int, throws: int, K: Ints) -> None:
    """Who throws after a throw that ended with `code`, and how often: into K."""
    K[WHO], K[THROWS] = side, throws
    if code != THROW_AGAIN:
        if throws > 1:
            K[THROWS] = throws - 1
        else:
            K[WHO], K[THROWS] = 1 - side, throws_of(T, 1 - side)


@jit
def _play_best(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    numbers: Ints,
    count: int,
    fixed: int,
    hit: bool,
) -> tuple[int, bool]:
    """Play one part as well as the net can on row 0: (numbers used, whether it hit).

    K says who throws next.
    """
    R, words, plays = W[ROWS], W[WORDS], W[PLAYS]
    begin, end = list_plays(T, Z, W, side, numbers, count)
    if begin == end:
        K[KNOWN] = 0
        return 0, False
    pick = best_play(T, W, M, K, best, side, begin, end, K[WHO], K[THROWS], fixed, hit)
    K[KNOWN] = 1
    struck = R[pick * WIDTH + BAR + 1 - side] > R[BAR + 1 - side]
    copy_row(words, pick, 0)
    used = 0
    while used < SLOTS and plays[pick * SLOTS + used] != 0:
        used += 1
    return used, struck


@jit
def _worth_of_part(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    numbers: Ints,
    count: int,
    fixed: int,
) -> float:
    """Equity for `side` of the best play of a part; row 0 stays."""
    begin, end = list_plays(T, Z, W, side, numbers, count)
    if begin == end:
        begin, end = 0, 1  # the row as it is
    best_play(T, W, M, K, best, side, begin, end, K[WHO], K[THROWS], fixed, False)
    equity: float = best[OUTPUTS]
    return equity


@jit
def _best_double(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    dice: int,
    index: int,
    numbers: Ints,
) -> int:
    """The number of the double that a player chooses."""
    pick, most = 1, LEAST
    for n in range(1, 7):
        count = next_part(T, W[ROWS], side, dice, n, index, True, 0, numbers)
        equity = rounded(_worth_of_part(T, Z, W, M, K, best, side, numbers, count, 0))
        if equity > most:
            pick, most = n, equity
    return pick


@jit
def play_on(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    dice: int,
    chosen: int,
    index: int,
    complete: bool,
    left: int,
    throws: int,
    fixed: int,
    hit: bool,
    numbers: Ints,
) -> None:
    """Play what is left of a throw on row 0, part by part, and the numbers an heir gets.

    The throw stands after `index` parts, as `next_part` counts them.  Into K: who throws next and
    how often, the winner (or NOBODY, or GOES_ON) and the value of the win, and whether `best` holds
    the outputs of the position for `side` (KNOWN).
    """
    R = W[ROWS]
    K[KNOWN], K[WINNER], K[VALUE] = 0, -1, 0
    while True:
        code = next_part(T, R, side, dice, chosen, index, complete, left, numbers)
        if code == CHOOSE_DOUBLE:
            next_stand(T, 0, side, throws, K)
            chosen = _best_double(T, Z, W, M, K, best, side, dice, index, numbers)
            continue
        if code <= 0:
            break
        # What follows a complete part decides from whose view its plays are judged.
        held = numbers[0], numbers[1], numbers[2], numbers[3]
        following = next_part(T, R, side, dice, chosen, index + 1, True, 0, numbers)
        numbers[0], numbers[1], numbers[2], numbers[3] = held
        next_stand(T, following, side, throws, K)
        used, struck = _play_best(T, Z, W, M, K, best, side, numbers, code, fixed, hit)
        hit = hit or struck
        if over(T, R, 0, side):
            code = 0
            break
        index, complete, left = index + 1, used == code, code - used
        if following > 0 or not complete:
            K[KNOWN] = 0
    winner, value = result(T, R, 0, side, hit and T[HIT_LOSES] != 0)
    next_stand(T, code, side, throws, K)
    if winner < 0 and code == HAND_OVER:
        play_heir(T, Z, W, M, K, best, 1 - side, fixed, numbers)
        winner, value = result(T, R, 0, 1 - side, False)
        K[KNOWN] = 0
    K[WINNER], K[VALUE] = winner, value


@jit
def play_heir(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    fixed: int,
    numbers: Ints,
) -> None:
    """Play inherited numbers; then the heir throws."""
    number, times = numbers[0], numbers[1]
    count = inherited_part(number, times, True, True, numbers)
    while count > 0:
        used, _ = _play_best(T, Z, W, M, K, best, side, numbers, count, fixed, False)
        if over(T, W[ROWS], 0, side):
            return
        count = inherited_part(number, times, used == count, False, numbers)
        number += 1


@jit
def play_turn(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    dice: int,
    throws: int,
    fixed: int,
    numbers: Ints,
) -> None:
    """Play a throw on row 0; into K what `play_on` says."""
    throw_begins(T, Z, W[ROWS], 0, side)
    play_on(T, Z, W, M, K, best, side, dice, 0, 0, True, 0, throws, fixed, False, numbers)


@jit
def best_named(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    numbers: Ints,
) -> int:
    """The throw that a side which names its throws should name on row 0, as 10 * a + b."""
    pick, most = 12, LEAST
    next_stand(T, 0, side, 1, K)
    for a in range(1, 6):
        for b in range(a + 1, 7):
            count = next_part(T, W[ROWS], side, 10 * a + b, 0, 0, True, 0, numbers)
            equity = rounded(_worth_of_part(T, Z, W, M, K, best, side, numbers, count, 0))
            if equity > most:
                pick, most = 10 * a + b, equity
    return pick


@jit
def stand_outputs(
    T: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    side: int,
    fixed: int,
    state: int,
) -> int:
    """The outputs of row 0 after `play_on`, from the view of `side`, into `best`.  K as it left
    it; `state` as in `outputs`, and so is the answer."""
    y = M[Y]
    if K[WINNER] >= 0:
        settled_outputs(T, K[WINNER], side, K[VALUE], y)
    elif K[KNOWN] == 0:
        K[EVALUATED] += 1
        state = outputs(T, W[ROWS], 0, K[WHO], K[THROWS], fixed, M, state)
        if K[WHO] != side:
            flip(y)
    else:
        return 0
    for k in range(OUTPUTS):
        best[k] = y[k]
    return state
