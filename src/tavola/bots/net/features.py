"""What a net sees of a position: one encoder for all games, in the plain subset of the kernel.

The view is that of the side about to throw.  Both sides are described in their own numbering (path
points), first the thrower, then the other; each by `SIDE` numbers of about 0 to 1:

- for each of 24 path points: one checker; two or more; three or more; half of those above three;
  an own checker pinned there;
- the pools: bar, reserve, off, the stage of Doublets, pips;
- what follows from the rule table: how far the rearmost checker is held up, with how many throws it
  gets away, what each number can move, which numbers and how many throws hit, what stands to be
  lost, and how long the wall is that lies ahead.  Left at 0 when no contact is left.

Behind them `SHARED` numbers: who names throws, how many throws the turn still has, a fixed throw.
"""

from __future__ import annotations

from typing import Any

from tavola.rules.kernel.backend import Ints, inline, jit, reals, small
from tavola.rules.kernel.slots import (
    BACKWARD,
    BAR,
    BAR_FIRST,
    BIT,
    BLOCK,
    DOUBLE_MOVES,
    LAST,
    LIMIT,
    MARK,
    MOVE,
    NAMER,
    OFF,
    PATH,
    RESERVE,
    RUN,
    STAGE,
    TRACK,
)

POINT = 5
"""Numbers for each path point."""
POOLS = 24 * POINT
"""Where the pools of a side begin."""
CONTACT_PART = POOLS + 13
"""Where the numbers begin that mean something only while there is contact."""
SIDE = CONTACT_PART + 33
SHARED = 14
FEATURES = 2 * SIDE + SHARED
"""Length of the input vector."""

EARLY = 6
"""Checkers on so many first points of their path, or before them, still have their way to make."""
CONTACT_PHASE, RACE_PHASE = 0, 1
PHASES = 10
"""What kind of position it is: contact in general, a race, and eight kinds of contact by how many
early checkers the sides have: none, one or two, more (first the thrower's; none and none is contact
in general).  A net has weights of its own for each phase, or only for the first two
(`evaluate.set_of`)."""

Floats = Any
"""A buffer of floating-point numbers: NumPy array or list."""


@inline
def _bits(bits: int) -> int:
    """How many of 32 bits are set."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & 0xFFFFFFFF) >> 24


@inline
def _low(T: Ints, bits: int) -> int:
    """The lowest set bit, 25 if there is none."""
    return 25 if bits == 0 else T[BIT + (((bits & -bits) * 0x077CB531 & 0xFFFFFFFF) >> 27)]


@inline
def _high(T: Ints, bits: int) -> int:
    """The highest set bit of 25, 0 if there is none."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    return 0 if bits == 0 else T[BIT + (((bits ^ bits >> 1) * 0x077CB531 & 0xFFFFFFFF) >> 27)]


def _units(count: int) -> list[float]:
    return [count == 1, count >= 2, count >= 3, max(count - 3, 0) / 2]


_UNITS = reals([float(unit) for count in range(16) for unit in _units(count)])


@jit
def _point_part(
    T: Ints, R: Ints, o: int, side: int, x: Floats, at: int
) -> tuple[int, int, int, int, int, int]:
    """Fill the points of a side.

    Returns, as bits of its path points: points it can move from, all it has checkers on, points
    open to it, enemy blots, enemy checkers; and its pips on the board.
    """
    # Without branches: which points are taken is anybody's guess, also the processor's.
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    own, pinned, free, blots, enemies, pips = 0, 0, 0, 0, 0, 0
    last, block = T[LAST], T[BLOCK]
    for p in range(1, last + 1):
        g = T[track + p]
        count = R[o + g] * sign
        mark = R[o + MARK + g] * sign
        i = at + (p - 1) * POINT
        mine = max(count, 0)
        x[i] = _UNITS[4 * mine]
        x[i + 1] = _UNITS[4 * mine + 1]
        x[i + 2] = _UNITS[4 * mine + 2]
        x[i + 3] = _UNITS[4 * mine + 3]
        x[i + 4] = max(mark, 0)
        has, foe, below = int(count > 0), int(count < 0), int(mark > 0)
        own |= has << p
        pinned |= below << p
        enemies |= (foe | int(mark < 0)) << p
        room = has & int(count < T[LIMIT + p]) | (1 - has) & int(-count < block) & (1 - below)
        free |= room << p
        blots |= (room & foe) << p
        pips += (mine + below) * (last + 1 - p)
    # Beyond the end of the track nothing is in the way.
    return own, own | pinned, free | (0x7FFFFFFF & ~((2 << last) - 1)), blots, enemies, pips


@jit
def _pool_part(
    T: Ints, R: Ints, o: int, side: int, rear: int, pips: int, x: Floats, at: int
) -> None:
    bar, reserve, off = R[o + BAR + side], R[o + RESERVE + side], R[o + OFF + side]
    if bar > 0:
        x[at + (0 if bar == 1 else 1)] = 1.0
        x[at + 2] = bar * 0.25
    if reserve > 0:
        x[at + 3] = 1.0
        x[at + 4] = reserve / 15.0
    if off == 0:
        x[at + 5] = 1.0
    x[at + 6] = min(off, 5) * 0.2
    x[at + 7] = min(max(off - 5, 0), 5) * 0.2
    x[at + 8] = max(off - 10, 0) * 0.2
    if R[o + STAGE + side] > 1:
        x[at + 9 + R[o + STAGE + side] - 2] = 1.0
    x[at + 11] = (pips + (bar + reserve) * (T[LAST] + 1)) / 167.0
    x[at + 12] = rear * 0.04


@jit
def _hits_from_bar(own: int, free: int, blots: int, bar: int, a: int, b: int, moves: int) -> int:
    """Blots that a throw can hit while checkers must enter first."""
    found = 0
    if a == b:
        now = free & 1 << a
        found = now & blots
        now = now | own if now != 0 else 0
        for _ in range(moves - bar):
            now = now << a & free
            found |= now & blots
        return found
    for first in (a, b):
        entered = free & 1 << first
        found |= entered & blots
        if entered != 0 and bar == 1:
            found |= (own | entered) << (a + b - first) & blots
    return found


@jit
def _hits_with(own: int, free: int, blots: int, bar: int, a: int, b: int, moves: int) -> int:
    """Blots that a throw can hit, as bits of path points (blots are open points too)."""
    if bar > 0:
        return _hits_from_bar(own, free, blots, bar, a, b, moves)
    if a == b:
        now, found = own, 0
        for _ in range(moves):
            now = now << a & free
            found |= now & blots
        return found
    once = (own << a | own << b) & blots
    return once | ((own << a & free) << b | (own << b & free) << a) & blots


@jit
def _hit_part(T: Ints, own: int, free: int, blots: int, bar: int, x: Floats, at: int) -> int:
    """Fill what a side can hit; return the blots in danger as its path points."""
    if blots == 0:
        return 0
    held = 0 if T[BAR_FIRST] != 0 and bar > 0 else own
    source = held | (1 if bar > 0 else 0)
    direct = 0
    for n in range(1, 7):
        struck = source << n & blots
        direct |= struck
        if struck != 0:
            x[at + n] = 1.0
    throws, every = 0, 0
    moves = T[DOUBLE_MOVES]
    counted = bar if T[BAR_FIRST] != 0 else 0
    for a in range(1, 7):
        for b in range(a, 7):
            found = _hits_with(own, free, blots, counted, a, b, moves)
            if found != 0:
                throws += 1 if a == b else 2
                every |= found
    x[at] = throws / 36.0
    x[at + 7] = _bits(direct) * 0.25
    return every


def _count_escapes(open_bits: int) -> int:
    """Of 36 throws, those that move a checker by both numbers (by two of a double).

    Bit n - 1 of `open_bits` says that the point n ahead is open.
    """
    count = 0
    for a in range(1, 7):
        for b in range(a, 7):
            middle = open_bits >> (a - 1) & 1 or open_bits >> (b - 1) & 1
            if middle and open_bits >> (a + b - 1) & 1:
                count += 1 if a == b else 2
    return count


_ESCAPES = small([_count_escapes(bits) for bits in range(4096)])


@jit
def _way_part(T: Ints, own: int, free: int, rear: int, outside: int, x: Floats, at: int) -> None:
    """Fill how a side gets on: what holds its rearmost checker up and what its numbers can do."""
    if rear > T[LAST]:
        return
    source = own | (1 if outside > 0 else 0)
    for n in range(1, 7):
        if free >> (rear + n) & 1 == 0:
            x[at + n - 1] = 1.0
        x[at + 7 + n - 1] = _bits(source << n & free) * 0.125
    x[at + 6] = _ESCAPES[free >> rear + 1 & 4095] / 36.0
    wall = ~free & 0x7FFFFFFF & -(2 << rear)
    longest = 0
    while wall != 0:
        wall &= wall << 1
        longest += 1
    for length in range(3, 7):
        if longest >= length:
            x[at + 13 + length - 3] = 1.0
    if outside > 0:
        closed = 6 - _bits(free >> 1 & 63)
        x[at + 17] = 1.0 - closed * closed / 36.0


@jit
def _meeting_part(
    T: Ints, R: Ints, o: int, side: int, rear: int, front: int, x: Floats, at: int
) -> None:
    """Fill how much of a side still has the enemy before it, and the entry points it closes."""
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    behind = R[o + BAR + side] + R[o + RESERVE + side]
    for p in range(1, front):
        behind += max(0, R[o + T[track + p]] * sign)
    x[at] = behind / 15.0
    if front > rear:
        x[at + 1] = (front - rear) * 0.04
    closed = 0
    entry = TRACK + 32 * (1 - side)
    for p in range(1, 7):
        if R[o + T[entry + p]] * sign >= T[BLOCK]:
            closed += 1
    x[at + 2] = closed / 6.0
    if closed >= 5:
        x[at + closed - 2] = 1.0


@jit
def _endangered(T: Ints, struck: int, hitter: int) -> int:
    """Pips that the blots in `struck` (path points of `hitter`) have come so far."""
    total = 0
    while struck != 0:
        q = _low(T, struck)
        total += T[PATH + 32 * (1 - hitter) + T[TRACK + 32 * hitter + q]]
        struck &= struck - 1
    return total


@inline
def _early(T: Ints, R: Ints, o: int, side: int, outside: int) -> int:
    """How much of a side is early: 0 nothing, 1 one or two checkers, 2 more."""
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    for p in range(1, EARLY + 1):
        outside += max(0, R[o + T[track + p]] * sign)
    return min((outside + 1) // 2, 2)


@jit
def encode(T: Ints, R: Ints, o: int, side: int, throws: int, fixed: int, x: Floats) -> int:
    """Write the input vector of the row at `o` with `side` about to throw to x[:FEATURES].

    `throws` is how many throws the turn has from here (1 or 2), `fixed` the throw of the whole game
    as 10 * a + b, or 0.  Returns the phase.
    """
    for i in range(FEATURES):
        x[i] = 0.0
    shared = 2 * SIDE
    if T[NAMER] == side:
        x[shared] = 1.0
    if throws > 1:
        x[shared + 1] = 1.0
    if fixed > 0:
        x[shared + 1 + min(fixed // 10, fixed % 10)] = 1.0
        x[shared + 7 + max(fixed // 10, fixed % 10)] = 1.0
    other = 1 - side
    own_a, all_a, free_a, blots_a, foes_a, pips_a = _point_part(T, R, o, side, x, 0)
    own_b, all_b, free_b, blots_b, foes_b, pips_b = _point_part(T, R, o, other, x, SIDE)
    out_a = R[o + BAR + side] + R[o + RESERVE + side]
    out_b = R[o + BAR + other] + R[o + RESERVE + other]
    rear_a = 0 if out_a > 0 else _low(T, all_a)
    rear_b = 0 if out_b > 0 else _low(T, all_b)
    _pool_part(T, R, o, side, rear_a, pips_a, x, POOLS)
    _pool_part(T, R, o, other, rear_b, pips_b, x, SIDE + POOLS)
    if T[MOVE] != RUN:
        return CONTACT_PHASE
    front_a, front_b = _high(T, foes_a), _high(T, foes_b)
    if out_a + out_b == 0 and front_a < rear_a and front_b < rear_b and T[BACKWARD] == 0:
        return RACE_PHASE
    a, b = CONTACT_PART, SIDE + CONTACT_PART
    struck = _hit_part(T, own_a, free_a, blots_a, R[o + BAR + side], x, a)
    x[b + 8] = _endangered(T, struck, side) * 0.01
    struck = _hit_part(T, own_b, free_b, blots_b, R[o + BAR + other], x, b)
    x[a + 8] = _endangered(T, struck, other) * 0.01
    _way_part(T, own_a, free_a, rear_a, out_a, x, a + 9)
    _way_part(T, own_b, free_b, rear_b, out_b, x, b + 9)
    _meeting_part(T, R, o, side, rear_a, front_a, x, a + 27)
    _meeting_part(T, R, o, other, rear_b, front_b, x, b + 27)
    kind = 3 * _early(T, R, o, side, out_a) + _early(T, R, o, other, out_b)
    return CONTACT_PHASE if kind == 0 else RACE_PHASE + kind
