"""Games that begin with an empty board: the four Puffs, French 1, Russian, Acey Deucey."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.common import CUBE, EXTRA_THROW, OPENING
from tavola.games.examples.entering import (
    ACEY_DEUCEY_EXAMPLES,
    FRENCH_1_EXAMPLES,
    RUSSIAN_EXAMPLES,
)
from tavola.games.examples.puffs import (
    PUFF_EXAMPLES,
    PUFF_LONG_EXAMPLES,
    PUFF_RUSSIAN_EXAMPLES,
    PUFF_RUSSIAN_LONG_EXAMPLES,
)
from tavola.rules.model.declaration import Game, Option
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    Board,
    Incomplete,
    Order,
    Ruleset,
    Score,
    Then,
    all_reserve,
)

_PUFF = Ruleset(
    board=Board.MIRRORED,
    start=all_reserve(),
    enter_first=15,
    order=Order.LOW_FIRST,
    double_then=Then.OTHER_FACE,
)
_PUFF_OPTIONS = (OPENING, CUBE, EXTRA_THROW)

puff = Game(
    id="puff",
    family="entering",
    rules=_PUFF,
    options=_PUFF_OPTIONS,
    source=(
        "Booklet, Puff. White enters on 24-19 as printed, twice and in its example. A double is "
        "played four times above and four times below, while entering too; no extra throw is "
        "mentioned, so none is given. The cube is on: 'essentially the base rules'."
    ),
    examples=PUFF_EXAMPLES,
)

puff_long = Game(
    id="puff-long",
    family="entering",
    rules=replace(_PUFF, board=Board.SAME),
    options=_PUFF_OPTIONS,
    source=(
        "Booklet, Long Puff: both colours enter on 1-6 and bear off from 19-24. A checker hit at "
        "home enters again on 1-6 (German and Italian; the French text slips)."
    ),
    examples=PUFF_LONG_EXAMPLES,
)

puff_russian = Game(
    id="puff-russian",
    family="entering",
    rules=replace(_PUFF, enter_first=2),
    options=_PUFF_OPTIONS,
    source=(
        "Booklet, Russian Puff. A hit checker enters before anything else, as in the base game; "
        "doubles as in Puff, since it is one."
    ),
    examples=PUFF_RUSSIAN_EXAMPLES,
)

puff_russian_long = Game(
    id="puff-russian-long",
    family="entering",
    rules=replace(_PUFF, board=Board.SAME, enter_first=2),
    options=_PUFF_OPTIONS,
    source="Booklet, Long Russian Puff: free from the second entered checker on.",
    examples=PUFF_RUSSIAN_LONG_EXAMPLES,
)

french_1 = Game(
    id="french-1",
    family="entering",
    rules=Ruleset(
        start=all_reserve(),
        enter_first=15,
        double_then=Then.OTHER_FACE,
        incomplete=Incomplete.NEXT,
        again=Again.ALWAYS,
    ),
    options=(OPENING, CUBE),
    source=(
        "Booklet, French Backgammon 1. All fifteen enter before anything moves, as for checkers on "
        "the bar and in the sources of French backgammon."
    ),
    examples=FRENCH_1_EXAMPLES,
)

RUSSIAN_ENTRY = Option(
    name="entry", values={2: {"enter_first": 2}, 15: {"enter_first": 15}, 1: {"enter_first": 1}}
)

russian = Game(
    id="russian",
    family="entering",
    rules=Ruleset(
        board=Board.SAME,
        start=all_reserve(),
        enter_first=2,
        double_then=Then.OTHER_FACE,
        again=Again.COMPLETE,
        cube=False,
    ),
    options=(OPENING, RUSSIAN_ENTRY),
    source=(
        "Booklet, Russian Backgammon: the rest of the turn is lost with the first number that is "
        "not fully played. Free choice after two entered checkers, as in Foster's Hoyle and in the "
        "booklet's own Russian Puff; a double of the first throw is an ordinary one."
    ),
    examples=RUSSIAN_EXAMPLES,
)

BAR_FIRST = Option(
    name="bar_first", values={True: {"bar_first": True}, False: {"bar_first": False}}
)

acey_deucey = Game(
    id="acey-deucey",
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
    examples=ACEY_DEUCEY_EXAMPLES,
)
