"""Turkish Backgammon (Gioul)."""

from __future__ import annotations

from tavola.games.common import OPENING
from tavola.games.gioul.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Incomplete, Ruleset, Score, Setup, Then

REMAINDER = Option(
    name="remainder",
    values={
        "lost": {"incomplete": Incomplete.HAND_OVER},
        "handed": {"incomplete": Incomplete.HAND_OVER_REST},
    },
    label=mark("Rest of a failed number"),
    labels={
        "lost": mark("is lost"),
        "handed": mark("played by the opponent"),
    },
)


GAME = Game(
    id="gioul",
    place=9,
    family="peaceful",
    rules=Ruleset(
        start=(Setup(points=((1, 15),)), Setup(points=((24, 15),))),
        block=1,
        double_then=Then.UPWARDS,
        incomplete=Incomplete.HAND_OVER,
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, REMAINDER),
    source=(
        "Booklet, Turkish Backgammon-Gioul. What is left of the failed number is lost, the heir "
        "begins with the next number, plays what he can of it, and the chain ends with his first "
        "incomplete number; then he throws."
    ),
    examples=EXAMPLES,
    telling=(
        Telling(
            text="W 12:1 13:1 24:13 | B 6:10 16:1 17:1 21:3 | W 3-3",
            play="12/15/18",
            chain=("W 3-3", "B 4-4", "B 5-5", "B 6-6"),
        ),
    ),
)
