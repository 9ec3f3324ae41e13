"""Tapa, the pinning game of Bulgaria and North Macedonia."""

from __future__ import annotations

from tavola.games.common import DOUBLE_SCORE, NO_CUBE, OPENING
from tavola.games.tapa.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Contact, Ruleset, Score, Setup

GAME = Game(
    id="tapa",
    family="mediterranean",
    rules=Ruleset(
        start=(Setup(points=((1, 15),)), Setup(points=((24, 15),))),
        contact=Contact.PIN,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, DOUBLE_SCORE, NO_CUBE),
    source=(
        "Tapa as Wikipedia and nextgammon.com have it: as Plakoto, but "
        "without the rule of the mother; a throw is played as far as it can be. Two for a loser "
        "with none off; backgammonjs knows a triple game too, an option. That the winner of a game "
        "begins the next one is left to the players: here each game begins with a throw for it. "
        "Whom a point is closed to and what a pinned checker at home means is ruled as in Pin."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:12 10:2 16:1 | B 13:2 22:1 24:12 | W 6-3", play="16/22 1/4"),),
)
