"""LongGammon: the base game with every checker on the first point."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import GAME as BACKGAMMON
from tavola.games.backgammon.game import OPENING_DICE
from tavola.games.common import CUBE
from tavola.games.longgammon.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Setup

GAME = Game(
    id="longgammon",
    family="relatives",
    rules=replace(
        BACKGAMMON.rules,
        start=(Setup(points=((1, 15),)), Setup(points=((24, 15),))),
    ),
    options=(OPENING_DICE, CUBE),
    profiles=(BACKGAMMON.profile("tournament"),),
    source=(
        "LongGammon as bkgm.com and eXtreme Gammon have it: all fifteen checkers on the own 24; "
        "all else is tournament backgammon, with cube, gammons and matches."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:13 5:1 7:1 | B 18:2 24:13 | W 6-4", play="1/7 1/5"),),
)
