"""Examples of games from elsewhere: LongGammon to US Acey Deucey."""

from __future__ import annotations

from cases.kinds import BLACK, WHITE, Case

LONGGAMMON: tuple[Case, ...] = (
    # The enemy's pile closes the last point: a fourth six with one checker has nowhere to land.
    Case(
        "LO-1-pile",
        "longgammon",
        "W 1:15 | B 24:15",
        WHITE,
        (6, 6),
        ("1/7(4)", "1/7/13 1/7(2)", "1/7/13(2)", "1/7/13/19 1/7"),
    ),
)

TAPA: tuple[Case, ...] = (
    Case("TA-2-part", "tapa", "W 8:1 24:14 | B 11:2 16:2", WHITE, (5, 3), ("8/13",)),
    Case("TA-2-higher", "tapa", "W 10:1 24:14 | B 21:2", WHITE, (6, 5), ("10/16",)),
    Case(
        "TA-1-pin",
        "tapa",
        "W 5:1 1:14 | B 12:1 24:14",
        WHITE,
        (4, 3),
        ("5/9/12", "5/9 1/4", "5/8 1/5", "1/5 1/4"),
        ends=(
            "W 1:14 12:1 | B 12:1p 24:14",
            "W 1:13 4:1 9:1 | B 12:1 24:14",
            "W 1:13 5:1 8:1 | B 12:1 24:14",
            "W 1:12 4:1 5:2 | B 12:1 24:14",
        ),
    ),
    # Held by one on top, the point is closed to the prisoner's side.
    Case("TA-1-closed", "tapa", "W 12:1 24:14 | B 12:1p 18:1", BLACK, (6, 5), ("18/13/7",)),
    # Who leaves with his last checker sets the prisoner free; passing by holds nobody.
    Case(
        "TA-1-free",
        "tapa",
        "W 10:1 24:14 | B 10:1p 12:1 1:13",
        WHITE,
        (2, 1),
        ("10/12/13",),
        ends=("W 13:1 24:14 | B 10:1 12:1 1:13",),
    ),
    # PI-3: a prisoner at home cannot go off, and no larger number helps those before it.
    Case("TA-1-home", "tapa", "W 20:1p 22:1 23:1 | B 20:1", WHITE, (5, 3), ("22/off",)),
    Case(
        "TA-1-start",
        "tapa",
        "W 1:15 | B 24:15",
        BLACK,
        (6, 6),
        ("24/18(4)", "24/18/12 24/18(2)", "24/18/12(2)", "24/18/12/6 24/18"),
    ),
)

PLAKOTO: tuple[Case, ...] = (
    Case("PL-1-part", "plakoto", "W 8:1 24:14 | B 11:2 16:2", WHITE, (5, 3), ("8/13",)),
    Case("PL-1-higher", "plakoto", "W 10:1 24:14 | B 21:2", WHITE, (6, 5), ("10/16",)),
    Case("PL-1-closed", "plakoto", "W 12:1 24:14 | B 12:1p 18:1", BLACK, (6, 5), ("18/13/7",)),
    Case("PL-1-home", "plakoto", "W 20:1p 22:1 23:1 | B 20:1", WHITE, (5, 3), ("22/off",)),
    Case(
        "PL-1-start",
        "plakoto",
        "W 1:15 | B 24:15",
        BLACK,
        (6, 6),
        ("24/18(4)", "24/18/12 24/18(2)", "24/18/12(2)", "24/18/12/6 24/18"),
    ),
    # White is safe: the six ends the game, before the one or after it.
    Case(
        "PL-2-once",
        "plakoto",
        "W 12:1 18:1 | B 5:14 24:1",
        WHITE,
        (6, 1),
        ("18/24", "12/13 18/24", "12/13/19"),
        ends=(
            "W 12:1 24:1 | B 5:14 24:1p",
            "W 13:1 24:1 | B 5:14 24:1p",
            "W 18:1 19:1 | B 5:14 24:1",
        ),
    ),
    # White still has two on his first point: the mother is pinned, and the one must be played.
    Case(
        "PL-2-danger",
        "plakoto",
        "W 1:2 18:1 | B 3:12 7:2 24:1",
        WHITE,
        (6, 1),
        ("1/2 18/24", "1/2/8"),
        ends=("W 1:1 2:1 24:1 | B 3:12 7:2 24:1p", "W 1:1 8:1 18:1 | B 3:12 7:2 24:1"),
    ),
    # The last one leaves while the enemy mother is pinned: that step wins.
    Case(
        "PL-2-later",
        "plakoto",
        "W 1:1 12:1 24:1 | B 5:14 24:1p",
        WHITE,
        (4, 3),
        ("1/4", "12/16 1/4", "12/16/19"),
        ends=(
            "W 4:1 12:1 24:1 | B 5:14 24:1p",
            "W 4:1 16:1 24:1 | B 5:14 24:1p",
            "W 1:1 19:1 24:1 | B 5:14 24:1p",
        ),
    ),
    # His own mother pinned, Black may pin the other one; nothing follows then.
    Case(
        "PL-3-level",
        "plakoto",
        "W 1:1 24:1 | B 7:1 9:1 24:1p",
        BLACK,
        (6, 2),
        ("7/1", "9/7 7/1", "9/3 7/5"),
        ends=(
            "W 1:1p 24:1 | B 1:1 9:1 24:1p",
            "W 1:1p 24:1 | B 1:1 7:1 24:1p",
            "W 1:1 24:1 | B 3:1 5:1 24:1p",
        ),
    ),
    Case(
        "PL-4-fewer",
        "plakoto",
        "W 12:1 18:1 | B 17:2 24:1",
        WHITE,
        (6, 5),
        ("18/24", "12/18/23"),
    ),
    # No play uses both: the one that ends the game counts as the whole throw, drawn or won.
    Case("PL-4-won", "plakoto", "W 12:1 18:1 | B 17:2 23:2 24:1", WHITE, (6, 5), ("18/24",)),
    Case(
        "PL-4-drawn",
        "plakoto",
        "W 1:1p 12:1 18:1 | B 1:1 17:2 23:2 24:1",
        WHITE,
        (6, 5),
        ("18/24",),
    ),
    Case("PL-4-double", "plakoto", "W 18:1 | B 5:14 24:1", WHITE, (3, 3), ("18/21/24",)),
)

TAVLA: tuple[Case, ...] = (
    # The checker that hits on 20 plays nothing else; another way to 21 and to 23 hits nobody.
    Case(
        "TV-2-stay",
        "tavla",
        "W 12:1 17:1 19:13 | B 6:14 20:1",
        WHITE,
        (3, 1),
        (
            "12/13/16",
            "12/13 17/20*",
            "12/13 19/22",
            "17/18/21",
            "17/18 12/15",
            "17/18 19/22",
            "19/22/23",
            "19/20* 12/15",
            "17/20* 19/20",
            "19/20* 19/22",
        ),
    ),
    Case("TV-2-black", "tavla", "W 5:1 19:14 | B 8:1 1:14", BLACK, (3, 2), ("8/6/3",)),
    Case(
        "TV-2-off",
        "tavla",
        "W 17:1 24:14 | B 6:14 20:1",
        WHITE,
        (3, 1),
        ("17/18/21", "17/20* 24/off"),
    ),
    Case(
        "TV-2-option",
        "tavla",
        "W 17:1 24:14 | B 6:14 20:1",
        WHITE,
        (3, 1),
        ("17/18/21", "17/20*/21", "17/20* 24/off"),
        options={"hit_and_run": True},
    ),
    # Hits before home bind nobody, nor those of a checker that enters.
    Case(
        "TV-2-outside",
        "tavla",
        "W 12:1 24:14 | B 6:13 15:1 21:1",
        WHITE,
        (6, 3),
        ("12/15*/21*", "12/18/21*"),
    ),
    Case(
        "TV-2-enter",
        "tavla",
        "W bar:1 24:14 | B 4:1 8:13 10:1",
        WHITE,
        (6, 4),
        ("bar/4*/10*", "bar/6/10*"),
    ),
    # One of two stays; it does not matter which.
    Case(
        "TV-3-one",
        "tavla",
        "W 18:2 24:13 | B 6:14 20:1",
        WHITE,
        (2, 2),
        ("18/20* 18/20/22/24",),
        ends=("W 20:1 24:14 | B 6:14 bar:1",),
    ),
    Case(
        "TV-3-two",
        "tavla",
        "W 17:1 18:1 24:13 | B 6:13 20:1 21:1",
        WHITE,
        (3, 3),
        ("17/20* 18/21*",),
    ),
    # Three 2s are lost; the hitter stands behind the last one.
    Case("TV-4-lost", "tavla", "W 20:1 24:1 | B 6:14 22:1", WHITE, (2, 2), ("20/22*",)),
    Case("TV-4-more", "tavla", "W 20:1 23:1 | B 6:14 22:1", WHITE, (3, 2), ("20/23 23/off",)),
)

MISERE: tuple[Case, ...] = (
    # Bearing off is a duty only where a number has no other use: the five may stay inside.
    Case(
        "MI-1-slow",
        "misere",
        "W 19:1 24:1 | B 1:2 2:2",
        WHITE,
        (6, 5),
        ("19/off 24/off", "19/24 24/off"),
    ),
    # To hit is no duty, to play both numbers is: here there is no other way.
    Case(
        "MI-1-must-hit",
        "misere",
        "W 1:1 | B 2:2 4:1 6:2 8:2",
        WHITE,
        (3, 1),
        ("1/4*/5",),
    ),
)

US_ACEY_DEUCEY: tuple[Case, ...] = (
    Case(
        "US-3-mixed",
        "us-acey-deucey",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3", "res/5 1/4", "res/5/8", "1/6 res/3", "1/6/9"),
    ),
    Case(
        "US-3-all",
        "us-acey-deucey",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3",),
        options={"entry": 15},
    ),
    # The last one in, the rest of the throw is free.
    Case(
        "US-3-last",
        "us-acey-deucey",
        "W 1:14 res:1 | B res:15",
        WHITE,
        (5, 3),
        ("res/5/8", "res/5 1/4", "res/3 1/6"),
        options={"entry": 15},
    ),
    Case(
        "US-4-larger",
        "us-acey-deucey",
        "W 23:1 24:1 | B res:15",
        WHITE,
        (6, 5),
        ("23/off 24/off",),
    ),
    Case(
        "US-4-exact",
        "us-acey-deucey",
        "W 23:1 24:1 | B res:15",
        WHITE,
        (6, 5),
        (),
        options={"exact": True},
    ),
)
