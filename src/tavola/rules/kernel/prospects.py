"""What the throws that may come can do to a position, in the plain subset.

Nothing is judged here, only counted: of each throw whether it is lost, whether one of its plays
hits, pins, wins and so on.  Also what of a position matters for that: blots within reach, points
that stand in the other side's way.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, list_plays
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.row import rearmost
from tavola.rules.kernel.single_step import over, throw_begins
from tavola.rules.kernel.slots import (
    ARRANGED,
    BACKWARD,
    BAR,
    BLOCK,
    CHECKERS,
    CONTACT,
    DOUBLE_THEN,
    FACING,
    HIT_LOSES,
    JAN,
    LAST,
    MARK,
    MOVE,
    OFF,
    PATH,
    PIN,
    RESERVE,
    RUN,
    TRACK,
    UPWARDS,
    WIDTH,
)
from tavola.rules.kernel.turn_program import CHOOSE_DOUBLE, next_part

# What `prospects` says of a throw, as bits.
LOST = 1  # nothing of it can be played
PARTLY = 2  # something is played, but no play uses all its numbers or ends the game before
HIT = 4  # a play hits or captures
PIN_ONE = 8  # a play pins one more
WIN = 16  # a play wins the game
POINT = 32  # after a play one more point stands in the other side's way
SAFE = 64  # after a play no blot is within the other side's reach
MUST_HIT = 128  # something is played, and every play hits; of throws with one part only
UNKNOWN = 256  # not all that follows the first part was looked at: what is missing may be possible
WHOLE = 512  # a play uses all numbers, or ends the game before

KEPT = 4096
"""Rows of a first part that are played on."""
NEAR = 8
"""A throw wins only if no more checkers are left: no part has more than four numbers."""


@jit
def _rear(T: Ints, R: Ints, o: int, side: int) -> int:
    """The path point of a side's last checker; 0 with one outside, and where checkers may come
    back."""
    if T[BACKWARD] != 0 or R[o + BAR + side] > 0 or R[o + RESERVE + side] > 0:
        return 0
    return rearmost(T, R, o, side)


@jit
def exposed(T: Ints, R: Ints, o: int, side: int) -> int:
    """Blots of a side that the other one has still to pass, so that it may come to hit or pin."""
    if T[MOVE] != RUN or T[BLOCK] < 2:
        return 0
    sign, track = 1 - 2 * side, TRACK + 32 * side
    rear, found = _rear(T, R, o, 1 - side), 0
    for p in range(1, T[LAST] + 1):
        g = T[track + p]
        if R[o + g] * sign == 1 and R[o + MARK + g] == 0:
            met = p if T[CONTACT] == FACING else T[PATH + 32 * (1 - side) + g]
            meets = p < T[LAST] if T[CONTACT] == FACING else met > 0
            if meets and met > rear:
                found += 1
    return found


@jit
def in_the_way(T: Ints, R: Ints, o: int, side: int) -> int:
    """Points on which a side does not let the other one land and that this one has still to
    pass."""
    if T[MOVE] != RUN or T[CONTACT] == FACING:
        return 0
    sign, path = 1 - 2 * side, PATH + 32 * (1 - side)
    rear, found = _rear(T, R, o, 1 - side), 0
    for p in range(1, T[LAST] + 1):
        g = T[TRACK + 32 * side + p]
        closed = R[o + g] * sign >= T[BLOCK] or (R[o + g] * sign > 0 and R[o + MARK + g] != 0)
        if closed and T[path + g] > rear:
            found += 1
    return found


@jit
def longest_wall(T: Ints, R: Ints, o: int, side: int) -> tuple[int, int]:
    """(closed points in a row that the other side has still to pass, its checkers behind them).

    Of several walls of one length the one with more checkers behind it.
    """
    if T[MOVE] != RUN or T[CONTACT] == FACING:
        return 0, 0
    other = 1 - side
    sign, track = 1 - 2 * side, TRACK + 32 * other
    behind = R[o + BAR + other] + R[o + RESERVE + other]
    longest, locked, length, before = 0, 0, 0, 0
    for q in range(1, T[LAST] + 1):
        g = T[track + q]
        mine = R[o + g] * sign
        if mine >= T[BLOCK] or (mine > 0 and R[o + MARK + g] != 0):
            if length == 0 or before == 0:  # a checker pinned in a wall is behind the rest of it
                length, before = 0, behind
            length += 1
            if before > 0 and (length > longest or (length == longest and before > locked)):
                longest, locked = length, before
        else:
            length = 0
        behind += max(0, -mine) + max(0, -R[o + MARK + g] * sign)
    return longest, locked


@jit
def closed_entries(T: Ints, R: Ints, o: int, side: int) -> int:
    """On how many of its first six points a side does not let the other one land."""
    if T[MOVE] != RUN or T[CONTACT] == FACING:
        return 0
    sign, found = 1 - 2 * side, 0
    for q in range(1, 7):
        g = T[TRACK + 32 * (1 - side) + q]
        mine = R[o + g] * sign
        found += int(mine >= T[BLOCK] or (mine > 0 and R[o + MARK + g] != 0))
    return found


@jit
def pinned_ones(R: Ints, o: int, side: int) -> int:
    """Checkers of a side that lie pinned."""
    sign, found = 1 - 2 * side, 0
    for g in range(1, 25):
        if R[o + MARK + g] * sign > 0 and R[o + g] * sign < 0:
            found += 1
    return found


@jit
def _rows_say(T: Ints, W: Buffers, begin: int, end: int, side: int, base: Ints) -> int:
    """What the plays in rows begin..end can do, compared with the position before the throw."""
    R, other = W[ROWS], 1 - side
    found, every = 0, True
    for i in range(begin, end):
        o = i * WIDTH
        struck = R[o + BAR + other] > base[0] or R[o + OFF + other] > base[1]
        every = every and struck
        if struck:
            found |= HIT
        if T[CONTACT] == PIN and pinned_ones(R, o, other) > base[2]:
            found |= PIN_ONE
        if in_the_way(T, R, o, side) > base[3]:
            found |= POINT
        if exposed(T, R, o, side) == 0:
            found |= SAFE
        if base[4] != 0 and over(T, R, o, side):  # also by a draw: no number is left to be played
            found |= WHOLE
            if result(T, R, o, side, struck and T[HIT_LOSES] != 0)[0] == side:
                found |= WIN
    return found | MUST_HIT if every and end > begin else found


@jit
def _used(W: Buffers, begin: int, end: int) -> int:
    """How many numbers the first play of rows begin..end uses: the others use no more."""
    used = 0
    while end > begin and used < SLOTS and W[PLAYS][begin * SLOTS + used] != 0:
        used += 1
    return used


@jit
def _later_part(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    dice: int,
    chosen: int,
    complete: bool,
    left: int,
    numbers: Ints,
    base: Ints,
) -> int:
    """What the second part of a throw can do from row 0, by every double that may be chosen."""
    found, played = 0, False
    for n in range(1, 7):
        count = next_part(T, W[ROWS], side, dice, chosen, 1, complete, left, numbers)
        if count == CHOOSE_DOUBLE:
            count = next_part(T, W[ROWS], side, dice, n, 1, complete, left, numbers)
        elif n > 1:
            break
        if count > 0:
            begin, end = list_plays(T, Z, W, side, numbers, count)
            played = played or end > begin
            found |= _rows_say(T, W, begin, end, side, base)
            if complete and _used(W, begin, end) == count:
                found |= WHOLE
    return found & ~MUST_HIT if played else LOST


@jit
def _all_later_parts(
    T: Ints,
    Z: Ints,
    W: Buffers,
    kept: Ints,
    side: int,
    dice: int,
    chosen: int,
    numbers: Ints,
    base: Ints,
    begin: int,
    end: int,
    complete: bool,
    left: int,
    found: int,
    wanted: int,
) -> int:
    """`found`, what the first part can do, with what its second one can do after each of rows
    begin..end (of row 0, if there are none)."""
    R = W[ROWS]
    first, rows = (begin, end - begin) if end > begin else (0, 1)
    if rows > KEPT:
        return found | UNKNOWN
    for cell in range(rows * WIDTH):
        kept[cell] = R[first * WIDTH + cell]
    for i in range(rows):
        if found & wanted == wanted and found & LOST == 0:
            break
        for cell in range(WIDTH):
            R[cell] = kept[i * WIDTH + cell]
        later = _later_part(T, Z, W, side, dice, chosen, complete, left, numbers, base)
        if later & LOST == 0:
            found = (found | later) & ~LOST
    return found


@jit
def _one_throw(
    T: Ints,
    Z: Ints,
    W: Buffers,
    kept: Ints,
    side: int,
    dice: int,
    chosen: int,
    numbers: Ints,
    base: Ints,
    wanted: int,
) -> int:
    """What one throw can do from row 0, which is overwritten."""
    R = W[ROWS]
    count = next_part(T, R, side, dice, chosen, 0, True, 0, numbers)
    if count <= 0:
        return LOST
    begin, end = list_plays(T, Z, W, side, numbers, count)
    used = _used(W, begin, end)
    complete = used == count
    found = _rows_say(T, W, begin, end, side, base) if end > begin else LOST
    follows = next_part(T, R, side, dice, chosen, 1, complete, count - used, numbers)
    if follows <= 0 and follows != CHOOSE_DOUBLE:
        if complete:
            found |= WHOLE
    elif T[DOUBLE_THEN] == UPWARDS:
        found |= UNKNOWN
    else:
        more = wanted | (WHOLE if complete else 0)
        found = (found & ~MUST_HIT) | (UNKNOWN if T[HIT_LOSES] != 0 else 0)
        found = _all_later_parts(
            T,
            Z,
            W,
            kept,
            side,
            dice,
            chosen,
            numbers,
            base,
            begin,
            end,
            complete,
            count - used,
            found,
            more,
        )
    sure = found & UNKNOWN == 0 or not complete
    if found & (LOST | WHOLE | WIN) == 0 and sure:
        found |= PARTLY
    return found


@jit
def prospects(
    T: Ints,
    Z: Ints,
    W: Buffers,
    kept: Ints,
    side: int,
    dice: Ints,
    amount: int,
    numbers: Ints,
    found: Ints,
) -> None:
    """Of each of `amount` throws (`throws.py`), to be played by `side` from row 0: what it can do.

    Bits go to `found`; `kept` has room for KEPT + 1 rows.  A run of doubles upwards is looked at
    in its first part only.  A throw with which a double is chosen can do what any of them can.
    """
    R, home, other = W[ROWS], KEPT * WIDTH, 1 - side
    base = found[amount : amount + 5]
    throw_begins(T, Z, R, 0, side)
    base[0], base[1] = R[BAR + other], R[OFF + other]
    base[2], base[3] = pinned_ones(R, 0, other), in_the_way(T, R, 0, side)
    early = T[MOVE] != RUN or T[CONTACT] == PIN or T[ARRANGED] | T[JAN] != 0
    base[4] = int(early or T[CHECKERS] - R[OFF + side] <= NEAR)
    wanted = HIT | POINT | SAFE | (WIN if base[4] != 0 else 0)
    if exposed(T, R, 0, other) == 0:
        wanted &= ~HIT
    if T[CONTACT] == PIN:
        wanted |= PIN_ONE
    for cell in range(WIDTH):
        kept[home + cell] = R[cell]
    for i in range(amount):
        here, every = 0, LOST | PARTLY
        for n in range(1, 7):
            for cell in range(WIDTH):
                R[cell] = kept[home + cell]
            chosen = (
                n if next_part(T, R, side, dice[i], 0, 0, True, 0, numbers) == CHOOSE_DOUBLE else 0
            )
            if chosen == 0 and n > 1:
                break
            told = _one_throw(T, Z, W, kept, side, dice[i], chosen, numbers, base, wanted)
            if chosen != 0:  # another double may leave him free
                told &= ~MUST_HIT
            here |= told & ~(LOST | PARTLY)
            every &= told | (PARTLY if told & LOST != 0 else 0)
        found[i] = here | (LOST if every & LOST != 0 else every)
    for cell in range(WIDTH):
        R[cell] = kept[home + cell]
