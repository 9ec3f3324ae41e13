"""Worked examples of Old Britain."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON_WITHOUT_CUBE,
    BAR,
    BAR_ACES,
    BIG_NUMBER,
    BOTH,
    DANCE,
    LAST_CHECKER,
    NO_CUBE,
    NO_KEEPING,
    NO_TRIPLE_WITHOUT_CUBE,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    Example(text="W 10:1 | B 21:2 | W 5-6", plays=("10/15", "10/16"), rule="OB-1"),
    BOTH,
    BAR,
    Example(
        text="W 12:5 6:1 | B 1:5 | W 6-3",
        plays=("12/18 12/15", "12/18 6/9", "12/18/21", "12/15 6/12"),
        rule="3.12",
    ),
    Example(text="W bar:1 5:5 | B 4:2 | W 4-5", plays=(), rule="D8"),
    BAR_ACES,
    BIG_NUMBER,
    LAST_CHECKER,
    TURNS,
    NO_KEEPING,
    BACKGAMMON_WITHOUT_CUBE,
    NO_TRIPLE_WITHOUT_CUBE,
    NO_CUBE,
    DANCE,
    TWO_GAMES,
    Example(
        text="W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        options={"score": "single"},
        rule="OB-1",
    ),
)
