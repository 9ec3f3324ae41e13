"""Tabula by hand: plays and values worked out from the English page before any program ran."""

from __future__ import annotations

from typing import Any

from cases import BLACK, END, WHITE, Case, Dice, ScoreCase

GAME = "tabula"
_EMPTY = "B res:15"
_ZENO = "W 6:7 9:1 10:2 19:2 20:2 23:1 | B 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2"


def _case(id: str, position: str, side: int, dice: Dice, *plays: str, **options: Any) -> Case:
    return Case(id, GAME, position, side, dice, plays, options, then=END)


_FIRST = (
    "res/1 res/2 res/3",
    "res/1/3 res/3",
    "res/1/4 res/2",
    "res/2/5 res/1",
    "res/1/3/6",
)
_MIXED = ("10/11/13 res/1", "10/11/12 res/2", "10/11 res/1/3", "res/1/2/4")

PLAYS = (
    _case("start", "W res:15 | B res:15", WHITE, (1, 2, 3), *_FIRST),
    _case("start-black", "W res:15 | B res:15", BLACK, (3, 1, 2), *_FIRST),
    # Three equal dice are three numbers, and two are two.
    _case(
        "three-equal",
        "W res:15 | B res:15",
        WHITE,
        (4, 4, 4),
        "res/4(3)",
        "res/4/8 res/4",
        "res/4/8/12",
    ),
    _case("two-equal", f"W 10:1 | {_EMPTY}", WHITE, (4, 1, 4), "10/14/18/19"),
    # As many as possible, in whatever order it goes.
    _case("one-order", "W 10:1 | B 14:2 15:2 res:11", WHITE, (4, 5, 1), "10/11/16/20"),
    _case("one-order-black", "W 14:2 15:2 res:11 | B 10:1", BLACK, (4, 5, 1), "10/11/16/20"),
    _case(
        "two-of-three",
        "W 1:2 10:1 | B 5:2 6:2 7:2 20:2 21:2 res:5",
        WHITE,
        (4, 5, 6),
        "10/14/19",
    ),
    _case(
        "any-two", "W 10:1 | B 19:2 res:13", WHITE, (1, 3, 5), "10/11/14", "10/11/16", "10/13/18"
    ),
    _case(
        "any-one", "W 10:1 | B 14:2 16:2 18:2 res:9", WHITE, (1, 3, 5), "10/11", "10/13", "10/15"
    ),
    _case("zeno", _ZENO, WHITE, (2, 5, 6), "20/22 19/24 10/16"),
    # The bar.
    _case(
        "bar",
        "W bar:1 4:1 res:2 | B 1:2 3:2 res:11",
        WHITE,
        (1, 3, 5),
        "bar/5/6/9",
        "bar/5/6 4/7",
        "bar/5/8 4/5",
    ),
    _case("bar-then-round", f"W bar:1 24:14 | {_EMPTY}", WHITE, (1, 2, 3), "bar/1/3/6"),
    _case("bar-shut", "W bar:1 24:14 | B 1:2 3:2 5:2 res:9", WHITE, (1, 3, 5)),
    _case(
        "bar-two",
        "W bar:2 12:1 | B 1:2 res:13",
        WHITE,
        (1, 2, 3),
        "bar/2/3 bar/3",
        "bar/2 bar/3/4",
        "bar/2 bar/3 12/13",
    ),
    _case("bar-one-of-two", "W bar:2 12:1 | B 1:2 2:2 res:11", WHITE, (1, 2, 3), "bar/3"),
    _case("bar-two-equal", "W bar:1 | B 1:2 res:13", WHITE, (4, 1, 4), "bar/4/8/9"),
    # The reserve.
    _case("closed", "W res:15 | B 1:2 2:2 res:11", WHITE, (1, 1, 2)),
    _case("only-the-six", "W res:15 | B 1:2 2:2 res:11", WHITE, (1, 2, 6), "res/6/7/9"),
    _case(
        "enter-and-hit",
        "W res:1 | B 3:1 res:14",
        WHITE,
        (3, 6, 6),
        "res/3*/9/15",
        "res/6/12/15",
    ),
    _case("not-forced", f"W 10:1 res:1 | {_EMPTY}", WHITE, (1, 1, 2), "10/11/12/14", *_MIXED),
    _case("forced", f"W 10:1 res:1 | {_EMPTY}", WHITE, (1, 1, 2), *_MIXED, entry=15),
    _case("free", "W 10:1 res:1 | B 1:2 2:2 res:11", WHITE, (1, 1, 2), "10/11/12/14"),
    _case("held", "W 10:1 res:1 | B 1:2 2:2 res:11", WHITE, (1, 1, 2), entry=15),
    _case(
        "bar-and-reserve",
        f"W bar:1 res:1 | {_EMPTY}",
        WHITE,
        (1, 2, 3),
        "bar/1/4 res/2",
        "bar/1 res/2/5",
        "bar/1/3 res/3",
        "bar/1/3/6",
    ),
    _case(
        "bar-then-reserve",
        f"W bar:1 res:1 | {_EMPTY}",
        WHITE,
        (1, 2, 3),
        "bar/1/4 res/2",
        "bar/1 res/2/5",
        "bar/1/3 res/3",
        entry=15,
    ),
    # A checker touches down after each number.
    _case(
        "on-the-way",
        "W 10:1 | B 11:1 13:1 16:1 res:12",
        WHITE,
        (1, 2, 3),
        "10/11*/13*/16*",
        "10/11*/14/16*",
        "10/12/13*/16*",
        "10/12/15/16*",
    ),
    # Bearing off.
    _case(
        "off",
        f"W 19:1 22:1 24:1 | {_EMPTY}",
        WHITE,
        (1, 3, 6),
        "19/off 22/off 24/off",
        "19/20/off 22/off",
        "19/22/off 22/23",
        "19/22/off 24/off",
    ),
    _case("off-larger", f"W 20:1 23:1 | {_EMPTY}", WHITE, (6, 6, 6), "20/off 23/off"),
    _case("exact-larger", f"W 20:1 23:1 | {_EMPTY}", WHITE, (6, 6, 6), exact=True),
    _case(
        "exact",
        f"W 20:1 23:1 | {_EMPTY}",
        WHITE,
        (1, 2, 5),
        "20/off 23/off",
        "20/off 23/24",
        "20/21/23",
        "20/21 23/off",
        "20/22 23/24",
        exact=True,
    ),
    _case("not-with-reserve", "W 24:14 res:1 | B 1:2 2:2 3:2 res:9", WHITE, (1, 2, 3)),
    _case("not-all-home", "W 18:1 24:1 | B 19:2 20:2 21:2 res:9", WHITE, (1, 2, 3)),
    _case("one-behind", "W 19:1 23:1 | B 20:2 24:2 res:11", WHITE, (1, 3, 5), "19/22/23/off"),
    _case(
        "last-to-come",
        f"W 18:1 24:2 | {_EMPTY}",
        WHITE,
        (1, 1, 6),
        "18/24/off 24/off",
        "18/19/20/off",
    ),
    _case(
        "hit-at-home",
        "W 20:1 24:1 | B 22:1 res:14",
        WHITE,
        (2, 2, 4),
        "20/24/off 24/off",
        "20/22*/24/off",
        "20/22*/off 24/off",
    ),
    # Two numbers can be played here, so two have to be, though one would win.
    _case("two-to-win", "W 23:1 | B 24:1 res:14", WHITE, (1, 1, 5), "23/24*/off"),
)


def _score(id: str, position: str, side: int) -> ScoreCase:
    return ScoreCase(id, GAME, position, side, side, 1)


SCORES = (
    _score("one-left", "W | B 24:1", WHITE),
    _score("none-off", "W | B 24:15", WHITE),
    _score("in-reserve", "W | B res:15", WHITE),
    _score("on-the-bar", "W 1:14 bar:1 | B", BLACK),
)

NOT_OVER = ("W 24:1 | B res:15", "W res:15 | B res:15", "W bar:1 | B 24:15")
"""Nobody has won yet."""

_LAW = '"tabula": Law(track="same", entry="free", waste="either", dice=3)'
_THREE = '        return ("end",) if done else ("play", tuple(sorted(dice)))'

MUTANTS: tuple[tuple[str, str], ...] = (
    (_LAW, _LAW.replace('"same"', '"contrary"')),
    (_LAW, _LAW.replace('"same"', '"mirrored"')),
    (_LAW, _LAW.replace('"free"', '"all"')),
    (_LAW, _LAW.replace('"free"', '"some"')),
    (_LAW, _LAW.replace("entry=", 'contact="none", entry=')),
    (_LAW, _LAW.replace("entry=", 'contact="closed", entry=')),
    (_LAW, _LAW.replace("entry=", "cap=1, entry=")),
    (_LAW, _LAW.replace("entry=", "exact=True, entry=")),
    (_LAW, _LAW.replace("entry=", "win_is_complete=True, entry=")),
    (_LAW, _LAW.replace("entry=", "low_first=True, entry=")),
    (_LAW, _LAW.replace('"either"', '"nothing"')),
    (_THREE, _THREE.replace("sorted(dice)", "sorted(dice)[:2]")),
    (_THREE, _THREE.replace("sorted(dice)", "sorted(set(dice))")),
    ("waiting > 0 and LAWS", "waiting > 1 and LAWS"),
    ('        return ["bar"]  # G5, D4', '        return ["bar", *free]'),
    ("    if board.bar[colour] or board.reserve[colour]:\n        return False", ""),
    ("for q in range(1, length - 5)", "for q in range(1, length - 6)"),
    ("    return not any(mine[q] for q in range(1, place))", "    return True"),
    ('"misere", "tabula")', '"misere")'),
)
"""Changes of the law's text in the oracle, each of which a case above must notice."""
