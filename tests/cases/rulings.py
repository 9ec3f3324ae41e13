"""Examples of the corner rulings."""

from __future__ import annotations

from cases.kinds import END, START, WHITE, Case, counts

BASE = [
    *counts(
        "2:BG0",
        "backgammon",
        START,
        {(2, 1): 15, (3, 1): 16, (6, 5): 7, (5, 5): 4, (6, 6): 11, (1, 1): 42},
    ),
    Case(
        "2:BG1",
        "backgammon",
        "W bar:1 12:1 | B 6:2",
        WHITE,
        (4, 6),
        ("bar/4 4/10", "bar/4 12/18"),
        then=END,
    ),
    Case("2:BG2", "backgammon", "W bar:2 19:5 | B 4:2 6:2", WHITE, (4, 5), ("bar/5",), then=END),
    Case("2:BG3", "backgammon", "W 10:1 | B 21:2 24:1", WHITE, (5, 6), ("10/16",)),
    Case(
        "2:BG4",
        "backgammon",
        "W 14:1 18:1 | B 20:2",
        WHITE,
        (6, 2),
        ("18/24 14/16", "14/16/22"),
    ),
    Case(
        "2:BG5",
        "backgammon",
        "W 20:1 21:1 23:1 | B",
        WHITE,
        (4, 6),
        ("20/off 21/off", "20/24 21/off"),
    ),
    Case(
        "2:BG6",
        "backgammon",
        "W 19:1 21:1 | B",
        WHITE,
        (5, 1),
        ("19/24/off", "19/24 21/22"),
    ),
    Case(
        "2:BG7",
        "backgammon",
        "W 19:1 23:1 | B 21:2",
        WHITE,
        (2, 1),
        ("23/off 19/20", "19/20/22"),
    ),
    Case(
        "2:BG8",
        "backgammon",
        "W bar:1 19:1 20:1 | B 3:1",
        WHITE,
        (3, 6),
        ("bar/3*/9", "bar/6 19/22", "bar/6 20/23", "bar/6/9"),
    ),
    Case("2:BG9", "backgammon", "W bar:1 | B 3:2 4:2", WHITE, (3, 4), (), then=END),
    *(
        Case(
            f"2.1(TR)-{profile}",
            "backgammon",
            "W 22:1 23:1 | B",
            WHITE,
            (4, 4),
            plays,
            options={"profile": profile},
            numbers=(4,),
        )
        for profile, plays in (
            ("tournament", ("22/off",)),
            ("pergioco", ("22/off",)),
            ("schmidt", ("22/off",)),
            ("tavola-reale", ("22/off", "23/off")),
        )
    ),
]

CORNER_RULINGS = [
    Case(
        "D1(a)",
        "backwards",
        "W 21:1 | B",
        WHITE,
        (6, 5),
        ("21/off", "21/15/20", "21/16/22", "21/15/10"),
        note="bearing off the last checker counts as complete",
    ),
    Case(
        "D1(b)",
        "no-hit",
        "W 20:1 | B 21:1",
        WHITE,
        (6, 1),
        ("20/off", "20/21*/off"),
    ),
    Case(
        "D1(c)",
        "backgammon",
        "W 20:1 | B 21:1",
        WHITE,
        (6, 1),
        ("20/21*/off",),
        note="the base game does not count a win with one number as complete",
    ),
    Case("D2", "pin", "W 24:1 | B 1:1", WHITE, (6, 5), ("24/off",)),
    Case("D2(double)", "pin", "W 24:1 | B 1:1", WHITE, (3, 3), ("24/off",)),
    Case("D15", "backgammon", "W 21:1 | B 1:1", WHITE, (6, 2), ("21/23/off",)),
    Case(
        "D4",
        "puff-russian",
        "W bar:1 res:13 22:1 | B res:15",
        WHITE,
        (1, 2),
        ("bar/24 res/23", "bar/24 24/22", "bar/24 22/20"),
        note="the hit checker still counts as one of the two that have entered",
    ),
    Case(
        "D8",
        "mexican",
        "W bar:1 3:5 | B",
        WHITE,
        (3, 4),
        (),
        note="five on the point close it for entering",
    ),
]
