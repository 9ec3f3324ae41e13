"""Open Throw."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING
from tavola.games.common_examples import STANDARD
from tavola.games.open_throw.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Dice, Ruleset

GAME = Game(
    id="open-throw",
    place=22,
    family="twists",
    rules=Ruleset(dice=Dice.AHEAD, cube=False),
    options=(OPENING, NO_CUBE),
    source=(
        "Booklet, Open throw: before a player moves the opponent throws his next throw. Without a "
        "cube, since nobody is ever on turn without a throw; with one, it is offered at the start "
        "of a turn, before the opponent's next throw."
    ),
    examples=EXAMPLES,
    telling=(Telling(text=f"{STANDARD} | W 3-1 ahead:B6-5", play="17/20 19/20"),),
)
