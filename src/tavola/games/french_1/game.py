"""French Backgammon 1."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING, entry
from tavola.games.french_1.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import (
    Again,
    Incomplete,
    Ruleset,
    Then,
    all_reserve,
)

GAME = Game(
    id="french-1",
    place=7,
    family="entering",
    rules=Ruleset(
        start=all_reserve(),
        enter_first=15,
        double_then=Then.OTHER_FACE,
        incomplete=Incomplete.NEXT,
        again=Again.ALWAYS,
    ),
    options=(OPENING, entry(15, 2, 1), CUBE),
    source=(
        "Booklet, French Backgammon 1. All fifteen enter before anything moves, as for checkers on "
        "the bar and in the sources of French backgammon."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(text="W res:15 | B res:15 | W 6-6", play="res/6(4)", chain=("W 6-6", "W 1-1")),
    ),
)
