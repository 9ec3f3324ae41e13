"""Reverse."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.reverse.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Goal, Ruleset, Score

GAME = Game(
    id="reverse",
    place=23,
    family="twists",
    rules=Ruleset(goal=Goal.LAST_OFF, score=Score.SINGLE),
    options=(OPENING, CUBE),
    source="Booklet, Reverse: who bears off his last checker last wins, one point times the cube.",
    examples=EXAMPLES,
    telling=(Telling(text="W 19:5 20:5 24:5 | B 1:2 2:1 | W 2-1", play="19/21 19/20"),),
)
