"""Worked examples of Ludus Lumbadorum."""

from __future__ import annotations

from tavola.games.common_examples import (
    COMMON,
)
from tavola.rules.model.declaration import Example

_LUDUS = "W 6:15 | B 19:15"

EXAMPLES = (
    Example(then=_LUDUS, rule="3.16"),
    Example(text=f"{_LUDUS} | W 1-2", plays=("6/5 6/4", "6/5/3"), rule="3.16"),
    Example(text=f"{_LUDUS} | W 5-5", plays=("6/1(2)", "6/1/20"), rule="LL-1"),
    Example(text=f"{_LUDUS} | B 6-5", plays=("19/1 19/24",), rule="3.16"),
    Example(
        text="W 2:1 4:1 6:13 | B 19:15 | W 2-4",
        plays=("2/24 6/2", "2/24 4/24", "2/24/20", "4/24/22"),
        rule="LL-2",
    ),
    Example(
        text="W 6:2 24:12 bar:1 | B 19:15 | W 1-4",
        plays=("bar/3 6/5", "bar/3 24/23", "bar/3/2"),
        rule="3.16",
    ),
    Example(
        text="W 3:1 24:13 bar:1 | B 19:15 | W 1-4",
        plays=("bar/6 3/23", "bar/6 24/20", "bar/6/2"),
        rule="LL-2",
    ),
    Example(text="W 6:1 | B 19:2 | W 6-5", plays=("6/24",), rule="G4"),
    Example(
        text="W 19:2 20:1 21:1 | B 1:15 | W 4-1",
        plays=("21/off 20/19", "21/off 19/off", "21/20/off"),
        rule="G6",
    ),
    Example(text="W 23:1 | B 22:1 | W 6-1", plays=("23/22*/off",), rule="D1"),
    Example(
        text="W 23:2 | B 22:1 | W 1-1",
        line="23/22*(2); done",
        then="W 22:2 | B bar:1 | B",
        rule="3.16",
    ),
    Example(
        line="6-5; 2-1; 6/5 6/4; done; 1-1; 19/20(2); done; 6-5; 6/24 6/1; done",
        then="B",
        rule="LL-1",
    ),
    Example(
        text="W 22:1 | B 19:15 | W 6-4", line="22/off; done", then="W +1 single 1-0", rule="3.16"
    ),
    Example(
        text="W 22:1 | B 19:15 | W 6-4",
        line="22/off; done",
        then="W +3 backgammon 3-0",
        options={"score": "full"},
        rule="3.16",
    ),
    Example(
        text="W 21:2 22:2 bar:1 | B 3:2 4:2 bar:1 | W", line="4-3; done; " * 5, then="B", rule="G10"
    ),
    *COMMON,
    Example(text=f"{_LUDUS} | W 5-5", plays=("6/1",), options={"double_moves": 1}, rule="LL-1"),
    Example(
        text="W 24:2 | B 19:2 | W 1-1",
        plays=("24/23/22",),
        options={"one_checker": "enemy"},
        rule="LL-2",
    ),
    Example(
        text="W 4:1 6:1 | B 19:2 | W 2-1",
        plays=("6/4/3", "6/5 4/2", "4/2/1"),
        options={"one_checker": "enemy"},
        rule="LL-2",
    ),
    Example(
        text="W 6:2 | B 19:2 | W 1-1",
        plays=("6/5/4",),
        options={"one_checker": "quarter"},
        rule="LL-2",
    ),
    Example(
        text="W 22:1 | B 3:14 bar:1 | W 6-4",
        line="22/off; done",
        then="W +1 single 1-0",
        rule="3.16",
    ),
)
