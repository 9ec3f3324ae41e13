"""Worked examples of Tavla."""

from __future__ import annotations

from tavola.games.common_examples import (
    DANCE,
    GO_ROUND,
    LAST_CHECKER,
    NO_CUBE,
    NO_KEEPING,
    ORDINARY,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_LOST = "W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3"
_HIT = "W 12:1 17:1 19:13 | B 13:14 20:1 | W 3-1"

EXAMPLES = (
    START,
    *ORDINARY,
    Example(
        text="W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1",
        line="17/20 19/20; done",
        then="B",
        rule="TV-1",
    ),
    Example(text=_HIT, line="17/20*; 20/21", then="refused hitter_stays", rule="TV-2"),
)
