"""Worked examples of Long Puff."""

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
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.3"),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 3-3; res/3(4); res/4(4); done; 6-5; res/5 res/6; done",
        then="B",
        rule="3.3",
    ),
    NO_KEEPING,
    Example(text="W res:15 | B 3:2 | W 3-5", plays=(), rule="3.3"),
    Example(text="W res:15 | B 3:1 5:2 | W 3-5", plays=("res/3*",), rule="3.3"),
    Example(text="W 3:14 res:1 | B res:15 | W 2-5", plays=("res/2 3/8", "res/2/7"), rule="3.3"),
    *LONG,
    *EMPTY_CUBE,
    TWO_GAMES,
)
