"""What a net sees of the games of a batch, and what is asked there, in the plain subset.

First the input of a net (`features.py`), as if the viewer were about to throw; then the cells of
the observation from `QUESTION_SEEN` on, which say what is asked of whom, and the throw.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.net.features import FEATURES as NET
from tavola.bots.net.features import encode
from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.game_cells import (
    CELLS,
    FIXED_DICE,
    FRESH,
    OBSERVED,
    QUESTION_SEEN,
    SIDE,
    WHO,
)
from tavola.rules.kernel.slots import NAMER, WIDTH

FEATURES = NET + OBSERVED - QUESTION_SEEN
"""Length of what is written."""

Floats = Any


@jit
def describe(
    T: Ints,
    R: Ints,
    o: int,
    G: Ints,
    g: int,
    viewer: int,
    seen: Ints,
    s: int,
    net: Floats,
    x: Floats,
    at: int,
) -> None:
    """Write what `viewer` sees to x[at:].  `seen` from `s` on holds his observation, `net` is
    room for the input of a net."""
    second = T[NAMER] == 1 - viewer and (G[g + FRESH] != 0 or G[g + SIDE] != viewer)
    fixed = G[g + FIXED_DICE]
    encode(T, R, o, viewer, 2 if second else 1, fixed, net)
    for i in range(NET):
        x[at + i] = net[i]
    for i in range(OBSERVED - QUESTION_SEEN):
        x[at + NET + i] = seen[s + QUESTION_SEEN + i]


@jit
def describe_games(
    T: Ints, rows: Ints, G: Ints, begin: int, end: int, seen: Ints, net: Floats, x: Floats
) -> None:
    """The same for the games of a batch from `begin` to `end`, each as who is to decide sees
    it."""
    for game in range(begin, end):
        g = CELLS * game
        describe(
            T, rows, WIDTH * game, G, g, G[g + WHO], seen, OBSERVED * game, net, x, FEATURES * game
        )
