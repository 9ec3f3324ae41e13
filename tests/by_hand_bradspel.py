"""Brädspel by hand: plays and values worked out from the English page before any program ran."""

from __future__ import annotations

from cases import BLACK, WHITE, Case, ScoreCase

GAME = "bradspel"
_WALL = "B 2:2 3:2 4:2 5:2 6:2 7:2 11:3"
_FOUR = "W 13:2 14:2 15:2 16:2 24:7"
_HOME = "B 1:15"
_FULL = "B 13:1 14:1 15:1 16:1 17:1 18:1 9:1 10:8"


def _case(
    id: str,
    position: str,
    side: int,
    dice: tuple[int, int],
    *plays: str,
    ends: tuple[str, ...] = (),
) -> Case:
    return Case(id, GAME, position, side, dice, plays, ends=ends)


PLAYS = (
    # One checker only on the first eleven points.
    _case("start", "W 1:15 | B 13:15", WHITE, (6, 5), "1/6 1/7", "1/6/12"),
    _case("start-double", "W 1:15 | B 13:15", WHITE, (2, 2), "1/3/5/7/9", "1/3/5/7 1/3"),
    _case("start-black", "W 1:15 | B 13:15", BLACK, (3, 3), "13/16/19/22 13/16"),
    _case("huk", "W 10:1 11:1 24:13 | B 13:15", WHITE, (2, 1), "10/12 11/12", "11/12/14"),
    _case("huk-black", "W 1:15 | B 22:1 23:1 12:13", BLACK, (2, 1), "22/24 23/24", "23/24/2"),
    # Entering: a checker of one's own closes the point, and a single enemy is hit.
    _case("enter", "W bar:1 1:1 24:13 | B 3:1 13:14", WHITE, (3, 1), "bar/3*/4", "bar/3* 1/2"),
    _case("own-closes", "W bar:1 2:1 5:1 24:12 | B 13:15", WHITE, (5, 2)),
    _case("closed", "W 6:1 24:14 | B 8:2 9:1 13:12", WHITE, (3, 2), "6/9*/11"),
    _case("higher", "W 15:1 | B 24:2 13:13", WHITE, (5, 4), "15/20"),
    _case("eleventh", "W 10:1 11:1 24:13 | B 12:15", WHITE, (1, 1)),
    _case("double-stops", "W 18:1 | B 24:2 13:13", WHITE, (3, 3), "18/21"),
    # Bursting a row.
    _case("no-row", "W 1:12 24:3 | B 2:2 3:2 4:2 5:2 6:1 7:2 8:2 11:2", WHITE, (2, 1)),
    _case("gap", "W 5:1 24:14 | B 2:2 3:2 4:2 6:2 7:2 8:2 9:3", WHITE, (2, 1)),
    _case(
        "row-of-seven",
        "W 1:15 | B 2:2 3:2 4:2 5:2 6:2 7:2 8:3",
        WHITE,
        (6, 1),
        "1/2*/8*",
        "1/2* 1/7*",
    ),
    _case(
        "row",
        f"W 1:13 24:2 | {_WALL}",
        WHITE,
        (5, 1),
        "1/6*",
        ends=("W 1:12 6:1 24:2 | B 2:2 3:2 4:2 5:2 7:2 11:3 bar:2",),
    ),
    _case(
        "row-black",
        "W 14:2 15:2 16:2 17:2 18:2 19:2 23:3 | B 12:2 13:13",
        BLACK,
        (5, 1),
        "13/18*",
    ),
    # The way of Black runs on from 24 to 1, and White's does not.
    _case(
        "row-across",
        "W 20:2 21:2 22:2 23:2 24:2 1:2 13:3 | B 19:1 12:14",
        BLACK,
        (2, 1),
        "19/21*",
    ),
    _case("no-row-across", "W 18:1 20:1 | B 24:2 1:2 2:2 3:2 4:2 5:2 13:3", WHITE, (6, 6)),
    _case("another-can", f"W 1:14 14:1 | {_WALL}", WHITE, (5, 1), "14/15/20"),
    _case("the-other-first", f"W 1:14 23:1 | {_WALL}", WHITE, (6, 1), "23/24 1/7*"),
    _case("double-bursts", f"W 1:14 12:1 | {_WALL}", WHITE, (5, 5), "12/17/22 1/6*"),
    _case("double-can", f"W 1:14 12:1 | {_WALL}", WHITE, (1, 1), "12/13/14/15/16"),
    _case("thirteen-off", f"W 1:2 | {_WALL}", WHITE, (5, 1), "1/6*"),
    _case("fourteen-off", f"W 1:1 | {_WALL}", WHITE, (5, 1)),
    # Bursting from the bar.
    _case("bar-once", f"{_FOUR} | B bar:3 12:12", BLACK, (2, 1), "bar/14*"),
    _case("bar-twice", f"{_FOUR} | B bar:4 12:11", BLACK, (2, 1), "bar/14* bar/13*"),
    _case("bar-not", f"{_FOUR} | B bar:2 12:13", BLACK, (2, 1)),
    _case("bar-open", f"{_FOUR} | B bar:2 12:13", BLACK, (5, 1), "bar/17"),
    _case("bar-anew", f"{_FOUR} | B bar:3 12:12", BLACK, (5, 1), "bar/17 bar/13*"),
    _case("bar-singles", "W 13:2 14:2 15:2 16:1 17:1 24:7 | B bar:3 12:12", BLACK, (2, 1)),
    _case(
        "bar-singles-four",
        "W 13:2 14:2 15:2 16:1 17:1 24:7 | B bar:4 12:11",
        BLACK,
        (2, 1),
        "bar/14*",
    ),
    _case("bar-own", f"{_FOUR} | B bar:2 17:1 12:12", BLACK, (5, 2), "bar/14*"),
    # The row does not count as long as one is on the bar, and counts from then on.
    _case(
        "bar-then-no-row",
        "W bar:1 24:14 | B 1:2 2:2 3:2 4:2 5:2 6:2 11:3",
        WHITE,
        (3, 1),
        "bar/3*",
    ),
    _case(
        "bar-then-row",
        "W bar:1 24:14 | B 1:2 2:2 3:2 4:2 5:2 6:2 7:3",
        WHITE,
        (3, 1),
        "bar/1*/4*",
    ),
    _case("bar-row", "W bar:1 1:13 24:1 | B 3:2 4:2 5:2 6:2 7:2 8:2 11:3", WHITE, (5, 3)),
    _case("bar-fourteen-off", "W bar:1 | B 1:2 2:2 3:2 4:2 5:2 6:1 13:4", WHITE, (3, 1)),
    # Bearing off.
    _case("farthest", f"W 20:1 23:1 | {_HOME}", WHITE, (2, 1), "20/22/23", "20/22 23/24"),
    _case("smaller", f"W 20:1 22:1 24:5 | {_HOME}", WHITE, (4, 1), "20/24 22/23", "20/21/off"),
    _case("excess", f"W 22:1 23:7 24:7 | {_HOME}", WHITE, (5, 2), "22/off 23/off"),
    _case("least", f"W 21:1 24:3 | {_HOME}", WHITE, (6, 3), "21/off 24/off"),
    _case("least-black", "W 1:15 | B 9:1 12:3", BLACK, (6, 3), "9/off 12/off"),
    # The play that ends the game and the one that does not are not compared.
    _case("two-apart", f"W 21:1 24:1 | {_HOME}", WHITE, (6, 3), "21/off 24/off", "21/24/off"),
    _case(
        "not-yet-off",
        f"W bar:1 23:1 24:13 | {_HOME}",
        WHITE,
        (2, 1),
        "bar/2/3",
        "bar/2 23/24",
    ),
    # Ends in the middle of a throw.
    _case("uppspel", f"W 18:1 24:14 | {_HOME}", WHITE, (6, 1), "18/24", "18/19/off"),
    _case(
        "crown",
        f"W 19:1 20:3 21:3 22:3 23:3 24:2 | {_HOME}",
        WHITE,
        (5, 1),
        "19/24",
        "19/20/off",
        "20/21 19/24",
        "21/22 19/24",
        "22/23 19/24",
        "23/24 19/24",
    ),
    _case("jan-is-all", f"W 8:1 24:14 | {_FULL}", WHITE, (2, 1), "8/9*"),
    _case("jan-or-not", f"W 8:1 24:14 | {_FULL}", WHITE, (3, 1), "8/9*", "8/11/12"),
    _case(
        "burst-jan",
        "W bar:2 24:13 | B 13:1 14:1 15:1 16:1 17:1 1:2 2:2 3:2 4:2 5:2",
        WHITE,
        (6, 1),
        "bar/1*",
        "bar/6 bar/1*",
        ends=(
            "W bar:1 1:1 24:13 burst:1 | B 13:1 14:1 15:1 16:1 17:1 2:2 3:2 4:2 5:2 bar:2",
            "W 1:1 6:1 24:13 burst:1 | B 13:1 14:1 15:1 16:1 17:1 2:2 3:2 4:2 5:2 bar:2",
        ),
    ),
)


def _score(id: str, position: str, mover: int, points: int) -> ScoreCase:
    return ScoreCase(id, GAME, position, mover, mover, points)


SCORES = (
    _score("hemspel", "W | B 13:15", WHITE, 1),
    _score("hemspel-munk", "W | B bar:1 13:14", WHITE, 2),
    _score("hemspel-fourteen", "W | B bar:1", WHITE, 2),
    _score("single-crown", "W 20:3 21:3 22:3 23:3 24:3 | B 13:15", WHITE, 2),
    _score("double-crown", "W 1:15 | B 10:5 11:5 12:5", BLACK, 2),
    _score("staircase", "W 22:3 23:5 24:7 | B 13:15", WHITE, 2),
    _score("uppspel", "W 1:15 | B 12:15", BLACK, 2),
    _score("crown-munk", "W bar:2 1:13 | B 8:3 9:3 10:3 11:3 12:3", BLACK, 3),
    _score("jan", "W 1:15 | B bar:4 13:1 14:1 15:1 8:8", WHITE, 4),
    _score("jan-and-uppspel", "W 24:15 | B bar:4 13:1 14:1 15:1 8:8", WHITE, 4),
    # Points that White closes count as free, so that it takes a fourth.
    _score("jan-closed", "W 16:2 17:2 18:2 24:9 | B bar:4 13:1 14:1 15:1 8:8", WHITE, 4),
    _score("jan-black", "W bar:2 1:1 2:1 3:1 4:1 5:1 13:8 | B 11:2 12:13", BLACK, 4),
    # With fourteen off they do not.
    _score("jan-by-closing", "W 13:2 14:2 15:2 16:2 17:2 18:2 24:3 | B bar:1", WHITE, 4),
    _score("sprangjan", "W 24:15 burst:1 | B bar:4 13:1 14:1 15:1 8:8", WHITE, 6),
    _score("sprangjan-black", "W bar:2 1:1 2:1 3:1 4:1 5:1 13:8 | B 11:2 12:13 burst:1", BLACK, 6),
)

NOT_OVER = (
    "W 22:7 23:5 24:3 | B 13:15",
    "W 20:3 21:3 22:3 23:3 24:2 | B 13:15",
    "W 22:3 23:4 24:7 | B 13:15",
    "W 24:14 | B 13:15",
    "W 19:3 20:3 21:3 22:3 23:3 | B 13:15",
    "W 1:15 | B bar:3 13:1 14:1 15:1 8:9",
    "W 16:2 17:2 18:2 24:9 | B bar:3 13:1 14:1 15:1 8:9",
    "W 13:2 14:2 15:2 16:2 17:2 18:1 24:4 | B bar:1",
    "W 13:2 14:2 15:2 16:2 17:2 18:2 24:3 | B bar:2",
)
"""Nearly a pattern and nearly jan."""

_LAW = '"bradspel": Law(track="round", alone=11, burst=True, sparing=True, win_is_complete=True)'
_ROW = "[range(first, first + 6) for first in range(19) if all(closed[first : first + 6])]"

MUTANTS: tuple[tuple[str, str], ...] = (
    (_LAW, _LAW.replace("11", "10")),
    (_LAW, _LAW.replace("11", "12")),
    (_LAW, _LAW.replace("burst=True, ", "")),
    (_LAW, _LAW.replace("sparing=True, ", "")),
    (_LAW, _LAW.replace(", win_is_complete=True", "")),
    (_LAW, _LAW.replace('"round"', '"same"')),
    (_ROW, _ROW.replace("6", "5").replace("19", "20")),
    (_ROW, _ROW.replace("6", "7").replace("19", "18")),
    (
        "[1 - colour][point] >= 2 for point in _way",
        "[1 - colour][point] >= 1 for point in _way",
    ),
    (
        "    if board.off[colour] >= 14:\n        return []",
        "    if board.off[colour] >= 15:\n        return []",
    ),
    (
        "    if board.off[colour] >= 14:\n        return []",
        "    if board.off[colour] >= 13:\n        return []",
    ),
    ("[p] and board.points[enemy][p] < 2]", "[p] and board.points[enemy][p] < 1]"),
    (
        "if not board.points[colour][p] and board.points[enemy][p] < 2]",
        "if board.points[enemy][p] < 2]",
    ),
    ("if board.bar[colour] <= len(room):", "if board.bar[colour] < len(room):"),
    ("if board.bar[colour] <= len(room):", "if board.bar[colour] <= len(room) + 1:"),
    ("for other in set(left)):", "for other in (number,)):"),
    (
        "        while after.points[enemy][target]:\n",
        "        if after.points[enemy][target]:\n",
    ),
    ("int(_jan(board, 1 - colour))", "1"),
    ("int(_jan(board, 1 - colour))", "0"),
    ("    if board.off[loser] >= 14:", "    if board.off[loser] >= 13:"),
    ("    if board.off[loser] >= 14:", "    if board.off[loser] >= 15:"),
    (
        "    return board.bar[loser] > len(quarter)",
        "    return board.bar[loser] >= len(quarter)",
    ),
    ("(0, 3, 3, 3, 3, 3)", "(3, 3, 3, 3, 3, 0)"),
    ("(0, 0, 0, 5, 5, 5), ", ""),
    ("(0, 0, 0, 3, 5, 7)", "(0, 0, 0, 7, 5, 3)"),
    (", (0, 0, 0, 0, 0, 15))", ",)"),
    ("if LAWS[game].sparing and any(mine[q] for q in range(1, place)):", "if False:"),
    ("for line in kept if not tried[line][1]}", "for line in kept}"),
    ("[int(source)] - 25\n", "[int(source)] - 24\n"),
    ("            return 6 if board.burst[1 - loser] else 4", "            return 4"),
    ("(1 if board.off[1 - loser] else 2) +", "1 +"),
    ("else 2) + (1 if board.bar[loser] else 0)", "else 2)"),
)
"""Changes of the law's text in the oracle, each of which a case above must notice."""
