"""Arrangements of one side: numbered, recognised in a row, put into a row.

An arrangement is where the checkers of one side are, whatever the other side does.  It is stored as
a row of `WIDTH` small integers like a position, but over path points, as if the side were White on
a track 1, 2, ...; so both sides share one numbering.  A hash finds the number (`rank`) of the
arrangement of a side in a row of the kernel.

`S` is the tuple (cells, keys, ranks, size): int8 cells of each arrangement, int64 key and rank of
each slot of the hash (rank -1: empty), and a single int64, how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavola.bots.exact.typed_buffers import filled, zeros
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.slots import BAR, LAST, MARK, OFF, RESERVE, STAGE, TRACK, WIDTH
from tavola.rules.model.rule_table import Tables

CELLS, KEYS, RANKS, SIZE = range(4)
POOLS = (BAR, RESERVE, OFF, STAGE)
NO_ROOM = "more arrangements of a side than there is room for"


@jit
def side_key(T: Ints, Z: Ints, R: Ints, o: int, side: int) -> int:
    """The 64-bit key of the arrangement of a side; empty cells do not count."""
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    key = 0
    for p in range(1, T[LAST] + 1):
        g = o + T[track + p]
        own = R[g] * sign
        if own > 0:
            key ^= Z[64 * p + own + 32]
        if R[g + MARK] * sign > 0:
            key ^= Z[64 * (MARK + p) + 33]
    for pool in (BAR, RESERVE, OFF, STAGE):
        own = R[o + pool + side]
        if own > 0:
            key ^= Z[64 * pool + own + 32]
    return key


@inline
def find(keys: Ints, ranks: Ints, key: int) -> int:
    """The rank of a key, or -1."""
    mask = len(keys) - 1
    at = key & mask
    while ranks[at] >= 0 and keys[at] != key:
        at = (at + 1) & mask
    return ranks[at]


@jit
def clear(R: Ints, o: int) -> None:
    """Empty a row."""
    for cell in range(WIDTH):
        R[o + cell] = 0


@jit
def put_side(T: Ints, S: Buffers, rank: int, R: Ints, o: int, side: int) -> None:
    """Put an arrangement into a row that has nothing of this side."""
    cells, sign = S[CELLS], 1 - 2 * side
    at, track = rank * WIDTH, TRACK + 32 * side
    for p in range(1, T[LAST] + 1):
        g = o + T[track + p]
        if cells[at + p] > 0:
            R[g] = cells[at + p] * sign
        if cells[at + MARK + p] > 0:
            R[g + MARK] = sign
    for pool in (BAR, RESERVE, OFF, STAGE):
        R[o + pool + side] = cells[at + pool]


@jit
def rank_of(T: Ints, Z: Ints, R: Ints, o: int, side: int, S: Buffers) -> int:
    """The rank of the arrangement of a side in a row; a new one is added.

    Raises OverflowError when there is no room for it.
    """
    cells, keys, ranks, size = S[CELLS], S[KEYS], S[RANKS], S[SIZE]
    key = side_key(T, Z, R, o, side)
    rank = find(keys, ranks, key)
    if rank >= 0:
        return rank
    rank = size[0]
    if (rank + 1) * WIDTH > len(cells):
        raise OverflowError(NO_ROOM)
    size[0] = rank + 1
    mask = len(keys) - 1
    slot = key & mask
    while ranks[slot] >= 0:
        slot = (slot + 1) & mask
    keys[slot], ranks[slot] = key, rank
    at, sign, track = rank * WIDTH, 1 - 2 * side, TRACK + 32 * side
    for p in range(1, T[LAST] + 1):
        g = o + T[track + p]
        cells[at + p] = max(0, R[g] * sign)
        cells[at + MARK + p] = 1 if R[g + MARK] * sign > 0 else 0
    for pool in (BAR, RESERVE, OFF, STAGE):
        cells[at + pool] = R[o + pool + side]
    return rank


class Sides:
    """The arrangements of a game that have been numbered; `S` is the tuple of buffers."""

    def __init__(self, made: Tables, room: int) -> None:
        self.made = made
        slots = 1 << (2 * room - 1).bit_length()
        self.S: Buffers = (
            zeros("int8", room * WIDTH),
            zeros("int64", slots),
            filled("int64", slots, -1),
            zeros("int64", 1),
        )

    def __len__(self) -> int:
        """How many there are."""
        return int(self.S[SIZE][0])

    def add(self, cells: Sequence[int]) -> int:
        """Number an arrangement given by its `WIDTH` cells; its rank."""
        row = zeros("int8", WIDTH)
        track = self.made.geometry.track[0]
        for path, point in enumerate(track, start=1):
            row[point] = cells[path]
            row[MARK + point] = cells[MARK + path]
        for pool in POOLS:
            row[pool] = cells[pool]
        return int(rank_of(self.made.T, self.made.Z, row, 0, 0, self.S))

    def cells(self, rank: int) -> list[int]:
        """The `WIDTH` cells of an arrangement."""
        return [int(n) for n in self.S[CELLS][rank * WIDTH : (rank + 1) * WIDTH]]

    def reordered(self, order: Iterable[int]) -> Sides:
        """The same arrangements, numbered in the given order."""
        ranks = list(order)
        fresh = Sides(self.made, len(ranks))
        for rank in ranks:
            fresh.add(self.cells(rank))
        return fresh
