"""Worked examples of Straight."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR,
    BAR_ACES,
    BIG_NUMBER,
    CUBE_EXAMPLES,
    HIGHER,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE,
    STANDARD,
    START,
    SWAPPED,
    SWAPPED_START,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    NO_KEEPING,
    Example(
        text=f"{STANDARD} | B 6-1",
        plays=("8/14 13/14", "8/14 8/9", "8/14 6/7", "8/14/15", "13/14/20", "6/7/13"),
        rule="3.18",
    ),
    Example(text="W 4:2 5:2 | B bar:1 13:1 | B 4-2", plays=("bar/2 13/17", "bar/2/6"), rule="3.18"),
    BAR,
    BAR_ACES,
    HIGHER,
    BIG_NUMBER,
    LAST_CHECKER,
    Example(
        text="W 23:1 | B 6:1 24:14 | W 2-1",
        line="23/off; done",
        then="W +3 backgammon 3-0",
        rule="G7",
    ),
    Example(
        text="W 19:2 | B 24:15 | W 6-6", line="19/off(2); done", then="W +2 gammon 2-0", rule="G7"
    ),
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    Example(
        line="6-5; 2-1; 12/14 1/2; done; 1-1; 6/7(2) 8/9(2); done; 4-3; 1/8*; done",
        then="B",
        rule="3.18",
    ),
    Example(text="W bar:1 12:2 | B 6:2 24:2 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    Example(text="W 11:1 12:5 | B 1:2 | W 6-1 left:1", plays=("11/12", "12/13"), rule="G3"),
    SWAPPED,
    SWAPPED_START,
)
