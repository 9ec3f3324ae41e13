"""No Hitting."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.no_hit.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Ruleset, Score

HIT_VALUE = Option(
    name="hit_value",
    values={"one": {"hit_score": Score.SINGLE}, "status": {"hit_score": Score.BACKGAMMON}},
    label=mark("Value of a hit"),
    labels={
        "one": mark("always 1"),
        "status": mark("1, 2 or 3"),
    },
)


GAME = Game(
    id="no-hit",
    place=21,
    family="twists",
    rules=Ruleset(hit_loses=True, win_is_complete=True),
    options=(OPENING, CUBE, HIT_VALUE),
    source=(
        "Booklet, No-hit. The duty to play is unchanged: who can only hit must hit and loses, one "
        "point times the cube. A play that hits and bears off the last checker loses."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:4 21:1 | W 3-1",
            play="17/20 19/20",
            spared=(21,),
        ),
    ),
)
