"""What exact tables say about a row: for the search, in the plain subset.

`Arrays` is one tuple for every game, so that one compiled function serves all; a game without
tables has `no_arrays()`, which covers nothing.

=======  =======  ==============================================================================
place    numbers  content
=======  =======  ==============================================================================
HEAD     int64    sizes and offsets, slots below
WAYS     int64    binomials of `home.rank_home`
STARTS   int32    of each arrangement `start << 6 | ones` (`race.pack`), one table after the other
CELLS    uint16   chances in units of 1/65535: not done, and owing, after k turns
VALUES   float32  chance to win of a pair of arrangements, at mine * size + theirs
KEYS     int64    hash of the arrangements of a whole game ...
RANKS    int64    ... and the rank in each of its slots, -1 where it is empty
CODES    int64    the keys `Z` of `rule_table.py`, from which those of arrangements are made
=======  =======  ==============================================================================
"""

from __future__ import annotations

from tavola.bots.exact.arrangements import find, side_key
from tavola.bots.exact.home import rank_home
from tavola.bots.exact.typed_buffers import Reals, buffer, zeros
from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.single_step import finished
from tavola.rules.kernel.slots import GOAL, LAST_OFF, OFF, SCORE, SINGLE

Arrays = tuple[Ints, Ints, Ints, Ints, Reals, Ints, Ints, Ints]
"""The tables of a game as the compiled look-up takes them."""

HEAD, WAYS, STARTS, CELLS, VALUES, KEYS, RANKS, CODES = range(8)
KINDS = ("int64", "int64", "int32", "uint16", "float32", "int64", "int64", "int64")

# Slots of HEAD: arrangements of a whole game, or of the two-sided table (0: none); where the tables
# of each side begin in STARTS (-1: none).
WHOLE, PAIRS, TURNS, DEBT, SLOTS = 0, 1, 2, 4, 6

ONE = 65535.0
WIN, GAMMON, BACKGAMMON, GAMMON_LOST, BACKGAMMON_LOST = range(5)
"""Places of the answer."""


def no_arrays() -> Arrays:
    """The tuple of a game without tables."""
    head = buffer("int64", [0, 0, -1, -1, -1, -1])
    return (head, *(zeros(kind, 2) for kind in KINDS[1:]))


@inline
def _part(starts: Ints, cells: Ints, at: int, k: int) -> float:
    """The stored number of an arrangement after k turns, in units of 1/65535."""
    ones = starts[at] & 63
    if k < ones:
        return ONE
    cell = (starts[at] >> 6) + k - ones
    return float(cells[cell]) if cell < starts[at + 1] >> 6 else 0.0


@jit
def meets(starts: Ints, cells: Ints, done: int, other: int, late: int) -> float:
    """What table `other` says, on average, when the side of table `done` is off.

    The other side has then had one turn less, and `late` turns more than that.
    """
    k = max(0, (starts[done] & 63) - 1)
    total, before = 0.0, _part(starts, cells, done, k)
    while before > 0.0:
        theirs = _part(starts, cells, other, k + late)
        if theirs == 0.0:
            break
        after = _part(starts, cells, done, k + 1)
        total += (before - after) * theirs
        before = after
        k += 1
    return total / (ONE * ONE)


@inline
def _whole(T: Ints, R: Ints, o: int, side: int, tab: Arrays, out: Reals) -> bool:
    if finished(T, R, o, 0) or finished(T, R, o, 1):
        return False
    mine = find(tab[KEYS], tab[RANKS], side_key(T, tab[CODES], R, o, side))
    theirs = find(tab[KEYS], tab[RANKS], side_key(T, tab[CODES], R, o, 1 - side))
    if mine < 0 or theirs < 0:
        return False
    value = tab[VALUES][mine * tab[HEAD][WHOLE] + theirs]
    out[WIN] = value
    return bool(value >= 0.0)


@jit
def outcome_from_table(T: Ints, R: Ints, o: int, side: int, tab: Arrays, out: Reals) -> bool:
    """Whether the tables cover row R[o:o+64] with `side` about to begin its turn.

    If so, out[0:5] are the chances of `side` to win, to win a gammon and a backgammon, to lose
    them; where the score counts checkers, out[1] and out[3] are the expected gain and loss divided
    by the checkers of a side.  After a throw that gives another one, ask for the same side.  A
    position in which the game is over is not covered.
    """
    for k in range(5):
        out[k] = 0.0
    head = tab[HEAD]
    if head[WHOLE] > 0:
        return _whole(T, R, o, side, tab, out)
    size = head[PAIRS]
    if size == 0 and head[TURNS] < 0:
        return False
    mine = rank_home(T, R, o, side, tab[WAYS])
    if mine <= 0:
        return False
    theirs = rank_home(T, R, o, 1 - side, tab[WAYS])
    if theirs <= 0:
        return False
    single = T[SCORE] == SINGLE or (R[o + OFF] > 0 and R[o + OFF + 1] > 0)
    if mine < size and theirs < size and single:
        out[WIN] = tab[VALUES][mine * size + theirs]
        return True
    if head[TURNS] < 0:
        return False
    starts, cells = tab[STARTS], tab[CELLS]
    me, you = head[TURNS + side] + mine, head[TURNS + 1 - side] + theirs
    if starts[me] & 63 == 0 or starts[you] & 63 == 0:
        return False
    first = meets(starts, cells, me, you, 0)
    out[WIN] = 1.0 - first if T[GOAL] == LAST_OFF else first
    if T[SCORE] != SINGLE and T[GOAL] != LAST_OFF:
        my_debt, your_debt = head[DEBT + side] + mine, head[DEBT + 1 - side] + theirs
        out[GAMMON] = meets(starts, cells, me, your_debt, 0)
        out[GAMMON_LOST] = meets(starts, cells, you, my_debt, 1)
    return True


@jit
def expected_turns(T: Ints, R: Ints, o: int, side: int, tab: Arrays) -> float:
    """How many turns a side still needs on average, or -1 if its table does not cover the row."""
    if tab[HEAD][TURNS] < 0:
        return -1.0
    mine = rank_home(T, R, o, side, tab[WAYS])
    if mine < 0:
        return -1.0
    at, k, total = tab[HEAD][TURNS + side] + mine, 0, 0.0
    part = _part(tab[STARTS], tab[CELLS], at, 0)
    while part > 0.0:
        total += part
        k += 1
        part = _part(tab[STARTS], tab[CELLS], at, k)
    return total / ONE
