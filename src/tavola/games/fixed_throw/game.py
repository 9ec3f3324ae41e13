"""Fixed Throw."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.common_examples import STANDARD
from tavola.games.fixed_throw.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Dice, Ruleset

DOUBLES = Option(
    name="doubles",
    values={True: {"fixed_double": True}, False: {"fixed_double": False}},
    label=mark("A double as the fixed throw"),
    labels={
        True: mark("allowed"),
        False: mark("thrown again"),
    },
)

REPETITION = Option(
    name="repetition",
    values={True: {"repetition": True}, False: {"repetition": False}},
    label=mark("Third repetition"),
    labels={
        True: mark("a draw"),
        False: mark("does not count"),
    },
)


GAME = Game(
    id="fixed-throw",
    place=20,
    family="twists",
    rules=Ruleset(dice=Dice.FIXED, repetition=True),
    options=(OPENING, CUBE, DOUBLES, REPETITION),
    source=(
        "Booklet, Fixed throw. The throw may be a double. If neither side can move the game is "
        "drawn, and so is the third occurrence of a position with the same side to move."
    ),
    examples=EXAMPLES,
    telling=(Telling(text=f"{STANDARD} | W 6-5 fixed:6-5", play="1/7/12"),),
)
