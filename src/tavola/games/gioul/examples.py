"""Worked examples of Turkish Backgammon (Gioul)."""

from __future__ import annotations

from tavola.games.common_examples import (
    BIG_NUMBER,
    NO_KEEPING,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_FOURS = "W 5:1 13:1 24:13 | B 1:12 20:1 22:1 23:1"

EXAMPLES = (
    Example(then="W 1:15 | B 24:15", rule="3.8"),
    Example(text="W 1:15 | B 7:1 24:14 | W 6-5", plays=("1/6/12",), rule="3.8"),
    Example(text="W 1:15 | B 24:15 | B 6-5", plays=("24/18 24/19", "24/13"), rule="3.8"),
    Example(text="W 10:1 24:14 | B 1:14 21:1 | W 5-6", plays=("10/16",), rule="G4"),
    BIG_NUMBER,
    Example(text=f"{_FOURS} | W 4-4", plays=("5/9/13 13/17/21", "5/9/13/17 13/17"), rule="3.8"),
    Example(
        text=f"{_FOURS} | W 4-4",
        line="5/13 13/21; 13/18; done",
        then="B heir:6x4 left:6,6,6,6 second",
        rule="3.8",
    ),
    Example(
        text=f"{_FOURS} | W 4-4",
        line="5/17 13/17; done; 22/16/10/4 20/14; done",
        then="B",
        rule="GI-1",
    ),
    Example(
        text="W 12:1 13:1 24:13 | B 6:10 16:1 17:1 21:3 | W 3-3",
        line="12/18; done; 21/17(3) 16/12; 17/12(4); 12/6(4); done",
        then="B",
        rule="3.8",
    ),
    Example(
        text="W 1:14 12:1 | B 7:1 24:14 | W 6-6",
        line="12/18; done",
        then="B",
        rule="D5",
    ),
    Example(
        text="W 1:15 | B 24:15 | W 5-5",
        line="1/6(4); 1/7(4); done; 2-1; 24/23 24/22; done",
        then="W",
        rule="3.8",
    ),
    Example(
        line="6-5; 2-1; 1/2 1/3; done; 6-5; 24/13; done; 2-1; 1/3 2/3; done; 6-5; 24/13; done",
        then="W",
        rule="3.8",
    ),
    NO_KEEPING,
    Example(text="W 1:14 18:1 | B 7:1 24:14 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    Example(
        text="W 23:1 | B 24:15 | W 6-2", line="23/off; done", then="W +2 gammon 2-0", rule="3.8"
    ),
    Example(
        text="W 23:1 | B 24:14 | W 6-2", line="23/off; done", then="W +1 single 1-0", rule="3.8"
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="3.8"),
    Example(line="6-5; double", then="refused no_cube", rule="3.8"),
    TWO_GAMES,
    Example(
        text="W 12:1 13:1 24:13 | B 6:10 16:1 17:1 21:3 | W 3-3",
        line="12/18; done",
        then="B heir:3x2 left:3,3 second",
        options={"remainder": "handed"},
        rule="GI-1",
    ),
)
