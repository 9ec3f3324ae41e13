"""Worked examples of Tabula."""

from __future__ import annotations

from tavola.games.common_examples import EMPTY, EMPTY_NO_CUBE, EMPTY_START, TWO_GAMES
from tavola.rules.model.declaration import Example

_ZENO = "W 6:7 9:1 10:2 19:2 20:2 23:1 | B 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 | W 6-5-2"
_BEHIND = "W 1:2 10:1 | B 5:2 6:2 7:2"

EXAMPLES = (
    EMPTY_START,
    EMPTY_NO_CUBE,
    TWO_GAMES,
    Example(
        text="W 1:2 2:2 3:2 bar:1 | B 4:2 5:2 6:2 bar:1 | W",
        line="4-5-6; done; 1-2-3; done; " * 3,
        then="W",
        rule="G10",
    ),
    Example(text=_ZENO, plays=("20/22 19/24 10/16",), rule="TB-1"),
    Example(
        text=f"{EMPTY} | W 6-3-1",
        plays=("res/6 res/3 res/1", "res/9 res/1", "res/7 res/3", "res/4 res/6", "res/10"),
        rule="TB-2",
    ),
    Example(
        text=f"{EMPTY} | W 6-3-1",
        plays=("res/6 res/3 res/1",),
        options={"entry": 15},
        rule="TB-2",
    ),
    Example(
        text="W 4:1 bar:1 res:2 | B 1:2 3:2 | W 5-3-1",
        plays=("bar/5 4/7/8", "bar/5/6 4/7", "bar/5/8/9"),
        rule="TB-3",
    ),
    Example(text="W 20:3 | B 1:2 | W 2-2-2", plays=("20/22(3)", "20/22/24 20/22"), rule="TB-4"),
    Example(line="6-3; 4-4-4; res/4(3); done; 4-2-1; res/2 res/1/5; done", then="W", rule="TB-4"),
    Example(text=f"{_BEHIND} 20:2 21:2 | W 6-5-4", plays=("10/14/19",), rule="TB-5"),
    Example(
        text=f"{_BEHIND} 19:2 20:2 21:2 | W 6-5-4",
        plays=("10/14", "10/15", "10/16"),
        rule="TB-5",
    ),
    Example(text="W 10:1 | B 14:2 15:2 16:2 | W 6-5-4", line="done", then="B", rule="TB-5"),
    Example(
        text="W 19:1 22:1 24:1 | B 1:2 | W 6-3-1",
        plays=("19/off 22/off 24/off", "19/off 22/off", "19/off 24/off", "19/23 22/off"),
        rule="TB-6",
    ),
    Example(text="W 22:3 | B 1:2 | W 2-2-2", plays=("22/24(3)",), rule="TB-6"),
    Example(text="W 23:1 | B 3:4 24:1 | W 6-6-1", plays=("23/24*/off",), rule="TB-6"),
    Example(
        text="W 23:2 | B 3:5 res:10 | W 6-5-4",
        line="23/off(2); done",
        then="W +1 single 1-0",
        rule="TB-6",
    ),
    Example(
        text="W 23:2 | B 3:4 bar:1 res:10 | W 6-5-4",
        line="23/off(2); done",
        then="W +1 single 1-0",
        rule="TB-6",
    ),
    Example(
        text="W 19:1 20:1 | B 1:2 | W 6-6-2",
        plays=("19/off 20/22",),
        options={"exact": True},
        rule="TB-6",
    ),
)
