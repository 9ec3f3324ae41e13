"""Hypergammon: the base game with three checkers a side."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import GAME as BACKGAMMON
from tavola.games.backgammon.game import OPENING_DICE
from tavola.games.common import CUBE
from tavola.games.hypergammon.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Setup

GAME = Game(
    id="hypergammon",
    family="relatives",
    rules=replace(
        BACKGAMMON.rules,
        start=(
            Setup(points=((1, 1), (2, 1), (3, 1))),
            Setup(points=((24, 1), (23, 1), (22, 1))),
        ),
    ),
    options=(OPENING_DICE, CUBE),
    profiles=(BACKGAMMON.profile("tournament"),),
    source=(
        "Hypergammon with three checkers, as in the manual of GNU Backgammon: one each on the own "
        "24, 23 and 22; all else is tournament backgammon, with cube, gammons and matches."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:1 2:1 3:1 | B 5:1 22:1 23:1 | W 4-3", play="1/5*/8"),),
)
