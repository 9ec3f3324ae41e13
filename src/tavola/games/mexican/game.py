"""Mexican Backgammon."""

from __future__ import annotations

from tavola.games.common import OPENING
from tavola.games.common_examples import STANDARD
from tavola.games.mexican.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import AceDeuce, Again, BearOff, Order, Ruleset, Score

PLAY_FIRST = Option(
    name="play_first",
    values={False: {}, True: {"ace_deuce": AceDeuce.PLAY_AND_CHOOSE}},
    label=mark("On 1-2, move the 1 and the 2 first"),
)

IF_COMPLETE = Option(
    name="if_complete",
    values={False: {}, True: {"ace_deuce_again": Again.COMPLETE}},
    label=mark("After 1-2, throw again only if the double is complete"),
)


GAME = Game(
    id="mexican",
    place=12,
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
    options=(OPENING, PLAY_FIRST, IF_COMPLETE),
    source=(
        "Booklet, Mexican Backgammon, on the standard start. 1-2 is not moved; after the chosen "
        "double there is one more throw, complete or not. A full own point is closed to its owner."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text=f"{STANDARD} | W 2-1 choose",
            choices=("1-1", "2-2", "3-3", "4-4", "5-5", "6-6"),
            chosen="6-6",
        ),
    ),
)
