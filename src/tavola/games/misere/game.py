"""Misère: backgammon to lose."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.game import GAME as BACKGAMMON
from tavola.games.backgammon.game import OPENING_DICE
from tavola.games.common import CUBE
from tavola.games.misere.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Goal, Score

GAME = Game(
    id="misere",
    family="relatives",
    rules=replace(BACKGAMMON.rules, goal=Goal.LAST_OFF, score=Score.SINGLE),
    options=(OPENING_DICE, CUBE),
    profiles=(BACKGAMMON.profile("tournament"),),
    source=(
        "Misère, or backgammon to lose, as Wikipedia and backgammonmoments.com have it: tournament "
        "backgammon with its goal turned round, with the cube, without gammons. It is played as "
        "the booklet's Reverse, but begins with the two opening dice and has matches."
    ),
    examples=EXAMPLES,
    net_of="reverse",
    telling=(Telling(text="W 19:5 20:5 24:5 | B 1:2 2:1 | W 2-1", play="19/21 19/20"),),
)
