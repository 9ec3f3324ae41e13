"""Worked examples of Gul bara."""

from __future__ import annotations

from tavola.games.common_examples import (
    PARALLEL_ANY,
    PARALLEL_WORTH,
    SETTLED,
    WALL_BEHIND,
    WALL_FREE,
)
from tavola.rules.model.declaration import Example

START = "W 1:15 runs:4 | B 13:15 runs:4"
_QUARTER = "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:1 8:1 9:1 10:1 11:1 13:10"
_FIVES = "W 1:5 24:10 | B 13:15"
_FAILS = "W 12:1 13:1 24:13 | B 6:11 16:1 17:1 21:2 | W 3-3"
_THREE = "6-5; 6-5; 1/7 1/6; done; 6-5; 13/24; done; 2-1; 1/3 1/2; done; 2-1; 13/16; done; 2-1; 1/4"
_HANDED = {"remainder": "handed"}
_ONE = {"heads": "one"}

EXAMPLES = (
    Example(then=START, rule="GB-1"),
    Example(
        text="W 1:15 runs:3 | B 13:15 runs:4 | W 4-4",
        plays=("1/9(2)", "1/9 1/5(2)", "1/5(4)"),
        rule="GB-1",
    ),
    Example(line="6-5; 4-4; 1/5(4); done", then="B", rule="GB-1"),
    Example(
        line="6-5; 4-4; 1/5(4)",
        then="W 4-4 part:1 left:5,5,5,5",
        options={"runs": 1},
        rule="GB-1",
    ),
    Example(
        line=f"{_THREE}; done; 2-1; 13/16; done; 5-5; 1/6(4)",
        then="W 5-5 part:1 left:6,6,6,6",
        rule="GB-1",
    ),
    Example(
        line="6-5; 6-5; 1/7 1/6; done; 5-5; 13/18(4); done; 4-4; 1/5(4); done",
        then="B",
        rule="GB-1",
    ),
    Example(
        text="W 1:15 runs:1 | B 13:15 runs:1 | W",
        line="4-4; 1/5(4)",
        then="W 4-4 part:1 left:5,5,5,5",
        rule="GB-1",
    ),
    Example(
        text=f"{_FIVES} | W 5-5",
        plays=("1/11(2)", "1/21", "1/16 1/6", "1/11 1/6(2)", "1/6(4)"),
        rule="GB-1",
    ),
    Example(text=f"{_FIVES} | W 5-5", line="1/6(4)", then="W 5-5 part:1 left:6,6,6,6", rule="GB-1"),
    Example(text=f"{_FIVES} | W 5-5", line="1/6(4) 6/12(4); done", then="B", rule="GB-1"),
    Example(text="W 1:5 24:10 | B 13:15 | W 6-6", line="1/7(4); done", then="B", rule="GB-1"),
    Example(text=_FAILS, plays=("12/15/18",), rule="GB-2"),
    Example(text=_FAILS, line="12/15/18; done", then="B", rule="GB-2"),
    Example(
        text=_FAILS,
        line="12/15/18; done",
        then="B heir:3x2 left:3,3 second",
        options=_HANDED,
        rule="GB-2",
    ),
    Example(
        text="W 1:5 24:10 | B 13:15 | W 6-6",
        line="1/7(4); done",
        then="B",
        options=_HANDED,
        rule="GB-2",
    ),
    Example(
        text="W 1:14 5:1 | B 13:15 | W 6-5",
        plays=("1/7 1/6", "1/12", "1/7 5/10", "1/6 5/11", "5/16"),
        rule="GB-3",
    ),
    Example(
        text="W 1:15 runs:4 | B 13:15 runs:4",
        line="6-5; 6-5; 1/7; 1/6",
        then="refused head_once",
        options=_ONE,
        rule="GB-3",
    ),
    Example(
        text="W 1:3 2:3 24:9 | B 13:15 | W 5-5",
        line="1/6; 1/6",
        then="refused head_once",
        options=_ONE,
        rule="GB-3",
    ),
    Example(
        text="W 1:3 2:3 24:9 | B 13:15 | W 5-5",
        line="1/6 2/7(3); 1/7",
        then="refused head_once",
        options=_ONE,
        rule="GB-3",
    ),
    Example(
        text="W 1:15 | B 13:15 | W 3-3",
        line="1/4(2); 4/7(2); 1/5",
        then="refused head_once",
        options=_ONE,
        rule="GB-3",
    ),
    Example(text=f"{_QUARTER} | W 5-2", line="1/6", then="W 5-2 left:2", rule="GB-4"),
    Example(
        text="W 19:1 20:1 | B 7:15 | W 6-5", plays=("19/off 20/off", "19/24 20/off"), rule="GB-4"
    ),
    Example(text="W 24:15 | B 12:14 22:1 | B 5-2", plays=("22/3/5",), rule="GB-4"),
    SETTLED,
    WALL_FREE,
    WALL_BEHIND,
    *PARALLEL_ANY,
    *PARALLEL_WORTH,
)
