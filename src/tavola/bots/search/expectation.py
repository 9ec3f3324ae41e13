"""What the throws that may come are worth, in the plain subset: looking ahead with a net.

Every throw is played by `play_turn`, so that nothing here knows a game.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.evaluate import KEYS, OUTPUTS, REMEMBERED, Memory, flip
from tavola.bots.search.lookahead import (
    ERA,
    THROWS,
    WHO,
    WINNER,
    best_named,
    play_turn,
    stand_outputs,
)
from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import ROWS, WORDS
from tavola.rules.kernel.row import row_key
from tavola.rules.kernel.slots import CHANCES, NAMER, THROW, THROW_COUNT, WEIGHT

Floats = Any

DEEPEST = 4
"""Throws that `expect` can look ahead."""


@jit
def load_row(words: Ints, saved: Ints, slot: int) -> None:
    """Take row 0 from where it was kept aside."""
    for i in range(8):
        words[i] = saved[8 * slot + i]


@jit
def save_row(words: Ints, saved: Ints, slot: int) -> None:
    """Keep row 0 aside."""
    for i in range(8):
        saved[8 * slot + i] = words[i]


@jit
def expect(
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
    fixed: int,
    known: int,
    depth: int,
    numbers: Ints,
) -> None:
    """Outputs of row 0 with `side` about to throw, by looking `depth` >= 1 throws ahead.

    Every throw is played as the net likes best, then judged one throw less deep.  `known` is the
    first throw if it lies open already, else 0.  The answer, from the view of `side`,
    is in totals[0:5].  `saved` has room for DEEPEST rows and their loop counters.
    """
    words = W[WORDS]
    level = 0
    _begin(words, saved, totals, 0, side, throws)
    while level >= 0:
        at = (DEEPEST + 1) * 8 + level * 8
        mover, mover_throws, done = saved[at], saved[at + 1], saved[at + 2]
        dice, weight = _next_dice(T, mover, fixed, known if level == 0 else 0, done)
        if weight == 0:
            # This level is complete: hand its mean to the level above.
            level -= 1
            if level >= 0:
                _keep(M, saved, totals, level + 1)
                _hand_up(saved, totals, level, T[CHANCES])
            continue
        saved[at + 2] = done + 1
        load_row(words, saved, level)
        if dice == 0:
            dice = best_named(T, Z, W, M, K, best, mover, numbers)
        play_turn(T, Z, W, M, K, best, mover, dice, mover_throws, fixed, numbers)
        saved[at + 3] = weight
        if K[WINNER] >= 0 or level + 1 >= depth:
            stand_outputs(T, W, M, K, best, mover, fixed, 0)
            _add(totals, level, best, weight, T[CHANCES])
            continue
        level += 1
        _begin(words, saved, totals, level, K[WHO], K[THROWS])
        # Stands of the same depth, side and throws share an entry; K[ERA] tells searches apart.
        key = row_key(Z, W[ROWS], 0) ^ (K[WHO] + 2 * K[THROWS] + 8 * (depth - level)) ^ K[ERA] << 16
        saved[(DEEPEST + 1) * 8 + level * 8 + 4] = key
        if _found(M, totals, level, key):
            level -= 1
            _hand_up(saved, totals, level, T[CHANCES])


@jit
def _begin(words: Ints, saved: Ints, totals: Floats, level: int, side: int, throws: int) -> None:
    save_row(words, saved, level)
    at = (DEEPEST + 1) * 8 + level * 8
    saved[at], saved[at + 1], saved[at + 2], saved[at + 3] = side, throws, 0, 0
    for k in range(OUTPUTS):
        totals[level * OUTPUTS + k] = 0.0


@jit
def _add(totals: Floats, level: int, y: Floats, weight: int, chances: int) -> None:
    for k in range(OUTPUTS):
        totals[level * OUTPUTS + k] += y[k] * weight / chances


@jit
def _found(M: Memory, totals: Floats, level: int, key: int) -> bool:
    """Whether the cache knows what a stand is worth; if so, it is written to its level."""
    keys, known = M[KEYS], M[REMEMBERED]
    at = key & (len(keys) - 1)
    if keys[at] != key:
        return False
    for k in range(OUTPUTS):
        totals[level * OUTPUTS + k] = known[at * OUTPUTS + k]
    return True


@jit
def _keep(M: Memory, saved: Ints, totals: Floats, level: int) -> None:
    key = saved[(DEEPEST + 1) * 8 + level * 8 + 4]
    at = key & (len(M[KEYS]) - 1)
    M[KEYS][at] = key
    for k in range(OUTPUTS):
        M[REMEMBERED][at * OUTPUTS + k] = totals[level * OUTPUTS + k]


@jit
def _hand_up(saved: Ints, totals: Floats, level: int, chances: int) -> None:
    """Add the mean of the level below to `level`, seen from its own mover."""
    at = (DEEPEST + 1) * 8 + level * 8
    below = totals[(level + 1) * OUTPUTS : (level + 2) * OUTPUTS]
    if saved[at] != saved[at + 8]:
        flip(below)
    _add(totals, level, below, saved[at + 3], chances)


@jit
def _next_dice(T: Ints, side: int, fixed: int, known: int, done: int) -> tuple[int, int]:
    """Throw number `done` of a side and its weight, of T[CHANCES]: no throw is one to be named,
    no weight the end."""
    if known > 0 or fixed > 0 or T[NAMER] == side:
        if done > 0:
            return 0, 0
        return max(known, fixed), T[CHANCES]
    if done >= T[THROW_COUNT]:
        return 0, 0
    return T[THROW + done], T[WEIGHT + done]
