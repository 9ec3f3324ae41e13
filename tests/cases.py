"""The worked examples of the rules, as data.

Positions use the text form of the oracle (``W 1:2 bar:1 | B 24:2``), plays the booklet's points.
A play is written ``8/14*``, ``10/15/17``, ``res/6(4)``; one play stands for each different end.
Checkers that a position does not mention are off.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

WHITE, BLACK = 0, 1

Numbers = tuple[int, ...]
Done = tuple[tuple[Numbers, int], ...]
Part = tuple[Any, ...]
Dice = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """One phase of a throw: all its plays (or how many) and what the throw asks next.

    ``done``, ``chosen`` and ``inherited`` say how far the throw has come; ``numbers`` replaces
    the dice where a single number is examined.  ``ends`` are the positions after ``plays``, in
    the same order.
    """

    id: str
    game: str
    position: str
    colour: int
    dice: Dice
    plays: tuple[str, ...] | None
    options: dict[str, Any] = field(default_factory=dict)
    then: Part | None = None
    note: str = ""
    count: int | None = None
    done: Done = ()
    chosen: int | None = None
    inherited: Numbers = ()
    numbers: Numbers = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True)
class FollowCase:
    """What a throw asks for after the phases already played."""

    id: str
    game: str
    position: str
    colour: int
    dice: tuple[int, int]
    done: Done
    result: Part
    chosen: int | None = None
    inherited: Numbers = ()
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreCase:
    """Who wins with the position reached (nobody: a draw), and how many points after the cube."""

    id: str
    game: str
    position: str
    mover: int
    winner: int | None
    points: int
    cube: int = 1
    hit: bool = False
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StartCase:
    """A starting position, with the pips of both sides."""

    id: str
    game: str
    position: str
    pips: tuple[int, int]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SettleCase:
    """Catch me: where last checkers come to rest."""

    id: str
    position: str
    first: int
    result: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DeadCase:
    """Whether a position is drawn because nobody can ever move."""

    id: str
    game: str
    position: str
    fixed: tuple[int, int] | None
    drawn: bool
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BanCase:
    """Tavola reale's forbidden doubles: may the player with score ``own`` double?"""

    id: str
    length: int
    own: int
    other: int
    value: int
    allowed: bool


@dataclass(frozen=True)
class TurnCase:
    """The order of throws and plays in a game with unusual turns.

    An action is (who, what, detail) with who S (starter), O (opponent), A (namer) or B (roller)
    and what one of ``throw``, ``play``, ``name``, ``refused``, ``over``.
    """

    id: str
    game: str
    actions: tuple[tuple[str, str, str], ...]
    options: dict[str, Any] = field(default_factory=dict)
    note: str = ""


START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
RES = "W res:15 | B res:15"
PIN_START = "W 1:13 8:1 10:1 | B 24:13 17:1 15:1"
CATCH_START = "W 24:1 23:1 22:1 21:1 20:1 19:1 | B 1:1 2:1 3:1 4:1 5:1 6:1"
TOWERS = "W 19:2 20:2 21:2 22:2 23:2 24:2 | B 1:2 2:2 3:2 4:2 5:2 6:2"
EUREKA = "W 19:2 20:2 21:2 22:3 23:3 24:3 | B 6:2 5:2 4:2 3:3 2:3 1:3"
SNAKE = "W 1:2 2:2 3:2 bar:9 | B 24:2 13:5 8:3 6:5"

END: Part = ("end",)
AGAIN: Part = ("again",)
CHOOSE: Part = ("choose",)


def play(*numbers: int) -> Part:
    """Shorthand for the answer that asks for these numbers."""
    return ("play", numbers)


def four(number: int) -> Part:
    """Shorthand for the answer that asks for a number four times."""
    return ("play", (number,) * 4)


def _after(number: int, steps: int = 4) -> Done:
    return (((number,) * 4, steps),)


def _counts(prefix: str, game: str, position: str, table: dict[tuple[int, int], int]) -> list[Case]:
    return [
        Case(f"{prefix}-{dice[0]}{dice[1]}-{'WB'[c]}", game, position, c, dice, None, count=count)
        for dice, count in table.items()
        for c in (WHITE, BLACK)
    ]


_BASE = [
    *_counts(
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

_CORNER_RULINGS = [
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

_EUREKA = [
    Case("3.1(a)", "eureka", EUREKA, WHITE, (6, 5), ("19/off 20/off", "19/off 19/24")),
    Case("3.1(b)", "eureka", "W 22:1 23:1 | B", WHITE, (6, 5), ("22/off 23/off",)),
    Case("3.1(c)", "eureka", "W 19:1 22:1 | B", WHITE, (5, 2), ("19/24 22/24", "19/21/off")),
]

_PUFF_POSITION = "W res:1 24:4 22:4 21:3 20:3 | B 23:2"
_PUFF = [
    Case("3.2(a)", "puff", RES, WHITE, (2, 4), ("res/23 res/21",), then=END),
    Case("3.2(b)", "puff", _PUFF_POSITION, WHITE, (2, 5), (), then=END),
    Case(
        "3.2(c)",
        "puff",
        _PUFF_POSITION,
        WHITE,
        (1, 2),
        ("res/24 24/22", "res/24 22/20", "res/24 21/19", "res/24 20/18"),
    ),
    Case(
        "3.2(d)",
        "puff",
        "W res:1 22:14 | B res:15",
        WHITE,
        (2, 5),
        ("res/23 22/17", "res/23/18"),
    ),
    Case("3.2(e)-top", "puff", RES, WHITE, (3, 3), ("res/22(4)",), then=four(4)),
    Case(
        "3.2(e)-under",
        "puff",
        "W 22:4 res:11 | B res:15",
        WHITE,
        (3, 3),
        ("res/21(4)",),
        done=_after(3),
        then=END,
        ends=("W 21:4 22:4 res:7 | B res:15",),
    ),
    Case("3.2(f)", "puff", "W 18:1 12:1 | B 9:2", WHITE, (3, 3), ("18/15/12",), then=END),
    Case("3.2(g)", "puff", "W 10:1 | B 8:2", WHITE, (2, 5), (), then=END),
    Case("3.2(h)", "puff", "W 10:1 | B 3:2", WHITE, (2, 5), ("10/8",), then=END),
    Case("3.3(a)", "puff-long", "W res:15 | B 3:2", WHITE, (3, 5), (), then=END),
    Case("3.3(b)", "puff-long", "W res:15 | B 5:2 3:1", WHITE, (3, 5), ("res/3*",), then=END),
    Case("3.3(c)", "puff-long", "W bar:1 20:1 24:1 | B 2:2", WHITE, (1, 6), ("bar/1/7",)),
    Case("3.4(a)", "puff-russian", RES, WHITE, (2, 4), ("res/23 res/21",)),
    Case(
        "3.4(b)",
        "puff-russian",
        "W 23:1 21:1 res:13 | B res:15",
        WHITE,
        (1, 5),
        (
            "res/24 res/20",
            "res/24 23/18",
            "res/24 21/16",
            "res/24/19",
            "23/22 res/20",
            "23/22 21/16",
            "23/22/17",
            "21/20 res/20",
            "21/20 23/18",
            "21/20/15",
        ),
        count=10,
    ),
    Case("3.5(a)", "puff-russian-long", "W 2:1 res:14 | B 4:2", WHITE, (4, 6), ()),
    Case(
        "3.5(b)",
        "puff-russian-long",
        "W 1:1 3:1 res:13 | B 4:1 6:2",
        WHITE,
        (3, 5),
        ("res/3 res/5", "res/3 3/8", "1/4* res/5", "1/4* 3/8", "1/4*/9"),
    ),
]

_FRENCH_RUSSIAN = [
    Case("3.6(a)-top", "french-1", RES, WHITE, (6, 6), ("res/6(4)",), then=four(1)),
    Case(
        "3.6(a)-under",
        "french-1",
        "W 6:4 res:11 | B res:15",
        WHITE,
        (6, 6),
        ("res/1(4)",),
        done=_after(6),
        then=AGAIN,
        ends=("W 1:4 6:4 res:7 | B res:15",),
    ),
    Case(
        "3.6(b)-top",
        "french-1",
        "W 11:2 | B 12:2 23:2",
        WHITE,
        (6, 6),
        ("11/17(2)",),
        then=four(1),
    ),
    Case(
        "3.6(b)-under",
        "french-1",
        "W 17:2 | B 12:2 23:2",
        WHITE,
        (6, 6),
        ("17/18(2) 18/19(2)", "17/18(2) 18/19 19/20", "17/18/19/20/21"),
        done=_after(6, 2),
        then=AGAIN,
    ),
    Case(
        "3.6(c)",
        "french-1",
        "W res:1 3:14 | B res:15",
        WHITE,
        (2, 5),
        ("res/2 3/8", "res/2/7", "res/5 3/5"),
    ),
    Case("3.7(a)", "russian", "W 11:2 | B 12:2 23:2", WHITE, (6, 6), ("11/17(2)",), then=END),
    Case(
        "3.7(b)",
        "russian",
        RES,
        WHITE,
        (5, 5),
        ("res/5(4)", "res/5(3) 5/10", "res/5(2) 5/10(2)", "res/5(2) 5/10/15"),
        then=four(2),
    ),
]

GIOUL_B = "B 1:12 20:1 22:1 23:1"
GIOUL_C = "B 16:1 17:1 21:3 6:10"
_GIOUL = [
    Case("3.8(a)", "gioul", "W 1:15 | B 7:1 24:14", WHITE, (6, 5), ("1/6/12",)),
    Case(
        "3.8(b)-fours",
        "gioul",
        f"W 5:1 13:1 24:13 | {GIOUL_B}",
        WHITE,
        (4, 4),
        ("5/9/13 13/17/21", "5/9/13/17 13/17"),
        then=four(5),
    ),
    Case(
        "3.8(b)-fives-1",
        "gioul",
        f"W 13:1 21:1 24:13 | {GIOUL_B}",
        WHITE,
        (4, 4),
        ("13/18",),
        done=_after(4),
        then=("hand", (6,)),
    ),
    Case(
        "3.8(b)-fives-2",
        "gioul",
        f"W 17:2 24:13 | {GIOUL_B}",
        WHITE,
        (4, 4),
        (),
        done=_after(4),
        then=("hand", (6,)),
    ),
    Case(
        "3.8(c)",
        "gioul",
        f"W 12:1 13:1 24:13 | {GIOUL_C}",
        WHITE,
        (3, 3),
        ("12/15/18",),
        then=("hand", (4, 5, 6)),
    ),
]

_FRENCH_2 = [
    Case("3.9(a)", "french-2", "W res:3 | B res:3", WHITE, (5, 3), ("res/5 res/3", "res/5/8")),
    Case("3.9(b)", "french-2", "W 4:1 7:1 res:1 | B res:3", WHITE, (3, 3), ("res/3", "7/10")),
    Case(
        "3.9(c)",
        "french-2",
        "W 4:1 res:2 | B 16:1 res:2",
        WHITE,
        (5, 2),
        ("4/9* res/2", "4/9*/11", "4/6 res/5", "4/6/11"),
        note="the enemy stands on his own point 9",
    ),
    Case("3.9(d)", "french-2", "W 9:1 12:2 | B res:3", WHITE, (4, 1), ("9/10",)),
    Case("3.9(e)", "french-2", "W 9:1 12:2 | B res:3", WHITE, (2, 1), ("9/11/12",)),
    Case("3.9(f)", "french-2", "W bar:1 1:1 8:1 | B res:3", WHITE, (6, 2), ()),
    Case("3.9(g)", "french-2", "W bar:1 4:1 8:1 | B res:3", WHITE, (6, 2), ("bar/2",)),
    Case("3.9(h)", "french-2", "W 3:1 5:1 res:1 | B res:3", WHITE, (4, 6), ("5/11 3/7",)),
    Case(
        "3.9(i)",
        "french-2",
        "W 10:1 12:2 | B 13:2 res:1",
        WHITE,
        (2, 5),
        ("10/12",),
        ends=("W 12:3 | B 13:2 res:1",),
        note="the enemy's home pile is not hit",
    ),
]

_ACEY = [
    Case("3.10(a)", "acey-deucey", RES, WHITE, (6, 3), ("res/6 res/3", "res/6/9")),
    Case(
        "3.10(b)",
        "acey-deucey",
        "W 6:1 3:1 res:13 | B res:15",
        WHITE,
        (4, 2),
        (
            "res/4 res/2",
            "res/4 6/8",
            "res/4 3/5",
            "res/4/6",
            "6/10 res/2",
            "6/10 3/5",
            "6/10/12",
            "3/7 res/2",
            "3/7 6/8",
            "3/7/9",
        ),
        count=10,
    ),
    Case(
        "3.10(c)",
        "acey-deucey",
        "W bar:1 6:1 3:1 res:12 | B res:15",
        WHITE,
        (4, 2),
        (
            "bar/4 res/2",
            "bar/4 6/8",
            "bar/4 3/5",
            "bar/4/6",
            "bar/2 6/10",
            "bar/2 3/7",
        ),
        count=6,
    ),
    Case(
        "3.10(d)",
        "acey-deucey",
        "W 10:1 20:1 | B 11:2 12:2 21:2 22:2",
        WHITE,
        (1, 2),
        (),
        then=END,
    ),
    Case(
        "3.10(e)",
        "acey-deucey",
        "W 10:1 20:1 | B 11:2 13:2 21:2",
        WHITE,
        (1, 2),
        ("20/22/23",),
        then=CHOOSE,
    ),
    Case(
        "D6",
        "acey-deucey",
        "W 10:1 | B 13:2",
        WHITE,
        (1, 2),
        ("10/12",),
        then=END,
        note="either number but not both: the 2, and the turn is over",
    ),
]

_MEXICAN = [
    *_counts("3.11(a)", "mexican", START, {(3, 1): 15}),
    Case("3.11(b)", "mexican", "W 10:1 | B 12:2", WHITE, (2, 5), ()),
    Case("3.11(c)", "mexican", "W 23:1 24:1 | B", WHITE, (3, 4), ()),
    Case("3.11(d)", "mexican", "W 22:1 24:1 | B", WHITE, (1, 3), ("24/off 22/off",)),
    Case(
        "3.11(e)",
        "mexican",
        "W 19:5 17:1 | B",
        WHITE,
        (2, 3),
        ("19/21 19/22", "19/21 17/20", "19/21/24"),
    ),
    Case("3.11(f)", "mexican", "W 19:2 20:2 | B", WHITE, (6, 6), ("19/off(2)",), then=END),
]

_OLD_BRITAIN = [
    Case("3.12(a)", "old-britain", "W 10:1 | B 21:2", WHITE, (5, 6), ("10/15", "10/16")),
    Case(
        "3.12(b)",
        "old-britain",
        "W 14:1 18:1 | B 20:2",
        WHITE,
        (6, 2),
        ("18/24 14/16", "14/16/22"),
    ),
    Case(
        "3.12(c)",
        "old-britain",
        "W 12:5 6:1 | B",
        WHITE,
        (6, 3),
        ("12/18 12/15", "12/18 6/9", "12/18/21", "12/15 6/12"),
    ),
]

_PINNED_13 = "W 13:1 8:1 | B 13:1p 18:1"
_PIN = [
    *_counts(
        "3.13(a)",
        "pin",
        PIN_START,
        {(2, 1): 9, (6, 1): 10, (6, 5): 10, (5, 5): 22, (6, 6): 19},
    ),
    Case(
        "3.13(b)",
        "pin",
        "W 8:1 24:14 | B 11:2 13:1 2:12",
        WHITE,
        (3, 5),
        ("8/13/16",),
        ends=("W 16:1 24:14 | B 2:12 11:2 13:1",),
    ),
    Case("3.13(c)", "pin", "W 8:1 24:14 | B 11:2 16:2", WHITE, (3, 5), ()),
    Case("3.13(d)", "pin", "W 10:1p 5:1 24:13 | B 10:1", WHITE, (4, 5), ("5/9/14",)),
    Case(
        "3.13(e)",
        "pin",
        "W 13:1 8:1 | B 13:1p",
        WHITE,
        (5, 1),
        ("13/18 8/9", "13/18/19", "8/13 13/14"),
        ends=(
            "W 9:1 18:1 | B 13:1",
            "W 8:1 19:1 | B 13:1",
            "W 13:1 14:1 | B 13:1p",
        ),
    ),
    Case("3.13(f)", "pin", _PINNED_13, BLACK, (5, 1), ("18/17/12",)),
    Case("3.13(g)", "pin", "W 6:1 11:1 24:13 | B 21:2", WHITE, (5, 5), ()),
]

_CATCH = [
    Case(
        "3.14(a)",
        "catch-me",
        CATCH_START,
        WHITE,
        (6, 4),
        ("24/14", "23/13", "22/12", "21/11", "20/10", "19/9"),
        then=END,
    ),
    Case(
        "3.14(c)",
        "catch-me",
        CATCH_START,
        WHITE,
        (3, 3),
        ("24/18", "23/17", "22/16", "21/15", "20/14", "19/13"),
        then=AGAIN,
    ),
    Case(
        "3.14(d)",
        "catch-me",
        CATCH_START,
        WHITE,
        (1, 1),
        ("24/18", "23/18", "22/18", "21/18", "20/18", "19/17"),
        then=AGAIN,
    ),
    Case(
        "3.14(e)",
        "catch-me",
        CATCH_START,
        BLACK,
        (6, 1),
        ("1/8", "2/9", "3/10", "4/11", "5/12", "6/13"),
        then=END,
    ),
    Case(
        "3.14(f)",
        "catch-me",
        "W 9:1 20:1 | B 2:1 15:1",
        WHITE,
        (6, 1),
        ("20/13", "9/2*"),
        ends=("W 9:1 13:1 | B 2:1 15:1", "W 2:1 20:1 | B 18:1"),
    ),
    Case(
        "3.14(g)",
        "catch-me",
        "W 9:1 2:1 | B 1:1 15:1",
        WHITE,
        (6, 1),
        ("9/1*", "2/19"),
        ends=("W 1:1 2:1 | B 18:1", "W 9:1 19:1 | B 1:1 15:1"),
    ),
    *(
        Case(
            f"3.14(h)-{dice[0]}{dice[1]}",
            "catch-me",
            "W 13:1 | B 2:1 3:1",
            WHITE,
            dice,
            plays,
            then=then,
            ends=(end,),
        )
        for dice, plays, end, then in (
            ((1, 3), ("13/12",), "W 12:1 | B 2:1 3:1", END),
            ((6, 3), ("13/7",), "W 7:1 | B 2:1 3:1", END),
            ((6, 1), ("13/12/6",), "W 6:1 | B 2:1 3:1", END),
            ((6, 6), ("13/7/1",), "W 1:1 | B 2:1 3:1", AGAIN),
            ((1, 1), ("13/12/7",), "W 7:1 | B 2:1 3:1", AGAIN),
        )
    ),
    Case(
        "3.14(h)-61-order",
        "catch-me",
        "W 13:1 | B 7:1 12:1 3:1",
        WHITE,
        (6, 1),
        ("13/12*/6", "13/7*/6"),
        ends=("W 6:1 | B 3:1 7:1", "W 6:1 | B 3:1 12:1"),
        note="each landing captures; the player chooses the order",
    ),
    Case(
        "D9",
        "catch-me",
        "W 13:1 | B 12:1",
        WHITE,
        (6, 1),
        ("13/12*", "13/7/6"),
        ends=("W 12:1 | B", "W 6:1 | B 12:1"),
        note="the move ends when the opponent has no checker",
    ),
]

_STAGE_3 = "W 24:2 23:1 stage:3 | B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
_LAST_TOWER = "W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s stage:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
_BLACK_TOWERS = "B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
_DOUBLETS = [
    Case(
        "3.15(a)",
        "doublets",
        TOWERS,
        WHITE,
        (3, 6),
        ("22/22 19/19",),
        then=END,
        ends=(f"W 19:2s 20:2 21:2 22:2s 23:2 24:2 stage:1 | {_BLACK_TOWERS}",),
    ),
    Case(
        "3.15(b)",
        "doublets",
        f"W 19:2s 20:2 21:2 22:2s 23:2 24:2 | {_BLACK_TOWERS}",
        WHITE,
        (3, 5),
        ("20/20",),
        then=END,
    ),
    Case("3.15(c)", "doublets", TOWERS, WHITE, (4, 4), ("21/21",), then=AGAIN),
    Case(
        "3.15(d)",
        "doublets",
        _LAST_TOWER,
        WHITE,
        (3, 6),
        ("22/22 19/19",),
        then=END,
        ends=(f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s stage:2 | {_BLACK_TOWERS}",),
    ),
    Case("3.15(e)", "doublets", _LAST_TOWER, WHITE, (6, 6), (), then=AGAIN),
    Case("3.15(f)", "doublets", _STAGE_3, WHITE, (2, 5), ("23/off",), then=END),
    Case(
        "3.15(f)-tower",
        "doublets",
        _STAGE_3,
        WHITE,
        (1, 5),
        ("24/off",),
        options={"bear_off_by": "tower"},
        ends=(f"W 23:1 stage:3 | {_BLACK_TOWERS}",),
    ),
]

_LUDUS = [
    Case("3.16(a)", "ludus-lumbadorum", "W 6:15 | B 19:15", WHITE, (1, 2), ("6/5 6/4", "6/5/3")),
    Case("3.16(b)", "ludus-lumbadorum", "W 6:15 | B 19:15", WHITE, (5, 5), ("6/1(2)", "6/1/20")),
    Case("3.16(c)", "ludus-lumbadorum", "W 6:15 | B 19:15", WHITE, (6, 6), ("6/24(2)",)),
    Case("3.16(d)", "ludus-lumbadorum", "W 6:15 | B 19:15", WHITE, (5, 6), ("6/1 6/24",)),
    Case(
        "3.16(e)",
        "ludus-lumbadorum",
        "W 6:13 4:1 2:1 | B 19:15",
        WHITE,
        (2, 4),
        ("2/24 6/2", "2/24 4/24", "2/24/20", "4/24/22"),
    ),
    Case(
        "3.16(f)",
        "ludus-lumbadorum",
        "W bar:1 6:2 24:12 | B 19:15",
        WHITE,
        (1, 4),
        ("bar/3 6/5", "bar/3 24/23", "bar/3/2"),
    ),
    Case(
        "3.16(g)",
        "ludus-lumbadorum",
        "W bar:1 3:1 24:13 | B 19:15",
        WHITE,
        (1, 4),
        ("bar/6 3/23", "bar/6 24/20", "bar/6/2"),
    ),
]

_SHORT = [
    Case("3.17(a)", "backwards", "W 10:1 | B 11:2 12:2", WHITE, (1, 2), ("10/9/7", "10/8/9")),
    Case(
        "3.17(b)",
        "backwards",
        "W 22:1 | B 20:1",
        WHITE,
        (2, 6),
        ("22/24/off", "22/20*/off", "22/24/18", "22/20*/14", "22/16/14"),
        count=5,
    ),
    Case("3.17(c)", "backwards", "W 1:1 | B 4:2 6:2", WHITE, (3, 5), ()),
    Case(
        "3.18(a)",
        "straight",
        START,
        BLACK,
        (6, 1),
        ("8/14 13/14", "8/14 8/9", "8/14 6/7", "8/14/15", "13/14/20", "6/7/13"),
        count=6,
    ),
    Case(
        "3.18(b)",
        "straight",
        "W 4:2 5:2 | B bar:1 13:1",
        BLACK,
        (4, 2),
        ("bar/2 13/17", "bar/2/6"),
    ),
    Case(
        "3.20(a)",
        "no-hit",
        "W 10:1 | B 12:1 14:1 16:1",
        WHITE,
        (2, 4),
        ("10/12*/16*", "10/14*/16*"),
    ),
    Case(
        "3.20(b)",
        "no-hit",
        "W 1:1 10:1 | B 12:1 14:1",
        WHITE,
        (2, 4),
        ("1/3/7", "1/3 10/14*", "10/12* 1/5", "10/12*/16", "10/14*/16"),
        count=5,
    ),
    *(
        Case(f"3.22-{dice[0]}{dice[1]}", "reverse", "W 24:1 | B 1:15", WHITE, dice, ("24/off",))
        for dice in ((1, 2), (6, 5), (1, 1), (6, 6))
    ),
    Case("3.23(a)", "snake", SNAKE, WHITE, (6, 4), ("bar/4",)),
    Case("3.23(b)", "snake", SNAKE, WHITE, (6, 6), ()),
    Case("3.23(c)", "snake", SNAKE, WHITE, (5, 3), ("bar/5 bar/3",)),
    Case("3.23(d)", "snake", SNAKE, BLACK, (3, 1), None, count=15),
    Case("3.23(e)", "snake", SNAKE, BLACK, (6, 5), None, count=5),
]

# Not examples of the rules themselves but of the choices they leave to the table.
_TABLE_CHOICES = [
    Case(
        "3.7:RB-1a",
        "russian",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3",),
        options={"entry": 15},
    ),
    Case(
        "3.7:RB-1b",
        "russian",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3", "res/5 1/4", "res/5/8", "res/3 1/6"),
    ),
    Case(
        "3.7:RB-1c",
        "russian",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3", "res/5 1/4", "res/5/8", "1/6 res/3", "1/6/9"),
        options={"entry": 1},
    ),
    Case("3.10:AD-1a", "acey-deucey", "W bar:1 6:1 | B 4:2 2:2", WHITE, (4, 2), ()),
    Case(
        "3.10:AD-1b",
        "acey-deucey",
        "W bar:1 6:1 | B 4:2 2:2",
        WHITE,
        (4, 2),
        ("6/10/12",),
        options={"bar_first": False},
    ),
    Case(
        "3.13:PI-4",
        "pin",
        "W 18:1 1:14 | B 24:1 13:14",
        WHITE,
        (6, 1),
        ("18/24", "1/2 18/24", "18/19 1/7", "1/2 1/7", "1/7/8"),
        options={"mother": True},
    ),
    Case(
        "3.14:CM-3b",
        "catch-me",
        "W 13:1 | B 2:1 3:1",
        WHITE,
        (6, 5),
        ("13/1",),
        options={"corners": 4},
    ),
    Case(
        "3.6:FR-1b",
        "french-1",
        "W 1:1 res:14 | B res:15",
        WHITE,
        (5, 3),
        ("res/5 res/3", "res/5 1/4", "res/5/8", "1/6 res/3", "1/6/9"),
        options={"entry": 1},
    ),
    Case(
        "3.16:LL-2b",
        "ludus-lumbadorum",
        "W 24:2 | B 19:2",
        WHITE,
        (1, 1),
        ("24/23/22",),
        options={"one_checker": "enemy"},
    ),
    Case(
        "3.16:LL-2c",
        "ludus-lumbadorum",
        "W 6:2 | B 19:2",
        WHITE,
        (1, 1),
        ("6/5/4",),
        options={"one_checker": "quarter"},
    ),
    Case(
        "3.16:LL-1b",
        "ludus-lumbadorum",
        "W 6:15 | B 19:15",
        WHITE,
        (5, 5),
        ("6/1",),
        options={"double_moves": 1},
    ),
]

_LONGGAMMON: tuple[Case, ...] = (
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

_TAPA: tuple[Case, ...] = (
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

_PLAKOTO: tuple[Case, ...] = (
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

_TAVLA: tuple[Case, ...] = (
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

_MISERE: tuple[Case, ...] = (
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

_US_ACEY_DEUCEY: tuple[Case, ...] = (
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

_WALLED = "W 1:4 14:1 15:2 16:2 17:2 18:2 19:2 | B 13:15"

_FEVGA: tuple[Case, ...] = (
    Case("FE-1-stuck", "fevga", "W 1:15 | B 13:15", WHITE, (6, 6), ("1/7",)),
    Case("FE-1-stuck-black", "fevga", "W 1:15 | B 13:15", BLACK, (6, 6), ("13/19",)),
    # Of the first doubles only 5-5 lets a second one leave.
    Case("FE-1-threes", "fevga", "W 1:15 | B 13:15", WHITE, (3, 3), ("1/4/7/10",)),
    Case("FE-1-fours", "fevga", "W 1:15 | B 13:15", BLACK, (4, 4), ("13/17/21",)),
    Case(
        "FE-1-fives",
        "fevga",
        "W 1:15 | B 13:15",
        WHITE,
        (5, 5),
        ("1/6/11/16/21", "1/6/11/16 1/6"),
    ),
    # The six would land on the enemy start, so the five comes first.
    Case("FE-1-order", "fevga", "W 1:14 7:1 | B 13:15", WHITE, (6, 5), ("7/12/18",)),
    Case(
        "FE-1-past",
        "fevga",
        "W 1:14 11:1 | B 13:15",
        WHITE,
        (6, 4),
        ("11/17/21", "11/17 1/5", "11/15 1/7"),
    ),
    # On the empty enemy start the runner is not past it yet.
    Case("FE-1-on-it", "fevga", "W 1:14 12:1 | B 14:15", WHITE, (2, 1), ("12/13/15",)),
    Case(
        "FE-1-black",
        "fevga",
        "W 1:15 | B 13:14 24:1",
        BLACK,
        (4, 3),
        ("24/3/7", "24/3 13/17", "24/4 13/16"),
    ),
    # The last of the six may be filled once another is empty again, in this order only.
    Case(
        "FE-2-order",
        "fevga",
        "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:2 8:2 9:2 10:2 13:7",
        WHITE,
        (5, 4),
        ("1/5 1/6",),
    ),
    Case(
        "FE-2-leaving",
        "fevga",
        "W 1:1 2:2 3:2 4:2 5:2 24:6 | B 7:2 8:2 9:2 10:2 13:7",
        WHITE,
        (5, 4),
        None,
        numbers=(5,),
        count=1,
    ),
    # One of the wall's points must be empty in the end: the single one, or both from a pair.
    Case(
        "FE-3-open",
        "fevga",
        _WALLED,
        WHITE,
        (6, 5),
        (
            "14/19 1/7",
            "14/19 15/21",
            "14/19 16/22",
            "14/19 17/23",
            "14/19 18/24",
            "14/20 1/6",
            "14/20 15/20",
            "14/20 16/21",
            "14/20 17/22",
            "14/20 18/23",
            "14/20 19/24",
            "15/21 15/20",
            "16/22 16/21",
            "17/23 17/22",
            "18/24 18/23",
        ),
    ),
    # No play opens the wall, so it may stay.
    Case(
        "FE-3-cannot",
        "fevga",
        "W 19:3 20:3 21:3 22:3 23:2 24:1 | B 18:15",
        WHITE,
        (6, 5),
        ("19/off 20/off", "19/off 19/24"),
    ),
    # One enemy checker elsewhere, and the wall is nobody's business.
    Case(
        "FE-3-two-points",
        "fevga",
        _WALLED.replace("13:15", "13:14 24:1"),
        WHITE,
        (6, 5),
        None,
        numbers=(6,),
        count=5,
    ),
)

_NARDE: tuple[Case, ...] = (
    Case("NA-1-one", "narde", "W 1:15 | B 13:15", WHITE, (6, 5), ("1/7/12",)),
    Case("NA-1-sixes", "narde", "W 1:15 | B 13:15", WHITE, (6, 6), ("1/7(2)",)),
    Case("NA-1-fours", "narde", "W 1:15 | B 13:15", BLACK, (4, 4), ("13/17/21(2)",)),
    Case(
        "NA-1-threes",
        "narde",
        "W 1:15 | B 13:15",
        WHITE,
        (3, 3),
        ("1/4/7(2)", "1/4/7/10 1/4"),
    ),
    Case("NA-1-fives", "narde", "W 1:15 | B 13:15", WHITE, (5, 5), ("1/6/11/16/21",)),
    Case("NA-1-not-all", "narde", "W 1:14 7:1 | B 13:15", WHITE, (6, 6), ("1/7",)),
    Case(
        "NA-1-later",
        "narde",
        "W 1:14 5:1 | B 13:15",
        WHITE,
        (4, 2),
        ("1/3/7", "1/3 5/9", "5/7/11"),
    ),
    Case(
        "NA-2-none-past",
        "narde",
        "W 14:2 15:2 16:2 17:2 18:7 | B 13:15",
        WHITE,
        (6, 5),
        ("15/20", "16/21", "17/22", "18/23"),
        numbers=(5,),
    ),
    # A single checker takes itself out of the row, so none of six arises.
    Case(
        "NA-2-moves-along",
        "narde",
        "W 14:1 15:2 16:2 17:2 18:8 | B 13:15",
        WHITE,
        (6, 5),
        ("14/19", "15/20", "16/21", "17/22", "18/23"),
        numbers=(5,),
    ),
    Case(
        "NA-2-one-past",
        "narde",
        "W 14:2 15:2 16:2 17:2 18:7 | B 13:14 20:1",
        WHITE,
        (6, 5),
        ("14/19", "16/21", "17/22", "18/23"),
        numbers=(5,),
    ),
    # Black's way ends on 12 and begins on 13: 9 to 14 are no row for him.
    Case(
        "NA-2-across",
        "narde",
        "W 9:2 10:2 11:2 12:2 14:7 | B 16:15",
        WHITE,
        (4, 3),
        ("9/13", "10/14", "11/15", "14/18"),
        numbers=(4,),
    ),
    # White's own quarter is Black's 13 to 18: all of Black is past it, or none.
    Case(
        "NA-2-start-past",
        "narde",
        "W 1:2 2:2 3:2 4:2 5:7 | B 12:15",
        WHITE,
        (6, 5),
        ("1/6", "2/7", "3/8", "4/9", "5/10"),
        numbers=(5,),
    ),
    Case(
        "NA-2-start",
        "narde",
        "W 1:2 2:2 3:2 4:2 5:7 | B 13:15",
        WHITE,
        (6, 5),
        ("2/7", "3/8", "4/9", "5/10"),
        numbers=(5,),
    ),
)

_MOULTEZIM: tuple[Case, ...] = (
    Case("MZ-3-stuck", "moultezim", "W 1:15 | B 13:15", WHITE, (6, 6), ("1/7",)),
    Case("MZ-3-order", "moultezim", "W 1:14 7:1 | B 13:15", WHITE, (6, 5), ("7/12/18",)),
    # 12/13, 12/18 and 17/18 would each take a fifth point; 17/18 is free once 17 is left.
    Case(
        "MZ-1-fifth",
        "moultezim",
        "W 12:1 14:2 15:2 16:2 17:2 24:6 | B 20:15",
        WHITE,
        (6, 1),
        (
            "14/15/21",
            "14/15 16/22",
            "14/15 17/23",
            "15/21 15/16",
            "15/21 16/17",
            "15/21/22",
            "15/16 17/23",
            "16/22 16/17",
            "16/22/23",
            "17/23 17/18",
            "17/23/24",
        ),
    ),
    Case(
        "MZ-1-black",
        "moultezim",
        "W 24:15 | B 1:2 2:2 3:2 4:2 12:7",
        BLACK,
        (2, 2),
        ("1/3", "2/4"),
        numbers=(2,),
    ),
    # One's own start quarter may be filled, unless the group plays the other rule.
    Case(
        "MZ-1-own",
        "moultezim",
        "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 13:15",
        WHITE,
        (6, 5),
        ("1/6", "2/7", "3/8", "4/9", "5/10"),
        numbers=(5,),
    ),
    Case(
        "MZ-1-own-option",
        "moultezim",
        "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 13:15",
        WHITE,
        (6, 5),
        ("2/7", "3/8", "4/9", "5/10"),
        options={"closed": "own"},
        numbers=(5,),
    ),
    # A single checker leaves a point of the quarter for the one that it takes.
    Case(
        "MZ-2-swap",
        "moultezim",
        "W 14:1 15:2 16:2 17:2 24:8 | B 20:15",
        WHITE,
        (4, 4),
        ("14/18", "15/19", "17/21"),
        numbers=(4,),
    ),
    # Two on 14: the first that goes to 18 would make it five, so not even on the way.
    Case(
        "MZ-2-on-the-way",
        "moultezim",
        "W 14:2 15:2 16:2 17:2 24:7 | B 19:5 20:5 21:5",
        WHITE,
        (4, 2),
        ("14/16", "15/17"),
        numbers=(2,),
    ),
)

_JACQUET: tuple[Case, ...] = (
    Case("JA-1-stuck", "jacquet", "W 1:15 | B 13:15", WHITE, (6, 6), ("1/7",)),
    # Past the enemy start is not enough: the courier must come home.
    Case("JA-1-past", "jacquet", "W 1:14 14:1 | B 13:15", WHITE, (2, 1), ("14/16/17",)),
    Case(
        "JA-1-home",
        "jacquet",
        "W 1:14 18:1 | B 13:15",
        WHITE,
        (5, 2),
        ("18/23 1/3", "18/20 1/6"),
    ),
    Case(
        "JA-1-black",
        "jacquet",
        "W 24:15 | B 6:1 13:14",
        BLACK,
        (6, 1),
        ("6/12 13/14", "6/7 13/19"),
    ),
    Case(
        "JA-2-none",
        "jacquet",
        "W 1:2 4:2 5:2 6:2 7:2 8:2 24:3 | B 13:15",
        WHITE,
        (5, 5),
        ("1/6", "5/10", "6/11", "7/12"),
        numbers=(5,),
    ),
    Case(
        "JA-2-both",
        "jacquet",
        "W 1:2 4:2 5:2 6:2 7:2 8:2 23:1 24:2 | B 13:15",
        WHITE,
        (5, 5),
        ("1/6", "4/9", "5/10", "6/11", "7/12"),
        numbers=(5,),
    ),
    # 23 and 24 come before 1 on Black's way, and may be part of the row.
    Case(
        "JA-2-round",
        "jacquet",
        "W 1:5 2:2 3:2 23:2 24:4 | B 13:15",
        WHITE,
        (3, 3),
        ("1/4", "2/5", "3/6"),
        numbers=(3,),
    ),
    Case(
        "JA-2-round-without",
        "jacquet",
        "W 1:5 2:2 3:2 4:2 22:1 24:3 | B 13:15",
        WHITE,
        (4, 4),
        ("2/6", "3/7", "4/8"),
        numbers=(4,),
    ),
    # 12 is the end of Black's way and 13 its beginning: 10 to 15 are no row for him.
    Case(
        "JA-2-across",
        "jacquet",
        "W 8:2 10:2 11:2 12:2 14:2 15:2 19:3 | B 1:15",
        WHITE,
        (5, 5),
        ("8/13", "10/15", "11/16", "12/17", "14/19", "15/20", "19/24"),
        numbers=(5,),
    ),
    # A row that stands may stay, whatever becomes of the last two points.
    Case(
        "JA-2-stands",
        "jacquet",
        "W 4:2 5:2 6:2 7:2 8:2 9:2 23:1 24:2 | B 13:15",
        WHITE,
        (1, 1),
        ("4/5", "5/6", "6/7", "7/8", "8/9", "9/10", "23/24"),
        numbers=(1,),
    ),
)

_GUL_BARA: tuple[Case, ...] = (
    Case(
        "GB-1-fives",
        "gul-bara",
        "W 1:5 24:10 | B 13:15",
        WHITE,
        (5, 5),
        ("1/6/11(2)", "1/6/11/16/21", "1/6/11/16 1/6", "1/6/11 1/6(2)", "1/6(4)"),
        then=four(6),
    ),
    Case(
        "GB-1-sixes-end",
        "gul-bara",
        "W 1:4 24:11 | B 7:1 13:14",
        WHITE,
        (6, 6),
        (),
        then=END,
    ),
    Case(
        "GB-2-lost",
        "gul-bara",
        "W 12:1 13:1 24:13 | B 6:11 16:1 17:1 21:2",
        WHITE,
        (3, 3),
        ("12/15/18",),
        then=END,
    ),
    Case(
        "GB-2-handed",
        "gul-bara",
        "W 12:1 13:1 24:13 | B 6:11 16:1 17:1 21:2",
        WHITE,
        (3, 3),
        ("12/15/18",),
        options={"remainder": "handed"},
        then=("hand", ((3, 2), 4, 5, 6)),
    ),
    Case(
        "GB-3-free",
        "gul-bara",
        "W 1:14 5:1 | B 13:15",
        WHITE,
        (6, 5),
        ("1/7 1/6", "1/6/12", "1/7 5/10", "1/6 5/11", "5/10/16"),
    ),
    Case(
        "GB-3-one",
        "gul-bara",
        "W 1:14 5:1 | B 13:15",
        WHITE,
        (6, 5),
        ("1/6/12", "1/7 5/10", "1/6 5/11", "5/10/16"),
        options={"heads": "one"},
    ),
    # A wall of six with no enemy in front, and the larger number.
    Case(
        "GB-4-wall",
        "gul-bara",
        "W 14:2 15:2 16:2 17:2 18:7 | B 13:15",
        WHITE,
        (6, 5),
        ("14/19", "15/20", "16/21", "17/22", "18/23"),
        numbers=(5,),
    ),
    Case("GB-4-larger", "gul-bara", "W 20:1 | B 7:15", WHITE, (6, 4), ("20/24/off",)),
)

CASES: tuple[Case, ...] = (
    *_BASE,
    *_CORNER_RULINGS,
    *_EUREKA,
    *_PUFF,
    *_FRENCH_RUSSIAN,
    *_GIOUL,
    *_FRENCH_2,
    *_ACEY,
    *_MEXICAN,
    *_OLD_BRITAIN,
    *_PIN,
    *_CATCH,
    *_DOUBLETS,
    *_LUDUS,
    *_SHORT,
    *_TABLE_CHOICES,
    *_LONGGAMMON,
    *_TAPA,
    *_PLAKOTO,
    *_TAVLA,
    *_MISERE,
    *_US_ACEY_DEUCEY,
    *_FEVGA,
    *_NARDE,
    *_MOULTEZIM,
    *_JACQUET,
    *_GUL_BARA,
)

_EIGHT: Done = (((5, 5, 5, 5), 4), ((2, 2, 2, 2), 4))
_SEVEN: Done = (((5, 5, 5, 5), 4), ((2, 2, 2, 2), 3))

FOLLOW: tuple[FollowCase, ...] = (
    FollowCase("US-1-whole", "us-acey-deucey", RES, WHITE, (3, 3), _after(3), AGAIN),
    FollowCase("US-1-part", "us-acey-deucey", RES, WHITE, (3, 3), (((3, 3, 3, 3), 3),), END),
    FollowCase(
        "US-1-option",
        "us-acey-deucey",
        RES,
        WHITE,
        (3, 3),
        _after(3),
        END,
        options={"double_again": False},
    ),
    FollowCase("US-2-first", "us-acey-deucey", RES, WHITE, (2, 1), (), ("play", (1, 2))),
    FollowCase("US-2-choose", "us-acey-deucey", RES, WHITE, (2, 1), (((1, 2), 2),), CHOOSE),
    FollowCase("US-2-lost", "us-acey-deucey", RES, WHITE, (2, 1), (((1, 2), 1),), END),
    FollowCase(
        "US-2-once",
        "us-acey-deucey",
        RES,
        WHITE,
        (2, 1),
        (((1, 2), 2), ((5, 5, 5, 5), 4)),
        AGAIN,
        chosen=5,
    ),
    FollowCase(
        "US-2-short",
        "us-acey-deucey",
        RES,
        WHITE,
        (2, 1),
        (((1, 2), 2), ((5, 5, 5, 5), 3)),
        END,
        chosen=5,
    ),
    FollowCase("3.1(d)-first", "eureka", EUREKA, WHITE, (3, 3), (), four(3)),
    FollowCase("3.1(d)-then", "eureka", EUREKA, WHITE, (3, 3), _after(3), END),
    FollowCase("3.2(e)-end", "puff", RES, WHITE, (5, 5), _EIGHT, END),
    FollowCase(
        "3.2:PU-2", "puff", RES, WHITE, (5, 5), _EIGHT, AGAIN, options={"puff_reroll": True}
    ),
    FollowCase("D12", "puff", RES, WHITE, (5, 5), _SEVEN, END, options={"puff_reroll": True}),
    FollowCase("3.4-double", "puff-russian", RES, WHITE, (5, 5), _after(5), four(2)),
    FollowCase("3.5-double", "puff-russian-long", RES, WHITE, (5, 5), _after(5, 3), END),
    FollowCase("3.6-skip", "french-1", RES, WHITE, (5, 5), _after(5, 0), four(2)),
    FollowCase("3.6-again", "french-1", RES, WHITE, (5, 5), _SEVEN, AGAIN),
    FollowCase("3.7(b)-again", "russian", RES, WHITE, (5, 5), _EIGHT, AGAIN),
    FollowCase("3.7(b)-gap", "russian", RES, WHITE, (5, 5), _SEVEN, END),
    FollowCase("GB-1-chain", "gul-bara", "W 1:15 | B 13:15", WHITE, (4, 4), _after(4), four(5)),
    FollowCase("GB-1-last", "gul-bara", "W 1:15 | B 13:15", WHITE, (6, 6), _after(6), END),
    FollowCase("GB-2-failed", "gul-bara", "W 1:15 | B 13:15", WHITE, (4, 4), _after(4, 3), END),
    FollowCase("GB-2-none", "gul-bara", "W 1:15 | B 13:15", BLACK, (4, 4), _after(4, 0), END),
    FollowCase("3.8-chain", "gioul", "W 1:15 | B 24:15", WHITE, (3, 3), _after(3), four(4)),
    FollowCase(
        "3.8:GI-3",
        "gioul",
        "W 1:15 | B 24:15",
        WHITE,
        (3, 3),
        _after(3, 0),
        ("hand", (4, 5, 6)),
    ),
    FollowCase(
        "3.8:GI-1-handed",
        "gioul",
        "W 1:15 | B 24:15",
        WHITE,
        (3, 3),
        _after(3, 1),
        ("hand", ((3, 3), 4, 5, 6)),
        options={"remainder": "handed"},
    ),
    FollowCase("D5-six", "gioul", "W 1:15 | B 24:15", WHITE, (6, 6), _after(6, 2), END),
    FollowCase("3.8-full", "gioul", "W 1:15 | B 24:15", WHITE, (6, 6), _after(6), END),
    FollowCase("3.8(b)-inherit", "gioul", GIOUL_B, BLACK, (0, 0), (), four(6), inherited=(6,)),
    FollowCase("3.8(b)-own", "gioul", GIOUL_B, BLACK, (0, 0), _after(6), END, inherited=(6,)),
    FollowCase(
        "3.8(c)-second",
        "gioul",
        GIOUL_C,
        BLACK,
        (0, 0),
        _after(4),
        four(5),
        inherited=(4, 5, 6),
    ),
    FollowCase("D5-gap", "gioul", GIOUL_C, BLACK, (0, 0), _after(4, 3), END, inherited=(4, 5, 6)),
    FollowCase("3.9-double", "french-2", "W res:3 | B res:3", WHITE, (3, 3), (), play(3)),
    FollowCase("3.9-end", "french-2", "W res:3 | B res:3", WHITE, (3, 3), (((3,), 1),), END),
    FollowCase(
        "3.9:F2-4",
        "french-2",
        "W res:3 | B res:3",
        WHITE,
        (5, 3),
        (),
        play(3),
        options={"numbers_used": "lower"},
    ),
    FollowCase("3.10(e)-choose", "acey-deucey", RES, WHITE, (2, 1), (((1, 2), 2),), CHOOSE),
    FollowCase(
        "3.10(e)-double", "acey-deucey", RES, WHITE, (2, 1), (((1, 2), 2),), four(5), chosen=5
    ),
    FollowCase(
        "3.10(e)-again",
        "acey-deucey",
        RES,
        WHITE,
        (2, 1),
        (((1, 2), 2), ((5, 5, 5, 5), 4)),
        AGAIN,
        chosen=5,
    ),
    FollowCase(
        "3.10:AD-3",
        "acey-deucey",
        RES,
        WHITE,
        (2, 1),
        (((1, 2), 2), ((5, 5, 5, 5), 3)),
        END,
        chosen=5,
    ),
    FollowCase("3.10-double", "acey-deucey", RES, WHITE, (4, 4), _after(4), END),
    FollowCase("3.11-double", "mexican", START, WHITE, (4, 4), _after(4), AGAIN),
    FollowCase("3.11-gap", "mexican", START, WHITE, (4, 4), _after(4, 3), END),
    FollowCase("3.11-mexican", "mexican", START, WHITE, (1, 2), (), CHOOSE),
    FollowCase("3.11-chosen", "mexican", START, WHITE, (1, 2), (), four(6), chosen=6),
    FollowCase("3.11:MX-3", "mexican", START, WHITE, (1, 2), _after(6, 1), AGAIN, chosen=6),
    FollowCase(
        "3.11:MX-2-first",
        "mexican",
        START,
        WHITE,
        (1, 2),
        (),
        play(1, 2),
        options={"play_first": True},
    ),
    FollowCase(
        "3.11:MX-2-choose",
        "mexican",
        START,
        WHITE,
        (1, 2),
        (((1, 2), 2),),
        CHOOSE,
        options={"play_first": True},
    ),
    FollowCase(
        "3.11:MX-2-gap",
        "mexican",
        START,
        WHITE,
        (1, 2),
        (((1, 2), 1),),
        END,
        options={"play_first": True},
    ),
    FollowCase(
        "3.11:MX-3-gap",
        "mexican",
        START,
        WHITE,
        (1, 2),
        (((6, 6, 6, 6), 2),),
        END,
        options={"if_complete": True},
        chosen=6,
    ),
    FollowCase("3.12-double", "old-britain", START, WHITE, (4, 4), _after(4), END),
    FollowCase("3.13-double", "pin", PIN_START, WHITE, (4, 4), _after(4), END),
    FollowCase("3.14(b)", "catch-me", CATCH_START, WHITE, (5, 3), (), END),
    FollowCase("3.14-sum", "catch-me", CATCH_START, WHITE, (5, 1), (), play(6)),
    FollowCase("3.14-last-54", "catch-me", "W 13:1 | B 2:1 3:1", WHITE, (5, 4), (), END),
    FollowCase("3.14-last-44", "catch-me", "W 13:1 | B 2:1 3:1", WHITE, (4, 4), (), AGAIN),
    FollowCase("3.14-last-61", "catch-me", "W 13:1 | B 2:1 3:1", WHITE, (6, 1), (), play(1, 6)),
    FollowCase("3.14-last-66", "catch-me", "W 13:1 | B 2:1 3:1", WHITE, (6, 6), (), play(6, 6)),
    FollowCase(
        "3.16-double", "ludus-lumbadorum", "W 6:15 | B 19:15", WHITE, (4, 4), (), play(4, 4)
    ),
    FollowCase(
        "3.16:LL-1b",
        "ludus-lumbadorum",
        "W 6:15 | B 19:15",
        WHITE,
        (4, 4),
        (),
        play(4),
        options={"double_moves": 1},
    ),
    FollowCase("3.24(b)-first", "free-choice", START, BLACK, (6, 6), (), four(6)),
    FollowCase("3.24(b)-second-throw", "free-choice", START, BLACK, (6, 6), _after(6), AGAIN),
    FollowCase(
        "3.24(b)-end",
        "free-choice",
        START,
        BLACK,
        (2, 1),
        (((1, 2), 2),),
        END,
        options={"earlier": 1},
    ),
    FollowCase("3.24(a)-named", "free-choice", START, WHITE, (4, 3), (((3, 4), 2),), END),
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
    ScoreCase("3.15-one", "doublets", f"W stage:3 | {_BLACK_TOWERS}", WHITE, WHITE, 1),
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

# Distinct ends of the first phase from the start, summed over the 21 throws; a throw
# that allows nothing counts 1.  Acey's 1-2 counts as the two numbers, Mexican's 1-2 as the six
# doubles it may become (231 of the 619), the namer of Free choice has 15 throws.
# The figures are for (White, Black).
PERFT: dict[str, tuple[int, int]] = {
    "backgammon": (447, 447),
    "eureka": (353, 353),
    "puff": (21, 21),
    "puff-long": (21, 21),
    "french-1": (21, 21),
    "doublets": (21, 21),
    "puff-russian": (39, 39),
    "puff-russian-long": (39, 39),
    "russian": (39, 39),
    "gioul": (59, 59),
    "french-2": (36, 36),
    "acey-deucey": (60, 60),
    "mexican": (619, 619),
    "old-britain": (405, 405),
    "pin": (280, 280),
    "catch-me": (96, 96),
    "ludus-lumbadorum": (37, 37),
    "backwards": (1862, 1862),
    "straight": (447, 224),
    "fixed-throw": (447, 447),
    "no-hit": (447, 447),
    "open-throw": (447, 447),
    "reverse": (447, 447),
    "snake": (21, 387),
    "free-choice": (190, 447),
}

# Parts of the figures above, and the one figure of two plies.
PERFT_MEXICAN_CHOSEN = 231
PERFT_BACKGAMMON_2 = 202782
