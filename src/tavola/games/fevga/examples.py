"""Worked examples of Fevga."""

from __future__ import annotations

from tavola.games.common_examples import PARALLEL, SETTLED
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
_WALL = "W 14:2 15:2 16:2 17:2 18:2 19:2 20:3 | B 13:15 | W 2-1"
_QUARTER = "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:1 8:1 9:1 10:1 11:1 13:10"
_LOST = "W 23:1 | B 13:14 7:1 | W 5-3"

EXAMPLES = (
    Example(then=START, rule="FE-1"),
    Example(text=f"{START} | W 6-5", plays=("1/7/12",), rule="FE-1"),
    Example(text=f"{START} | W 6-6", plays=("1/7",), rule="FE-1"),
    Example(text=f"{START} | B 6-6", plays=("13/19",), rule="FE-1"),
    Example(text=f"{START} | B 3-1", plays=("13/17",), rule="FE-1"),
    Example(
        text="W 1:14 11:1 | B 13:15 | W 6-4",
        plays=("11/17 1/5", "11/17/21", "11/15 1/7"),
        rule="FE-1",
    ),
    Example(
        text="W 1:14 7:1 | B 13:15 | W 5-4", line="1/6", then="refused runner_first", rule="FE-1"
    ),
    Example(text="W 1:14 7:1 | B 13:14 8:1 | W 6-1", plays=(), rule="FE-1"),
    Example(
        text="W 1:13 5:1 18:1 | B 13:14 19:1 | W 6-1",
        plays=("1/7 1/2", "1/7/8", "1/7 5/6", "5/11 1/2", "5/11/12", "18/24 1/2", "18/24 5/6"),
        rule="FE-1",
    ),
    Example(
        text="W 1:10 2:1 3:1 4:1 5:1 24:1 | B 7:1 8:1 9:1 13:12 | W 6-5",
        plays=("5/10 4/10", "5/10/16", "4/10 1/6", "4/10/15", "5/11 1/6"),
        rule="FE-2",
    ),
    Example(
        text="W 1:14 13:1 | B 14:15 | W 6-2",
        plays=("13/19 1/3", "13/19/21", "13/15 1/7"),
        rule="FE-1",
    ),
    Example(
        text="W 1:14 14:1 | B 15:15 | W 6-2",
        plays=("1/7 1/3", "1/9", "14/20 1/3", "14/22", "14/16 1/7"),
        rule="FE-1",
    ),
    Example(text=f"{_QUARTER} | W 5-2", line="1/6", then="refused quarter_full", rule="FE-2"),
    Example(
        text=_WALL,
        plays=(
            "14/16 14/15",
            "15/17 15/16",
            "16/18 16/17",
            "17/19 17/18",
            "18/20 18/19",
            "19/21 19/20",
        ),
        rule="FE-3",
    ),
    Example(text=_WALL, line="20/22", then="refused shut_in", rule="FE-3"),
    Example(
        text="W 14:1 15:2 16:2 17:2 18:2 19:2 20:4 | B 13:15 | W 6-6",
        line="20/off",
        then="refused not_home",
        rule="FE-3",
    ),
    Example(
        text="W 13:1 14:1 15:1 16:1 17:1 18:1 20:9 | B 12:1 19:14 | W 1-1",
        line="18/19",
        then="refused blocked",
        rule="FE-3",
    ),
    *PARALLEL,
    SETTLED,
    Example(text=_LOST, line="23/off; done", then="W +2 gammon 2-0", rule="3.8"),
    Example(
        text="W 23:1 | B 13:13 7:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="3.8",
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="3.8"),
    Example(line="6-5; double", then="refused no_cube", rule="3.8"),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="3.8"),
    Example(
        text=_LOST,
        line="23/off; done",
        then="W +1 single 1-0",
        options={"score": "single"},
        rule="3.8",
    ),
)
