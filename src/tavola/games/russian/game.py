"""Russian Backgammon."""

from __future__ import annotations

from tavola.games.common import OPENING, entry
from tavola.games.russian.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import (
    Again,
    Board,
    Ruleset,
    Then,
    all_reserve,
)

GAME = Game(
    id="russian",
    place=8,
    family="entering",
    rules=Ruleset(
        board=Board.SAME,
        start=all_reserve(),
        enter_first=2,
        double_then=Then.OTHER_FACE,
        again=Again.COMPLETE,
        cube=False,
    ),
    options=(OPENING, entry(2, 15, 1)),
    source=(
        "Booklet, Russian Backgammon: the rest of the turn is lost with the first number that is "
        "not fully played. Free choice after two entered checkers, as in Foster's Hoyle and in the "
        "booklet's own Russian Puff; a double of the first throw is an ordinary one."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(text="W res:15 | B res:15 | W 5-5", play="res/5(4)", chain=("W 5-5", "W 2-2")),
    ),
)
