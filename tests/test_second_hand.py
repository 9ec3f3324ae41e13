"""Cases worked out by hand from the English pages, against the engine and the oracle alike.

They were written before either had been asked, for the games whose laws in `oracle.py` are a second
hand's.  One play stands for each different end of a throw's first part.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

import oracle
from bridge import program_options, row_of, rows
from by_hand import MODULES
from cases import BLACK, END, WHITE, Case, ScoreCase, four
from tavola.games import GAMES
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side

pytestmark = pytest.mark.plain

_MOTHER = "W 18:1 19:14 | B 5:14 24:1"
_LATE = "W 1:1 18:13 24:1 | B 6:14 24:1p"

PLAKOTO = (
    # A win by the mother may be taken with one number, and the two that win nothing too (PL-4).
    Case("win-with-one", "plakoto", _MOTHER, WHITE, (6, 1), ("18/24", "18/19/off", "19/20 18/24")),
    # Nothing uses both, so the win is due, though another play uses one number as well.
    Case(
        "win-is-due",
        "plakoto",
        "W 10:14 22:1 | B 5:10 11:2 12:2 24:1",
        WHITE,
        (2, 1),
        ("22/24",),
    ),
    Case("two-ways", "plakoto", "W 22:1 | B 6:14 24:1", WHITE, (3, 2), ("22/24", "22/off")),
    # White's last checker leaves his first point: that is the win, and the other number is free.
    Case(
        "win-by-leaving",
        "plakoto",
        _LATE,
        WHITE,
        (2, 1),
        ("1/2", "1/3", "18/19 1/3", "18/20 1/2", "18/19 18/20", "18/20/21"),
    ),
    Case(
        "in-danger",
        "plakoto",
        "W 1:1 18:1 19:13 | B 6:14 24:1",
        WHITE,
        (6, 1),
        ("18/24 1/2", "18/24 19/20", "1/7 18/19", "1/7 19/20", "1/7/8"),
    ),
    # A draw ends the throw like a win, and is due like one: 7/6 alone would leave the 6 open.
    Case(
        "draw",
        "plakoto",
        "W 1:1 19:13 24:1 | B 6:13 7:1 24:1p",
        BLACK,
        (6, 1),
        ("7/1", "6/5 7/1"),
    ),
    Case("company", "plakoto", "W 1:2 19:13 | B 6:14 7:1", BLACK, (6, 1), ("7/6/off",)),
    Case("lost", "plakoto", "W 8:1 24:14 | B 5:11 11:2 16:2", WHITE, (5, 3), ("8/13",)),
    Case(
        "on-the-way",
        "plakoto",
        "W 1:14 5:1 | B 12:1 24:14",
        WHITE,
        (4, 3),
        ("1/5 1/4", "1/5/8", "5/9 1/4", "5/9/12"),
        ends=("W 1:12 4:1 5:2 | B 12:1 24:14", "", "", "W 1:14 12:1 | B 12:1p 24:14"),
    ),
    # White's prisoner is the farthest of his: the 6 takes nothing off, the 3 is exact.
    Case("prisoner", "plakoto", "W 20:1p 22:2 | B 6:14 20:1", WHITE, (6, 3), ("22/off",)),
)

_FOUR = "W 1:7 12:1 14:1 15:2 16:2 17:2 | B 13:14 24:1"
_FULL = "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 7:2 8:2 9:2 10:2 13:7"

MOULTEZIM = (
    Case("stuck", "moultezim", "W 1:15 | B 13:15", BLACK, (6, 6), ("13/19",)),
    Case(
        "runner",
        "moultezim",
        "W 1:14 11:1 | B 13:15",
        WHITE,
        (6, 4),
        ("11/17/21", "11/17 1/5", "11/15 1/7"),
    ),
    Case("not-past", "moultezim", "W 1:14 12:1 | B 14:15", WHITE, (2, 1), ("12/13/15",)),
    # A fifth point is closed, and so is 14/18, which would leave a checker on 14.
    Case(
        "fifth",
        "moultezim",
        "W 1:6 12:1 14:2 15:2 16:2 17:2 | B 13:14 24:1",
        WHITE,
        (6, 5),
        ("1/7", "14/20", "15/21", "16/22", "17/23"),
        numbers=(6,),
    ),
    Case(
        "fifth-by-four",
        "moultezim",
        "W 1:6 12:1 14:2 15:2 16:2 17:2 | B 13:14 24:1",
        WHITE,
        (6, 4),
        ("1/5", "12/16", "15/19", "16/20", "17/21"),
        numbers=(4,),
    ),
    Case(
        "exchange",
        "moultezim",
        _FOUR,
        WHITE,
        (4, 1),
        ("1/5", "12/16", "14/18", "15/19", "16/20", "17/21"),
        numbers=(4,),
    ),
    # Only the single checker of 14 makes room for 18, and only before the 6 is played.
    Case(
        "room-first",
        "moultezim",
        "W 12:1 14:1 15:2 16:2 17:2 24:7 | B 13:5 19:2 20:2 21:2 22:2 23:2",
        WHITE,
        (6, 2),
        ("14/16 12/18",),
    ),
    Case(
        "black",
        "moultezim",
        "W 1:14 12:1 | B 2:2 3:2 4:2 5:2 13:6 24:1",
        BLACK,
        (6, 1),
        ("13/19", "2/8", "3/9", "4/10", "5/11"),
        numbers=(6,),
    ),
    # The own quarter is free, but not by the option.
    Case("own-free", "moultezim", _FULL, WHITE, (5, 4), ("1/6 1/5", "1/6 2/6", "2/6/11")),
    Case(
        "own-option",
        "moultezim",
        _FULL,
        WHITE,
        (5, 4),
        ("1/5 1/6",),
        options={"closed": "own"},
    ),
    Case(
        "enemy-option",
        "moultezim",
        "W 1:6 12:1 14:2 15:2 16:2 17:2 | B 13:14 24:1",
        WHITE,
        (6, 5),
        ("1/7", "12/18", "14/20", "15/21", "16/22", "17/23"),
        numbers=(6,),
        options={"closed": "own"},
    ),
)

_FIVE = "W 1:4 4:2 5:2 6:2 7:2 8:2 21:1 | B "

JACQUET = (
    Case("stuck", "jacquet", "W 1:15 | B 13:15", WHITE, (6, 6), ("1/7",)),
    Case("courier", "jacquet", "W 1:14 16:1 | B 13:15", WHITE, (5, 2), ("16/21/23", "16/21 1/3")),
    # 18 is not home yet.
    Case("at-18", "jacquet", "W 1:14 17:1 | B 13:15", WHITE, (2, 1), ("17/19/20", "17/19 1/2")),
    Case("black", "jacquet", "W 1:15 | B 5:1 13:14", BLACK, (3, 1), ("5/8/9", "5/8 13/14")),
    Case(
        "block",
        "jacquet",
        _FIVE + "13:15",
        WHITE,
        (2, 1),
        ("4/6", "5/7", "6/8", "8/10", "21/23"),
        numbers=(2,),
    ),
    # It does not matter that all the enemy has passed.
    Case(
        "block-behind",
        "jacquet",
        _FIVE + "11:15",
        WHITE,
        (2, 1),
        ("4/6", "5/7", "6/8", "8/10", "21/23"),
        numbers=(2,),
    ),
    Case(
        "block-black",
        "jacquet",
        "W 1:15 | B 9:1 13:4 16:2 17:2 18:2 19:2 20:2",
        BLACK,
        (2, 1),
        ("16/18", "17/19", "18/20", "20/22", "9/11"),
        numbers=(2,),
    ),
    Case(
        "last-two",
        "jacquet",
        "W 1:3 4:2 5:2 6:2 7:2 8:2 23:1 24:1 | B 13:15",
        WHITE,
        (2, 1),
        ("1/3", "4/6", "5/7", "6/8", "7/9", "8/10"),
        numbers=(2,),
    ),
    # 24 and 1 to 4 are five of Black's way: 5 would be a sixth, and so is 23, which makes the two.
    Case(
        "two-in-the-row",
        "jacquet",
        "W 1:5 2:2 3:2 4:2 22:1 24:3 | B 13:15",
        WHITE,
        (2, 1),
        ("1/2", "2/3", "3/4", "22/23"),
        numbers=(1,),
    ),
    # No row of White's runs across 12 and 13.
    Case(
        "not-across",
        "jacquet",
        "W 1:3 10:2 11:2 12:2 13:2 15:2 21:2 | B 17:15",
        WHITE,
        (2, 1),
        ("1/2", "10/11", "11/12", "12/13", "13/14", "15/16", "21/22"),
        numbers=(1,),
    ),
)

_STOPPED = "W 12:1 13:1 24:13 | B 2:11 16:1 17:1 21:2"
_FIVES = ("1/6/11/16/21", "1/6/11/16 1/6", "1/6/11(2)", "1/6/11 1/6(2)", "1/6(4)")
_TWOS = ("1/3/5/7/9", "1/3/5/7 1/3", "1/3/5(2)", "1/3/5 1/3(2)", "1/3(4)")
_HEAD = "W 1:15 | B 13:15"
_ONE = {"heads": "one"}

GUL_BARA = (
    Case("runs", "gul-bara", "W 1:5 24:10 | B 13:15", WHITE, (5, 5), _FIVES, then=four(6)),
    # This throw is the side's third: the chain runs with the next one.
    Case("third", "gul-bara", "W 1:5 24:10 runs:1 | B 13:15", WHITE, (5, 5), _FIVES, then=END),
    Case("stops", "gul-bara", _STOPPED, WHITE, (3, 3), ("12/15/18",), then=END),
    Case(
        "handed",
        "gul-bara",
        _STOPPED,
        WHITE,
        (3, 3),
        ("12/15/18",),
        then=("hand", ((3, 2), 4, 5, 6)),
        options={"remainder": "handed"},
    ),
    Case("many", "gul-bara", _HEAD, WHITE, (2, 2), _TWOS, then=four(3)),
    Case("one", "gul-bara", _HEAD, WHITE, (2, 2), ("1/3/5/7/9",), then=four(3), options=_ONE),
    Case("sixes", "gul-bara", _HEAD, WHITE, (6, 6), ("1/7(2)",), then=END, options=_ONE),
    Case("fours", "gul-bara", _HEAD, BLACK, (4, 4), ("13/17/21(2)",), then=four(5), options=_ONE),
    Case(
        "threes",
        "gul-bara",
        _HEAD,
        WHITE,
        (3, 3),
        ("1/4/7/10 1/4", "1/4/7(2)"),
        then=four(4),
        options=_ONE,
    ),
    # The fourteen that are left let one leave, whatever the number.
    Case(
        "fourteen",
        "gul-bara",
        "W 1:14 7:1 | B 8:1 13:14",
        WHITE,
        (6, 6),
        ("1/7",),
        then=END,
        options=_ONE,
    ),
    Case("off", "gul-bara", "W 22:1 24:1 | B 13:15", WHITE, (1, 1), ("22/23/24/off 24/off",)),
)

TAVLA = (
    Case(
        "stays",
        "tavla",
        "W 12:1 17:1 19:13 | B 6:14 20:1",
        WHITE,
        (3, 1),
        (
            "17/20* 12/13",
            "17/20* 19/20",
            "12/15/16",
            "12/15 17/18",
            "12/15 19/20*",
            "19/22 12/13",
            "19/22 17/18",
            "19/22 19/20*",
            "19/22/23",
            "17/18/21",
        ),
    ),
    Case(
        "one-of-two",
        "tavla",
        "W 18:2 24:13 | B 6:14 20:1",
        WHITE,
        (2, 2),
        ("18/20*(2) 20/22/24",),
    ),
    Case(
        "one-of-two-free",
        "tavla",
        "W 18:2 24:13 | B 6:14 20:1",
        WHITE,
        (2, 2),
        ("18/20*(2) 20/22/24", "18/20*(2) 20/22(2)"),
        options={"hit_and_run": True},
    ),
    Case("behind", "tavla", "W 20:1 24:1 | B 6:14 22:1", WHITE, (2, 2), ("20/22*",)),
    Case("no-hit", "tavla", "W 20:1 23:1 | B 6:14 22:1", WHITE, (3, 2), ("20/23 23/off",)),
    Case(
        "two-hits",
        "tavla",
        "W 17:1 18:1 24:13 | B 6:13 20:1 21:1",
        WHITE,
        (3, 3),
        ("17/20* 18/21*",),
    ),
    Case(
        "entering",
        "tavla",
        "W 24:14 bar:1 | B 3:1 6:14",
        WHITE,
        (3, 2),
        ("bar/3*/5", "bar/2/5"),
    ),
    Case(
        "outside",
        "tavla",
        "W 15:1 24:14 | B 6:13 17:1 20:1",
        WHITE,
        (3, 2),
        ("15/17*/20*", "15/18/20*"),
    ),
    Case("black", "tavla", "W 5:1 19:14 | B 1:13 8:2", BLACK, (3, 3), ("8/5*(2) 5/2",)),
    Case("last", "tavla", "W 19:1 | B 6:14 20:1", WHITE, (6, 1), ("19/off",)),
    Case(
        "covered",
        "tavla",
        "W 14:1 17:1 24:13 | B 6:14 20:1",
        WHITE,
        (6, 3),
        ("14/20* 17/20", "17/23 14/17"),
    ),
)

CASES = (
    *PLAKOTO,
    *MOULTEZIM,
    *JACQUET,
    *GUL_BARA,
    *TAVLA,
    *(case for by_hand in MODULES for case in by_hand.PLAYS),
)

SCORES = (
    ScoreCase("mother", "plakoto", "W 19:14 24:1 | B 6:14 24:1p", WHITE, WHITE, 2),
    ScoreCase("black-mother", "plakoto", "W 1:1p 19:14 | B 1:1 6:14", BLACK, BLACK, 2),
    ScoreCase("off", "plakoto", "W | B 6:14", WHITE, WHITE, 1),
    ScoreCase("none-off", "plakoto", "W | B 6:15", WHITE, WHITE, 2),
    ScoreCase("single", "moultezim", "W | B 12:14", WHITE, WHITE, 1),
    ScoreCase("mars", "moultezim", "W | B 12:15", WHITE, WHITE, 2),
    ScoreCase("always", "moultezim", "W | B 12:15", WHITE, WHITE, 1, options={"score": "single"}),
    ScoreCase("simple", "jacquet", "W 24:14 | B", BLACK, BLACK, 1),
    ScoreCase("double", "jacquet", "W 1:15 | B", BLACK, BLACK, 2),
    ScoreCase("single", "gul-bara", "W | B 12:14", WHITE, WHITE, 1),
    ScoreCase("mars", "gul-bara", "W | B 13:15", WHITE, WHITE, 2),
    ScoreCase("single", "tavla", "W | B 24:13 bar:1", WHITE, WHITE, 1),
    ScoreCase("mars", "tavla", "W | B 24:14 bar:1", WHITE, WHITE, 2),
    ScoreCase("three", "tavla", "W | B 24:14 bar:1", WHITE, WHITE, 3, options={"score": "full"}),
    *(case for by_hand in MODULES for case in by_hand.SCORES),
)


def _name(case: Case | ScoreCase) -> str:
    return f"{case.game}-{case.id}"


def _stops(text: str) -> Counter[tuple[str, str]]:
    """The single steps of a written play."""
    found: Counter[tuple[str, str]] = Counter()
    for word in text.replace("*", "").split():
        match = re.fullmatch(r"(.+?)(?:\((\d)\))?", word)
        assert match is not None
        for pair in pairwise(match[1].split("/")):
            found[pair] += int(match[2] or 1)
    return found


def _ends(plays: dict[oracle.Sequence, oracle.Board], text: str) -> set[oracle.Board]:
    """Where the oracle's plays with these steps end."""
    return {
        end
        for line, end in plays.items()
        if Counter((str(source), str(target)) for _, source, target in line) == _stops(text)
    }


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_plays(case: Case) -> None:
    board = oracle.parse(case.game, case.position, **case.options)
    numbers = case.numbers or oracle.next_part(case.game, board, case.colour, case.dice, ())[1]
    plays = oracle.maximal(case.game, board, case.colour, numbers, **case.options)
    assert case.plays is not None
    found = [_ends(plays, text) for text in case.plays]
    assert [len(ends) for ends in found] == [1] * len(found), "each written play is a play"
    written = [next(iter(ends)) for ends in found] or [board]
    assert set(written) == set(plays.values()), "and there is no other"
    assert len(set(written)) == len(written)
    for text, end in zip(case.plays, written, strict=False):
        assert ("*" in text) == oracle.struck(board, end, case.colour)
    for text, end in zip(case.ends, written, strict=False):
        assert not text or end == oracle.parse(case.game, text)

    rules = GAMES[case.game].ruleset(program_options(case.game, case.options))
    position, side = Position.parse(rules, case.position), Side(case.colour)
    listed = movement.plays(rules, position, side, numbers)
    assert (rows(listed) or {position.row}) == {row_of(end) for end in written}


@pytest.mark.parametrize("case", [case for case in CASES if case.then], ids=_name)
def test_what_follows(case: Case) -> None:
    rules = GAMES[case.game].ruleset(program_options(case.game, case.options))
    position, side = Position.parse(rules, case.position), Side(case.colour)
    _, numbers = movement.next_part(rules, position, side, case.dice, 0, 0, True, 0)
    for play in movement.plays(rules, position, side, numbers):
        left = len(numbers) - len(play.steps)
        code, after = movement.next_part(
            rules, play.position, side, case.dice, 0, 1, left == 0, left
        )
        assert case.then is not None
        if case.then[0] == "play":
            assert code > 0
            assert tuple(sorted(after)) == case.then[1]
        else:
            assert code <= 0
            assert (tuple(after[:2]) == (case.dice[0], left)) == (case.then[0] == "hand")


@pytest.mark.parametrize("case", SCORES, ids=_name)
def test_score(case: ScoreCase) -> None:
    board = oracle.parse(case.game, case.position, **case.options)
    wanted = (case.winner, case.points)
    assert oracle.outcome(case.game, board, case.mover, **case.options) == wanted
    rules = GAMES[case.game].ruleset(program_options(case.game, case.options))
    position = Position.parse(rules, case.position)
    assert movement.result(rules, position, Side(case.mover), False) == wanted


def test_both_mothers_are_a_draw() -> None:
    text = "W 1:1p 19:13 24:1 | B 1:1 6:13 24:1p"
    board, position = oracle.parse("plakoto", text), Position.parse(GAMES["plakoto"].rules, text)
    for side in Side:
        assert oracle.outcome("plakoto", board, int(side)) == (None, 0)
        assert movement.result(GAMES["plakoto"].rules, position, side, False) == (None, 0)


@pytest.mark.parametrize(
    ("game", "text"), [(by_hand.GAME, text) for by_hand in MODULES for text in by_hand.NOT_OVER]
)
def test_nearly_an_end_is_none(game: str, text: str) -> None:
    board, rules = oracle.parse(game, text), GAMES[game].rules
    assert oracle.outcome(game, board, WHITE) is None
    assert movement.result(rules, Position.parse(rules, text), Side.WHITE, False) is None
