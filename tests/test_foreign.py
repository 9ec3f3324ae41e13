"""Positions of other programs, with the samples of their own documents."""

from __future__ import annotations

import pytest

from tavola.games import GAMES
from tavola.games.agreement import Wish, agree
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text import one_line
from tavola.rules.text.foreign import Foreign, knows, line_of

pytestmark = pytest.mark.plain

RULES = GAMES["backgammon"].ruleset()
START = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
SAMPLES = [
    ("4HPwATDgc/ABMA", f"{START} | W", 0),
    ("sGfwATDgc/ABMA", "W 1:2 12:5 17:3 19:5 | B 5:2 6:4 8:2 13:5 24:2 | W", 0),
    (
        "4OvgATDgc+QBUA",
        "W 1:1 12:4 14:1 17:3 19:5 bar:1 | B 6:5 7:1 8:3 13:4 24:2 | W",
        0,
    ),
    ("4HPwATDgc/ABMA:cAkAAAAAAAAA", f"{START} | W", 0),
    ("4HPwATDgc/ABMA:QYkqASAAIAAA", f"{START} | W 5-2 cube:2B | score:4-2", 9),
    ("4HPwATDgc/ABMA:8IhuACAACAAE", f"{START} | W 5-3 | score:1-2 crawford", 3),
    (XGID, f"{START} | W 3-1", 0),
    (
        "-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8",
        "W 11:2 12:4 17:2 19:5 22:2 | B 4:2 5:3 6:2 8:2 13:4 15:1 24:1 | B 6-3 cube:2W",
        3,
    ),
    (
        "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:7:0",
        f"{START} | B",
        7,
    ),
    (
        "11jjjjjhhhccccc:ooddddd88866666:N0N:65:B::6:5:7C:",
        f"{START} | W 6-5 | score:6-5 crawford",
        7,
    ),
]


@pytest.mark.parametrize(("text", "line", "length"), SAMPLES)
def test_samples_mean_what_they_say(text: str, line: str, length: int) -> None:
    found = line_of(f" {text}\n", RULES)
    assert found == Foreign(line, length)
    match = MatchRules(length=length, games=None, crawford=True) if length else MatchRules()
    state = one_line.read(RULES, line, match)
    assert one_line.read(RULES, one_line.beginning(state), match) == state


def test_two_programs_mean_the_same() -> None:
    """The same position as an XGID and as a Position ID; there the side on turn is White."""
    xgid = line_of("-a-B--E-B-a-dDB--b-bcb----:0:0:-1:00:0:0:0:0:10", RULES)
    gnu = line_of("jM/gDQDYzeAJIA:MAEAAAAAAAAA", RULES)
    assert xgid == gnu


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (XGID.replace(":31:", ":D:"), "foreign_offer"),
        (XGID.replace(":31:", ":71:"), "foreign"),
        (XGID.replace("-b-", "Ab-"), "foreign"),
        (XGID.replace(":0:10", ""), "foreign"),
        ("//////////////", "foreign"),
        ("4HPwATDgc/ABMA:cAoAAAAAAAAA", "foreign_over"),
        ("11jjjjjhhhccccc:ooddddd88866666:N0O::B:D:0:0:3:11", "foreign_offer"),
    ],
)
def test_what_cannot_be_is_refused(text: str, what: str) -> None:
    with pytest.raises(Refused) as caught:
        line_of(text, RULES)
    assert caught.value.refusal.details["what"] == what


def test_other_boards_and_other_texts() -> None:
    other = next(one.ruleset() for one in GAMES.values() if not knows(one.ruleset()))
    with pytest.raises(Refused) as caught:
        line_of(XGID, other)
    assert caught.value.refusal.details["what"] == "foreign_game"
    for text in ("", "nonsense", f"{START} | W 3-1", "W 1:15 | B 24:15"):
        assert line_of(text, RULES) is None


@pytest.mark.parametrize("power", ["-1", "61", "9" * 400, "1000000000000"])
def test_a_cube_that_nobody_can_hold_is_refused(power: str) -> None:
    """A power of two is made of it: a long one would fill the memory."""
    word = f"XGID=-b----E-C---eE---c-e----B-:{power}:1:1:31:0:0:0:0:10"
    with pytest.raises(Refused) as caught:
        line_of(word, RULES)
    assert caught.value.refusal.details["what"] == "foreign"


MATCH = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
MATCH_LINE = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1 | score:2-1"


def test_a_wish_may_hold_the_position_of_another_program() -> None:
    agreed = agree(Wish("backgammon", position=MATCH))
    assert (agreed.start, agreed.match.length) == (MATCH_LINE, 5)
    assert agreed == agree(Wish("backgammon", length=5, position=MATCH_LINE))
    assert agree(Wish("backgammon", length=7, position=MATCH)).match.length == 7
    gnu = agree(Wish("backgammon", position="4HPwATDgc/ABMA"))
    assert gnu.match == MatchRules()
    with pytest.raises(Refused) as refused:
        agree(Wish("fevga", position=MATCH))
    assert refused.value.refusal.details == {"what": "foreign_game"}


def test_games_and_money_stay_as_they_were_wished() -> None:
    money = MATCH.replace("2:1:0:5:10", "0:0:0:5:10")
    assert agree(Wish("backgammon", money=True, position=money)).match.money
    assert agree(Wish("backgammon", jacoby=True, position=money)).match.jacoby
    assert agree(Wish("backgammon", games=3, position=money)).match.games == 3
