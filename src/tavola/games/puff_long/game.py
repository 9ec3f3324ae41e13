"""Long Puff."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.puff.game import PUFF, PUFF_OPTIONS
from tavola.games.puff_long.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import (
    Board,
)

GAME = Game(
    id="puff-long",
    place=4,
    family="entering",
    rules=replace(PUFF, board=Board.SAME),
    options=PUFF_OPTIONS,
    source=(
        "Booklet, Long Puff: both colours enter on 1-6 and bear off from 19-24. A checker hit at "
        "home enters again on 1-6 (German and Italian; the French text slips)."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W res:15 | B 3:1 5:2 res:12 | W 3-6", play="res/3* res/6"),),
)
