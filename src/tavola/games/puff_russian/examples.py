"""Worked examples of Russian Puff."""

from __future__ import annotations

from tavola.games.common_examples import (
    EMPTY,
    EMPTY_CUBE,
    EMPTY_START,
    MIRRORED,
    NO_KEEPING,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.4"),
    Example(
        line=(
            "6-5; 2-1; res/24 res/23; done; 3-3; res/3(4); res/4(4); done; 6-1; res/24 24/18; done"
        ),
        then="B",
        rule="3.4",
    ),
    NO_KEEPING,
    Example(
        text="W 21:1 23:1 res:13 | B res:15 | W 1-5",
        plays=(
            "res/24 res/20",
            "res/24 23/18",
            "res/24 21/16",
            "res/24/19",
            "23/22 res/20",
            "23/22 21/16",
            "23/22/17",
            "21/20 res/20",
            "21/20 23/18",
            "21/20/15",
        ),
        rule="3.4",
    ),
    Example(
        text=f"{EMPTY} | W 3-3",
        plays=("res/22(4)", "res/22(3) 22/19", "res/22(2) 22/19(2)", "res/22(2) 22/19/16"),
        rule="RP-3",
    ),
    Example(
        text="W 22:1 bar:1 res:13 | B res:15 | W 1-2",
        plays=("bar/24 res/23", "bar/24 24/22", "bar/24 22/20"),
        rule="D4",
    ),
    Example(text="W 3:1 res:1 | B 20:2 24:13 | W 5-6", plays=(), rule="3.4"),
    *MIRRORED,
    *EMPTY_CUBE,
    TWO_GAMES,
)
