"""Worked examples of French Backgammon 1."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR,
    BIG_NUMBER,
    DANCE,
    EMPTY,
    EMPTY_CUBE,
    EMPTY_START,
    HIGHER,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    EMPTY_START,
    Example(
        text=f"{EMPTY} | W 6-6",
        line="res/6(4); res/1(4); done",
        then="W 1:4 6:4 res:7 | B res:15 | W second",
        rule="3.6",
    ),
    Example(
        text="W 11:2 | B 12:2 23:2 | W 6-6",
        line="11/17(2); 17/18(2) 18/19(2); done",
        then="W second",
        rule="3.6",
    ),
    Example(text="W 11:2 | B 12:2 17:2 | W 6-6", line="done", then="W second", rule="3.6"),
    Example(
        text="W 3:14 res:1 | B res:15 | W 2-5",
        plays=("res/2 3/8", "res/2/7", "res/5 3/5"),
        rule="FR-1",
    ),
    Example(
        text="W 3:1 res:14 | B res:15 | W 2-5",
        plays=("res/2 res/5", "res/2 3/8", "res/2/7", "res/5 3/5", "3/5/10"),
        options={"entry": 1},
        rule="FR-1",
    ),
    Example(
        text="W 3:1 res:14 | B res:15 | W 2-5",
        plays=("res/2 res/5", "res/2 3/8", "res/2/7", "res/5 3/5"),
        options={"entry": 2},
        rule="FR-1",
    ),
    Example(
        line="6-5; 2-1; res/2 res/1; done; 4-4; res/21(4); res/22(4); done; 5-3; res/20 res/22",
        then="B 5-3 part:1 ended:end second",
        rule="3.6",
    ),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/23 res/21",), rule="3.6"),
    Example(
        text="W 12:2 15:1 | B 17:1 24:1 | W 2-5",
        line="15/17*/22; done",
        then="W 12:2 22:1 | B 24:1 bar:1 | B",
        rule="G3",
    ),
    BAR,
    HIGHER,
    BIG_NUMBER,
    LAST_CHECKER,
    NO_TRIPLE,
    Example(
        text="W 23:1 | B res:15 | W 2-4 cube:2W",
        line="23/off; done",
        then="W +6 backgammon 6-0",
        rule="G7",
    ),
    NO_KEEPING,
    *EMPTY_CUBE,
    DANCE,
    TWO_GAMES,
)
