"""Fevga, the Greek game of parallel tracks."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING, PARALLEL_SCORE, PARALLEL_START
from tavola.games.fevga.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Board, Ruleset, Score, Wall

GAME = Game(
    id="fevga",
    family="mediterranean",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        block=1,
        runner=13,
        quarter=5,
        wall=Wall.OPENED,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, PARALLEL_SCORE, NO_CUBE),
    source=(
        "Fevga, third of the three games of Greek tavli, as bkgm.com, brainking.com, the Greek "
        "Wikipedia and the program of M. Vichos have it. The start quarter is asked of every step; "
        "a wall before a point with all enemy checkers may not be left standing, nor be closed, "
        "if another play with as many numbers avoids it. That the winner of a game begins the next "
        "one is left to the players."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:14 11:1 | B 13:15 | W 6-4", play="11/17 1/5"),),
)
