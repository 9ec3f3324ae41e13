"""Worked examples of Snake."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON,
    CUBE_EXAMPLES,
    DANCE,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE,
    ORDINARY,
    SWAPPED,
    SWAPPED_START,
)
from tavola.rules.model.declaration import Example

_SNAKE = "W 1:2 2:2 3:2 bar:9 | B 6:5 8:3 13:5 24:2"

EXAMPLES = (
    Example(then=_SNAKE, rule="3.23"),
    Example(text=f"{_SNAKE} | W 6-4", plays=("bar/4",), rule="3.23"),
    Example(text=f"{_SNAKE} | W 6-6", plays=(), rule="3.23"),
    Example(
        text=f"{_SNAKE} | B 6-5",
        plays=("24/18 24/19", "24/18/13", "24/19 13/7", "13/8 24/18", "13/8 13/7"),
        rule="3.23",
    ),
    Example(
        line="6-5; 2-1; bar/2 bar/1; done; 1-1; 24/23(2) 8/7 6/5; done; 5-3; bar/5* bar/3; done",
        then="W 1:3 2:3 3:3 5:1 bar:5 | B 6:4 7:1 8:2 13:5 23:2 bar:1 | B",
        rule="3.23",
    ),
    Example(
        then="W 1:2 12:5 17:3 19:5 | B 22:2 23:2 24:2 bar:9",
        options={"snake": "black"},
        rule="SN-1",
    ),
    NO_KEEPING,
    *ORDINARY,
    LAST_CHECKER,
    BACKGAMMON,
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    DANCE,
    SWAPPED,
    SWAPPED_START,
)
