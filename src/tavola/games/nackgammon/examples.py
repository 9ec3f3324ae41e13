"""Worked examples of Nackgammon."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON,
    BAR,
    BAR_ACES,
    BAR_CLOSED,
    BIG_NUMBER,
    BOTH,
    GO_ROUND,
    HIGHER,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    NO_BAN,
    NO_TRIPLE,
    NOT_HOME,
    NOT_YOUR_DOUBLE,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_START = "W 1:2 2:2 12:4 17:3 19:4 | B 6:4 8:3 13:4 23:2 24:2"
_TURNS = "2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 4-3; 1/5* 2/5; done"

EXAMPLES = (
    Example(then=_START, rule="start"),
    Example(line=_TURNS, then="B", rule="G1"),
    Example(
        text=f"{_START} | B 6-5",
        plays=(
            "24/13",
            "24/18 23/18",
            "24/18 13/8",
            "24/18 8/3",
            "23/18 13/7",
            "13/7 13/8",
            "13/7 8/3",
        ),
        rule="G2",
    ),
    BAR,
    BAR_ACES,
    BAR_CLOSED,
    HIGHER,
    BOTH,
    BIG_NUMBER,
    NOT_HOME,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    BACKGAMMON,
    NO_TRIPLE,
    Example(text=f"{_START} | W cube:2W", line="double; drop", then="W +2 drop 2-0", rule="G8"),
    NOT_YOUR_DOUBLE,
    NO_BAN,
    GO_ROUND,
    TWO_GAMES,
    Example(
        line="3-1; 17/20 19/20", then="refused not_now", options={"opening": "fresh"}, rule="G1"
    ),
    Example(
        line="3-1; keep; 17/20 19/20; done", then="B", options={"opening": "choice"}, rule="G1"
    ),
)
