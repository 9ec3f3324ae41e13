"""Straight."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.common_examples import STANDARD
from tavola.games.straight.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Board, Ruleset

GAME = Game(
    id="straight",
    place=19,
    family="twists",
    rules=Ruleset(board=Board.SAME, swap_roles=True),
    options=(OPENING, CUBE),
    source=(
        "Booklet, Straight: both run from 1 to 24 from the standard start, which gives Black 208 "
        "pips against 167; hit checkers of both enter on 1-6. Colours change after each game."
    ),
    examples=EXAMPLES,
    telling=(Telling(text=f"{STANDARD} | B 6-1", play="8/14 13/14"),),
)
