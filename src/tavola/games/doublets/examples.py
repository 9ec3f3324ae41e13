"""Worked examples of Doublets."""

from __future__ import annotations

from tavola.games.common_examples import (
    COMMON,
)
from tavola.rules.model.declaration import Example

_TOWERS = "W 19:2 20:2 21:2 22:2 23:2 24:2 stage:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"

_BLACK = "B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"

EXAMPLES = (
    Example(then=_TOWERS, rule="3.15"),
    Example(
        line="6-5; 3-6; 19/19 22/22; done",
        then=f"W 19:2s 20:2 21:2 22:2s 23:2 24:2 stage:1 | {_BLACK} | B",
        rule="3.15",
    ),
    Example(
        line="6-5; 2-1; 24/24 23/23; done; 4-4; 4/4; done; 3-3; 3/3; done; 6-4; 6/6; done",
        then="W",
        rule="3.15",
    ),
    Example(
        text=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s | {_BLACK} | W 6-3",
        line="22/22 19/19",
        then=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s stage:2 | {_BLACK} | W 6-3 part:1 ended:end",
        rule="DO-4",
    ),
    Example(
        text=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s | {_BLACK} | W 6-3",
        line="19/19 22/22",
        then=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s stage:2 | {_BLACK} | W 6-3 part:1 ended:end",
        rule="DO-4",
    ),
    Example(
        text=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s | {_BLACK} | W 6-6",
        line="19/19; done",
        then=f"W 19:2s 20:2s 21:2s 22:2s 23:2s 24:2s stage:2 | {_BLACK} | W second",
        rule="3.15",
    ),
    Example(
        text=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s | {_BLACK} | W 6-6",
        line="done",
        then="W second",
        rule="3.15",
    ),
    Example(
        text=f"W 23:1 24:2 stage:3 | {_BLACK} | W 2-5", line="23/off; done", then="B", rule="DO-3"
    ),
    Example(
        text=f"W 24:2 stage:3 | {_BLACK} | W 1-5",
        line="24/off",
        then=f"W 24:1 stage:3 | {_BLACK} | W 1-5 part:1 ended:end",
        rule="DO-2",
    ),
    Example(
        text=f"W 23:1 stage:3 | {_BLACK} | W 2-5",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="3.15",
    ),
    Example(
        text="W 24:2 stage:3 | B 1:2 stage:3 | W", line="6-5; done; " * 5, then="B", rule="G10"
    ),
    *COMMON,
    Example(
        text=f"W 23:1 24:2 stage:3 | {_BLACK} | W 1-5",
        line="24/off",
        then=f"W 23:1 stage:3 | {_BLACK} | W 1-5 part:1 ended:end",
        options={"bear_off_by": "tower"},
        rule="DO-2",
    ),
)
