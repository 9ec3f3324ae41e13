"""Worked examples of No Hitting."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.common_examples import (
    BACKGAMMON,
    CUBE_EXAMPLES,
    DANCE,
    NO_KEEPING,
    NO_TRIPLE,
    ORDINARY,
    STANDARD,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    *ORDINARY,
    NO_KEEPING,
    Example(
        text="W 10:1 | B 12:1 14:1 16:1 | W 2-4",
        line="10/14*/16*; done",
        then="B +1 hit 0-1",
        rule="SF-1",
    ),
    Example(
        text="W 1:1 10:1 | B 12:1 14:1 | W 2-4",
        plays=("1/3/7", "1/3 10/14*", "10/12* 1/5", "10/12*/16", "10/14*/16"),
        rule="3.20",
    ),
    Example(text="W 20:1 | B 21:1 | W 6-1", plays=("20/off", "20/21*/off"), rule="D1"),
    Example(text="W 20:1 | B 21:1 | W 6-1", line="20/off; done", then="W +1 single 1-0", rule="D1"),
    Example(
        text="W 20:1 | B 21:1 | W 6-1", line="20/21*/off; done", then="B +1 hit 0-1", rule="D10"
    ),
    replace(TURNS, then="B +1 hit 0-1"),
    Example(
        text=f"{STANDARD} | W 6-5",
        line="1/12; done; 6-4; 24/18 13/9; done; 5-1; 12/18*; done",
        then="B +3 hit 0-3",
        options={"hit_value": "status"},
        rule="SF-1",
    ),
    BACKGAMMON,
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    DANCE,
    TWO_GAMES,
)
