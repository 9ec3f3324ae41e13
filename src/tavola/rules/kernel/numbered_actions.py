"""Every decision of every game as one number, for programs that learn: version 1, plain subset.

=========  ====================================================================================
number     decision
=========  ====================================================================================
0          roll: go on without a double, or throw anew in place of the opening dice
1 - 4      double, take, drop, beaver
5          play the dice of the opening
6 - 11     choose the double 1 to 6
12 - 26    name a throw: 2-1, 3-1, 3-2, 4-1 ... 6-5
27 - 31    never used
32 - 343   a step: 32 + 26 * (number - 1) + place, number 1 to 12 (sums, in Catch me)
344 - 499  a step backwards: 344 + 26 * (number - 1) + place, number 1 to 6
500 - 511  never used
=========  ====================================================================================

A place is where the checker comes from: 0 the bar, 1 to 24 the point on the track of the side that
acts, counted from its start, 25 the reserve.  Where it goes to follows from the rules.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.single_step import steps
from tavola.rules.kernel.slots import (
    BACKWARD,
    BAR,
    FROM_BAR,
    FROM_RESERVE,
    LAST,
    MOVE,
    PATH,
    RESERVE,
    RUN,
    TO_OFF,
    TRACK,
)

VERSION = 1
"""Goes up when a number means something else, or an observation does."""

ROLL, DOUBLE, TAKE, DROP, BEAVER, KEEP = range(6)
CHOOSE = 6
NAME = 12
STEP = 32
BACK = 344
BEHIND = 500
ACTIONS = 512
"""How many numbers there are; a mask of so many bytes is quickly cleared."""

PLACES = 26
BAR_PLACE, RESERVE_PLACE = 0, 25


@inline
def number_of_step(T: Ints, side: int, step: int) -> int:
    """The number of a step of `side`, given as the kernel's integer."""
    n, source, target = step >> 10, step >> 5 & 31, step & 31
    if source == FROM_BAR:
        return STEP + PLACES * (n - 1)
    if source == FROM_RESERVE:
        return STEP + PLACES * (n - 1) + RESERVE_PLACE
    path = PATH + 32 * side
    place = T[path + source]
    if T[BACKWARD] != 0 and target != TO_OFF and T[path + target] < place:
        return BACK + PLACES * (n - 1) + place
    return STEP + PLACES * (n - 1) + place


@jit
def step_of_number(T: Ints, R: Ints, o: int, side: int, action: int, out: Ints) -> int:
    """The step that a number means on the row at `o`, or 0 if no checker can make it.

    Whether the rest of the throw allows it is not asked, nor where checkers run whether they may
    land there.
    """
    if not STEP <= action < BEHIND:
        return 0
    n, place = (action - STEP) // PLACES % 12 + 1, (action - STEP) % PLACES
    if T[MOVE] == RUN:
        return _running_step(T, R, o, side, n, place, action >= BACK)
    end = steps(T, R, o, side, n, out, 0)
    for i in range(end):
        if number_of_step(T, side, out[i]) == action:
            return out[i]
    return 0


@inline
def _running_step(T: Ints, R: Ints, o: int, side: int, n: int, place: int, back: bool) -> int:
    last, track = T[LAST], TRACK + 32 * side
    if place in (BAR_PLACE, RESERVE_PLACE):
        pool, source = (BAR, FROM_BAR) if place == BAR_PLACE else (RESERVE, FROM_RESERVE)
        if back or n > last or R[o + pool + side] <= 0:
            return 0
        return n << 10 | source << 5 | T[track + n]
    goal = place - n if back else place + n
    if place > last or goal < 1 or R[o + T[track + place]] * (1 - 2 * side) <= 0:
        return 0
    return n << 10 | T[track + place] << 5 | (T[track + goal] if goal <= last else TO_OFF)


@jit
def dice_named(action: int) -> int:
    """The throw that a number names, as 10 * a + b with a > b."""
    a, rest = 2, action - NAME
    while rest >= a - 1:
        rest -= a - 1
        a += 1
    return 10 * a + rest + 1
