"""Snake."""

from __future__ import annotations

from tavola.games.common import CUBE, OPENING
from tavola.games.snake.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Ruleset, Setup

_SNAKE = Setup(points=((1, 2), (2, 2), (3, 2)), bar=9)

_BLACK_SNAKE = Setup(points=((24, 2), (23, 2), (22, 2)), bar=9)

_STANDARD = Ruleset().start

SNAKE = Option(
    name="snake",
    values={"white": {}, "black": {"start": (_STANDARD[0], _BLACK_SNAKE)}},
    label=mark("Who is the snake"),
)


GAME = Game(
    id="snake",
    place=24,
    family="twists",
    rules=Ruleset(start=(_SNAKE, _STANDARD[1]), swap_roles=True),
    options=(OPENING, CUBE, SNAKE),
    source=(
        "Booklet, Snake; the picture is lost, the start is Hoyle's: two each on the enemy's three "
        "lowest points and nine on the bar against the standard start. White is the snake."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W 1:2 2:2 3:2 bar:9 | B 6:5 8:3 13:5 24:2 | W 6-4", play="bar/4"),),
)
