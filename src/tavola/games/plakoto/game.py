"""Plakoto, the pinning game of Greece."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING
from tavola.games.plakoto.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Contact, Mother, Ruleset, Score, Setup

GAME = Game(
    id="plakoto",
    family="mediterranean",
    rules=Ruleset(
        start=(Setup(points=((1, 15),)), Setup(points=((24, 15),))),
        contact=Contact.PIN,
        win_is_complete=True,
        mother=Mother.SAFE,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, NO_CUBE),
    source=(
        "Plakoto as Wikipedia and Ludii have it, after bkgm.com, and the server of gamerz.net: as "
        "Tapa, but who pins the mother, the last checker on its first point, wins two points at "
        "once if his own is safe; if both are pinned the game is drawn. They do not say what "
        "happens when the last one leaves while the enemy mother is pinned: then, too, the game is "
        "won. It is asked after every step, and a step that ends the game counts as the whole "
        "throw. Whom a point is closed to and what a pinned checker at home means is ruled as in "
        "Pin. That the winner of a game begins the next one is left to the players."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 12:3 16:2 18:2 19:8 | B 1:6 3:4 5:4 24:1 | W 6-1", play="18/24"),),
)
