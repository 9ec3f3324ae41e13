"""Worked examples of Narde."""

from __future__ import annotations

from tavola.games.common_examples import PARALLEL, SETTLED
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
_FIVE = "W 1:9 14:1 15:1 16:1 17:1 18:2"
_LOST = "W 23:1 | B 13:14 7:1 | W 5-3"

EXAMPLES = (
    Example(then=START, rule="NA-1"),
    Example(text=f"{START} | W 6-5", plays=("1/7/12",), rule="NA-1"),
    Example(text=f"{START} | W 6-6", plays=("1/7(2)",), rule="NA-1"),
    Example(text=f"{START} | W 3-3", plays=("1/7(2)", "1/10 1/4"), rule="NA-1"),
    Example(text=f"{START} | B 4-4", plays=("13/21(2)",), rule="NA-1"),
    Example(text=f"{START} | B 2-2", plays=("13/21",), rule="NA-1"),
    Example(text="W 1:14 7:1 | B 13:15 | W 6-6", plays=("1/7",), rule="NA-1"),
    Example(
        text="W 1:14 5:1 | B 13:15 | W 4-2",
        plays=("1/7", "5/9 1/3", "5/11"),
        rule="NA-1",
    ),
    Example(
        text="W 1:14 5:1 | B 13:15 | W 4-2", line="1/5; 1/3", then="refused head_once", rule="NA-1"
    ),
    Example(text=f"{START} | W 4-3", line="1/5; 1/4", then="refused head_once", rule="NA-1"),
    Example(text=f"{START} | W 3-3", line="1/4; 1/4; 1/4", then="refused head_once", rule="NA-1"),
    Example(text=f"{_FIVE} | B 13:15 | W 5-1", line="14/19", then="W 5-1 left:1", rule="NA-2"),
    Example(text=f"{_FIVE} | B 13:15 | W 1-1", line="18/19", then="refused walled", rule="NA-2"),
    Example(
        text=f"{_FIVE} | B 13:14 20:1 | W 5-1",
        line="18/19",
        then="W 5-1 left:5",
        rule="NA-2",
    ),
    Example(
        text="W 1:11 2:1 3:1 4:1 5:1 | B 7:1 13:14 | W 5-2",
        line="1/6",
        then="W 5-2 left:2",
        rule="NA-2",
    ),
    Example(text=f"{_FIVE} | B 13:14 20:1 | W 5-1", line="1/6 18/19; done", then="B", rule="NA-2"),
    *PARALLEL,
    SETTLED,
    Example(text=_LOST, line="23/off; done", then="W +2 gammon 2-0", rule="NA-3"),
    Example(
        text="W 23:1 | B 13:13 7:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="NA-3",
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="NA-3"),
    Example(line="6-5; double", then="refused no_cube", rule="NA-3"),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="NA-3"),
    Example(
        text=_LOST,
        line="23/off; done",
        then="W +1 single 1-0",
        options={"score": "single"},
        rule="NA-3",
    ),
)
