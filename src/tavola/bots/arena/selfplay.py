"""Games of a net against itself, in the plain subset.

`one_game` plays and notes its stands with what the net says of them; `look` adds what a look ahead
says.  What a net should learn from that is in `goals.py`.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.arena.careful import Scales, play_carefully
from tavola.bots.cube.patience import PATIENCE
from tavola.bots.net.evaluate import OUTPUTS, Memory, Y, flip, outputs, settled_outputs
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import (
    THROWS,
    VALUE,
    WHO,
    WINNER,
    best_named,
    best_play,
    next_stand,
    play_on,
    throws_of,
)
from tavola.bots.search.open_throws import expect_seen, play_seeing
from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import ROWS, WORDS, copy_row, list_plays
from tavola.rules.kernel.outcome import pip_count
from tavola.rules.kernel.playout import dice_for, roll
from tavola.rules.kernel.row import row_key
from tavola.rules.kernel.single_step import over, throw_begins
from tavola.rules.kernel.slots import BACKWARD, FIXED, NAMER, NOBODY, WIDTH
from tavola.rules.kernel.throws import is_double
from tavola.rules.kernel.turn_program import END, next_part

Floats = Any
Notes = Any
"""What is noted of a game, each a buffer for all stands: rows, stands (`STAND`), the net's outputs,
keys, outputs looked ahead, outputs that the luck of the throw before is counted from, and the row
that a play turned down would have led to instead, with its outputs looked ahead."""

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

UNKNOWN = -1.0
"""Instead of looked-ahead outputs: nobody looked yet."""
ORDINARY, AT_RANDOM, CAREFULLY = 0, 1, 2
"""How a throw was played."""


@jit
def _stray(T: Ints, Z: Ints, W: Buffers, C: Ints, side: int, dice: int, numbers: Ints) -> bool:
    """Play the first part of a throw at random on row 0, if it ends the turn; else do nothing."""
    R = W[ROWS]
    count = next_part(T, R, side, dice, 0, 0, True, 0, numbers)
    if count <= 0 or is_double(dice):
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
    R, words = W[ROWS], W[WORDS]
    if next_part(T, R, side, dice, 0, 1, True, 0, numbers) != END:
        return False
    count = next_part(T, R, side, dice, 0, 0, True, 0, numbers)
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
def _note(
    R: Ints, y: Floats, N: Notes, S: Scales, at: int, side: int, throws: int, fixed: int, mover: int
) -> None:
    """Note a stand whose outputs are in y.

    `mover` is the side that has played its throw carefully, so that the scales know what was
    expected and looked ahead, and what was turned down; else -1.
    """
    rows, stands, values, _, looked, expected, rivals, rivalled = N
    for cell in range(WIDTH):
        rows[at * WIDTH + cell] = R[cell]
    stands[at * STAND] = side
    stands[at * STAND + 1] = throws
    stands[at * STAND + 2] = fixed
    stands[at * STAND + STRAYED] = 0
    for k in range(OUTPUTS):
        values[at * OUTPUTS + k] = y[k]
    if mover < 0:
        looked[at * OUTPUTS] = rivalled[at * OUTPUTS] = UNKNOWN
    else:
        for cell in range(WIDTH):
            rivals[at * WIDTH + cell] = S[3][WIDTH + cell]
        for k in range(OUTPUTS):
            looked[at * OUTPUTS + k] = S[1][k]
            rivalled[at * OUTPUTS + k] = S[2][OUTPUTS + k]
            y[k] = S[2][k]
        if mover != side:
            flip(y)
    for k in range(OUTPUTS):
        expected[at * OUTPUTS + k] = y[k]


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


@jit
def agreed(T: Ints, keys: Ints, at: int) -> bool:
    """Whether two players agree to a draw, since nobody makes headway (`PATIENCE`) in a game that
    lets a side stay where it is: it may step back, or names throws that do not fit.  After `stuck`,
    which notes how the game stands."""
    stays = T[BACKWARD] != 0 or T[NAMER] >= 0
    return stays and _seen(keys, 0, at, keys[at]) >= PATIENCE


@jit
def _end_of_game(T: Ints, M: Memory, K: Ints, goal: Floats, side: int, drawn: bool) -> None:
    y = M[Y]
    if drawn:
        settled_outputs(T, NOBODY, side, 0, y)
    elif K[WINNER] >= 0:
        settled_outputs(T, K[WINNER], side, K[VALUE], y)
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
    S: Scales,
    C: Ints,
    side: int,
    dice: int,
    throws: int,
    fixed: int,
    ahead: int,
    stray: bool,
    steady: int,
    within: int,
    numbers: Ints,
) -> int:
    """Play a throw on row 0; into K what `play_on` says.  How it was played.

    `ahead` is the other side's next throw if it lies open, else 0.
    """
    K[WINNER] = -1
    if ahead > 0 and not stray:
        play_seeing(T, Z, W, M, K, best, S[0], S[1], side, dice, throws, ahead, numbers)
        return ORDINARY
    throw_begins(T, Z, W[ROWS], 0, side)
    if stray and _stray(T, Z, W, C, side, dice, numbers):
        next_stand(T, END, side, throws, K)
        return AT_RANDOM
    if (
        steady > 0
        and roll(C, 1000) < steady
        and _steady(T, Z, W, M, K, best, side, dice, throws, fixed, numbers)
    ):
        return ORDINARY
    if within > 0 and play_carefully(
        T, Z, W, M, K, best, S, side, dice, throws, fixed, within, numbers
    ):
        return CAREFULLY
    play_on(T, Z, W, M, K, best, side, dice, 0, 0, True, 0, throws, fixed, False, numbers)
    return ORDINARY


@jit
def _bout(C: Ints, wild: bool) -> tuple[int, int]:
    """With how many throws a game begins of which half are played at random, and by whom: a side or
    BOTH."""
    if wild:
        return 1 + roll(C, BOUT), roll(C, BOTH + 1)
    return 0, BOTH


@jit
def _first_stand(T: Ints, C: Ints, start: Ints) -> tuple[int, int, int]:
    """Side, throws of its turn and fixed throw where a game begins."""
    if start[0] >= 0:
        return start[0], start[1], start[2]
    side = T[NAMER] if T[NAMER] >= 0 else roll(C, 2)
    return side, throws_of(T, side), dice_for(T, C, side, 0) if T[FIXED] != 0 else 0


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
    S: Scales,
    C: Ints,
    N: Notes,
    start: Ints,
    first: int,
    stray: int,
    wild: bool,
    steady: int,
    within: int,
    sees: bool,
    goal: Floats,
    numbers: Ints,
) -> int:
    """Play a game from row 0; note its stands and the net's outputs from index `first` on.

    Returns their end.  `goal` gets the outcome as the side of the last stand sees it.  `start` is
    how the row stands: side, throws and fixed throw; a side of -1 begins a game.
    `stray` in 1000 throws are named and played at random, `steady` in 1000 forwards only; a `wild`
    game begins with a bout.  Of plays that are at most `within` apart (as `rounded`, 0: none) the
    better one is found by a look ahead.  With `sees` the next throw lies open before each play, and
    `steady` and `within` say nothing.  After LONGEST turns the net's own opinion is the end.
    """
    R, y, stands = W[ROWS], M[Y], N[1]
    side, throws, fixed = _first_stand(T, C, start)
    bout, wilder = _bout(C, wild)
    at, drawn, mover, ahead, K[WINNER] = first, False, -1, 0, -1
    while at - first < LONGEST:
        drawn = stuck(T, Z, R, N[3], first, at, side)
        if drawn:
            break
        outputs(T, R, 0, side, throws, fixed, M, 0)
        _note(R, y, N, S, at, side, throws, fixed, mover)
        at += 1
        dice = ahead if ahead > 0 else dice_for(T, C, side, fixed)
        ahead = dice_for(T, C, 1 - side, 0) if sees else 0
        names, in_bout = T[NAMER] == side, at - first <= bout and wilder in (side, BOTH)
        stray_now = _strays(C, stray, in_bout)
        if names and not stray_now:
            dice = best_named(T, Z, W, M, K, best, side, numbers)
        wish = (stray_now, steady, within)
        how = _play(T, Z, W, M, K, best, S, C, side, dice, throws, fixed, ahead, *wish, numbers)
        strayed = (how == AT_RANDOM or (names and stray_now)) and stray < ALWAYS
        stands[(at - 1) * STAND + STRAYED] = int(strayed)
        if K[WINNER] >= 0:
            break
        mover = side if how == CAREFULLY else -1
        side, throws = K[WHO], K[THROWS]
    last = stands[(at - 1) * STAND] if at > first else side
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
    C: Ints,
    N: Notes,
    begin: int,
    end: int,
    depth: int,
    sees: bool,
    numbers: Ints,
) -> None:
    """What looking `depth` throws ahead says of stands begin..end, where nobody looked yet.

    With `sees` it is one throw, each with one of the other side's in sight.
    """
    R = W[ROWS]
    rows, stands, looked = N[0], N[1], N[4]
    for i in range(begin, end):
        if looked[i * OUTPUTS] != UNKNOWN:
            continue
        for cell in range(WIDTH):
            R[cell] = rows[i * WIDTH + cell]
        side, throws, fixed = stands[i * STAND], stands[i * STAND + 1], stands[i * STAND + 2]
        if sees:
            expect_seen(T, Z, W, M, K, best, saved, totals, C, side, throws, numbers)
        else:
            expect(T, Z, W, M, K, best, saved, totals, side, throws, fixed, 0, depth, numbers)
        for k in range(OUTPUTS):
            looked[i * OUTPUTS + k] = totals[k]
