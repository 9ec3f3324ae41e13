"""Acey Deucey."""

from __future__ import annotations

from tavola.games.acey_deucey.examples import EXAMPLES
from tavola.games.common import OPENING
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Ruleset,
    Score,
    all_reserve,
)

BAR_FIRST = Option(
    name="bar_first",
    values={True: {"bar_first": True}, False: {"bar_first": False}},
    label=mark("Checkers on the bar come first"),
)


GAME = Game(
    id="acey-deucey",
    place=11,
    family="entering",
    rules=Ruleset(
        start=all_reserve(),
        ace_deuce=AceDeuce.PLAY_AND_CHOOSE,
        ace_deuce_again=Again.COMPLETE,
        score=Score.CHECKERS,
        cube=False,
    ),
    options=(OPENING, BAR_FIRST),
    source=(
        "Booklet, Acey Deucey. Hit checkers enter first ('base rules'); the chosen double is free, "
        "an incomplete one ends the turn; every checker not borne off counts one."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 10:1 20:2 | B 13:2 16:2 | W 2-1",
            play="20/22/23",
            choices=("1-1", "2-2", "3-3", "4-4", "5-5", "6-6"),
            chosen="5-5",
        ),
    ),
)
