"""Tavla, the backgammon of Turkey."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import SCHMIDT
from tavola.games.common import DOUBLE_SCORE, NO_CUBE, OPENING
from tavola.games.tavla.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Score

HIT_AND_RUN = Option(
    name="hit_and_run",
    values={False: {"hit_and_run": False}, True: {"hit_and_run": True}},
    label=mark("Hit and run at home"),
)
"""Whether a checker that has hit in its own home may go on with the same throw (ruling TV-2)."""

GAME = Game(
    id="tavla",
    family="mediterranean",
    rules=replace(SCHMIDT, score=Score.GAMMON, cube=False, hit_and_run=False),
    options=(OPENING, HIT_AND_RUN, DOUBLE_SCORE, NO_CUBE),
    source=(
        "Tavla as bkgm.com, and Wikipedia's articles on it and on tables games, have it: as "
        "backgammon, without cube and without a triple game; the starter throws both dice afresh; "
        "no hit and run in one's own home, which is read as: the checker that hits there stays "
        "until the throw is over. Who begins the next game is left to the players: here each game "
        "begins with a throw for it."
    ),
    examples=EXAMPLES,
    net_of="backgammon",
    telling=(
        Telling(
            text="W 1:1 12:4 17:3 18:2 19:5 | B 6:5 8:3 13:4 20:1 24:2 | W 3-1",
            play="17/20* 19/20",
        ),
    ),
)
