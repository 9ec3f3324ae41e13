"""Worked examples of Reverse."""

from __future__ import annotations

from tavola.games.common_examples import (
    CUBE_EXAMPLES,
    DANCE,
    LAST_CHECKER,
    NO_KEEPING,
    ORDINARY,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    TURNS,
    NO_KEEPING,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        text="W 24:1 | B 1:15 | W 3-1", line="24/off; done", then="B +1 single 0-1", rule="3.22"
    ),
    Example(
        text="W 24:1 | B 1:15 | W 6-6 cube:2B",
        line="24/off; done",
        then="B +2 single 0-2",
        rule="VK-1",
    ),
    Example(line="6-5; resign 2", then="refused bad_resignation", rule="VK-1"),
    *CUBE_EXAMPLES,
    DANCE,
    TWO_GAMES,
)
