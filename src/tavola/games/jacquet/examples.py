"""Worked examples of Jacquet."""

from __future__ import annotations

from tavola.games.common_examples import PARALLEL, PARALLEL_WORTH, SETTLED, WALL_BEHIND
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
_FIVE = "W 1:2 4:2 5:2 6:2 7:2 8:2 24:3 | B 13:15"
_LAST = "W 1:2 4:2 5:2 6:2 7:2 8:1 24:4 | B 13:15"
_BOTH = "W 1:2 4:2 5:2 6:2 7:2 8:2 23:1 24:2 | B 13:15"
_BEHIND = "W 2:3 3:3 4:3 22:1 23:2 24:3 | B 13:15"
_QUARTER = "W 1:2 2:2 3:2 4:2 5:2 23:1 24:4 | B 7:1 8:1 9:1 10:1 11:1 13:10"

EXAMPLES = (
    Example(then=START, rule="JA-1"),
    Example(text=f"{START} | W 6-5", plays=("1/7/12",), rule="JA-1"),
    Example(text=f"{START} | W 6-6", plays=("1/7",), rule="JA-1"),
    Example(text=f"{START} | B 3-1", plays=("13/17",), rule="JA-1"),
    Example(text="W 1:14 16:1 | B 13:15 | W 5-2", plays=("16/21 1/3", "16/23"), rule="JA-1"),
    Example(text="W 1:14 18:1 | B 13:15 | W 5-2", plays=("18/23 1/3", "18/20 1/6"), rule="JA-1"),
    Example(
        text="W 1:14 19:1 | B 13:15 | W 5-2",
        plays=("1/6 1/3", "1/8", "19/24 1/3", "19/21 1/6"),
        rule="JA-1",
    ),
    Example(
        text="W 1:14 18:1 | B 13:15 | W 5-2", line="1/6", then="refused runner_first", rule="JA-1"
    ),
    Example(text="W 24:15 | B 13:14 6:1 | B 6-1", plays=("6/12 13/14", "6/7 13/19"), rule="JA-1"),
    Example(text=f"{_LAST} | W 5-1", line="8/9", then="W 5-1 left:5", rule="JA-2"),
    Example(text=f"{_FIVE} | W 5-2", line="7/9", then="refused last_two_first", rule="JA-2"),
    Example(text=f"{_FIVE} | W 5-2", line="1/3", then="refused last_two_first", rule="JA-2"),
    Example(text=f"{_FIVE} | W 6-1", line="1/7", then="W 6-1 left:1", rule="JA-2"),
    Example(text=f"{_BOTH} | W 5-2", line="7/9", then="W 5-2 left:5", rule="JA-2"),
    Example(text=f"{_BOTH} | W 5-1", line="23/24; 4/9", then="refused last_two_first", rule="JA-2"),
    Example(text=f"{_BOTH} | W 5-1", line="4/9 23/24; done", then="B", rule="JA-2"),
    Example(text=f"{_BEHIND} | W 3-1", line="4/5", then="W 3-1 left:3", rule="JA-2"),
    Example(
        text="W 1:5 2:2 3:2 23:2 24:4 | B 13:15 | W 5-3",
        line="1/4",
        then="W 5-3 left:5",
        rule="JA-2",
    ),
    Example(
        text="W 24:15 | B 11:5 12:1 13:3 14:2 15:2 16:2 | B 5-2",
        line="12/off",
        then="refused not_home",
        rule="JA-2",
    ),
    Example(text=f"{_QUARTER} | W 5-2", line="1/6", then="W 5-2 left:2", rule="JA-2"),
    Example(
        text="W 22:1 | B 12:15 | W 4-3", line="22/off; done", then="W +2 gammon 2-0", rule="JA-3"
    ),
    SETTLED,
    WALL_BEHIND,
    *PARALLEL,
    *PARALLEL_WORTH,
)
