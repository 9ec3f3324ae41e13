"""Moultezim, the Turkish game of parallel tracks."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING, PARALLEL_SCORE, PARALLEL_START
from tavola.games.moultezim.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Board, Ruleset, Score

CLOSED = Option(
    name="closed",
    values={
        "enemy": {"enemy_quarter": 4},
        "own": {"enemy_quarter": 0, "quarter": 5},
    },
    label=mark("Points that may be held"),
    labels={
        "enemy": mark("4 of the enemy start quarter"),
        "own": mark("5 of the own start quarter"),
    },
)


GAME = Game(
    id="moultezim",
    family="mediterranean",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        block=1,
        runner=13,
        enemy_quarter=4,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(CLOSED, OPENING, PARALLEL_SCORE, NO_CUBE),
    source=(
        "Moultezim as bkgm.com has it: a runner, and at most four points of the enemy start "
        "quarter, asked of every step. The French Wikipedia, gamerz.net and FIBS forbid all six "
        "points of one's own start quarter instead: an option. A loser with none off loses two, "
        "as in all games of the board in Turkey. That the winner of a game begins the next one is "
        "left to the players."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:10 14:1 15:1 16:1 17:1 20:1 | B 13:15 | W 4-3", play="14/18 1/4"),),
)
