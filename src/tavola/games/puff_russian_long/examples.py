"""Worked examples of Long Russian Puff."""

from __future__ import annotations

from tavola.games.common_examples import (
    EMPTY,
    EMPTY_CUBE,
    EMPTY_START,
    LONG,
    NO_KEEPING,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.5"),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 3-3; res/3(4); res/4(4); done; 6-5; res/5 1/7; done",
        then="B",
        rule="3.5",
    ),
    NO_KEEPING,
    Example(text="W 2:1 res:14 | B 4:2 | W 4-6", plays=(), rule="RP-2"),
    Example(
        text="W 1:1 3:1 res:13 | B 4:1 6:2 | W 3-5",
        plays=("res/3 res/5", "res/3 3/8", "1/4* res/5", "1/4* 3/8", "1/4*/9"),
        rule="3.5",
    ),
    *LONG,
    *EMPTY_CUBE,
    TWO_GAMES,
)
