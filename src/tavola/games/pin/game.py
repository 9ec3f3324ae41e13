"""Pin."""

from __future__ import annotations

from tavola.games.common import OPENING
from tavola.games.pin.examples import EXAMPLES
from tavola.rules.model.declaration import Game, Option, Telling, mark
from tavola.rules.model.ruleset import Contact, Mother, Ruleset, Score, Setup, Waste

START = Option(
    name="start",
    values={
        "13-1-1": {},
        "15": {"start": (Setup(points=((1, 15),)), Setup(points=((24, 15),)))},
    },
    label=mark("Starting position"),
    labels={
        "13-1-1": mark("13 checkers and 2 single ones"),
        "15": mark("all 15 on the first point"),
    },
)

MOTHER = Option(
    name="mother",
    values={False: {"mother": Mother.NOTHING}, True: {"mother": Mother.WINS}},
    label=mark("Mother rule"),
)


GAME = Game(
    id="pin",
    place=14,
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
    examples=EXAMPLES,
    telling=(Telling(text="W 1:12 8:1 10:1 15:1 | B 15:1p 17:1 24:13 | W 5-2", play="10/15/17"),),
)
