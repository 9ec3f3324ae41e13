"""What everything else of the kernel asks of a row: where the last checker is, how many are left,
and setting a cell together with the row's key."""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.slots import BIT, CHECKERS, LAST, MARK, OFF, TRACK, WIDTH


@jit
def rearmost(T: Ints, R: Ints, o: int, side: int) -> int:
    """Path point of the farthest checker on the board, pinned ones included; length + 1 if none."""
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    for p in range(1, T[LAST] + 1):
        g = T[track + p]
        if R[o + g] * sign > 0 or R[o + MARK + g] * sign > 0:
            return p
    return T[LAST] + 1


@inline
def own_left(T: Ints, R: Ints, o: int, side: int) -> int:
    """Checkers of a side that are still in the game."""
    return T[CHECKERS] - R[o + OFF + side]


@inline
def lowest(T: Ints, bits: int) -> int:
    """The number of the lowest set bit."""
    return T[BIT + (((bits & -bits) * 0x077CB531 & 0xFFFFFFFF) >> 27)]


@inline
def put(Z: Ints, R: Ints, o: int, cell: int, value: int) -> int:
    """Set a cell and return the change of the row's key."""
    old = R[o + cell]
    R[o + cell] = value
    return Z[64 * cell + old + 32] ^ Z[64 * cell + value + 32]


@jit
def row_key(Z: Ints, R: Ints, o: int) -> int:
    """The 64-bit key of a row: equal rows have equal keys."""
    key = 0
    for cell in range(WIDTH):
        key ^= Z[64 * cell + R[o + cell] + 32]
    return key
