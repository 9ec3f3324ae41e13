"""Worked examples of Open Throw."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.common_examples import (
    BACKGAMMON_WITHOUT_CUBE,
    DANCE,
    LAST_CHECKER,
    NO_CUBE,
    NO_KEEPING,
    NO_TRIPLE_WITHOUT_CUBE,
    ORDINARY,
    STANDARD,
    START,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        line=("6-5; 2-1; 1-1; 12/14 1/2; done; 4-3; 24/23(2) 8/7 6/5; done; 6-6; 1/5* 2/5; done"),
        then="B ahead:B6-6",
        rule="3.21",
    ),
    Example(line="6-5; 3-1; 12/15", then="refused not_now", rule="3.21"),
    Example(
        text=f"{STANDARD} | W ahead:W3-1",
        line="double; take; 6-6; 17/20 19/20; done; 5-2; 24/18(2) 13/7(2); done",
        then="W ahead:W5-2 cube:2B",
        options={"cube": True},
        rule="OW-1",
    ),
    replace(DANCE, line="4-3; " + "4-3; done; " * 5, then="B ahead:B4-3"),
    NO_KEEPING,
    BACKGAMMON_WITHOUT_CUBE,
    NO_TRIPLE_WITHOUT_CUBE,
    NO_CUBE,
    TWO_GAMES,
)
