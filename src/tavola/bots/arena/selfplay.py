"""Games of a net against itself, and what they teach, in the plain subset.

A *lesson* is a stand before a throw with the outputs that a net should give there.  `one_game`
plays and notes the stands with the net's own outputs, which are then replaced by goals:

- `returns`: lambda-returns, a mixture of later opinions of the net and the outcome;
- `looked_returns`: what a look ahead by one throw says, plus what later looks ahead say that the
  net did not know.  The luck of the dice cancels out, so that one game is worth many.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import OUTPUTS, WIN, Memory, Y, flip, outputs, settled_outputs
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import (
    THROWS,
    VALUE,
    WHO,
    WINNER,
    best_named,
    best_play,
    next_stand,
    play_turn,
    throws_of,
)
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import ROWS, WORDS, copy_row, list_plays
from tavola.rules.kernel.outcome import pip_count
from tavola.rules.kernel.playout import roll
from tavola.rules.kernel.single_step import over, row_key
from tavola.rules.kernel.slots import FIXED, FIXED_DOUBLE, NAMER, WIDTH
from tavola.rules.kernel.turn_program import END, next_part

Floats = Any

LONGEST = 1024
"""Turns after which a game is left unfinished."""

BOUT, BOTH = 32, 2
"""Throws at most at the beginning of a wild game, and that both sides play them wildly.  Positions
come up that nets never get into by themselves, and from there on the game is played well."""

ALWAYS = 1000
"""Random plays in 1000: all of them, to learn the value of random play to begin with."""

# Cells of a stand's record beside its row: side about to throw, throws of the turn, fixed throw,
# whether it was played at random.
STAND = 4
STRAYED = 3


@jit
def dice_for(T: Ints, C: Ints, side: int, fixed: int) -> int:
    """A throw as 10 * a + b; the fixed one, or a new one."""
    if fixed > 0:
        return fixed
    while True:
        a, b = 1 + roll(C, 6), 1 + roll(C, 6)
        no_double = T[NAMER] == side or (T[FIXED] != 0 and T[FIXED_DOUBLE] == 0)
        if a != b or not no_double:
            return 10 * a + b


@jit
def _stray(T: Ints, Z: Ints, W: Buffers, C: Ints, side: int, dice: int, numbers: Ints) -> bool:
    """Play the first part of a throw at random on row 0, if it ends the turn; else do nothing."""
    a, b = dice // 10, dice % 10
    R = W[ROWS]
    count = next_part(T, R, side, a, b, 0, 0, True, 0, numbers)
    if count <= 0 or a == b:
        return False
    begin, end = list_plays(T, Z, W, side, numbers, count)
    if begin == end:
        return False
    pick = begin + roll(C, end - begin)
    if over(T, R, pick * WIDTH, side):
        return False
    copy_row(W[WORDS], pick, 0)
    return True


@jit
def _steady(
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
) -> bool:
    """Play a throw on row 0 as the net likes best among the plays that bring the side on most.

    Only a throw of one part that does not end the game; else nothing is done.
    """
    R, words, a, b = W[ROWS], W[WORDS], dice // 10, dice % 10
    if next_part(T, R, side, a, b, 0, 1, True, 0, numbers) != END:
        return False
    count = next_part(T, R, side, a, b, 0, 0, True, 0, numbers)
    if count <= 0:
        return False
    begin, end = list_plays(T, Z, W, side, numbers, count)
    least, kept = 1 << 30, begin
    for i in range(begin, end):
        pips = pip_count(T, R, i * WIDTH, side)
        if pips < least:
            least, kept = pips, begin
        if pips == least:
            copy_row(words, i, kept)
            kept += 1
    if kept == begin:
        return False
    next_stand(T, END, side, throws, K)
    pick = best_play(T, W, M, K, best, side, begin, kept, K[WHO], K[THROWS], fixed, False)
    if over(T, R, pick * WIDTH, side):
        return False
    copy_row(words, pick, 0)
    return True


@jit
def _note(R: Ints, rows: Ints, stands: Ints, at: int, side: int, throws: int, fixed: int) -> None:
    for cell in range(WIDTH):
        rows[at * WIDTH + cell] = R[cell]
    stands[at * STAND] = side
    stands[at * STAND + 1] = throws
    stands[at * STAND + 2] = fixed
    stands[at * STAND + STRAYED] = 0


@jit
def _seen(keys: Ints, begin: int, end: int, key: int) -> int:
    count = 0
    for i in range(begin, end):
        if keys[i] == key:
            count += 1
    return count


@jit
def stuck(T: Ints, Z: Ints, R: Ints, keys: Ints, first: int, at: int, side: int) -> bool:
    """Whether a game with a fixed throw is drawn: the third time in the same stand."""
    keys[at] = row_key(Z, R, 0) ^ side
    return T[FIXED] != 0 and _seen(keys, first, at, keys[at]) >= 2


@inline
def _hurry(y: Floats, at: int, haste: float) -> None:
    """Bring outputs nearer to those of a draw, by the share `haste`."""
    for k in range(OUTPUTS):
        y[at + k] -= haste * y[at + k]
    y[at + WIN] += 0.5 * haste


@jit
def returns(
    values: Floats, stands: Ints, first: int, end: int, trace: float, haste: float, goal: Floats
) -> None:
    """Turn the outputs of stands first..end into lambda-returns.

    With each stand that a result is away `haste` of it is lost.
    `goal` is the outcome as the last stand's side sees it.  What follows a random play says nothing
    about the stand before it, which keeps its output.
    """
    for back in range(end - first):
        i = end - 1 - back
        strayed = stands[i * STAND + STRAYED] != 0
        _hurry(goal, 0, haste)
        for k in range(OUTPUTS):
            value = values[i * OUTPUTS + k]
            if strayed:
                goal[k] = value
            values[i * OUTPUTS + k] = goal[k]
            goal[k] = trace * goal[k] + (1.0 - trace) * value
        if i > first and stands[(i - 1) * STAND] != stands[i * STAND]:
            flip(goal)


@jit
def looked_returns(
    values: Floats,
    looked: Floats,
    stands: Ints,
    first: int,
    end: int,
    trace: float,
    haste: float,
    news: Floats,
) -> None:
    """Turn the outputs of stands first..end into what looking ahead says, there and later.

    The goal of a stand is its looked-ahead outputs plus `trace` times the difference between goal
    and output of the next stand: the expectation of that output is in the look ahead already.
    `haste` as in `returns`.  Luck that is left may lead out of 0-1; cut off there, the mean of the
    goals would no longer be that of the outcomes.
    """
    for k in range(OUTPUTS):
        news[k] = 0.0
    for back in range(end - first):
        i = end - 1 - back
        strayed = stands[i * STAND + STRAYED] != 0
        _hurry(looked, i * OUTPUTS, haste)
        for k in range(OUTPUTS):
            at = i * OUTPUTS + k
            goal = looked[at] + (0.0 if strayed else trace * news[k])
            news[k] = goal - values[at]
            values[at] = goal
        if i > first and stands[(i - 1) * STAND] != stands[i * STAND]:
            flip(news)
            news[WIN] -= 1.0


@jit
def _end_of_game(T: Ints, M: Memory, K: Ints, goal: Floats, side: int, drawn: bool) -> None:
    y = M[Y]
    if drawn:
        settled_outputs(T, False, 0, y)
        y[WIN] = 0.5
    elif K[WINNER] >= 0:
        settled_outputs(T, K[WINNER] == side, K[VALUE], y)
    for k in range(OUTPUTS):
        goal[k] = y[k]


@jit
def _play(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    C: Ints,
    side: int,
    dice: int,
    throws: int,
    fixed: int,
    stray: bool,
    steady: int,
    numbers: Ints,
) -> bool:
    """Play a throw on row 0; into K what `play_on` says.  Whether it was played at random."""
    K[WINNER] = -1
    if stray and _stray(T, Z, W, C, side, dice, numbers):
        next_stand(T, END, side, throws, K)
        return True
    if (
        steady > 0
        and roll(C, 1000) < steady
        and _steady(T, Z, W, M, K, best, side, dice, throws, fixed, numbers)
    ):
        return False
    play_turn(T, Z, W, M, K, best, side, dice // 10, dice % 10, throws, fixed, numbers)
    return False


@jit
def _bout(C: Ints, wild: bool) -> tuple[int, int]:
    """With how many throws a game begins of which half are played at random, and by whom: a side or
    BOTH."""
    if wild:
        return 1 + roll(C, BOUT), roll(C, BOTH + 1)
    return 0, BOTH


@jit
def _strays(C: Ints, stray: int, in_bout: bool) -> bool:
    strays = stray > 0 and roll(C, 1000) < stray
    return strays or (in_bout and roll(C, 2) == 0)


@jit
def one_game(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    C: Ints,
    rows: Ints,
    stands: Ints,
    values: Floats,
    keys: Ints,
    first: int,
    stray: int,
    wild: bool,
    steady: int,
    goal: Floats,
    numbers: Ints,
) -> int:
    """Play a game from row 0; note its stands and the net's outputs from index `first` on.

    Returns their end.  `goal` gets the outcome as the side of the last stand sees it.

    `stray` in 1000 throws are named and played at random, `steady` in 1000 forwards only; a `wild`
    game begins with a bout.  After LONGEST turns the net's own opinion is taken for the end.
    """
    R, y = W[ROWS], M[Y]
    side = T[NAMER] if T[NAMER] >= 0 else roll(C, 2)
    bout, wilder = _bout(C, wild)
    throws, at, drawn = throws_of(T, side), first, False
    fixed = dice_for(T, C, side, 0) if T[FIXED] != 0 else 0
    K[WINNER] = -1
    while at - first < LONGEST:
        drawn = stuck(T, Z, R, keys, first, at, side)
        if drawn:
            break
        _note(R, rows, stands, at, side, throws, fixed)
        outputs(T, R, 0, side, throws, fixed, M, 0)
        for k in range(OUTPUTS):
            values[at * OUTPUTS + k] = y[k]
        at += 1
        dice = dice_for(T, C, side, fixed)
        names, in_bout = T[NAMER] == side, at - first <= bout and wilder in (side, BOTH)
        stray_now = _strays(C, stray, in_bout)
        if names and not stray_now:
            dice = best_named(T, Z, W, M, K, best, side, numbers)
        strayed = _play(
            T, Z, W, M, K, best, C, side, dice, throws, fixed, stray_now, steady, numbers
        )
        strayed = strayed or (names and stray_now)
        stands[(at - 1) * STAND + STRAYED] = int(strayed and stray < ALWAYS)
        if K[WINNER] >= 0:
            break
        side, throws = K[WHO], K[THROWS]
    last = stands[(at - 1) * STAND]
    if K[WINNER] < 0 and not drawn:
        outputs(T, R, 0, side, throws, fixed, M, 0)
        if side != last:
            flip(y)
    _end_of_game(T, M, K, goal, last, drawn)
    return at


@jit
def look(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Memory,
    K: Ints,
    best: Floats,
    saved: Ints,
    totals: Floats,
    rows: Ints,
    stands: Ints,
    looked: Floats,
    begin: int,
    end: int,
    depth: int,
    numbers: Ints,
) -> None:
    """What looking `depth` throws ahead says of stands begin..end, into `looked`."""
    R = W[ROWS]
    for i in range(begin, end):
        for cell in range(WIDTH):
            R[cell] = rows[i * WIDTH + cell]
        side, throws, fixed = stands[i * STAND], stands[i * STAND + 1], stands[i * STAND + 2]
        expect(T, Z, W, M, K, best, saved, totals, side, throws, fixed, 0, depth, numbers)
        for k in range(OUTPUTS):
            looked[i * OUTPUTS + k] = totals[k]
