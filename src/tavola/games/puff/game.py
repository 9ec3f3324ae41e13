"""Puff."""

from __future__ import annotations

from tavola.games.common import CUBE, EXTRA_THROW, OPENING
from tavola.games.puff.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import (
    Board,
    Order,
    Ruleset,
    Then,
    all_reserve,
)

PUFF = Ruleset(
    board=Board.MIRRORED,
    start=all_reserve(),
    enter_first=15,
    order=Order.LOW_FIRST,
    double_then=Then.OTHER_FACE,
)

PUFF_OPTIONS = (OPENING, CUBE, EXTRA_THROW)


GAME = Game(
    id="puff",
    place=3,
    family="entering",
    rules=PUFF,
    options=PUFF_OPTIONS,
    source=(
        "Booklet, Puff. White enters on 24-19 as printed, twice and in its example. A double is "
        "played four times above and four times below, while entering too; no extra throw is "
        "mentioned, so none is given. The cube is on: 'essentially the base rules'."
    ),
    examples=EXAMPLES,
    telling=(Telling(text="W res:15 | B res:15 | W 4-2", play="res/23 res/21"),),
)
