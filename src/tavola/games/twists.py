"""The booklet's short variants: the base game with one sentence changed."""

from __future__ import annotations

from tavola.games.common import CUBE, NO_CUBE, OPENING
from tavola.games.examples.twists import (
    BACKWARDS_EXAMPLES,
    FIXED_THROW_EXAMPLES,
    FREE_CHOICE_EXAMPLES,
    NO_HIT_EXAMPLES,
    OPEN_THROW_EXAMPLES,
    REVERSE_EXAMPLES,
    SNAKE_EXAMPLES,
    STRAIGHT_EXAMPLES,
)
from tavola.rules.model.declaration import Game, Option
from tavola.rules.model.ruleset import Board, Dice, Goal, Opening, Ruleset, Score, Setup, Side

backwards = Game(
    id="backwards",
    family="twists",
    rules=Ruleset(backward=True, win_is_complete=True),
    options=(OPENING, CUBE),
    source=(
        "Booklet, Backwards. Backward steps stay on the board and obey the same landing rules; "
        "entering and bearing off go forwards only. They count for the duty to play, but a play "
        "that bears off the last checker is always complete."
    ),
    examples=BACKWARDS_EXAMPLES,
)

straight = Game(
    id="straight",
    family="twists",
    rules=Ruleset(board=Board.SAME, swap_roles=True),
    options=(OPENING, CUBE),
    source=(
        "Booklet, Straight: both run from 1 to 24 from the standard start, which gives Black 208 "
        "pips against 167; hit checkers of both enter on 1-6. Colours change after each game."
    ),
    examples=STRAIGHT_EXAMPLES,
)

DOUBLES = Option(
    name="doubles", values={True: {"fixed_double": True}, False: {"fixed_double": False}}
)
REPETITION = Option(
    name="repetition", values={True: {"repetition": True}, False: {"repetition": False}}
)

fixed_throw = Game(
    id="fixed-throw",
    family="twists",
    rules=Ruleset(dice=Dice.FIXED, repetition=True),
    options=(OPENING, CUBE, DOUBLES, REPETITION),
    source=(
        "Booklet, Fixed throw. The throw may be a double. If neither side can move the game is "
        "drawn, and so is the third occurrence of a position with the same side to move."
    ),
    examples=FIXED_THROW_EXAMPLES,
)

HIT_VALUE = Option(
    name="hit_value",
    values={"one": {"hit_score": Score.SINGLE}, "status": {"hit_score": Score.BACKGAMMON}},
)

no_hit = Game(
    id="no-hit",
    family="twists",
    rules=Ruleset(hit_loses=True, win_is_complete=True),
    options=(OPENING, CUBE, HIT_VALUE),
    source=(
        "Booklet, No-hit. The duty to play is unchanged: who can only hit must hit and loses, one "
        "point times the cube. A play that hits and bears off the last checker loses."
    ),
    examples=NO_HIT_EXAMPLES,
)

open_throw = Game(
    id="open-throw",
    family="twists",
    rules=Ruleset(dice=Dice.AHEAD, cube=False),
    options=(OPENING, NO_CUBE),
    source=(
        "Booklet, Open throw: before a player moves the opponent throws his next throw. Without a "
        "cube, since nobody is ever on turn without a throw; with one, it is offered at the start "
        "of a turn, before the opponent's next throw."
    ),
    examples=OPEN_THROW_EXAMPLES,
)

reverse = Game(
    id="reverse",
    family="twists",
    rules=Ruleset(goal=Goal.LAST_OFF, score=Score.SINGLE),
    options=(OPENING, CUBE),
    source="Booklet, Reverse: who bears off his last checker last wins, one point times the cube.",
    examples=REVERSE_EXAMPLES,
)

_SNAKE = Setup(points=((1, 2), (2, 2), (3, 2)), bar=9)
_BLACK_SNAKE = Setup(points=((24, 2), (23, 2), (22, 2)), bar=9)
_STANDARD = Ruleset().start

SNAKE = Option(
    name="snake",
    values={"white": {}, "black": {"start": (_STANDARD[0], _BLACK_SNAKE)}},
)

snake = Game(
    id="snake",
    family="twists",
    rules=Ruleset(start=(_SNAKE, _STANDARD[1]), swap_roles=True),
    options=(OPENING, CUBE, SNAKE),
    source=(
        "Booklet, Snake; the picture is lost, the start is Hoyle's: two each on the enemy's three "
        "lowest points and nine on the bar against the standard start. White is the snake."
    ),
    examples=SNAKE_EXAMPLES,
)

NAMER = Option(
    name="namer", values={"white": {"namer": Side.WHITE}, "black": {"namer": Side.BLACK}}
)
AGREED_OPENING = Option(
    name="opening",
    values={"agreed": {"opening": Opening.AGREED}, "fresh": {"opening": Opening.FRESH}},
)

free_choice = Game(
    id="free-choice",
    family="twists",
    rules=Ruleset(namer=Side.WHITE, opening=Opening.AGREED, swap_roles=True),
    options=(AGREED_OPENING, CUBE, NAMER),
    source=(
        "Booklet, Double against free choice. The side that names begins. It may name a throw that "
        "cannot be played. The other side plays one throw completely, then a second, even if the "
        "first was incomplete; both are compulsory."
    ),
    examples=FREE_CHOICE_EXAMPLES,
)
