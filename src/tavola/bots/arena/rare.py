"""Kinds of positions that are rare, so that nets judge them badly, in the plain subset.

They are told by what any rule table yields.  A game to which a kind is unknown has none of it.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.arena.selfplay import STAND
from tavola.bots.net.evaluate import GAMMON, LOST_GAMMON, OUTPUTS
from tavola.bots.net.features import CONTACT_PART, EARLY, POOLS, RACE_PHASE, SIDE, encode
from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.playout import roll
from tavola.rules.kernel.slots import BAR, OFF, RESERVE, TRACK, WIDTH

Floats = Any

ORDINARY, SAVING, CLEARING, WALL, MANY, SHUT, THREE, KINDS = range(8)
"""Kinds of stands, by what one side or the other has: none of the rest; a race that may be lost by
more than a single game; checkers off while there is contact; five points in a row before the
enemy's rearmost checker; four early checkers or more (`net/features.py`); a checker to enter where
half of the points are closed; three early checkers.  And how many kinds there are."""

_ENTER = POOLS + 2
_WALL = CONTACT_PART + 24
_CLOSED = CONTACT_PART + 29


@inline
def _early_checkers(T: Ints, R: Ints, o: int, side: int) -> int:
    """Checkers of a side on its first points and before them."""
    sign, track = 1 - 2 * side, TRACK + 32 * side
    count = R[o + BAR + side] + R[o + RESERVE + side]
    for p in range(1, EARLY + 1):
        count += max(0, R[o + T[track + p]] * sign)
    return count


@inline
def _open_chance(chance: float) -> bool:
    return 0.05 < chance < 0.95


@jit
def kind_of(
    T: Ints, R: Ints, o: int, side: int, throws: int, fixed: int, y: Floats, at: int, x: Floats
) -> int:
    """The kind of a stand; of several the first one but `ORDINARY`.

    The outputs of a net for it stand in y from `at` on; x is overwritten by its input vector.
    """
    phase = encode(T, R, o, side, throws, fixed, x)
    if phase == RACE_PHASE:
        saving = _open_chance(y[at + GAMMON]) or _open_chance(y[at + LOST_GAMMON])
        return SAVING if saving else ORDINARY
    if R[o + OFF] + R[o + OFF + 1] > 0:
        return CLEARING
    if x[_WALL] + x[SIDE + _WALL] > 0.0:
        return WALL
    early = max(_early_checkers(T, R, o, 0), _early_checkers(T, R, o, 1))
    if early >= 4:
        return MANY
    for a in (0, SIDE):  # what a side closes it closes to the other one
        if x[a + _ENTER] > 0.0 and x[SIDE - a + _CLOSED] > 0.4:
            return SHUT
    return THREE if early == 3 else ORDINARY


@jit
def sift(
    T: Ints,
    C: Ints,
    rows: Ints,
    stands: Ints,
    values: Floats,
    first: int,
    end: int,
    x: Floats,
    seen: Ints,
    found: Ints,
    found_stands: Ints,
) -> None:
    """Keep one of all stands of a kind seen so far, each as likely as any other.

    `seen` counts them; `found` holds a row for each kind, `found_stands` side, throws and fixed
    throw.
    """
    for i in range(first, end):
        at = i * STAND
        side, throws, fixed = stands[at], stands[at + 1], stands[at + 2]
        kind = kind_of(T, rows, i * WIDTH, side, throws, fixed, values, i * OUTPUTS, x)
        seen[kind] += 1
        if roll(C, seen[kind]) == 0:
            for cell in range(WIDTH):
                found[kind * WIDTH + cell] = rows[i * WIDTH + cell]
            for cell in range(3):
                found_stands[kind * 3 + cell] = stands[at + cell]
