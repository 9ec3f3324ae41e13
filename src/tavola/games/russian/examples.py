"""Worked examples of Russian Backgammon."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR,
    EMPTY,
    EMPTY_NO_CUBE,
    EMPTY_START,
    HIGHER,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE_WITHOUT_CUBE,
    ONE_WAY,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    EMPTY_START,
    Example(text="W 11:2 | B 12:2 23:2 | W 6-6", line="11/17(2); done", then="B", rule="3.7"),
    Example(text=f"{EMPTY} | W 5-5", line="res/5(4); res/2(4); done", then="W second", rule="3.7"),
    Example(
        text=f"{EMPTY} | W 5-5",
        plays=("res/5(4)", "res/5(3) 5/10", "res/5(2) 5/10(2)", "res/5(2) 5/10/15"),
        rule="RB-1",
    ),
    Example(
        text="W 1:1 res:14 | B res:15 | W 5-3",
        plays=("res/5 res/3", "res/5 1/4", "res/5/8", "res/3 1/6"),
        rule="RB-1",
    ),
    Example(
        text="W 1:1 res:14 | B res:15 | W 5-3",
        plays=("res/5 res/3",),
        options={"entry": 15},
        rule="RB-1",
    ),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 6-4; res/4 res/6; done; 6-5; res/5 1/7; done",
        then="B",
        rule="3.7",
    ),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.7"),
    *ONE_WAY,
    BAR,
    HIGHER,
    LAST_CHECKER,
    NO_TRIPLE_WITHOUT_CUBE,
    Example(
        text="W 23:1 | B 6:1 24:14 | W 2-4",
        line="23/off; done",
        then="W +3 backgammon 3-0",
        rule="G7",
    ),
    NO_KEEPING,
    EMPTY_NO_CUBE,
    TWO_GAMES,
)
