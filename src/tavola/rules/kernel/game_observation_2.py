"""The second version of what one side sees of a match of a batch, in the plain subset: the first
one (`game_observation.py`), and behind it what that leaves out.

Two moments can look alike in the first version and go on differently: where doubles run upwards
only after some throws, where little may leave the head, where who has hit at home stays there.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.game_cells import (
    CELLS,
    DICE,
    HEAD_SEEN,
    MIDDLE_SEEN,
    OBSERVED,
    OBSERVED_2,
    RUNS_SEEN,
    SIDE,
    STAY_SEEN,
    WHO,
)
from tavola.rules.kernel.slots import HITTERS, LEFT_HEAD, RUNS_IN, WIDTH
from tavola.rules.kernel.throws import middle


@jit
def observe_more(
    R: Ints, o: int, G: Ints, g: int, viewer: int, seen: Ints, s: int, x: Ints, at: int
) -> None:
    """Write what `viewer` sees to x[at:] (`OBSERVED_2` cells); `seen` from `s` on holds the first
    version of it."""
    for i in range(OBSERVED):
        x[at + i] = seen[s + i]
    for one in range(2):
        side = viewer ^ one
        x[at + RUNS_SEEN + one] = R[o + RUNS_IN + side]
        x[at + HEAD_SEEN + one] = R[o + LEFT_HEAD + side]
    hitters = R[o + HITTERS + G[g + SIDE]] & 63
    for i in range(6):
        x[at + STAY_SEEN + i] = hitters >> i & 1
    x[at + MIDDLE_SEEN] = middle(G[g + DICE])


@jit
def observe_games(R: Ints, G: Ints, begin: int, end: int, seen: Ints, x: Ints) -> None:
    """The same for the games of a batch from `begin` to `end`, each as who is to decide sees
    it."""
    for game in range(begin, end):
        g = CELLS * game
        observe_more(R, WIDTH * game, G, g, G[g + WHO], seen, OBSERVED * game, x, OBSERVED_2 * game)
