"""Ludus Lumbadorum."""

from __future__ import annotations

from tavola.games.common import FULL_SCORE, OPENING
from tavola.games.ludus_lumbadorum.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import (
    Board,
    Ruleset,
    Score,
    Setup,
)

DOUBLE_MOVES = Option(
    name="double_moves",
    values={2: {"double_moves": 2}, 1: {"double_moves": 1}},
    label=mark("A double counts"),
    labels={
        2: mark("two steps"),
        1: mark("one step"),
    },
)

ONE_CHECKER = Option(
    name="one_checker",
    values={
        "own": {},
        "enemy": {"single": (1, 8, 9, 10)},
        "quarter": {"single": (1, 2, 3, 4, 5, 6)},
    },
    label=mark("Places for one checker only"),
    labels={
        "own": mark("the third to the fifth of your own way"),
        "enemy": mark("the third to the fifth of the opponent’s way"),
        "quarter": mark("the second to the sixth of your own way"),
    },
)


GAME = Game(
    id="ludus-lumbadorum",
    place=17,
    family="boards",
    rules=Ruleset(
        board=Board.HALF,
        start=(Setup(points=((6, 15),)), Setup(points=((19, 15),))),
        single=(1, 3, 4, 5),
        double_moves=2,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, DOUBLE_MOVES, ONE_CHECKER, FULL_SCORE),
    source=(
        "Booklet, Ludus Lumbadorum: half the board, off over the bar. A double is two moves of its "
        "number. The points that take one checker only are 3, 4 and 5 of the own track, for every "
        "touch; on the first point a checker enters only when none of its own stands there."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 6:15 | B 19:15 | W 5-5", play="6/1/20"),),
)
