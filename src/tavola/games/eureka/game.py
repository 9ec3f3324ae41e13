"""Eureka."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING
from tavola.games.eureka.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Ruleset, Score, Setup

GAME = Game(
    id="eureka",
    place=2,
    family="peaceful",
    rules=Ruleset(
        start=(
            Setup(points=((19, 2), (20, 2), (21, 2), (22, 3), (23, 3), (24, 3))),
            Setup(points=((6, 2), (5, 2), (4, 2), (3, 3), (2, 3), (1, 3))),
        ),
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, NO_CUBE),
    source=(
        "Booklet, Eureka: all checkers start at home, first out wins; doubles are ordinary ones. "
        "The picture is lost: two each on the far three points, three each on the near three."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 19:2 20:2 21:2 22:3 23:3 24:3 | B 1:3 2:3 3:3 4:2 5:2 6:2 | W 6-5",
            play="19/off 20/off",
        ),
    ),
)
