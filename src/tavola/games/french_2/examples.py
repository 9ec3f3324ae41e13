"""Worked examples of French Backgammon 2."""

from __future__ import annotations

from tavola.games.common_examples import (
    COMMON,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    Example(then="W res:3 | B res:3", rule="3.9"),
    Example(text="W res:3 | B res:3 | W 5-3", plays=("res/5 res/3", "res/5/8"), rule="F2-3"),
    Example(text="W res:3 | B res:3 | B 5-3", plays=("res/20 res/22", "res/20/17"), rule="F2-1"),
    Example(text="W 4:1 7:1 res:1 | B res:3 | W 3-3", plays=("res/3", "7/10"), rule="3.9"),
    Example(
        text="W 4:1 res:2 | B 16:1 res:2 | W 5-2",
        plays=("4/9* res/2", "4/9*/11", "4/6 res/5", "4/6/11"),
        rule="3.9",
    ),
    Example(text="W 3:1 5:1 res:1 | B res:3 | W 4-6", plays=("5/11 3/7",), rule="3.9"),
    Example(text="W 9:1 11:1 12:1 | B res:3 | W 2-2", plays=(), rule="3.9"),
    Example(text="W 8:1 9:1 10:1 | B res:3 | W 1-1", plays=("10/11",), rule="3.9"),
    Example(text="W 9:1 12:2 | B res:3 | W 4-1", plays=("9/10",), rule="3.9"),
    Example(text="W 10:1 12:2 | B res:3 | W 2-1", plays=("10/12",), rule="D3"),
    Example(text="W 1:1 8:1 bar:1 | B res:3 | W 6-1", plays=(), rule="F2-3"),
    Example(text="W 4:1 8:1 bar:1 | B res:3 | W 6-2", plays=("bar/2",), rule="F2-5"),
    Example(
        text="W 10:1 12:1 res:1 | B 13:2 15:1 | W 2-4",
        line="10/12 res/4; done",
        then="W 4:1 12:2 | B 13:2 15:1 | B",
        rule="F2-2",
    ),
    Example(
        text="W 4:1 res:2 | B 16:1 res:2 | W 5-2",
        line="4/9*/11; done; 3-2; bar/22 22/20; done",
        then="W 11:1 res:2 | B 20:1 res:2 | W",
        rule="3.9",
    ),
    Example(
        line="6-5; 2-1; res/2 res/1; done; 3-3; res/22; done; 6-4; 2/8/12; done",
        then="B",
        rule="3.9",
    ),
    Example(
        text="W 9:1 12:2 | B res:3 | W 2-1",
        line="9/11/12; done",
        then="W +1 single 1-0",
        rule="3.9",
    ),
    Example(
        text="W 3:1 12:1 bar:1 | B 13:1 22:1 bar:1 | W",
        line="6-5; done; " * 5,
        then="B",
        rule="G10",
    ),
    Example(
        text="W 1:1 8:1 bar:1 | B 17:1 24:1 bar:1 | W",
        line="6-5; done; 2-1; done",
        then="= stalemate 0-0",
        rule="F2-3",
    ),
    *COMMON,
    Example(
        text="W res:3 | B res:3 | W 5-3",
        plays=("res/3",),
        options={"numbers_used": "lower"},
        rule="F2-4",
    ),
)
