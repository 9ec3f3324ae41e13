"""What a side does in need, and games that end before all are off: bursting closed points, fixed
arrangements at home, and a bar so full that not all could ever enter.

Where checkers burst, two of them close a point and those that were hit enter on the first six.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.row import own_left
from tavola.rules.kernel.slots import (
    ARRANGED,
    ARRANGEMENT,
    BAR,
    BLOCK,
    BURST_OPEN,
    JAN,
    LAST,
    OFF,
    TRACK,
)

# How a game is won before all are off, as `early_win` answers.
NOT_YET, ARRANGES, FILLS_BAR, BURSTS_BAR = 0, 1, 2, 3

ROW = 6
"""Closed points in a row that may be burst by a checker in front of them."""


@jit
def shut(T: Ints, R: Ints, o: int, side: int, p: int) -> bool:
    """Whether the enemy closes path point `p` to a side."""
    return R[o + T[TRACK + 32 * side + p]] * (1 - 2 * side) <= -T[BLOCK]


@jit
def bursts_in(T: Ints, R: Ints, o: int, side: int, n: int, free: int) -> bool:
    """Whether a checker from the bar may burst point `n`: more wait there than points to enter are
    open.  `free` are the open points, as bits."""
    if n > 6 or own_left(T, R, o, side) == 1 or not shut(T, R, o, side, n):
        return False
    room = 0
    for p in range(1, 7):
        room += free >> p & 1
    return R[o + BAR + side] > room


@jit
def _in_row(T: Ints, R: Ints, o: int, side: int, q: int) -> bool:
    """Whether the closed path point `q` is one of six or more in a row."""
    low, high = q, q
    while low > 1 and shut(T, R, o, side, low - 1):
        low -= 1
    while high < T[LAST] and shut(T, R, o, side, high + 1):
        high += 1
    return high - low + 1 >= ROW


@jit
def wall_steps(
    T: Ints, R: Ints, o: int, side: int, n: int, sources: int, out: Ints, at: int
) -> int:
    """Write the steps with which number `n` bursts a point of a row of six to `out[at:]`; return
    their end.  To be asked where nothing waits on the bar and no number can be played otherwise."""
    if own_left(T, R, o, side) == 1:
        return at
    track, m = TRACK + 32 * side, at
    for p in range(1, T[LAST] + 1 - n):
        q = p + n
        if sources >> p & 1 == 1 and shut(T, R, o, side, q) and _in_row(T, R, o, side, q):
            out[m] = (n << 10) | (T[track + p] << 5) | T[track + q]
            m += 1
    return m


@jit
def without_bursts(R: Ints, o: int, side: int, out: Ints, begin: int, end: int) -> int:
    """Keep of the steps in out[begin:end], of all numbers that are left, those that burst nothing,
    if there are any; return their end.  What enters from the bar is not asked."""
    if R[o + BAR + side] > 0:
        return end
    kept = begin
    for i in range(begin, end):
        if not bursts(R, o, side, out[i]):
            out[kept] = out[i]
            kept += 1
    return kept if kept > begin else end


@jit
def bursts(R: Ints, o: int, side: int, step: int) -> bool:
    """Whether a step that has not been played yet bursts a point."""
    target = step & 31
    return target <= 24 and R[o + target] * (1 - 2 * side) <= -2


@jit
def arranged(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether all checkers of a side stand on its last six points in one of the arrangements."""
    if R[o + OFF + side] != 0 or R[o + BAR + side] != 0:
        return False
    first = TRACK + 32 * side + T[LAST] - 5
    for a in range(T[ARRANGED]):
        same = 0
        for i in range(6):
            own = max(0, R[o + T[first + i]] * (1 - 2 * side))
            same += int(own == T[ARRANGEMENT + 8 * a + i])
        if same == 6:
            return True
    return False


@jit
def bar_too_full(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether a side has more checkers on the bar than points where they might ever enter: those
    of its first six that it does not hold, closed ones too, since they can be burst; but not by the
    last checker of a side."""
    waiting = R[o + BAR + side]
    if waiting == 0:
        return False
    room, alone = 0, own_left(T, R, o, side) == 1
    for p in range(1, 7):
        own = R[o + T[TRACK + 32 * side + p]] * (1 - 2 * side)
        room += int(own <= 0 and not (alone and own <= -T[BLOCK]))
    return waiting > room


@jit
def early_win(T: Ints, R: Ints, o: int, side: int) -> int:
    """How a side has won before all its checkers are off; NOT_YET if it has not."""
    if T[JAN] != 0 and bar_too_full(T, R, o, 1 - side):
        return BURSTS_BAR if R[o + BURST_OPEN] * (1 - 2 * side) > 0 else FILLS_BAR
    if T[ARRANGED] != 0 and arranged(T, R, o, side):
        return ARRANGES
    return NOT_YET
