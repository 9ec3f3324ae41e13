"""What the worked examples of the rule pages say, as positions and plays: tests check them by the
rules, and the pages draw them.

Pages in several languages tell the same example: it is known by its game, the points that stand in
it as data, and its dice.  All numbers here are the booklet's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Claim:
    """One thing that an example says about a position (`one_line.py`).

    `can` may be played (a part of a turn is enough), `cannot` may not; with `only` there are no
    other plays than those of `can`.  `leaves` is in the position after the first of `can`.
    """

    text: str
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    only: bool = False
    leaves: str = ""
    options: dict[str, Any] = field(default_factory=dict)


def _none(text: str, *cannot: str) -> Claim:
    return Claim(text, cannot=cannot, only=True)


def _only(text: str, *can: str) -> Claim:
    return Claim(text, can, only=True)


_USUAL = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
_SNAKE = "W 1:2 2:2 3:2 bar:9 | B 24:2 13:5 8:3 6:5"
_RING = "W 19:1 20:1 21:1 22:1 23:1 24:1 | B 1:1 2:1 3:1 4:1 5:1 6:1"
_EMPTY = "W res:15 | B res:15"
_LAST = "W 13:1 | B 3:1 4:1"
_PIN = "W 1:13 8:1 10:1 | B 24:13 17:1 15:1"
_CORNERS = "W 1:15 | B 13:15"
_SIX = "W 14:2 15:2 16:2 17:2 18:2 19:2 20:3 | B 13:15"
_FOUR = "W 14:2 15:2 16:2 17:2"
_FIVE = "W 1:9 14:1 15:1 16:1 17:1 18:2"
_HIT_AT_HOME = "W 12:1 17:1 19:13 | B 6:14 20:1"
_RIGHT_HALF = "W 6:15 | B 19:15"

CLAIMS: dict[tuple[str, str], tuple[Claim, ...]] = {
    ("backgammon", "W1 W4 W6 W9 | 3-5"): (
        Claim("W 1:2 12:13 | B 4:2 8:13 | W 3-5", ("1/9",)),
        Claim("W 1:2 12:13 | B 6:2 8:13 | W 3-5", ("1/9",)),
        Claim("W 1:2 12:13 | B 4:2 6:2 8:11 | W 3-5", cannot=("1/9",)),
    ),
    ("backgammon", "W10 W15 W16 B21 | 5-6"): (_only("W 10:1 | B 21:2 | W 5-6", "10/16"),),
    ("backgammon", "W4 W10 W12 W18 B6 | 4-6"): (
        _only("W bar:1 12:1 | B 6:2 | W 6-4", "bar/4/10", "bar/4 12/18"),
    ),
    ("backgammon", "W20 W21 W23 | "): (
        Claim("W 20:1 21:1 23:1 | B 1:2 | W 6-1 left:6", ("20/off",), ("21/off", "23/off")),
    ),
    ("backgammon", "W22 W23 | "): (
        Claim("W 22:1 23:1 | B 1:2 | W 4-1 left:4", ("22/off",), ("23/off",)),
        Claim(
            "W 22:1 23:1 | B 1:2 | W 4-1 left:4",
            ("22/off", "23/off"),
            options={"big_number": "any_lower"},
        ),
    ),
    ("eureka", "W19 W20 W24 | 5-6"): (
        Claim(
            "W 19:2 20:2 21:2 22:3 23:3 24:3 | B 6:2 5:2 4:2 3:3 2:3 1:3 | W 6-5",
            ("19/off 20/off", "19/off 19/24"),
        ),
    ),
    ("eureka", "W19 W22 | 2-5"): (Claim("W 19:1 22:1 | B 1:2 | W 5-2", cannot=("22/off",)),),
    ("puff", "W21 W23 B2 B4 | 2-4"): (
        _only(f"{_EMPTY} | W 4-2", "res/23 res/21"),
        _only(f"{_EMPTY} | B 4-2", "res/2 res/4"),
    ),
    ("puff", "W8 W10 B3 B8 | 2-5"): (
        _none("W 10:1 | B 8:2 | W 2-5"),
        _only("W 10:1 | B 3:2 | W 2-5", "10/8"),
    ),
    ("puff", "W21 W22 | 3-3"): (_only(f"{_EMPTY} | W 3-3", "res/22 res/22 res/22 res/22"),),
    ("puff-long", "W5 B3 | 3-5"): (_none("W res:15 | B 3:2 res:13 | W 5-3", "res/5"),),
    ("puff-long", "W3 B3 B5 | 3-5"): (
        Claim("W res:15 | B 5:2 3:1 res:12 | W 5-3", ("res/3",), (), True, "bar:1"),
    ),
    ("puff-long", "W1 W7 W20 W24 B2 | 1-6"): (
        _only("W bar:1 20:1 24:1 | B 2:2 res:13 | W 1-6", "bar/1/7"),
    ),
    ("puff-russian", "W20 W21 W22 W23 W24 | 1-5"): (
        Claim(
            "W 21:1 23:1 res:13 | B res:15 | W 5-1",
            ("res/24 res/20", "23/22 res/20", "21/20 res/20"),
        ),
    ),
    ("puff-russian-long", "W2 B4 | 4-6"): (_none("W 2:1 res:14 | B 4:2 res:13 | W 4-6"),),
    ("puff-russian-long", "W1 W3 W4 W8 W9 B4 B6 | 3-5"): (
        Claim("W 1:1 3:1 res:13 | B 4:1 6:2 res:12 | W 5-3", ("1/4",), (), False, "bar:1"),
        Claim(
            "W 1:1 3:1 res:13 | B 4:1 6:2 res:12 | W 5-3",
            ("res/3 res/5", "1/4 res/5", "1/4 3/8", "1/4/9"),
        ),
    ),
    ("french-1", "W2 W3 W5 | 2-5"): (
        _only("W 3:14 res:1 | B res:15 | W 2-5", "res/2 3/8", "res/2/7", "res/5 3/5"),
    ),
    ("french-1", "W11 W17 B23 | 6-6"): (_only("W 11:2 | B 23:2 | W 6-6", "11/17 11/17"),),
    ("russian", "W11 W17 B23 | 6-6"): (_only("W 11:2 | B 23:2 | W 6-6", "11/17 11/17"),),
    ("russian", "5 | 5-5"): (Claim(f"{_EMPTY} | W 5-5", ("res/5 res/5",), ("res/10",)),),
    ("gioul", "W1 W6 W12 B7 | 5-6"): (
        _only("W 1:15 | B 7:1 24:14 | W 6-5", "1/6/12"),
        _only("W 1:1 | B 7:1 | W 6-5", "1/6/12"),
    ),
    ("gioul", "W12 W13 W15 W18 W24 B16 B17 B21 | 3-3"): (
        _only("W 12:1 13:1 24:13 | B 16:1 17:1 21:2 1:11 | W 3-3", "12/15/18"),
    ),
    ("french-2", "W3 W5 W8 | 3-5"): (Claim("W res:3 | B res:3 | W 5-3", ("res/5 res/3", "res/8")),),
    ("french-2", "W4 W9 B16 | "): (
        Claim("W 4:1 res:2 | B 16:1 res:2 | W 5-1", ("4/9",), (), False, "bar:1"),
    ),
    ("french-2", "W3 W4 W7 W10 | 3-3"): (
        _only("W 4:1 7:1 res:1 | B res:3 | W 3-3", "res/3", "7/10"),
    ),
    ("french-2", "W1 W8 | 2-6"): (_none("W bar:1 1:1 8:1 | B res:3 | W 6-2"),),
    ("acey-deucey", "W2 W3 W4 W6 | 2-4"): (
        Claim(
            "W bar:1 6:1 3:1 res:12 | B res:15 | W 4-2",
            ("bar/4 res/2", "bar/4 6/8", "bar/2 res/4", "bar/2 3/7"),
            ("6/10", "res/4"),
        ),
    ),
    ("acey-deucey", "W10 W20 W22 W23 B11 B13 B21 | 1-2"): (
        _only("W 10:1 20:1 | B 11:2 13:2 21:2 | W 1-2", "20/22/23"),
    ),
    ("acey-deucey", "W3 W6 W9 | 3-6"): (Claim(f"{_EMPTY} | W 6-3", ("res/6 res/3", "res/9")),),
    ("mexican", "W10 B12 | 2-5"): (_none("W 10:1 | B 12:2 | W 2-5"),),
    ("mexican", "W22 W24 | 1-3"): (_only("W 22:1 24:1 | B 1:2 | W 3-1", "24/off 22/off"),),
    ("mexican", "W23 W24 | 3-4"): (_none("W 23:1 24:1 | B 1:2 | W 4-3"),),
    ("mexican", "W19 W20 | 6-6"): (_only("W 19:2 20:2 | B 1:2 | W 6-6", "19/off 19/off"),),
    ("old-britain", "W6 W12 | 3-6"): (
        Claim("W 6:1 12:5 | B 24:2 | W 6-3", ("12/15 6/12",), ("6/12",)),
    ),
    ("old-britain", "W10 W15 W16 B21 | 5-6"): (_only("W 10:1 | B 21:2 | W 5-6", "10/15", "10/16"),),
    ("old-britain", "W14 W18 B20 | 2-6"): (
        _only("W 14:1 18:1 | B 20:2 | W 6-2", "14/16 18/24", "14/16/22"),
    ),
    ("pin", "W8 W13 W24 B11 B16 | 3-5"): (_none("W 8:1 24:14 | B 11:2 16:2 | W 3-5", "8/13"),),
    ("pin", "W8 W14 W15 B15 | 1-6"): (Claim(f"{_PIN} | W 6-1", ("8/14/15",), (), False, "15:1p"),),
    ("pin", "W13 B13 | "): (Claim("W 8:1 13:1 | B 13:1p 18:1 | B 5-1", ("18/17/12",), ("18/13",)),),
    ("catch-me", "W14 W24 | 3-5 4-6"): (
        Claim(f"{_RING} | W 6-4", ("24/14",)),
        _none(f"{_RING} | W 5-3"),
    ),
    ("catch-me", "W18 W24 | 3-3"): (Claim(f"{_RING} | W 3-3", ("24/18",)),),
    ("catch-me", "W18 W22 W24 | 1-1"): (
        Claim(f"{_RING} | W 1-1", ("24/18",), ("24/22",), False, "18:1"),
    ),
    ("catch-me", "W7 W12 W13 W15 | "): (
        Claim("W 10:1 15:1 | B 3:1 20:1 | B 6-1", ("3/10",), (), False, "W 13:1"),
        Claim(f"{_LAST} | W 1-2", ("13/12",)),
        Claim(f"{_LAST} | W 6-2", ("13/7",)),
    ),
    ("catch-me", "W6 W7 W12 W13 | 1-6"): (Claim(f"{_LAST} | W 6-1", ("13/12", "13/7", "13/12/6")),),
    ("ludus-lumbadorum", "W6 W24 | 6-6"): (_only(f"{_RIGHT_HALF} | W 6-6", "6/24 6/24"),),
    ("ludus-lumbadorum", "W2 W4 W6 W24 | 2-4"): (
        Claim("W 6:13 4:1 2:1 | B 19:15 | W 2-4", ("2/24 6/2",)),
        Claim("W 6:13 4:1 2:1 | B 19:15 | W 2-4 left:4", cannot=("6/2",)),
    ),
    ("ludus-lumbadorum", "W3 W6 | 1-4"): (
        Claim("W bar:1 6:2 24:12 | B 19:15 | W 1-4", ("bar/3",), ("bar/6",)),
        Claim("W bar:1 3:1 24:13 | B 19:15 | W 1-4", ("bar/6",), ("bar/3",)),
    ),
    ("ludus-lumbadorum", "W1 W19 W24 | 5-6"): (
        _only(f"{_RIGHT_HALF} | W 6-5", "6/1 6/24"),
        Claim(f"{_RIGHT_HALF} | W 6-5", cannot=("6/19",)),
    ),
    ("backwards", "W7 W8 W9 W10 B11 B12 | 1-2"): (
        _only("W 10:1 | B 11:2 12:2 | W 1-2", "10/9/7", "10/8/9"),
    ),
    ("backwards", "W20 W22 B20 | 2-6"): (
        Claim("W 22:1 | B 20:1 | W 2-6", ("22/off",)),
        Claim("W 22:1 | B 20:1 | W 2-6", ("22/20",), (), False, "bar:1"),
    ),
    ("backwards", "W1 B4 B6 | 3-5"): (_none("W 1:1 | B 4:2 6:2 | W 5-3"),),
    ("backwards", "W12 W18 W19 | 1-6"): (Claim(f"{_USUAL} | W 6-1", ("12/18 19/18",)),),
    ("straight", "W12 W19 B6 B7 B8 B13 B14 B20 B24 | 1-6"): (
        Claim(
            f"{_USUAL} | B 6-1",
            ("8/14", "13/14/20", "6/7/13"),
            ("24/off", "13/19", "6/12"),
        ),
    ),
    ("straight", "W4 W5 B2 B6 B13 B17 | 2-4"): (
        _only("W 4:2 5:2 | B bar:1 13:1 | B 4-2", "bar/2 13/17", "bar/2/6"),
    ),
    ("fixed-throw", "W23 W24 B1 B2 | 1-2"): (
        _none("W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | W 2-1 fixed:2-1"),
        _none("W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | B 2-1 fixed:2-1"),
    ),
    ("no-hit", "W10 W12 W14 B12 B14 B16 | 2-4"): (
        Claim("W 10:1 | B 12:1 14:1 16:1 | W 2-4", ("10/12", "10/14")),
    ),
    ("no-hit", "W1 W7 W10 B12 B14 | 2-4"): (Claim("W 1:1 10:1 | B 12:1 14:1 | W 2-4", ("1/7",)),),
    ("no-hit", "W20 W21 B21 | 1-6"): (Claim("W 20:1 | B 21:1 | W 6-1", ("20/off",)),),
    ("reverse", "W10 | "): (Claim("W 10:1 24:2 | B 13:2 8:2 | B 3-1", ("13/10 8/7", "8/5 8/7")),),
    ("reverse", "W24 | "): (_only("W 24:1 | B 1:2 | W 2-1", "24/off"),),
    ("misere", "W24 B1 | "): (_only("W 24:1 | B 1:15 | W 2-1 cube:2", "24/off"),),
    ("tapa", "W8 W13 W24 B11 B16 | 3-5"): (_only("W 8:1 24:14 | B 11:2 16:2 | W 3-5", "8/13"),),
    ("tapa", "W1 W5 W8 W9 W12 B12 | 3-4"): (
        Claim("W 1:14 5:1 | B 12:1 24:14 | W 4-3", ("5/9/12", "5/8/12"), (), False, "12:1p"),
    ),
    ("tapa", "W12 B12 | "): (
        Claim("W 5:1 12:1 | B 12:1p 20:1 | B 5-3", ("20/15",), ("20/15/12",)),
    ),
    ("plakoto", "W8 W13 W24 B11 B16 | 3-5"): (_only("W 8:1 24:14 | B 11:2 16:2 | W 3-5", "8/13"),),
    ("plakoto", "W1 W5 W8 W9 W12 B12 | 3-4"): (
        Claim("W 1:14 5:1 | B 12:1 24:14 | W 4-3", ("5/9/12", "5/8/12"), (), False, "12:1p"),
    ),
    ("plakoto", "W1 W18 B24 | 1-6"): (
        Claim("W 18:1 19:14 | B 5:14 24:1 | W 6-1", ("18/24",), (), False, "24:1p"),
    ),
    ("plakoto", "W1 | 1-6"): (
        Claim("W 1:2 18:1 19:12 | B 5:14 24:1 | W 6-1", ("18/24 1/2",), (), False, "24:1p"),
    ),
    ("tavla", "W12 W13 W17 W19 W20 W21 B20 | 1-3"): (
        Claim(f"{_HIT_AT_HOME} | W 3-1", ("17/20* 12/13", "17/20* 19/20"), ("17/20*/21",)),
        Claim(f"{_HIT_AT_HOME} | W 3-1", ("17/20*/21",), options={"hit_and_run": True}),
    ),
    ("tavla", "W18 W20 W22 W24 B20 | 2-2"): (
        _only("W 18:2 24:13 | B 6:14 20:1 | W 2-2", "18/20* 18/20/22/24"),
    ),
    ("tavla", "W20 W22 W24 B22 | 2-2"): (_only("W 20:1 24:1 | B 6:14 22:1 | W 2-2", "20/22*"),),
    ("tavla", "W20 W23 B22 | 2-3"): (_only("W 20:1 23:1 | B 6:14 22:1 | W 3-2", "20/23 23/off"),),
    ("tabula", "W1 W10 W16 W19 B5 B6 B7 B20 B21 | 4-5-6"): (
        _only("W 1:2 10:1 | B 5:2 6:2 7:2 20:2 21:2 | W 6-5-4", "10/19"),
    ),
    ("tabula", "W4 W5 B1 B3 | 1-3-5"): (
        _only("W 4:1 bar:1 res:2 | B 1:2 3:2 | W 5-3-1", "bar/9", "bar/6 4/7", "bar/5 4/8"),
    ),
    (
        "tabula",
        "W6 W9 W10 W16 W19 W20 W22 W23 W24 B8 B11 B12 B13 B14 B15 B18 B21 | 2-5-6",
    ): (
        Claim(
            "W 6:7 9:1 10:2 19:2 20:2 23:1 | B 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 | W 6-5-2",
            ("20/22 19/24 10/16",),
            only=True,
            leaves="W 6:7 9:1 10:1 16:1 19:1 20:1 22:1 23:1 24:1",
        ),
    ),
    ("tabula", "W19 W22 W24 | 1-3-6"): (
        Claim("W 19:1 22:1 24:1 | B 1:2 | W 6-3-1", ("19/off 22/off 24/off",)),
    ),
    ("us-acey-deucey", "W3 W5 W8 | 3-3"): (
        Claim("W 5:2 8:1 res:12 | B 20:2 res:13 | W 3-3", ("res/3 res/3 5/8 5/8",)),
    ),
    ("snake", "W3 W4 W5 B6 | 3-5 4-6 6-6"): (
        _only(f"{_SNAKE} | W 6-4", "bar/4"),
        _none(f"{_SNAKE} | W 6-6"),
        _only(f"{_SNAKE} | W 5-3", "bar/5 bar/3"),
    ),
    ("fevga", "W1 W7 W13 | 6-6"): (_only(f"{_CORNERS} | W 6-6", "1/7"),),
    ("fevga", "W1 W5 W11 W17 W21 | 4-6"): (
        Claim("W 1:14 11:1 | B 13:15 | W 6-4", ("11/17/21", "11/17 1/5")),
    ),
    ("fevga", "W1 W2 W3 W4 W5 W6 | "): (
        Claim("W 1:10 2:1 3:1 4:1 5:1 24:1 | B 13:15 | W 5-2", cannot=("1/6", "1/6/8")),
    ),
    ("fevga", "W14 W15 W16 W17 W18 W19 W20 B13 | 1-2"): (
        _only(
            f"{_SIX} | W 2-1",
            "14/16 14/15",
            "15/17 15/16",
            "16/18 16/17",
            "17/19 17/18",
            "18/20 18/19",
            "19/21 19/20",
        ),
        Claim(f"{_SIX} | W 2-1", cannot=("20/22 20/21",)),
    ),
    ("bradspel", "W1 W6 W24 B2 B3 B4 B5 B6 B7 B11 | 1-5"): (
        _only("W 1:13 24:2 | B 2:2 3:2 4:2 5:2 6:2 7:2 11:3 | W 5-1", "1/6*"),
    ),
    ("bradspel", "W1 W5 W6 W24 B1 B2 B3 B4 B11 | 1-5"): (
        _only("W bar:4 24:11 | B 1:2 2:2 3:2 4:2 11:7 | W 5-1", "bar/1* bar/5"),
    ),
    ("bradspel", "W22 W23 W24 | 2-5"): (
        _only("W 22:1 23:7 24:7 | B 1:15 | W 5-2", "22/off 23/off"),
    ),
    ("narde", "W1 W12 | 5-6"): (_only(f"{_CORNERS} | W 6-5", "1/12"),),
    ("narde", "W1 W7 W13 | 6-6"): (_only(f"{_CORNERS} | W 6-6", "1/7 1/7"),),
    ("narde", "W1 W5 | 2-4"): (
        Claim("W 1:14 5:1 | B 13:15 | W 4-2", ("1/5", "1/3"), ("1/5 1/3",)),
    ),
    ("narde", "W14 W15 W16 W17 W18 W19 B13 | "): (
        Claim(f"{_FIVE} | B 13:15 | W 4-1", cannot=("18/19",)),
    ),
    ("narde", "W19 B20 | "): (Claim(f"{_FIVE} | B 13:14 20:1 | W 4-1", ("18/19",)),),
    ("moultezim", "W1 W7 W13 | 6-6"): (_only(f"{_CORNERS} | W 6-6", "1/7"),),
    ("moultezim", "W1 W5 W11 W17 W21 | 4-6"): (
        Claim("W 1:14 11:1 | B 13:15 | W 6-4", ("11/17/21", "11/17 1/5")),
    ),
    ("moultezim", "W13 W14 W15 W16 W17 W18 | "): (
        Claim(f"{_FOUR} 24:7 | B 13:15 | W 2-1", cannot=("17/18", "16/18", "17/18/20")),
        Claim("W 12:1 14:2 15:2 16:2 17:2 24:6 | B 19:15 | W 6-1", cannot=("12/13",)),
    ),
    ("moultezim", "W14 W15 W16 W17 W18 | "): (
        Claim("W 14:1 15:2 16:2 17:2 24:8 | B 13:15 | W 4-1", ("14/18",), ("17/18",)),
    ),
    ("gul-bara", "W1 W6 W11 W24 B13 | 5-5"): (
        Claim("W 1:5 24:10 | B 13:15 | W 5-5", ("1/6/11 1/6/11", "1/6 1/6 1/6 1/6")),
        Claim("W 1:1 6:4 24:10 | B 13:15 | W 5-5 part:1 left:6,6,6,6", ("6/12 6/12 6/12 6/12",)),
    ),
    ("gul-bara", "W12 W13 W15 W18 W24 B16 B17 B21 | 3-3"): (
        _only("W 12:1 13:1 24:13 | B 6:11 16:1 17:1 21:2 | W 3-3", "12/15/18"),
    ),
    ("jacquet", "W1 W7 W13 | 6-6"): (_only(f"{_CORNERS} | W 6-6", "1/7"),),
    ("jacquet", "W1 W3 W16 W18 W21 W23 | 2-5"): (
        _only("W 1:14 16:1 | B 13:15 | W 5-2", "16/21/23", "16/21 1/3"),
    ),
    ("jacquet", "W3 W4 W5 W6 W7 W8 W9 W23 | "): (
        Claim("W 1:2 4:2 5:2 6:2 7:2 8:2 24:3 | B 13:15 | W 5-2", cannot=("4/9", "7/9", "1/3")),
    ),
    ("jacquet", "W9 W23 W24 | "): (
        Claim("W 1:3 4:2 5:2 6:2 7:2 8:2 23:1 24:1 | B 13:15 | W 5-2", ("4/9", "7/9")),
    ),
}
"""The examples of all pages: by the id of the game, and its points and dice."""
