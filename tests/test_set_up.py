"""Positions and cubes that a file of SGF puts down by hand: what stands there anyway is passed
over, a match begins with them, and what the moves do not lead to is refused with its place."""

from __future__ import annotations

import pytest

import tavola
from exchanged import MONEY_SEED, begun_elsewhere
from tavola.formats import reading, writing
from tavola.formats.set_up import BAR, SetUp
from tavola.formats.transcribe import Transcribed
from tavola.games import GAMES
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import Record, fold, start_of
from tavola.rules.turn.state import Cube, Kind, Phase
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words

BACKGAMMON = GAMES["backgammon"]
START = (
    "AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]"
    "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
)
AFTER_31 = (
    "AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]"
    "AB[t][t][s][s][s][s][q][q][l][l][l][l][l][a][a]"
)
HIT = "AE[a:y]AW[c][c][f][f][f][m][m][m][x]AB[y][s][s][s][l][l]"
"""Six of White's and nine of Black's are borne off; one of Black's is on the bar."""


def sgf(*nodes: str, info: str = "length:5][game:0][ws:0][bs:0", rules: str = "Crawford") -> bytes:
    head = f"(;FF[4]GM[6]MI[{info}]PW[Anna]PB[Boris]RU[{rules}]"
    return (head + "".join(f"\n;{node}" for node in nodes) + ")\n").encode()


def only(data: bytes) -> Transcribed:
    (found,) = reading.read(data)
    return found


def kinds(found: Transcribed) -> list[Kind]:
    return [event.kind for event in found.record.events if event.kind is not Kind.STEP]


def test_what_stands_there_anyway_is_passed_over() -> None:
    """As GNU Backgammon writes it where somebody has put in the position that he had."""
    found = only(
        sgf(
            "PL[B]DI[54]",
            f"PL[B]{START}",
            "B[31qtst]",
            f"PL[W]{AFTER_31}",
            "CV[1]",
            "CP[c]",
            "PL[W]DI[42]",
            "W[42hdfd]",
        )
    )
    plain = only(sgf("B[31qtst]", "W[42hdfd]"))
    assert found.trouble is None
    assert found.record.start == ""
    assert found.record.events == plain.record.events


def test_a_cube_that_was_turned_is_passed_over() -> None:
    nodes = ("W[31hefe]", "B[double]", "W[take]", "CV[2]", "CO[w]", "B[42qusu]")
    found = only(sgf(*nodes))
    assert found.trouble is None
    assert kinds(found)[2:4] == [Kind.DOUBLE, Kind.TAKE]


def test_a_match_begins_with_a_position_its_cube_and_its_score() -> None:
    found = only(sgf("PL[W]DI[63]", "CP[w]", "CV[2]", f"PL[B]{HIT}", "B[21ybst]", info=INFO))
    assert found.trouble is None
    start = start_of(found.record, BACKGAMMON)
    assert start.phase is Phase.START
    assert start.side is Side.BLACK
    assert start.cube == Cube(2, Side.WHITE)
    assert start.score == (2, 1)
    assert start.position.bar(Side.BLACK) == 1
    assert [start.position.off(side) for side in Side] == [6, 9]
    assert kinds(found) == [Kind.THROW, Kind.DONE]


INFO = "length:5][game:2][ws:2][bs:1"


@pytest.mark.parametrize(
    ("rules", "crawford"), [("Crawford", "done"), ("Crawford:CrawfordGame", "now")]
)
def test_the_crawford_game_is_told_by_the_rules(rules: str, crawford: str) -> None:
    found = only(sgf(f"PL[W]{HIT}", info="length:5][game:4][ws:4][bs:1", rules=rules))
    assert start_of(found.record, BACKGAMMON).crawford == crawford


def test_who_plays_first_is_on_turn_whatever_the_position_says() -> None:
    found = only(sgf(f"PL[W]{HIT}", "B[21ybst]"))
    assert start_of(found.record, BACKGAMMON).side is Side.BLACK
    alone = only(sgf(f"PL[B]{HIT}"))
    assert start_of(alone.record, BACKGAMMON).side is Side.BLACK


def test_some_points_can_be_put_down_and_others_stay() -> None:
    """A checker of White goes from his 24 to his 23; White has both points then."""
    found = only(sgf("PL[W]AE[x]AW[x][w]", "W[31hefe]"))
    assert found.trouble is None
    position = start_of(found.record, BACKGAMMON).position
    assert [position.count(Side.WHITE, point) for point in (1, 2, 12)] == [1, 1, 5]
    assert position.count(Side.BLACK, 24) == 2


def test_what_the_moves_do_not_lead_to_is_refused_with_its_place() -> None:
    """All before it stands; in every language it is said what to do."""
    for node in (f"PL[W]{START}", "CV[2]", "CP[b]"):
        found = only(sgf("B[31qtst]", node, "W[42hdfd]"))
        assert found.trouble is not None
        assert found.trouble.details == {"what": "sgf_setup", "line": 3, "column": 1, "text": ""}
        assert kinds(found) == [Kind.OPENING, Kind.DONE]
        for lang in LANGUAGES:
            told = refusals.explain(Speaker(Words(lang), BACKGAMMON.rules), found.trouble, None)
            assert "XGID" in told


def test_a_later_game_cannot_begin_with_a_position() -> None:
    first = sgf("W[31hefe]", rules="Crawford]RE[W+1R")
    second = sgf(f"PL[W]{HIT}", info="length:5][game:1][ws:1][bs:0")
    found = only(first + second)
    assert found.trouble is not None
    assert (found.trouble.details["what"], found.trouble.details["line"]) == ("sgf_setup", 4)
    assert kinds(found)[-1] is Kind.ACCEPT


@pytest.mark.parametrize(
    "node",
    [
        "PL[W]AW[f]",  # sixteen checkers
        "AE[a:y]AW[a]AB[a]",  # both on a point
        "AE[a:y]AW[z]AB[a]",  # White has none
        f"CV[3]{HIT}",
        f"CV[{2**61}]{HIT}",
    ],
)
def test_what_is_no_position_is_refused_with_its_place(node: str) -> None:
    found = only(sgf(node, "W[31hefe]"))
    assert found.trouble is not None
    assert found.trouble.details["line"] == 2
    assert (found.record.start, found.record.events) == ("", ())


@pytest.mark.parametrize("node", ["AW[aa]", "AE[]", "AB[A]", "CP[x]", "CV[-2]", f"CV[{'9' * 20}]"])
def test_what_cannot_be_read_is_told_with_its_place_and_ends_the_match(node: str) -> None:
    found = only(sgf("W[31hefe]", node, "B[64akko]"))
    assert found.trouble is not None
    details = found.trouble.details
    assert (details["what"], details["line"], details["column"]) == ("sgf_form", 3, 1)
    assert found.record.events == only(sgf("W[31hefe]")).record.events


def test_very_many_checkers_are_not_counted() -> None:
    for nodes in (["AE[a:z]" * 50], ["AE[a:y]"] * 50):
        with pytest.raises(Refused):
            reading.read(sgf(*nodes))


def test_parts_that_follow_one_another_are_one() -> None:
    first = SetUp(((None, 3),), 2, turn=1)
    second = SetUp(((0, 3), (1, BAR)), owner=1, owned=True)
    assert first.then(second) == SetUp(((None, 3), (0, 3), (1, BAR)), 2, 1, True, 1)
    assert second.then(first) == SetUp(((0, 3), (1, BAR), (None, 3)), 2, 1, True, 1)


# ---------------------------------------------------------------------------------------- written


@pytest.mark.parametrize("seed", [*range(8), *range(MONEY_SEED, MONEY_SEED + 4)])
def test_a_match_that_begins_elsewhere_goes_out_and_comes_back(seed: int) -> None:
    record = begun_elsewhere(seed)
    assert record.start
    found = only(writing.write(record, "sgf").encode())
    assert (found.trouble, found.note) == (None, None)
    begun, again = (start_of(one, BACKGAMMON) for one in (record, found.record))
    assert again.but(game=begun.game) == begun
    assert fold(found.record, BACKGAMMON).but(game=1) == fold(record, BACKGAMMON).but(game=1)
    assert throws(found.record) == throws(record)


def throws(record: Record) -> list[tuple[Kind, Side | None, list[int]]]:
    """All throws but equal ones of the opening, which no other program keeps."""
    told = [(e.kind, e.side, sorted(e.dice)) for e in record.events if e.dice]
    return [one for one in told if one[0] is Kind.THROW or one[2][0] < one[2][1]]


def test_a_throw_that_lies_there_is_that_of_the_first_play() -> None:
    start = "W 1:2 12:5 17:3 19:5 | B 6:6 8:3 13:4 24:2 | W 6-4"
    match = tavola.Match(position=start, length=3, dice="typed")
    match.play("24/14")
    text = writing.write(match.record, "sgf")
    assert text.splitlines()[1:] == [
        f";PL[W]{START.replace('B[s]', 'B[s][s]').replace('[l][a]', '[a]')}",
        ";W[64xttn])",
    ]
    found = only(text.encode())
    assert found.record.start == start.removesuffix(" 6-4")
    assert fold(found.record, BACKGAMMON).position == match.state.position


def test_a_position_that_awaits_the_opening_is_not_written() -> None:
    match = tavola.Match(position="W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:4 24:3", dice="typed")
    with pytest.raises(Refused) as caught:
        writing.write(match.record, "sgf")
    assert caught.value.refusal.details["what"] == "position"


def test_what_only_sgf_holds_is_refused_with_its_name() -> None:
    with pytest.raises(Refused) as caught:
        writing.write(begun_elsewhere(1), "mat")
    assert caught.value.refusal.details["what"] == "mat_position"
    for lang in LANGUAGES:
        speaker = Speaker(Words(lang), BACKGAMMON.rules)
        assert "SGF" in refusals.explain(speaker, caught.value.refusal, None)


@pytest.mark.parametrize("left", ["left:1", "ended:end"])
def test_a_position_in_the_middle_of_a_throw_is_not_written(left: str) -> None:
    """SGF knows whole throws only: the 3 would be played once more."""
    start = f"W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:4 24:2 | W 3-1 {left}"
    match = tavola.Match(position=start, length=3, dice="typed")
    with pytest.raises(Refused) as caught:
        writing.write(match.record, "sgf")
    assert caught.value.refusal.details["what"] == "position"
