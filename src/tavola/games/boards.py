"""Games on boards of their own: French 2, Catch me, Doublets, Ludus Lumbadorum."""

from __future__ import annotations

from tavola.games.common import FULL_SCORE, OPENING
from tavola.games.examples.boards import (
    CATCH_ME_EXAMPLES,
    DOUBLETS_EXAMPLES,
    FRENCH_2_EXAMPLES,
    LUDUS_LUMBADORUM_EXAMPLES,
)
from tavola.rules.model.declaration import Game, Option
from tavola.rules.model.ruleset import (
    Again,
    BearOff,
    Board,
    Contact,
    Goal,
    Numbers,
    Ruleset,
    Score,
    Setup,
    all_reserve,
)

NUMBERS_USED = Option(
    name="numbers_used",
    values={"both": {"numbers": Numbers.BOTH}, "lower": {"numbers": Numbers.LOWER}},
)

french_2 = Game(
    id="french-2",
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
    examples=FRENCH_2_EXAMPLES,
)

CORNERS = Option(name="corners", values={8: {"corners": 8}, 4: {"corners": 4}})

catch_me = Game(
    id="catch-me",
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
    examples=CATCH_ME_EXAMPLES,
)

BEAR_OFF_BY = Option(
    name="bear_off_by",
    values={"checker": {"bear_off": BearOff.CHECKER}, "tower": {"bear_off": BearOff.TOWER}},
)

doublets = Game(
    id="doublets",
    family="boards",
    rules=Ruleset(
        board=Board.TOWERS,
        start=(
            Setup(points=tuple((p, 2) for p in range(24, 18, -1))),
            Setup(points=tuple((p, 2) for p in range(1, 7))),
        ),
        double_moves=1,
        again=Again.ALWAYS,
        bear_off=BearOff.CHECKER,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, BEAR_OFF_BY),
    source=(
        "Booklet, Doublets, the Icelandic Ofanfelling: towers of two on the six home points. A "
        "player goes on to the next stage when his own towers are done, within a throw too. "
        "Bearing off takes one checker a number from its own point only."
    ),
    examples=DOUBLETS_EXAMPLES,
)

DOUBLE_MOVES = Option(name="double_moves", values={2: {"double_moves": 2}, 1: {"double_moves": 1}})

ludus_lumbadorum = Game(
    id="ludus-lumbadorum",
    family="boards",
    rules=Ruleset(
        board=Board.HALF,
        start=(Setup(points=((6, 15),)), Setup(points=((19, 15),))),
        single=(1, 3, 4, 5),
        double_moves=2,
        score=Score.SINGLE,
        cube=False,
    ),
    options=(OPENING, DOUBLE_MOVES, FULL_SCORE),
    source=(
        "Booklet, Ludus Lumbadorum: half the board, off over the bar. A double is two moves of its "
        "number. The points that take one checker only are 3, 4 and 5 of the own track, for every "
        "touch; on the first point a checker enters only when none of its own stands there."
    ),
    examples=LUDUS_LUMBADORUM_EXAMPLES,
)
