"""Long Russian Puff."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.puff.game import PUFF, PUFF_OPTIONS
from tavola.games.puff_russian_long.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import (
    Board,
)

GAME = Game(
    id="puff-russian-long",
    place=6,
    family="entering",
    rules=replace(PUFF, board=Board.SAME, enter_first=2),
    options=PUFF_OPTIONS,
    source="Booklet, Long Russian Puff: free from the second entered checker on.",
    examples=EXAMPLES,
    telling=(Telling(text="W 1:1 3:1 res:13 | B 4:1 6:2 res:12 | W 3-5", play="1/4* res/5"),),
)
