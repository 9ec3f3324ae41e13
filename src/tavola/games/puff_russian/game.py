"""Russian Puff."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.puff.game import PUFF, PUFF_OPTIONS
from tavola.games.puff_russian.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling

GAME = Game(
    id="puff-russian",
    place=5,
    family="entering",
    rules=replace(PUFF, enter_first=2),
    options=PUFF_OPTIONS,
    source=(
        "Booklet, Russian Puff. A hit checker enters before anything else, as in the base game; "
        "doubles as in Puff, since it is one."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 21:1 23:1 res:13 | B res:15 | W 1-5", play="res/24 21/16"),),
)
