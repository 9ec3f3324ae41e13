"""Games in which nothing is hit: Eureka, Gioul, Pin."""

from __future__ import annotations

from tavola.games.common import NO_CUBE, OPENING
from tavola.games.examples.peaceful import EUREKA_EXAMPLES, GIOUL_EXAMPLES, PIN_EXAMPLES
from tavola.rules.model.declaration import Game, Option
from tavola.rules.model.ruleset import Contact, Incomplete, Ruleset, Score, Setup, Then, Waste

eureka = Game(
    id="eureka",
    family="peaceful",
    rules=Ruleset(
        start=(
            Setup(points=((19, 2), (20, 2), (21, 2), (22, 3), (23, 3), (24, 3))),
            Setup(points=((6, 2), (5, 2), (4, 2), (3, 3), (2, 3), (1, 3))),
        ),
        score=Score.GAMMON,
        cube=False,
    ),
    options=(OPENING, NO_CUBE),
    source=(
        "Booklet, Eureka: all checkers start at home, first out wins; doubles are ordinary ones. "
        "The picture is lost: two each on the far three points, three each on the near three."
    ),
    examples=EUREKA_EXAMPLES,
)

REMAINDER = Option(
    name="remainder",
    values={
        "lost": {"incomplete": Incomplete.HAND_OVER},
        "handed": {"incomplete": Incomplete.HAND_OVER_REST},
    },
)

gioul = Game(
    id="gioul",
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
    examples=GIOUL_EXAMPLES,
)

START = Option(
    name="start",
    values={
        "13-1-1": {},
        "15": {"start": (Setup(points=((1, 15),)), Setup(points=((24, 15),)))},
    },
)
MOTHER = Option(name="mother", values={False: {"mother": False}, True: {"mother": True}})

pin = Game(
    id="pin",
    family="peaceful",
    rules=Ruleset(
        start=(
            Setup(points=((1, 13), (8, 1), (10, 1))),
            Setup(points=((24, 13), (17, 1), (15, 1))),
        ),
        contact=Contact.PIN,
        waste=Waste.NOTHING,
        win_is_complete=True,
        score=Score.PIPS,
        cube=False,
    ),
    options=(OPENING, START, MOTHER),
    source=(
        "Booklet, Pin; the picture is lost, the start is that of the Pin Game of the same name. A "
        "point with two checkers is closed to the side that does not hold it: read literally, "
        "nobody could bear off. A pinned checker at home does not stop bearing off, but counts as "
        "the farthest. Bearing off the last checker completes the throw."
    ),
    examples=PIN_EXAMPLES,
)
