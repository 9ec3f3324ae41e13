"""Worked examples of Catch me."""

from __future__ import annotations

from tavola.games.common_examples import (
    COMMON,
)
from tavola.rules.model.declaration import Example

_RING = "W 19:1 20:1 21:1 22:1 23:1 24:1 | B 1:1 2:1 3:1 4:1 5:1 6:1"

EXAMPLES = (
    Example(then=_RING, rule="3.14"),
    Example(
        text=f"{_RING} | W 6-4",
        plays=("24/14", "23/13", "22/12", "21/11", "20/10", "19/9"),
        rule="CM-1",
    ),
    Example(
        text=f"{_RING} | W 1-1",
        plays=("24/18", "23/18", "22/18", "21/18", "20/18", "19/17"),
        rule="3.14",
    ),
    Example(
        text=f"{_RING} | B 6-1",
        plays=("1/8", "2/9", "3/10", "4/11", "5/12", "6/13"),
        rule="CM-1",
    ),
    Example(text=f"{_RING} | W", line="5-3; done; " * 5, then="B", rule="3.14"),
    Example(
        line="6-5; 2-1; 24/18; done; 3-3; 1/7; done; 4-4; 2/10; done; 6-2; 3/11; done",
        then="W",
        rule="CM-2",
    ),
    Example(
        text="W 9:1 20:1 | B 2:1 15:1 | W 6-1",
        line="9/2*; done",
        then="W 2:1 20:1 | B 18:1 | B",
        rule="CM-4",
    ),
    Example(text="W 2:1 9:1 | B 1:1 15:1 | W 6-1", plays=("9/1*", "2/19"), rule="3.14"),
    Example(text="W 13:1 | B 3:1 7:1 12:1 | W 6-1", plays=("13/12*/6", "13/7*/6"), rule="CM-5"),
    Example(text="W 13:1 | B 12:1 | W 6-1", plays=("13/12*", "13/7/6"), rule="D9"),
    Example(text="W 13:1 | B 2:1 3:1 | W 6-6", plays=("13/7/1",), rule="CM-5"),
    Example(text="W 13:1 | B 2:1 3:1 | W 4-4", line="done", then="W second", rule="CM-5"),
    Example(
        text="W 15:1 | B 10:1 13:1 | W 5-4",
        line="done",
        then="W 13:1 | B 12:1 | B",
        rule="CM-4",
    ),
    Example(
        text="W 13:1 | B 12:1 | W 5-1", line="13/12*; done", then="W +1 single 1-0", rule="3.14"
    ),
    *COMMON,
    Example(
        text="W 13:1 | B 2:1 3:1 | W 6-5", plays=("13/1",), options={"corners": 4}, rule="CM-3"
    ),
)
