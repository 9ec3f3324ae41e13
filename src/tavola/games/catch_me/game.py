"""Catch me."""

from __future__ import annotations

from tavola.games.catch_me.examples import EXAMPLES
from tavola.games.common import OPENING
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import (
    Again,
    Board,
    Contact,
    Goal,
    Numbers,
    Ruleset,
    Score,
    Setup,
)

CORNERS = Option(
    name="corners",
    values={8: {"corners": 8}, 4: {"corners": 4}},
    label=mark("Corners"),
    labels={
        8: mark("all 8"),
        4: mark("only the outer 4"),
    },
)


GAME = Game(
    id="catch-me",
    place=15,
    family="boards",
    rules=Ruleset(
        board=Board.CIRCLE,
        start=(
            Setup(points=tuple((p, 1) for p in range(24, 18, -1))),
            Setup(points=tuple((p, 1) for p in range(1, 7))),
        ),
        contact=Contact.CAPTURE,
        numbers=Numbers.SUM,
        win_is_complete=True,
        double_moves=1,
        again=Again.ALWAYS,
        goal=Goal.CAPTURE_ALL,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, CORNERS),
    source=(
        "Booklet, Catch me. White runs down from 24, Black up from 1. A double is played once, by "
        "its sum, and gives another throw. A last checker jumps to the next of the eight corners "
        "at once, and stays if it stands on one; chains of jumps go on until nothing moves."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 13:1 | B 3:1 7:1 12:1 | W 6-1", play="13/7*/6"),),
)
