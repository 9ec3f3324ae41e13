"""Nackgammon: the base game from a start with more checkers behind."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import GAME as BACKGAMMON
from tavola.games.backgammon.game import OPENING_DICE
from tavola.games.common import CUBE
from tavola.games.nackgammon.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Setup

GAME = Game(
    id="nackgammon",
    family="relatives",
    rules=replace(
        BACKGAMMON.rules,
        start=(
            Setup(points=((1, 2), (2, 2), (12, 4), (17, 3), (19, 4))),
            Setup(points=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4))),
        ),
    ),
    options=(OPENING_DICE, CUBE),
    profiles=(BACKGAMMON.profile("tournament"),),
    source=(
        "Nack Ballard's game, as in the manual of GNU Backgammon: two checkers each on the own 24 "
        "and 23, four on 13, three on 8, four on 6; all else is tournament backgammon, with cube, "
        "gammons and matches."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 1:2 2:2 12:4 17:3 19:4 | B 6:4 8:3 13:4 23:2 24:2 | W 5-4", play="12/17 12/16"
        ),
    ),
)
