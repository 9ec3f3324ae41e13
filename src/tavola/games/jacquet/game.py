"""Jacquet, the French game of parallel tracks."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING, PARALLEL_SCORE, PARALLEL_START
from tavola.games.jacquet.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Board, Ruleset, Score, Wall

GAME = Game(
    id="jacquet",
    family="relatives",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        block=1,
        runner=18,
        wall=Wall.LAST_TWO,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, PARALLEL_SCORE, NO_CUBE),
    source=(
        "Jacquet as Lepeintre (1818), Moulidars and later French collections have it, by the "
        "French and the English Wikipedia, salondesjeux.fr, loisirs.savoir.fr, trictrac.net and "
        "Ludii. Six points in a row need one's own last two points, as loisirs.savoir.fr says; it "
        "is asked of every step, and what stands may stay. The courier must come home before "
        "others move."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:14 16:1 | B 13:15 | W 5-2", play="16/21 1/3"),),
)
