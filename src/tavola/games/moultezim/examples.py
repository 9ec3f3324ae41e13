"""Worked examples of Moultezim."""

from __future__ import annotations

from tavola.games.common_examples import (
    PARALLEL,
    PARALLEL_WORTH,
    WALL_BEHIND,
    WALL_FREE,
)
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
_FOUR = "W 14:2 15:2 16:2 17:2 24:7 | B 1:2 13:13"
_SINGLE = "W 14:1 15:2 16:2 17:2 24:8 | B 1:2 13:13"
_OWN = {"closed": "own"}
_QUARTER = "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:1 8:1 9:1 10:1 11:1 13:10"

EXAMPLES = (
    Example(then=START, rule="MZ-3"),
    Example(text=f"{START} | W 6-5", plays=("1/7/12",), rule="MZ-3"),
    Example(text=f"{START} | W 6-6", plays=("1/7",), rule="MZ-3"),
    Example(text=f"{START} | B 3-1", plays=("13/17",), rule="MZ-3"),
    Example(
        text="W 1:14 11:1 | B 13:15 | W 6-4",
        plays=("11/17 1/5", "11/17/21", "11/15 1/7"),
        rule="MZ-3",
    ),
    Example(
        text="W 1:14 7:1 | B 13:15 | W 5-4", line="1/6", then="refused runner_first", rule="MZ-3"
    ),
    Example(
        text="W 1:14 13:1 | B 14:15 | W 6-2",
        plays=("13/19 1/3", "13/19/21", "13/15 1/7"),
        rule="MZ-3",
    ),
    Example(
        text="W 1:14 14:1 | B 15:15 | W 6-2",
        plays=("1/7 1/3", "1/9", "14/20 1/3", "14/22", "14/16 1/7"),
        rule="MZ-3",
    ),
    Example(text=f"{_FOUR} | W 2-1", line="17/18", then="refused enemy_quarter_full", rule="MZ-1"),
    Example(
        text="W 12:1 14:2 15:2 16:2 17:2 24:6 | B 1:2 20:13 | W 6-1",
        line="12/13",
        then="refused enemy_quarter_full",
        rule="MZ-1",
    ),
    Example(
        text="W 24:15 | B 1:2 2:2 3:2 4:2 12:7 | B 4-1",
        line="2/6",
        then="refused enemy_quarter_full",
        rule="MZ-1",
    ),
    Example(
        text=f"{_FOUR} | W 2-1",
        plays=(
            "14/15 14/16",
            "14/15 17/19",
            "14/16 15/16",
            "14/17",
            "15/16 15/17",
            "15/16 17/19",
            "15/17 16/17",
            "16/17 16/18",
            "16/19",
            "17/19 17/18",
            "17/20",
        ),
        rule="MZ-2",
    ),
    Example(text=f"{_SINGLE} | W 4-3", line="14/18", then="W 4-3 left:3", rule="MZ-2"),
    Example(text=f"{_SINGLE} | W 4-3", line="14/18 15/18; done", then="B", rule="MZ-2"),
    Example(text=f"{_QUARTER} | W 5-2", line="1/6", then="W 5-2 left:2", rule="MZ-1"),
    Example(
        text=f"{_QUARTER} | W 5-2",
        line="1/6",
        then="refused quarter_full",
        options=_OWN,
        rule="MZ-1",
    ),
    Example(text=f"{_FOUR} | W 2-1", line="17/18", then="W 2-1 left:2", options=_OWN, rule="MZ-1"),
    WALL_FREE,
    WALL_BEHIND,
    *PARALLEL,
    *PARALLEL_WORTH,
)
