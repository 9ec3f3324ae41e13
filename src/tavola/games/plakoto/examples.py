"""Worked examples of Plakoto."""

from __future__ import annotations

from tavola.games.common_examples import (
    BIG_NUMBER,
    NO_CUBE,
    NO_KEEPING,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_START = "W 1:15 | B 24:15"
_LOST = "W 23:1 | B 1:14 24:1 | W 6-5"

EXAMPLES = (
    Example(then=_START, rule="PL-1"),
    Example(text=f"{_START} | B 6-5", plays=("24/13", "24/18 24/19"), rule="PL-1"),
    Example(
        text="W 1:14 5:1 | B 12:1 24:14 | W 4-3",
        plays=("5/9/12", "5/9 1/4", "1/5 1/4", "1/8"),
        rule="PL-1",
    ),
    Example(
        text="W 1:12 10:2 16:1 | B 13:2 22:1 24:12 | W 6-3",
        line="16/22 1/4; done",
        then="W 1:11 4:1 10:2 22:1 | B 13:2 22:1p 24:12 | B",
        rule="PL-1",
    ),
    Example(text="W 5:1 12:1 | B 12:1p 20:1 | B 5-3", plays=("20/15",), rule="PL-1"),
    Example(
        text="W 12:1p 20:3 | B 12:1 24:2 | B 6-6",
        plays=("24/12(2)", "24/6 24/18", "24/6 12/6"),
        rule="PL-1",
    ),
    Example(text="W 8:1 24:14 | B 11:2 16:2 | W 3-5", plays=("8/13",), rule="PL-1"),
    Example(text="W 10:1 | B 21:2 24:1 | W 5-6", plays=("10/16",), rule="PL-1"),
    Example(text="W 18:1 19:14 | B 20:2 21:2 22:2 | W 2-3", plays=(), rule="PL-1"),
    Example(text="W 5:1 | B 14:2 20:1 | W 3-3", line="5/8/11; done", then="B", rule="PL-1"),
    Example(text="W 20:1p 23:2 24:1 | B 1:3 20:1 | W 6-4", plays=(), rule="PI-3"),
    BIG_NUMBER,
    Example(
        line=(
            "6-5; 2-1; 1/2 1/3; done; 5-5; 24/19(4); done; 2-1; 1/3 2/3; done; "
            "6-5; 24/13; done; 6-1; 1/7 1/2; done; 6-5; 13/2; done"
        ),
        then="W",
        rule="PL-1",
    ),
    NO_KEEPING,
    Example(
        text="W 12:2 18:1 19:12 | B 1:14 24:1 | W 6-1",
        line="18/24; done",
        then="W +2 mother 2-0",
        rule="PL-2",
    ),
    Example(
        text="W 1:2 18:1 19:12 | B 5:14 24:1 | W 6-1",
        line="18/24 1/2; done",
        then="W 1:1 2:1 19:12 24:1 | B 5:14 24:1p | B",
        rule="PL-2",
    ),
    Example(
        text="W 1:1 18:1 19:13 | B 5:14 24:1 | W 6-1",
        line="18/24 1/2; done",
        then="W +2 mother 2-0",
        rule="PL-2",
    ),
    Example(
        text="W 1:1 19:13 24:1 | B 5:14 24:1p | W 6-1",
        line="1/2; done",
        then="W +2 mother 2-0",
        rule="PL-2",
    ),
    Example(
        text="W 1:1 19:13 24:1 | B 7:1 20:13 24:1p | B 6-1",
        line="7/1; done",
        then="= mothers 0-0",
        rule="PL-3",
    ),
    Example(
        text="W 1:1p 18:1 19:13 | B 1:1 5:13 24:1 | W 6-1",
        line="18/24; done",
        then="= mothers 0-0",
        rule="PL-3",
    ),
    Example(text="W 12:1 18:1 | B 17:2 24:1 | W 6-5", plays=("18/24", "12/18/23"), rule="PL-4"),
    Example(text="W 12:1 18:1 | B 17:2 23:2 24:1 | W 6-5", plays=("18/24",), rule="PL-4"),
    Example(text="W 1:1p 12:1 18:1 | B 1:1 17:2 23:2 24:1 | W 6-5", plays=("18/24",), rule="PL-4"),
    Example(
        text="W 1:1 12:1 18:1 | B 7:2 17:2 23:2 24:1 | W 6-5",
        plays=("18/24 1/6", "12/18 1/6", "1/6/12"),
        rule="PL-4",
    ),
    Example(
        text="W 24:1 | B 1:2 3:1 | W 6-5", line="24/off; done", then="W +1 single 1-0", rule="PL-5"
    ),
    Example(text=_LOST, line="23/off; done", then="W +2 gammon 2-0", rule="PL-5"),
    Example(
        text="W 23:1 | B 1:13 24:1 | W 6-5",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="PL-5",
    ),
    Example(
        text="W 18:1 | B 1:13 24:1 | W 6-1", line="18/24; done", then="W +2 mother 2-0", rule="PL-5"
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="PL-5"),
    Example(text="W 1:13 18:2 | B 7:2 24:13 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    NO_CUBE,
    TWO_GAMES,
    Example(
        text="W 12:2 18:1 19:12 | B 1:14 24:1 | W 6-1 cube:2W",
        line="18/24; done",
        then="W +4 mother 4-0",
        options={"cube": True},
        rule="PL-5",
    ),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="PL-1"),
)
