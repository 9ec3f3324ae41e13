"""Tabula, the game that the emperor Zeno lost."""

from __future__ import annotations

from tavola.games.tabula.examples import EXAMPLES
from tavola.games.us_acey_deucey.game import ENTRY, EXACT
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Board, Ruleset, Score, Waste, all_reserve

ZENO = "W 6:7 9:1 10:2 19:2 20:2 23:1 | B 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 | W 6-5-2"
"""How the game stood, and what he threw: eight checkers stand alone after the only play."""

GAME = Game(
    id="tabula",
    family="relatives",
    rules=Ruleset(
        board=Board.SAME,
        start=all_reserve(),
        dice_count=3,
        waste=Waste.EITHER,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(ENTRY, EXACT),
    source=(
        "Agathias' epigram on the emperor Zeno's game (Palatine Anthology IX 482, about 530), "
        "which tells a position, a throw of three dice and what became of it; the three points "
        "that it only names are placed so that the throw has one play; and the game that R. C. "
        "Bell made of it. "
        "What the epigram does not tell is ruled here, with an option where players differ: if "
        "checkers may move before all have entered, and with which numbers they leave."
    ),
    examples=EXAMPLES,
    telling=(Telling(text=ZENO, play="10/16 19/24 20/22"),),
)
