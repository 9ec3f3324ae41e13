"""Worked examples of LongGammon."""

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

_START = "W 1:15 | B 24:15"
_TURNS = "6-5; 1/7 1/6; done; 6-6; 24/18(2) 18/12/6*; done; 2-1; bar/2 1/2; done"

EXAMPLES = (
    Example(then=_START, rule="LO-1"),
    Example(line=_TURNS, then="B", rule="G1"),
    Example(text=f"{_START} | B 6-5", plays=("24/13", "24/18 24/19"), rule="LO-1"),
    Example(
        text="W 1:13 6:1 7:1 | B 24:15 | B 6-6",
        plays=("24/18(4)", "24/12 24/18(2)", "24/12(2)", "24/6* 24/18"),
        rule="G2",
    ),
    Example(
        text="W 1:13 5:1 7:1 | B 18:2 24:13 | W 6-4", line="1/7 1/5; done", then="B", rule="LO-1"
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
    Example(line="3-1; 1/4 1/2", then="refused not_now", options={"opening": "fresh"}, rule="G1"),
    Example(line="3-1; keep; 1/4 1/2; done", then="B", options={"opening": "choice"}, rule="G1"),
)
