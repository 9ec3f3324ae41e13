"""Worked examples of Pin."""

from __future__ import annotations

from tavola.games.common_examples import (
    BIG_NUMBER,
    NO_KEEPING,
)
from tavola.rules.model.declaration import Example
from tavola.rules.model.match_rules import MatchRules

_PIN = "W 1:13 8:1 10:1 | B 15:1 17:1 24:13"

EXAMPLES = (
    Example(then=_PIN, rule="PI-1"),
    Example(
        text=f"{_PIN} | W 6-1",
        plays=(
            "1/7 1/2",
            "1/7/8",
            "1/7 8/9",
            "1/7 10/11",
            "8/14 1/2",
            "8/14/15",
            "8/14 10/11",
            "10/16 1/2",
            "10/16 8/9",
            "10/16/17",
        ),
        rule="3.13",
    ),
    Example(text="W 8:1 24:14 | B 2:12 11:2 13:1 | W 3-5", plays=("8/13/16",), rule="3.13"),
    Example(text="W 8:1 24:14 | B 11:2 16:2 | W 3-5", plays=(), rule="3.13"),
    Example(text="W 5:1 10:1p 24:13 | B 10:1 | W 4-5", plays=("5/9/14",), rule="3.13"),
    Example(
        text="W 8:1 13:1 | B 13:1p | W 5-1",
        plays=("13/18 8/9", "13/18/19", "8/13 13/14"),
        rule="PI-2",
    ),
    Example(text="W 8:1 13:1 | B 13:1p 18:1 | B 5-1", plays=("18/17/12",), rule="PI-2"),
    Example(text="W 20:1p 23:2 24:1 | B 1:3 20:1 | W 6-4", plays=(), rule="PI-3"),
    BIG_NUMBER,
    Example(text="W 24:1 | B 1:1 | W 3-3", plays=("24/off",), rule="D2"),
    Example(
        line=(
            "6-5; 2-1; 1/2 1/3; done; 5-5; 24/19(4); done; 2-1; 1/3 2/3; done; "
            "6-5; 24/13; done; 6-1; 8/14 1/2; done; 6-5; 24/13; done"
        ),
        then="W",
        rule="3.13",
    ),
    NO_KEEPING,
    Example(
        text="W 24:1 | B 1:2 3:1 | W 6-5", line="24/off; done", then="W +5 single 5-0", rule="3.13"
    ),
    Example(
        text="W 23:1 | B 1:14 24:1 | W 6-5",
        line="23/off; done",
        then="W +114 backgammon 114-0",
        rule="PI-5",
    ),
    Example(
        text="W 23:1 | B 1:13 24:1 | W 6-5",
        line="23/off; done",
        then="W +37 single 37-0",
        rule="PI-5",
    ),
    Example(text="W 1:13 18:2 | B 7:2 24:13 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    Example(
        text="W 1:1p 24:1 | B 1:1 24:1p | W",
        line="6-5; done; 2-1; done",
        then="= stalemate 0-0",
        rule="G10",
    ),
    Example(line="6-5; double", then="refused no_cube", rule="3.13"),
    Example(
        line="3-1; resign 1; accept; next; 3-1; resign 2; accept",
        then="B +688 resign 0-1032",
        match=MatchRules(games=3),
        rule="2.3",
    ),
    Example(
        text="W 1:14 18:1 | B 13:14 24:1 | W 6-1",
        line="1/2 18/24; done",
        then="W +618 mother 618-0",
        options={"mother": True},
        rule="PI-4",
    ),
    Example(then="W 1:15 | B 24:15", options={"start": "15"}, rule="PI-1"),
)
