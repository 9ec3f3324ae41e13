"""French Backgammon 2."""

from __future__ import annotations

from tavola.games.common import OPENING
from tavola.games.french_2.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import (
    BearOff,
    Board,
    Contact,
    Numbers,
    Ruleset,
    Score,
    all_reserve,
)

NUMBERS_USED = Option(
    name="numbers_used",
    values={"both": {"numbers": Numbers.BOTH}, "lower": {"numbers": Numbers.LOWER}},
    label=mark("Numbers used"),
    labels={
        "both": mark("both numbers"),
        "lower": mark("only the lower number"),
    },
)


GAME = Game(
    id="french-2",
    place=10,
    family="boards",
    rules=Ruleset(
        board=Board.FACING,
        start=all_reserve(3),
        contact=Contact.FACING,
        single=tuple(range(1, 12)),
        overtaking=False,
        double_moves=1,
        bear_off=BearOff.PILE,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, NUMBERS_USED),
    source=(
        "Booklet, French Backgammon 2, known as Tourne-case: both tracks run side by side, point k "
        "faces point k. Entering counts as overtaking, so a checker enters only behind the others; "
        "checkers on the goal point are safe. Of two numbers that exclude each other the higher."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 4:1 res:2 | B 16:1 res:2 | W 5-2", play="4/9*/11"),),
)
