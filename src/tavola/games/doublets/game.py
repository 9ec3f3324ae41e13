"""Doublets."""

from __future__ import annotations

from tavola.games.common import OPENING
from tavola.games.doublets.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import (
    Again,
    BearOff,
    Board,
    Ruleset,
    Score,
    Setup,
)

BEAR_OFF_BY = Option(
    name="bear_off_by",
    values={"checker": {"bear_off": BearOff.CHECKER}, "tower": {"bear_off": BearOff.TOWER}},
    label=mark("A number takes off"),
    labels={
        "checker": mark("one checker"),
        "tower": mark("a whole tower"),
    },
)


GAME = Game(
    id="doublets",
    place=16,
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
    examples=EXAMPLES,
    telling=(
        Telling(
            text=(
                "W 19:2s 20:2 21:2s 22:2 23:2s 24:2 stage:1 "
                "| B 1:2 2:2s 3:2 4:2s 5:2 6:2 stage:1 | W 5-3"
            ),
            play="20/20 22/22",
        ),
    ),
)
