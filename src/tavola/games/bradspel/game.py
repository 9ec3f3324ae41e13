"""Brädspel, the Swedish tables."""

from __future__ import annotations

from tavola.games.bradspel.examples import EXAMPLES
from tavola.games.common import PARALLEL_START
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import BearOff, Board, Opening, Ruleset, Score

STARTER = Option(
    name="starter",
    values={"loser": {}, "lower": {"opening": Opening.LOWER}},
    label=mark("Who begins"),
    labels={
        "loser": mark("the loser of the game before"),
        "lower": mark("the lower die, in each game"),
    },
)
"""Who begins the later games of a match (ruling BR-7)."""

SINGLE_CROWN = (0, 3, 3, 3, 3, 3)
DOUBLE_CROWN = (0, 0, 0, 5, 5, 5)
STAIRCASE = (0, 0, 0, 3, 5, 7)
ALL_ON_LAST = (0, 0, 0, 0, 0, 15)

GAME = Game(
    id="bradspel",
    family="relatives",
    rules=Ruleset(
        board=Board.PARALLEL,
        start=PARALLEL_START,
        single=tuple(range(1, 12)),
        win_is_complete=True,
        bear_off=BearOff.FARTHEST,
        score=Score.BAR,
        opening=Opening.LOSER,
        cube=False,
        burst=True,
        least_excess=True,
        arrangements=(SINGLE_CROWN, DOUBLE_CROWN, STAIRCASE, ALL_ON_LAST),
        jan=4,
        burst_jan=6,
    ),
    options=(STARTER,),
    source=(
        "Swedish tables by the rules of the Vasa Museum's society of 26 February 2003, as far as "
        "they could be read, and as a program has them that follows them section by section."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W bar:4 24:11 | B 1:2 2:2 3:2 4:2 11:7 | W 5-1", play="bar/1* bar/5"),),
)
