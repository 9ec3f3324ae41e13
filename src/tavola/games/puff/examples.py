"""Worked examples of Puff."""

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
    Example(text=f"{EMPTY} | W 2-4", plays=("res/23 res/21",), rule="3.2"),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.2"),
    Example(
        line=(
            "6-5; 2-1; res/24 res/23; done; 3-3; res/3(4); res/4(4); done; 6-5; res/20 res/19; done"
        ),
        then="B",
        rule="3.2",
    ),
    NO_KEEPING,
    Example(text="W 20:3 21:3 22:4 24:4 res:1 | B 23:2 | W 2-5", plays=(), rule="3.2"),
    Example(
        text="W 20:3 21:3 22:4 24:4 res:1 | B 23:2 | W 1-2",
        plays=("res/24 24/22", "res/24 22/20", "res/24 21/19", "res/24 20/18"),
        rule="3.2",
    ),
    Example(
        text="W 22:14 res:1 | B res:15 | W 2-5", plays=("res/23 22/17", "res/23/18"), rule="3.2"
    ),
    Example(text="W 24:2 bar:1 res:2 | B 23:2 | W 1-2", plays=("bar/24",), rule="D4"),
    *MIRRORED,
    *EMPTY_CUBE,
    TWO_GAMES,
)
