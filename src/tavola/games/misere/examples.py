"""Worked examples of Misère."""

from __future__ import annotations

from tavola.games.common_examples import (
    CUBE_EXAMPLES,
    DANCE,
    LAST_CHECKER,
    ORDINARY,
    START,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_TURNS = "2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 4-3; 1/5* 2/5; done"

EXAMPLES = (
    START,
    Example(line=_TURNS, then="B", rule="MI-1"),
    *ORDINARY,
    LAST_CHECKER,
    Example(
        text="W 19:5 20:5 24:5 | B 1:2 2:1 | W 2-1", line="19/21 19/20; done", then="B", rule="MI-1"
    ),
    Example(
        text="W 24:1 | B 1:15 | W 3-1", line="24/off; done", then="B +1 single 0-1", rule="MI-1"
    ),
    Example(
        text="W 24:1 | B 1:15 | W 6-6 cube:2B",
        line="24/off; done",
        then="B +2 single 0-2",
        rule="MI-2",
    ),
    Example(line="6-5; resign 2", then="refused bad_resignation", rule="MI-2"),
    *CUBE_EXAMPLES,
    DANCE,
    TWO_GAMES,
    Example(
        line="3-1; 17/20 19/20", then="refused not_now", options={"opening": "fresh"}, rule="MI-1"
    ),
    Example(
        line="3-1; keep; 17/20 19/20; done", then="B", options={"opening": "choice"}, rule="MI-1"
    ),
)
