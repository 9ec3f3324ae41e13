"""Worked examples of Double against Free Choice."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.common_examples import (
    BACKGAMMON,
    BAR_ACES,
    CUBE_EXAMPLES,
    DANCE,
    LAST_CHECKER,
    NO_TRIPLE,
    ORDINARY,
    STANDARD,
    SWAPPED,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    Example(then=f"{STANDARD} | W", rule="DF-1"),
    Example(line="name 4-4", then="refused no_double_named", rule="3.24"),
    Example(line="4-3", then="refused not_now", rule="3.24"),
    Example(
        line=(
            "name 2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 6-4; 13/7 13/9; done; "
            "name 4-3; 1/5* 2/5; done"
        ),
        then="B",
        rule="DF-1",
    ),
    Example(
        text=f"{STANDARD} | B",
        line="6-6; 24/18(2) 13/7(2); done; 1-1; 8/7(2) 7/6(2); done",
        then="W",
        rule="3.24",
    ),
    Example(
        text="W 1:15 | B 6:4 | B 6-6",
        line="6/off(4); done",
        then="B +3 backgammon 0-3",
        rule="3.24",
    ),
    Example(
        text="W bar:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 | W", line="name 2-1; done", then="B", rule="DF-2"
    ),
    Example(
        text="W 6:2 7:2 11:2 12:2 | B 8:1 13:1 | B",
        line="2-1; done; 6-5; 13/2; done",
        then="W",
        rule="D7",
    ),
    Example(then=f"{STANDARD} | B", options={"namer": "black"}, rule="DF-1"),
    *(example for example in ORDINARY if example is not BAR_ACES),
    replace(BAR_ACES, options={"namer": "black"}),
    LAST_CHECKER,
    BACKGAMMON,
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    replace(DANCE, line="name 4-3; done; 4-3; done; 4-3; done; " * 2 + "name 4-3; done"),
    replace(SWAPPED, line="resign 1; accept; next; resign 1; accept"),
)
