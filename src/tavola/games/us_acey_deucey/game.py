"""US Acey Deucey, the game of the American navy."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.acey_deucey.game import BAR_FIRST
from tavola.games.acey_deucey.game import GAME as ACEY_DEUCEY
from tavola.games.common import OPENING
from tavola.games.us_acey_deucey.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Again, BearOff, Score

DOUBLES = Option(
    name="double_again",
    values={True: {}, False: {"again": Again.NEVER}},
    label=mark("Another throw after a complete double"),
)
"""Whether an ordinary double brings another throw (ruling US-1)."""

ENTRY = Option(
    name="entry",
    values={0: {}, 15: {"enter_first": 15}},
    label=mark("Checkers that must enter first"),
    labels={0: mark("no checker"), 15: mark("all 15")},
)
"""Whether checkers may move before all have entered (ruling US-3)."""

EXACT = Option(
    name="exact",
    values={False: {}, True: {"bear_off": BearOff.EXACT}},
    label=mark("Checkers leave with their own number only"),
)
"""Whether a larger number takes a checker off (ruling US-4)."""

SCORE = Option(
    name="score",
    values={"checkers": {}, "single": {"score": Score.SINGLE}},
    label=mark("Score"),
    labels={"checkers": mark("1 for each checker left"), "single": mark("always 1")},
)
"""What a game is worth (ruling US-5)."""

GAME = Game(
    id="us-acey-deucey",
    family="relatives",
    rules=replace(ACEY_DEUCEY.rules, again=Again.COMPLETE),
    options=(OPENING, DOUBLES, BAR_FIRST, ENTRY, EXACT, SCORE),
    source=(
        "Acey-deucey as the American navy plays it, after Wikipedia: the booklet's game, and every "
        "double that is played in full brings another throw, too. Where bkgm.com, Britannica, "
        "bgammon.org and zooescape.com have it otherwise there is an option: no throw after an "
        "ordinary double, all fifteen enter first, off with the exact number, one point a game."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 5:2 8:1 res:12 | B 20:2 res:13 | W 3-3",
            play="res/3(2) 5/8(2)",
            chain=("W 3-3", "W 6-4"),
        ),
    ),
)
