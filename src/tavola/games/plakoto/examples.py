"""Worked examples of Plakoto."""

from __future__ import annotations

from tavola.games.common_examples import pinning
from tavola.rules.model.declaration import Example

EXAMPLES = (
    *pinning("PL-1", "PL-1", "PL-5"),
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
        text="W 18:1 | B 1:13 24:1 | W 6-1", line="18/24; done", then="W +2 mother 2-0", rule="PL-5"
    ),
    Example(
        text="W 12:2 18:1 19:12 | B 1:14 24:1 | W 6-1 cube:2W",
        line="18/24; done",
        then="W +4 mother 4-0",
        options={"cube": True},
        rule="PL-5",
    ),
)
