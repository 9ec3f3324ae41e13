"""Portes, the Greek game nearest to backgammon."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import SCHMIDT
from tavola.games.common import DOUBLE_SCORE, NO_CUBE, OPENING
from tavola.games.portes.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Score

GAME = Game(
    id="portes",
    family="mediterranean",
    rules=replace(SCHMIDT, score=Score.GAMMON, cube=False),
    options=(OPENING, DOUBLE_SCORE, NO_CUBE),
    source=(
        "Portes, first of the three games of Greek tavli, as bkgm.com, the article on tavli there, "
        "tavliinfo.gr and the Greek Wikipedia have it: as backgammon, without cube "
        "and without a triple game; the starter throws both dice afresh. That the winner of a game "
        "begins the next one is left to the players: here each game begins with a throw for it."
    ),
    examples=EXAMPLES,
    net_of="backgammon",
    telling=(
        Telling(text="W 1:2 12:3 17:3 18:2 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1", play="17/20 19/20"),
    ),
)
