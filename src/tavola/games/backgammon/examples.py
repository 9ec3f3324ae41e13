"""Worked examples of Backgammon."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON,
    GO_ROUND,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    NO_BAN,
    NO_TRIPLE,
    NOT_YOUR_DOUBLE,
    ORDINARY,
    REFUSED_DOUBLE,
    START,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    Example(
        line="2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 4-3; 1/5* 2/5; done",
        then="B",
        rule="G1",
    ),
    *ORDINARY,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    BACKGAMMON,
    NO_TRIPLE,
    REFUSED_DOUBLE,
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
    Example(
        text="W 24:2 | B 6:13 bar:1 | W 5-3 cube:2B",
        line="24/off(2); done",
        then="W +6 backgammon 6-0",
        options={"triple": "always"},
        rule="2.1",
    ),
    Example(
        text="W 22:1 23:1 | B 1:15 | W 4-6 left:4",
        plays=("22/off", "23/off"),
        options={"big_number": "any_lower"},
        rule="2.1",
    ),
)
