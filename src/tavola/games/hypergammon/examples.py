"""Worked examples of Hypergammon."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR,
    BOTH,
    GO_ROUND,
    HIGHER,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example
from tavola.rules.model.match_rules import MatchRules

_START = "W 1:1 2:1 3:1 | B 22:1 23:1 24:1"

EXAMPLES = (
    Example(then=_START, rule="start"),
    Example(
        line="2-1; 1/3 2/3; done; 6-6; 24/18/12/6 23/17; done; 4-3; 3/7 3/6*; done",
        then="B",
        rule="G1",
    ),
    Example(
        text=f"{_START} | B 6-5",
        plays=(
            "24/13",
            "24/18 23/18",
            "24/18 22/17",
            "24/19 23/17",
            "24/19 22/16",
            "23/12",
            "23/17 22/17",
            "23/18 22/16",
            "22/11",
        ),
        rule="G2",
    ),
    BAR,
    Example(
        text="W bar:2 12:1 | B 4:2 6:1 | W 1-1",
        plays=("bar/1(2) 12/14", "bar/1(2) 12/13 1/2", "bar/1(2) 1/2(2)", "bar/1(2) 1/3"),
        rule="G5",
    ),
    Example(text="W bar:2 19:1 | B 4:2 6:1 | W 4-5", plays=("bar/5",), rule="G5"),
    HIGHER,
    BOTH,
    Example(
        text="W 22:1 23:1 24:1 | B 1:2 2:1 | W 4-1",
        plays=("22/off 23/24", "22/off 24/off", "22/23/off"),
        rule="G6",
    ),
    Example(
        text="W 18:1 19:1 24:1 | B 1:3 | W 6-4", plays=("18/24 19/23", "18/22 19/off"), rule="G6"
    ),
    Example(text="W 10:1 11:1 | B 1:1 | W 2-1", plays=("10/12 11/12", "10/13", "11/14"), rule="G3"),
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    Example(
        text="W 23:1 | B 6:1 5:1 24:1 | W 5-3 cube:4W",
        line="23/off; done",
        then="W +12 backgammon 12-0",
        rule="G7",
    ),
    Example(
        text="W 23:1 | B 6:2 5:1 | W 5-3", line="23/off; done", then="W +2 gammon 2-0", rule="G7"
    ),
    Example(
        text="W 24:2 | B 6:1 bar:1 | W 5-3 cube:2B",
        line="24/off(2); done",
        then="W +2 single 2-0",
        rule="G7",
    ),
    Example(text=f"{_START} | W cube:2W", line="double; drop", then="W +2 drop 2-0", rule="G8"),
    Example(text=f"{_START} | W", line="double B", then="refused not_your_turn", rule="G8"),
    Example(
        text=f"{_START} | W cube:2W",
        line="double",
        then="W double 4",
        match=MatchRules(length=3, games=None),
        rule="2.2",
    ),
    GO_ROUND,
    TWO_GAMES,
    Example(line="3-1; 1/4 2/3", then="refused not_now", options={"opening": "fresh"}, rule="G1"),
    Example(line="3-1; keep; 1/4 2/3; done", then="B", options={"opening": "choice"}, rule="G1"),
)
