"""Whole turns with a net, in the plain subset: the best play of a throw, and what throws are worth.

Everything that needs to look ahead is here once: self-play, labels for training and search all play
turns with `play_turn` and average them with `expect`.  What a throw lets a player do is asked of
the turn program (`rules/program.py`), so parts, chosen doubles, further throws, double turns,
handed-over numbers and named throws need no code of their own for any game.

A *stand* is what the program and the net need between two turns: the row, who throws next, how
many throws his turn has from here, and the fixed throw of the game (0: none).
"""

from __future__ import annotations

from typing import Any

from tavola.bots.evaluate import (
    KEYS,
    OUTPUTS,
    REMEMBERED,
    WORTH,
    Memory,
    Y,
    flip,
    outputs,
    rounded,
    settled_outputs,
    worth,
)
from tavola.rules.backend import Buffers, Ints, jit
from tavola.rules.generator import PLAYS, ROWS, SLOTS, WORDS, copy_row, list_plays
from tavola.rules.kernel import BAR, HIT_LOSES, NAMER, WIDTH, over, row_key, settle
from tavola.rules.outcome import result
from tavola.rules.program import CHOOSE_DOUBLE, HAND_OVER, THROW_AGAIN, inherited_part, next_part

Floats = Any

# Cells of the trail buffer K, where a turn says what it did.
WHO, THROWS, WINNER, VALUE, KNOWN, EVALUATED, ERA = 0, 1, 2, 3, 4, 5, 6
TRAIL = 8

LEAST = -(1 << 62)
"""Less than any rounded equity."""

DEEPEST = 4
"""Throws that `expect` can look ahead."""


@jit
def throws_of(T: Ints, side: int) -> int:
    """How many throws a turn of `side` begins with."""
    return 2 if T[NAMER] == 1 - side else 1


@jit
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
        settled_outputs(T, winner == mover, value, M[Y])
        return state
    state = outputs(T, R, o, who, throws, fixed, M, state)
    if who != mover:
        flip(M[Y])
    return state


@jit
def _best(
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
def _next_stand(T: Ints, code: int, side: int, throws: int, K: Ints) -> None:
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
    pick = _best(T, W, M, K, best, side, begin, end, K[WHO], K[THROWS], fixed, hit)
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
        judge(T, W[ROWS], 0, side, False, K[WHO], K[THROWS], fixed, M, 0)
        return worth(M[WORTH], side, M[Y])
    _best(T, W, M, K, best, side, begin, end, K[WHO], K[THROWS], fixed, False)
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
    a: int,
    b: int,
    index: int,
    numbers: Ints,
) -> int:
    """The number of the double that a player chooses."""
    pick, most = 1, LEAST
    for n in range(1, 7):
        count = next_part(T, W[ROWS], side, a, b, n, index, True, 0, numbers)
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
    a: int,
    b: int,
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
    how often, the winner (or -1) and the value of the win, and whether `best` holds the outputs of
    the position for `side` (KNOWN).
    """
    R = W[ROWS]
    K[KNOWN], K[WINNER], K[VALUE] = 0, -1, 0
    while True:
        code = next_part(T, R, side, a, b, chosen, index, complete, left, numbers)
        if code == CHOOSE_DOUBLE:
            _next_stand(T, 0, side, throws, K)
            chosen = _best_double(T, Z, W, M, K, best, side, a, b, index, numbers)
            continue
        if code <= 0:
            break
        # What follows a complete part decides from whose view its plays are judged.
        held = numbers[0], numbers[code - 1]
        following = next_part(T, R, side, a, b, chosen, index + 1, True, 0, numbers)
        for i in range(code):
            numbers[i] = held[0]
        numbers[code - 1] = held[1]
        _next_stand(T, following, side, throws, K)
        used, struck = _play_best(T, Z, W, M, K, best, side, numbers, code, fixed, hit)
        hit = hit or struck
        if over(T, R, 0, side):
            code = 0
            break
        index, complete, left = index + 1, used == code, code - used
        if following > 0 or not complete:
            K[KNOWN] = 0
    winner, value = result(T, R, 0, side, hit and T[HIT_LOSES] != 0)
    _next_stand(T, code, side, throws, K)
    if winner < 0 and code == HAND_OVER:
        _play_heir(T, Z, W, M, K, best, 1 - side, fixed, numbers)
        winner, value = result(T, R, 0, 1 - side, False)
        K[KNOWN] = 0
    K[WINNER], K[VALUE] = winner, value


@jit
def _play_heir(
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
    a: int,
    b: int,
    throws: int,
    fixed: int,
    numbers: Ints,
) -> None:
    """Play the throw (a, b) on row 0; into K what `play_on` says."""
    settle(T, Z, W[ROWS], 0, side)
    play_on(T, Z, W, M, K, best, side, a, b, 0, 0, True, 0, throws, fixed, False, numbers)


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
    _next_stand(T, 0, side, 1, K)
    for a in range(1, 6):
        for b in range(a + 1, 7):
            count = next_part(T, W[ROWS], side, a, b, 0, 0, True, 0, numbers)
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
) -> None:
    """The outputs of row 0 after `play_on`, from the view of `side`, into `best`.  K as it left
    it."""
    y = M[Y]
    if K[WINNER] >= 0:
        settled_outputs(T, K[WINNER] == side, K[VALUE], y)
    elif K[KNOWN] == 0:
        K[EVALUATED] += 1
        outputs(T, W[ROWS], 0, K[WHO], K[THROWS], fixed, M, 0)
        if K[WHO] != side:
            flip(y)
    else:
        return
    for k in range(OUTPUTS):
        best[k] = y[k]


@jit
def _load(words: Ints, saved: Ints, slot: int) -> None:
    for i in range(8):
        words[i] = saved[8 * slot + i]


@jit
def _save(words: Ints, saved: Ints, slot: int) -> None:
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
    first throw if it lies open already (10 * a + b), else 0.  The answer, from the view of `side`,
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
                _hand_up(saved, totals, level)
            continue
        saved[at + 2] = done + 1
        _load(words, saved, level)
        if dice == 0:
            dice = best_named(T, Z, W, M, K, best, mover, numbers)
        play_turn(T, Z, W, M, K, best, mover, dice // 10, dice % 10, mover_throws, fixed, numbers)
        saved[at + 3] = weight
        if K[WINNER] >= 0 or level + 1 >= depth:
            stand_outputs(T, W, M, K, best, mover, fixed)
            _add(totals, level, best, weight)
            continue
        level += 1
        _begin(words, saved, totals, level, K[WHO], K[THROWS])
        # Stands of the same depth, side and throws share an entry; K[ERA] tells searches apart.
        key = row_key(Z, W[ROWS], 0) ^ (K[WHO] + 2 * K[THROWS] + 8 * (depth - level)) ^ K[ERA] << 16
        saved[(DEEPEST + 1) * 8 + level * 8 + 4] = key
        if _found(M, totals, level, key):
            level -= 1
            _hand_up(saved, totals, level)


@jit
def _begin(words: Ints, saved: Ints, totals: Floats, level: int, side: int, throws: int) -> None:
    _save(words, saved, level)
    at = (DEEPEST + 1) * 8 + level * 8
    saved[at], saved[at + 1], saved[at + 2], saved[at + 3] = side, throws, 0, 0
    for k in range(OUTPUTS):
        totals[level * OUTPUTS + k] = 0.0


@jit
def _add(totals: Floats, level: int, y: Floats, weight: int) -> None:
    for k in range(OUTPUTS):
        totals[level * OUTPUTS + k] += y[k] * weight / 36.0


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
def _hand_up(saved: Ints, totals: Floats, level: int) -> None:
    """Add the mean of the level below to `level`, seen from its own mover."""
    at = (DEEPEST + 1) * 8 + level * 8
    below = totals[(level + 1) * OUTPUTS : (level + 2) * OUTPUTS]
    if saved[at] != saved[at + 8]:
        flip(below)
    _add(totals, level, below, saved[at + 3])


@jit
def _next_dice(T: Ints, side: int, fixed: int, known: int, done: int) -> tuple[int, int]:
    """Throw number `done` of a side and its weight in 36ths: (0, 36) is one to be named, weight 0
    the end."""
    if known > 0 or fixed > 0 or T[NAMER] == side:
        if done > 0:
            return 0, 0
        return max(known, fixed), 36
    if done >= 21:
        return 0, 0
    a = 1
    while done >= 7 - a:
        done -= 7 - a
        a += 1
    b = a + done
    return 10 * a + b, 1 if a == b else 2
