"""Worked examples of Tapa."""

from __future__ import annotations

from tavola.games.common_examples import pinning
from tavola.rules.model.declaration import Example

EXAMPLES = (
    *pinning("TA-1", "TA-2", "TA-3"),
    Example(
        text="W 1:1p 24:1 | B 1:1 24:1p | W",
        line="6-5; done; 2-1; done",
        then="= stalemate 0-0",
        rule="G10",
    ),
    Example(
        text="W 23:1 | B 1:14 24:1 | W 6-5",
        line="23/off; done",
        then="W +3 backgammon 3-0",
        options={"score": "full"},
        rule="TA-3",
    ),
)
