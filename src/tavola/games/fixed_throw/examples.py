"""Worked examples of Fixed Throw."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON,
    CUBE_EXAMPLES,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE,
    ORDINARY,
    START,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        line="6-5; 6-5; 1/12; done; 6-5; 24/13; done; 4-3", then="refused fixed_throw", rule="3.19"
    ),
    Example(
        line="6-5; 2-1; 12/14 1/2; done; 2-1; 24/23 13/11; done", then="W fixed:2-1", rule="3.19"
    ),
    Example(
        text="W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | W 2-1",
        line="done; 2-1; done",
        then="= stalemate 0-0",
        rule="FW-2",
    ),
    Example(
        text="W bar:1 | B 5:1 | W fixed:5-5",
        line="5-5; bar/5*/20; done; 5-5; bar/20*/5; done; " * 2,
        then="= repetition 0-0",
        rule="G10",
    ),
    Example(
        text="W bar:1 | B 5:1 | W fixed:5-5",
        line="5-5; bar/5*/20; done; 5-5; bar/20*/5; done; " * 2 + "5-5; bar/5*/20; done",
        then="B fixed:5-5",
        options={"repetition": False},
        rule="G10",
    ),
    Example(line="6-5; 4-4", then="refused bad_dice", options={"doubles": False}, rule="FW-1"),
    NO_KEEPING,
    BACKGAMMON,
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    TWO_GAMES,
)
