"""Worked examples of Moultezim."""

from __future__ import annotations

from tavola.games.common_examples import PARALLEL
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
_FOUR = "W 14:2 15:2 16:2 17:2 24:7 | B 1:2 13:13"
_SINGLE = "W 14:1 15:2 16:2 17:2 24:8 | B 1:2 13:13"
_OWN = {"closed": "own"}
_QUARTER = "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:1 8:1 9:1 10:1 11:1 13:10"
_LOST = "W 23:1 | B 13:14 7:1 | W 5-3"

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
        text=f"{_FOUR} | W 2-1",
        plays=("17/19 16/17", "16/18/19", "17/19/20"),
        rule="MZ-2",
    ),
    Example(
        text=f"{_SINGLE} | W 4-3",
        plays=("14/18 15/18", "14/18 16/19", "14/18 17/20", "17/21 16/19"),
        rule="MZ-2",
    ),
    *PARALLEL,
)
