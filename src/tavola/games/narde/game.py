"""Narde, the long game of parallel tracks."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING, PARALLEL_SCORE, PARALLEL_START
from tavola.games.narde.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Board, Ruleset, Score, Wall

GAME = Game(
    id="narde",
    family="relatives",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        block=1,
        head=True,
        head_twice=(3, 4, 6),
        wall=Wall.AHEAD,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, PARALLEL_SCORE, NO_CUBE),
    source=(
        "Long nardy as bkgm.com, the federation of Georgia, mail.ru, VOG and Wikipedia have it. "
        "With 3-3, 4-4 and 6-6 two checkers leave the head while all stand there, of both sides. "
        "A wall is six points in a row on the enemy's way and is asked of every step. There is no "
        "last throw of the second player."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(text="W 1:9 14:1 15:1 16:1 17:1 18:2 | B 13:14 20:1 | W 5-1", play="1/6 18/19"),
    ),
)
