"""Whole games at random inside the kernel, for benches and as a yardstick: plain subset again.

Every distinct play of a part is equally likely.  No cube, and no draw but that of a play: a game
that does not end within the cap counts as unfinished.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import PLAYS, ROWS, WORDS, copy_row, list_plays
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.single_step import over, throw_begins
from tavola.rules.kernel.slots import (
    BAR,
    DICE_COUNT,
    FIXED,
    FIXED_DOUBLE,
    GOES_ON,
    HIT_LOSES,
    NAMER,
    NOBODY,
    WIDTH,
)
from tavola.rules.kernel.turn_program import (
    CHOOSE_DOUBLE,
    HAND_OVER,
    THROW_AGAIN,
    inherited_part,
    next_part,
)

# Cells of the counter buffer C.
SEED, TURNS, PARTS, ENDS, WINNER, VALUE = 0, 1, 2, 3, 4, 5
COUNTERS = 8


@jit
def roll(C: Ints, faces: int) -> int:
    """A number from 0 to faces - 1 from a 32-bit xorshift generator; its state is C[SEED]."""
    x = C[SEED]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    C[SEED] = x
    return (x >> 8) % faces


@jit
def _random_part(
    T: Ints, Z: Ints, W: Buffers, C: Ints, side: int, numbers: Ints, count: int
) -> tuple[int, bool]:
    """Play one part at random on row 0: (numbers used, whether it hit)."""
    R, words, plays = W[ROWS], W[WORDS], W[PLAYS]
    begin, end = list_plays(T, Z, W, side, numbers, count)
    C[PARTS] += 1
    C[ENDS] += end - begin
    if begin == end:
        return 0, False
    pick = begin + roll(C, end - begin)
    hit = R[pick * WIDTH + BAR + 1 - side] > R[BAR + 1 - side]
    copy_row(words, pick, 0)
    used = 0
    while used < 4 and plays[pick * 4 + used] != 0:
        used += 1
    return used, hit


@jit
def random_throw(
    T: Ints, Z: Ints, W: Buffers, C: Ints, side: int, dice: int, numbers: Ints
) -> tuple[int, bool]:
    """All parts of one throw: (the last answer of the program, whether it hit)."""
    R = W[ROWS]
    throw_begins(T, Z, R, 0, side)
    chosen, index, complete, left = 0, 0, True, 0
    hit = False
    while True:
        code = next_part(T, R, side, dice, chosen, index, complete, left, numbers)
        if code == CHOOSE_DOUBLE:
            chosen = 1 + roll(C, 6)
        elif code <= 0:
            return code, hit
        else:
            used, struck = _random_part(T, Z, W, C, side, numbers, code)
            hit = hit or struck
            if over(T, R, 0, side):
                return 0, hit
            index, complete, left = index + 1, used == code, code - used


@jit
def random_heir(T: Ints, Z: Ints, W: Buffers, C: Ints, side: int, numbers: Ints) -> None:
    """Play inherited numbers at random on row 0: those in `numbers`, then what follows them."""
    number, times = numbers[0], numbers[1]
    count = inherited_part(number, times, True, True, numbers)
    while count > 0:
        used, _ = _random_part(T, Z, W, C, side, numbers, count)
        if over(T, W[ROWS], 0, side):
            return
        count = inherited_part(number, times, used == count, False, numbers)
        number += 1


@jit
def dice_for(T: Ints, C: Ints, side: int, fixed: int) -> int:
    """A throw (`throws.py`): the fixed one, or a new one; the namer names no double."""
    if fixed > 0:
        return fixed
    while True:
        a, b = 1 + roll(C, 6), 1 + roll(C, 6)
        if T[DICE_COUNT] > 2:
            return 100 * a + 10 * b + 1 + roll(C, 6)
        no_double = T[NAMER] == side or (T[FIXED] != 0 and T[FIXED_DOUBLE] == 0)
        if a != b or not no_double:
            return 10 * a + b


@jit
def random_game(T: Ints, Z: Ints, W: Buffers, C: Ints, numbers: Ints, cap: int) -> int:
    """Play a random game from row 0; the winner (0, 1), NOBODY if it was drawn, or GOES_ON if
    `cap` turns did not end it.

    Counts turns, parts and ends of lists into C; C[WINNER] and C[VALUE] say how it ended.
    """
    R = W[ROWS]
    side = T[NAMER] if T[NAMER] >= 0 else roll(C, 2)
    fixed = 0
    for _ in range(cap):
        C[TURNS] += 1
        throws = 2 if T[NAMER] == 1 - side else 1
        while throws > 0:
            throws -= 1
            dice = dice_for(T, C, side, fixed)
            if T[FIXED] != 0:
                fixed = dice
            code, hit = random_throw(T, Z, W, C, side, dice, numbers)
            winner, value = result(T, R, 0, side, hit and T[HIT_LOSES] != 0)
            if winner < 0 and code == HAND_OVER:
                random_heir(T, Z, W, C, 1 - side, numbers)
                winner, value = result(T, R, 0, 1 - side, False)
            if winner >= 0:
                C[WINNER], C[VALUE] = winner, value
                return winner
            if code == THROW_AGAIN:
                throws += 1
        side = 1 - side
    C[WINNER], C[VALUE] = GOES_ON, 0
    return GOES_ON


@jit
def seed_of(batch: int, number: int) -> int:
    """The seed of a game of a batch: 32 bits, never all zero.

    The last steps of MurmurHash3 (public domain) mix the bits.
    """
    x = (batch + number * 0x9E3779B9) & 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x85EBCA6B) & 0xFFFFFFFF
    x = ((x ^ x >> 13) * 0xC2B2AE35) & 0xFFFFFFFF
    x ^= x >> 16
    return x if x != 0 else 0xFFFFFFFF


@jit
def random_games(
    T: Ints,
    Z: Ints,
    W: Buffers,
    C: Ints,
    numbers: Ints,
    cap: int,
    start: Ints,
    batch: int,
    first: int,
    found: Ints,
) -> None:
    """Play the random games of a batch from number `first` on, from the row `start`.

    `found` gets three numbers a game, as many games as it has room for: the points White has won,
    less than 0 if Black has and 0 if nobody; the turns; and 1 if the game was drawn, else 0.
    """
    R = W[ROWS]
    for i in range(len(found) // 3):
        for cell in range(WIDTH):
            R[cell] = start[cell]
        C[SEED], C[TURNS] = seed_of(batch, first + i), 0
        winner = random_game(T, Z, W, C, numbers, cap)
        found[3 * i] = C[VALUE] if winner == 0 else -C[VALUE]
        found[3 * i + 1] = C[TURNS]
        found[3 * i + 2] = 1 if winner == NOBODY else 0


@jit
def count_lists(
    T: Ints, Z: Ints, W: Buffers, rows: Ints, parts: Ints, amount: int, numbers: Ints
) -> int:
    """The bench of lists: all ends of `amount` stored positions with the parts stored beside them.

    `rows` holds the positions, `parts` six integers each: side, count, numbers.
    """
    R = W[ROWS]
    total = 0
    for i in range(amount):
        for cell in range(WIDTH):
            R[cell] = rows[i * WIDTH + cell]
        count = parts[6 * i + 1]
        for j in range(count):
            numbers[j] = parts[6 * i + 2 + j]
        begin, end = list_plays(T, Z, W, parts[6 * i], numbers, count)
        total += end - begin
    return total
