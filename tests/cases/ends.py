"""Ends of games, starts, and what else is not one throw."""

from __future__ import annotations

from cases.kinds import (
    BLACK,
    BLACK_TOWERS,
    CATCH_START,
    EUREKA,
    PIN_START,
    RES,
    SNAKE,
    START,
    WHITE,
    BanCase,
    DeadCase,
    ScoreCase,
    SettleCase,
    StartCase,
    TurnCase,
)

SCORES: tuple[ScoreCase, ...] = (
    ScoreCase("2:BGS(a)", "backgammon", "W | B 6:14 24:1", WHITE, WHITE, 12, cube=4),
    *(
        ScoreCase(
            f"2:BGS(b)-{profile}",
            "backgammon",
            "W | B 6:13 bar:1",
            WHITE,
            WHITE,
            points,
            cube=2,
            options={"profile": profile},
        )
        for profile, points in (
            ("tournament", 2),
            ("schmidt", 2),
            ("pergioco", 2),
            ("tavola-reale", 6),
        )
    ),
    ScoreCase("2.3-gammon-quarter", "backgammon", "W | B 6:15", WHITE, WHITE, 2),
    ScoreCase("3.8-single", "gioul", "W | B 24:14", WHITE, WHITE, 1),
    ScoreCase("3.8-double", "gioul", "W | B 24:15", WHITE, WHITE, 2),
    ScoreCase("MZ-3-single", "moultezim", "W | B 13:14", WHITE, WHITE, 1),
    ScoreCase("MZ-3-double", "moultezim", "W | B 13:15", WHITE, WHITE, 2),
    ScoreCase("JA-3-single", "jacquet", "W | B 13:14", WHITE, WHITE, 1),
    ScoreCase("JA-3-double", "jacquet", "W | B 12:15", WHITE, WHITE, 2),
    ScoreCase("GB-4-single", "gul-bara", "W | B 13:14", WHITE, WHITE, 1),
    ScoreCase("GB-4-double", "gul-bara", "W | B 13:15", WHITE, WHITE, 2),
    ScoreCase("3.9(e)", "french-2", "W 12:3 | B res:3", WHITE, WHITE, 1),
    ScoreCase("3.10:AD-2", "acey-deucey", "W | B 24:2 bar:1 res:3", WHITE, WHITE, 6),
    ScoreCase("3.11-one", "mexican", "W | B 24:15", WHITE, WHITE, 1),
    ScoreCase("3.13-five", "pin", "W | B 3:1 1:2", WHITE, WHITE, 5),
    ScoreCase("3.13-gammon", "pin", "W | B 3:1 1:14", WHITE, WHITE, 34),
    ScoreCase("3.13-triple", "pin", "W | B 24:1 1:14", WHITE, WHITE, 114),
    ScoreCase("3.14-one", "catch-me", "W 12:1 | B", WHITE, WHITE, 1),
    ScoreCase("3.15-one", "doublets", f"W stage:3 | {BLACK_TOWERS}", WHITE, WHITE, 1),
    ScoreCase("3.16-one", "ludus-lumbadorum", "W | B 19:15", WHITE, WHITE, 1),
    ScoreCase(
        "3.16-full",
        "ludus-lumbadorum",
        "W | B 19:15",
        WHITE,
        WHITE,
        3,
        options={"score": "full"},
    ),
    ScoreCase("3.18-start-quarter", "straight", "W | B 6:1 24:14", WHITE, WHITE, 3),
    ScoreCase("3.18-goal-quarter", "straight", "W | B 24:15", WHITE, WHITE, 2),
    ScoreCase("G7-reserve", "puff", "W | B res:15", WHITE, WHITE, 3),
    ScoreCase("3.20(a)", "no-hit", "W 16:1 | B 12:1 bar:2", WHITE, BLACK, 2, cube=2, hit=True),
    ScoreCase("D10", "no-hit", "W | B bar:1", WHITE, BLACK, 1, hit=True),
    ScoreCase("3.22(b)", "reverse", "W | B 1:15", WHITE, BLACK, 1),
    ScoreCase("3.22(b)-cube", "reverse", "W | B 1:15", WHITE, BLACK, 2, cube=2),
    ScoreCase("3.24(c)", "free-choice", "W 1:15 | B", BLACK, BLACK, 3),
    ScoreCase("TA-3-one", "tapa", "W | B 24:2 6:12", WHITE, WHITE, 1),
    ScoreCase("TA-3-two", "tapa", "W | B 24:1 6:14", WHITE, WHITE, 2),
    ScoreCase("TA-3-three", "tapa", "W | B 24:1 6:14", WHITE, WHITE, 3, options={"score": "full"}),
    ScoreCase("PL-5-one", "plakoto", "W | B 24:2 6:12", WHITE, WHITE, 1),
    ScoreCase("PL-5-two", "plakoto", "W | B 24:1 6:14", WHITE, WHITE, 2),
    ScoreCase("PL-5-mother", "plakoto", "W 24:1 | B 6:13 24:1p", WHITE, WHITE, 2),
    ScoreCase("PL-5-later", "plakoto", "W 7:1 24:1 | B 6:14 24:1p", WHITE, WHITE, 2),
    ScoreCase("PL-5-level", "plakoto", "W 1:1p 24:1 | B 1:1 6:13 24:1p", BLACK, None, 0),
    ScoreCase("MI-2", "misere", "W | B 1:15", WHITE, BLACK, 1),
    ScoreCase("MI-2-cube", "misere", "W | B 1:15", WHITE, BLACK, 2, cube=2),
    ScoreCase("US-5", "us-acey-deucey", "W | B 24:2 bar:1 res:3", WHITE, WHITE, 6),
    ScoreCase(
        "US-5-one",
        "us-acey-deucey",
        "W | B 24:2 bar:1 res:3",
        WHITE,
        WHITE,
        1,
        options={"score": "single"},
    ),
    ScoreCase("FE-1-single", "fevga", "W | B 12:14", WHITE, WHITE, 1),
    ScoreCase("FE-1-double", "fevga", "W | B 12:15", WHITE, WHITE, 2),
    ScoreCase("NA-3-oin", "narde", "W | B 12:14", WHITE, WHITE, 1),
    ScoreCase("NA-3-mars", "narde", "W | B 12:15", WHITE, WHITE, 2),
    ScoreCase("PO-2-one", "portes", "W | B 24:2 6:12", WHITE, WHITE, 1),
    ScoreCase("PO-2-two", "portes", "W | B 24:1 6:14", WHITE, WHITE, 2),
    ScoreCase("PO-2-bar", "portes", "W | B 6:14 bar:1", WHITE, WHITE, 2),
    ScoreCase("TV-1-one", "tavla", "W | B 24:2 6:12", WHITE, WHITE, 1),
    ScoreCase("TV-1-two", "tavla", "W | B 24:1 6:14", WHITE, WHITE, 2),
    ScoreCase("TV-1-bar", "tavla", "W | B 6:14 bar:1", WHITE, WHITE, 2),
    ScoreCase("TV-1-three", "tavla", "W | B 24:1 6:14", WHITE, WHITE, 3, options={"score": "full"}),
    ScoreCase(
        "PO-2-three", "portes", "W | B 24:1 6:14", WHITE, WHITE, 3, options={"score": "full"}
    ),
)

STARTS: tuple[StartCase, ...] = (
    StartCase("2-start", "backgammon", START, (167, 167)),
    StartCase("PO-1-start", "portes", START, (167, 167)),
    StartCase("TV-1-start", "tavla", START, (167, 167)),
    StartCase("TA-1-start", "tapa", "W 1:15 | B 24:15", (360, 360)),
    StartCase("PL-1-start", "plakoto", "W 1:15 | B 24:15", (360, 360)),
    StartCase("MI-1-start", "misere", START, (167, 167)),
    StartCase("US-1-start", "us-acey-deucey", RES, (375, 375)),
    StartCase("FE-1-start", "fevga", "W 1:15 | B 13:15", (360, 360)),
    StartCase("NA-1-start", "narde", "W 1:15 | B 13:15", (360, 360)),
    StartCase("LO-1-start", "longgammon", "W 1:15 | B 24:15", (360, 360)),
    StartCase("3.1-start", "eureka", EUREKA, (48, 48)),
    StartCase("3.2-start", "puff", RES, (375, 375)),
    StartCase("3.8-start", "gioul", "W 1:15 | B 24:15", (360, 360)),
    StartCase("3.13-start", "pin", PIN_START, (344, 344)),
    StartCase(
        "3.13:PI-1",
        "pin",
        "W 1:15 | B 24:15",
        (360, 360),
        options={"start_position": "15"},
    ),
    StartCase("3.14-start", "catch-me", CATCH_START, (0, 0)),
    StartCase("3.16-start", "ludus-lumbadorum", "W 6:15 | B 19:15", (180, 180)),
    StartCase("3.18-start", "straight", START, (167, 208)),
    StartCase("3.23-start", "snake", SNAKE, (363, 167)),
    StartCase(
        "3.23:SN-1",
        "snake",
        "W 1:2 12:5 17:3 19:5 | B 22:2 23:2 24:2 bar:9",
        (167, 363),
        options={"snake": "black"},
    ),
)

SETTLES: tuple[SettleCase, ...] = (
    SettleCase("3.14(h)-jump", "W 15:1 | B 2:1 3:1", WHITE, "W 13:1 | B 2:1 3:1"),
    SettleCase("3.14(f)-jump", "W 2:1 20:1 | B 15:1", BLACK, "W 2:1 20:1 | B 18:1"),
    SettleCase("3.14:CM-4-stays", "W 13:1 | B 2:1 3:1", WHITE, "W 13:1 | B 2:1 3:1"),
    SettleCase(
        "3.14:CM-4-chain",
        "W 15:1 | B 10:1 13:1",
        WHITE,
        "W 13:1 | B 12:1",
    ),
    SettleCase(
        "3.14:CM-3-four",
        "W 20:1 | B 2:1 3:1",
        WHITE,
        "W 13:1 | B 2:1 3:1",
        options={"corners": 4},
    ),
)

DEADS: tuple[DeadCase, ...] = (
    DeadCase("3.19:FW-2", "fixed-throw", "W 23:2 24:2 bar:1 | B 1:2 2:2 bar:1", (2, 1), True),
    DeadCase(
        "3.19:FW-2-other", "fixed-throw", "W 23:2 24:2 bar:1 | B 1:2 2:2 bar:1", (3, 1), False
    ),
    DeadCase("G10-base", "backgammon", START, None, False),
    DeadCase("G10-pin", "pin", "W 1:1p 24:1 | B 1:1 24:1p", None, True),
)

BANS: tuple[BanCase, ...] = (
    BanCase("2.2(a)", 7, 5, 6, 1, False),
    BanCase("2.2(b)", 7, 6, 5, 1, True),
    BanCase("2.2(c)", 7, 3, 3, 1, True),
    BanCase("2.2(d)", 3, 0, 0, 2, False),
    BanCase("2.2(e)", 7, 5, 5, 1, False),
)

TURNS: tuple[TurnCase, ...] = (
    TurnCase(
        "3.19",
        "fixed-throw",
        (
            ("S", "throw", "6-5"),
            ("S", "play", "6-5"),
            ("O", "play", "6-5"),
            ("S", "play", "6-5"),
            ("O", "play", "6-5"),
        ),
        note="a side that cannot move loses that turn only",
    ),
    TurnCase(
        "3.21",
        "open-throw",
        (
            ("S", "throw", "3-1"),
            ("O", "throw", "6-6"),
            ("S", "play", "3-1"),
            ("S", "throw", "5-2"),
            ("O", "play", "6-6"),
        ),
        note="the starter sees 6-6 before he moves",
    ),
    TurnCase(
        "3.24(a)",
        "free-choice",
        (("A", "refused", "4-4"), ("A", "name", "4-3"), ("A", "play", "4-3")),
    ),
    TurnCase(
        "3.24(b)",
        "free-choice",
        (
            ("B", "throw", "6-6"),
            ("B", "play", "6-6-6-6"),
            ("B", "throw", "2-1"),
            ("B", "play", "2-1"),
        ),
    ),
    TurnCase(
        "3.24(c)",
        "free-choice",
        (("B", "throw", "6-6"), ("B", "play", "6-6-6-6"), ("B", "over", "")),
        note="off with the first throw: no second one",
    ),
)
