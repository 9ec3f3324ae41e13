"""Close kin of the base game with its start: Mexican and Old Britain."""

from __future__ import annotations

from tavola.games.common import OPENING, SIMPLE_SCORE
from tavola.games.examples.classic import MEXICAN_EXAMPLES, OLD_BRITAIN_EXAMPLES
from tavola.rules.model.declaration import Game, Option
from tavola.rules.model.ruleset import AceDeuce, Again, BearOff, Order, Ruleset, Score, Waste

PLAY_FIRST = Option(
    name="play_first", values={False: {}, True: {"ace_deuce": AceDeuce.PLAY_AND_CHOOSE}}
)

mexican = Game(
    id="mexican",
    family="classic",
    rules=Ruleset(
        order=Order.LOW_FIRST,
        stack=5,
        again=Again.COMPLETE,
        ace_deuce=AceDeuce.CHOOSE,
        bear_off=BearOff.EXACT,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, PLAY_FIRST),
    source=(
        "Booklet, Mexican Backgammon, on the standard start. 1-2 is not moved; after the chosen "
        "double there is one more throw, complete or not. A full own point is closed to its owner."
    ),
    examples=MEXICAN_EXAMPLES,
)

old_britain = Game(
    id="old-britain",
    family="classic",
    rules=Ruleset(stack=5, waste=Waste.EITHER, cube=False),
    options=(OPENING, SIMPLE_SCORE),
    source=(
        "Booklet, Old Britain: where only one of the two numbers can be played, the player is free "
        "to take the lower. Both must still be played where both can. Wins count 1, 2 or 3."
    ),
    examples=OLD_BRITAIN_EXAMPLES,
)
