"""Old Britain."""

from __future__ import annotations

from tavola.games.common import OPENING, SIMPLE_SCORE
from tavola.games.old_britain.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Ruleset, Waste

GAME = Game(
    id="old-britain",
    place=13,
    family="classic",
    rules=Ruleset(stack=5, waste=Waste.EITHER, cube=False),
    options=(OPENING, SIMPLE_SCORE),
    source=(
        "Booklet, Old Britain: where only one of the two numbers can be played, the player is free "
        "to take the lower. Both must still be played where both can. Wins count 1, 2 or 3."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 12:5 6:1 | B 1:5 | W 6-3", play="12/18 12/15"),),
)
