"""Reverse."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.reverse.examples import EXAMPLES
from tavola.rules.model.declaration import Game
from tavola.rules.model.ruleset import Goal, Ruleset, Score

GAME = Game(
    id="reverse",
    place=23,
    family="twists",
    rules=Ruleset(goal=Goal.LAST_OFF, score=Score.SINGLE),
    options=(OPENING, CUBE),
    source="Booklet, Reverse: who bears off his last checker last wins, one point times the cube.",
    examples=EXAMPLES,
)
