"""Worked examples of Mexican Backgammon."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR,
    DANCE,
    NO_CUBE,
    NO_KEEPING,
    STANDARD,
    START,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    Example(
        text=f"{STANDARD} | B 6-5",
        plays=("13/8 24/18", "13/8 13/7", "13/2", "8/3 24/18", "8/3 13/7", "8/3 8/2"),
        rule="3.11",
    ),
    BAR,
    Example(text="W 10:1 | B 12:2 | W 2-5", plays=(), rule="3.11"),
    Example(
        text="W 19:5 17:1 | B 1:5 | W 2-3",
        plays=("19/21 19/22", "19/21 17/20", "19/21/24"),
        rule="3.11",
    ),
    Example(text="W bar:1 3:5 | B 13:5 | W 3-4", plays=(), rule="D8"),
    Example(text="W 23:1 24:1 | B 1:5 | W 3-4", plays=(), rule="MX-4"),
    Example(text="W 22:1 24:2 | B 1:5 | W 1-3", plays=("24/off 22/off",), rule="MX-4"),
    Example(
        line="6-5; 1-1; 19/20(2) 17/18(2); done; 6-2; 1/3/9; done; 4-1; 24/23 13/9*; done",
        then="W",
        rule="3.11",
    ),
    Example(
        line="6-5; 2-1; choose 6; 12/18(2) 1/7(2); done; 5-3; 7/10 7/12; done",
        then="B",
        rule="3.11",
    ),
    NO_KEEPING,
    Example(
        text="W 19:2 20:2 24:1 | B 13:5 | W 1-2",
        line="choose 6; 19/off(2); done",
        then="W second",
        rule="MX-3",
    ),
    Example(
        text="W 19:2 20:2 24:1 | B 13:5 | W 1-2",
        line="choose 6; 19/off(2); done",
        then="B",
        options={"if_complete": True},
        rule="MX-3",
    ),
    Example(
        text="W 1:2 19:2 | B 13:5 | W 1-2",
        line="choose 3; 1/4(2) 4/7(2); done",
        then="W second",
        options={"if_complete": True},
        rule="MX-3",
    ),
    Example(text="W 19:2 20:2 | B 13:5 | W 6-6", line="19/off(2); done", then="B", rule="3.11"),
    Example(
        text="W 22:1 23:1 | B 24:5 13:5 8:5 | W 2-3",
        line="23/off 22/off; done",
        then="W +1 single 1-0",
        rule="3.11",
    ),
    DANCE,
    NO_CUBE,
    TWO_GAMES,
    Example(
        text="W 10:1 17:1 | B 12:1 | W 2-1",
        line="17/18 10/12*; choose 2; 12/14/16/18/20; done",
        then="W second",
        options={"play_first": True},
        rule="MX-2",
    ),
    Example(
        text="W 24:1 | B 4:4 5:5 6:5 bar:1 | W 4-1",
        line="24/off; done",
        then="W +1 single 1-0",
        rule="G7",
    ),
)
