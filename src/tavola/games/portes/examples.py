"""Worked examples of Portes."""

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

EXAMPLES = (
    START,
    *ORDINARY,
    Example(
        text="W 1:2 12:3 17:3 18:2 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1",
        line="17/20 19/20; done",
        then="B",
        rule="PO-1",
    ),
    LAST_CHECKER,
    TURNS,
    NO_KEEPING,
    Example(text=_LOST, line="23/off; done", then="W +2 gammon 2-0", rule="PO-2"),
    Example(
        text="W 23:1 | B 6:5 5:5 4:3 24:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="PO-2",
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="PO-2"),
    NO_CUBE,
    GO_ROUND,
    DANCE,
    TWO_GAMES,
    Example(
        text=_LOST,
        line="23/off; done",
        then="W +3 backgammon 3-0",
        options={"score": "full"},
        rule="PO-2",
    ),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="PO-1"),
)
