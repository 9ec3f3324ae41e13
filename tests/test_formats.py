"""Matches as other programs write them: written, read again, torn, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tavola
from exchanged import CLUB, MONEY, played
from shell import lines_of
from tavola.formats import mat, reading, sgf, writing
from tavola.formats.paper import Did, Entry, Page, Paper
from tavola.formats.tell import paper_of
from tavola.games import GAMES
from tavola.play import log
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import replay
from tavola.rules.turn.state import Kind
from tavola.words.refusals import explain
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


@pytest.mark.parametrize("form", writing.FORMS)
@pytest.mark.parametrize("game", ["backgammon", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_is_read_again(game: str, form: str, seed: int) -> None:
    """The steps of a throw may come back in another order, nothing else changes."""
    record = played(game, seed)
    (found,) = reading.read(writing.write(record, form).encode())
    assert found.trouble is None
    assert found.record.players == record.players
    assert found.record.match == record.match
    assert [_told(page) for page in paper_of(found.record).pages] == [
        _told(page) for page in paper_of(record).pages
    ]
    (again,) = reading.read(writing.write(found.record, form).encode())
    assert again == found


def _told(page: object) -> list[tuple[object, ...]]:
    """A page without the order of steps."""
    return [
        (
            entry.player,
            entry.did,
            entry.dice and set(entry.dice),
            sorted(entry.play.split()),
            entry.value,
        )
        for entry in page.entries  # type: ignore[attr-defined]
    ]


def test_both_forms_tell_the_same() -> None:
    record = played("backgammon", 1)
    found = [reading.read(writing.write(record, form).encode()) for form in writing.FORMS]
    assert found[0] == found[1]


def test_a_page_from_a_club_is_read_up_to_its_error() -> None:
    (found,) = reading.read(CLUB.encode())
    assert found.record.players == ("Anna", "Boris")
    assert (found.record.match.length, found.record.match.crawford) == (5, True)
    assert found.trouble is not None
    assert (found.trouble.code, found.trouble.details["line"]) == ("bad_file", 11)
    assert found.trouble.details["reason"] == "no_checker"
    *_, last = replay(found.record, GAMES["backgammon"])
    assert last.state.cube.value == 2


TABLE = " 5 point match\n\n Game 1\n A : 0                             B : 0\n"
BROKEN = {
    "in the middle of a play": "  2) 52: 24/22 13/8               44: 13/9 13/",
    "in a word": "  2) 52: 24/22 13/8               44: 13/9 13/9 6/2 6/2\n  3) Doub",
    "in the next game": "  2)  Doubles => 2                 Drops\n\n Game 2\n A :",
}


@pytest.mark.parametrize("torn", BROKEN.values(), ids=BROKEN)
def test_a_torn_match_stands_as_far_as_it_can_be_read(torn: str, tmp_path: Path) -> None:
    text = f"{TABLE}  1) 31: 8/5 6/5                    64: 24/14\n{torn}"
    found = reading.read(text.encode())[0]
    assert found.trouble is not None
    assert found.trouble.details["line"] == text.count("\n") + 1
    assert len(found.record.events) >= 8
    file = tmp_path / "torn.mat"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Refused):
        tavola.read(file)
    asked = ("import", str(file), "--to", str(tmp_path / "kept"))
    assert lines_of(*asked)[0] == 1
    assert lines_of(*asked, "--keep")[0] == 0
    (kept,) = (tmp_path / "kept").iterdir()
    assert log.load(kept).events == found.record.events


def test_a_match_of_which_nothing_stands_does_not_take_those_before_it_with_it() -> None:
    whole = f"{TABLE}  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Drops\n"
    tree = "(;GM[6]MI[length:5][game:0]PW[A]PB[B]\n;W[31hefe];B[64akko];W[double];B[drop])\n"
    for before, torn, line in (
        (whole, f"{TABLE}  1) xx\n", 11),
        (whole, " 5 point match\n", 1),
        (tree, "(;GM[6]MI[length:5][game:0]PW[A]PB[B]\n;W[91]", 4),
    ):
        first, second = reading.read(f"{before}{torn}".encode())
        assert first == reading.read(before.encode())[0]
        assert second.trouble is not None
        assert (second.trouble.details["line"], second.record.events) == (line, ())
        with pytest.raises(Refused):
            reading.read(torn.encode())


def test_a_torn_match_does_not_take_others_with_it() -> None:
    whole = f"{TABLE}  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Drops\n"
    found = reading.read(f"{whole}{whole}  3) xx\n  4) yy\n{whole}".encode())
    assert [one.trouble is not None for one in found] == [False, True, False]
    assert [len(one.record.events) for one in found] == [len(found[0].record.events)] * 3


TREE = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[A]PB[B]RE[W+1]\n"


@pytest.mark.parametrize("kind", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_file_of_an_editor_of_windows_is_read(kind: str, tmp_path: Path) -> None:
    """With the mark of its kind before it, as they write it."""
    mark = "\ufeff" if kind == "utf-16-be" else ""
    record = tavola.Match("backgammon", dice=1, length=3).record
    for text in (f"{TABLE}  1) 31: 8/5 6/5\n", json.dumps(record.to_json())):
        data = (mark + text).encode(kind)
        assert reading.read(data)[0].record == reading.read(text.encode())[0].record
    file = tmp_path / "match.json"
    file.write_bytes((mark + json.dumps(record.to_json())).encode(kind))
    assert reading.load(file) == record


CUT = {
    "in the middle of a play": ";W[52xvmh];B[44mim",
    "behind a name": ";W[52xvmh];B",
    "where a play is none": ";W[52xvmh];B[4z];W[double])",
    "in the head of the next game": ";W[double];B[drop])\n(;GM[6]MI[length:5][game:1]PW[A",
    "before the next game": ";W[double];B[drop])\n?",
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
def test_a_torn_tree_stands_as_far_as_it_can_be_read(cut: str) -> None:
    text = f"{TREE};W[31hefe]\n;B[64akko]{cut}"
    (found,) = reading.read(text.encode())
    assert found.trouble is not None
    assert found.trouble.details["line"] == text.count("\n") + 1
    assert len(found.record.events) >= 8
    game = f"{TREE};W[31hefe];B[64akko];W[double];B[drop])\n"
    before, again = reading.read(f"{game}{text}".encode())
    assert before.trouble is None
    assert again.record.events == found.record.events


def test_who_throws_and_gives_up_loses() -> None:
    (found,) = reading.read(MONEY.encode())
    assert found.trouble is None
    *_, last = replay(found.record, GAMES["backgammon"])
    assert last.state.result is not None
    assert (last.state.result.points, last.state.result.how) == (1, "resign")


def test_the_column_is_told_where_a_line_holds_more_than_one_thing() -> None:
    for text, place in (
        (" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5    62: 8-2\n", (5, 21)),
        (" 5 point match\n\n Game 1\n A : 0   B : 0\n  1)  31: 8/5 6/4\n", (5, 7)),
        ("(;FF[4]GM[6]PW[A]PB[B];W[31hefe];B[62xx])", (1, 33)),
        ("(;FF[4]GM[6]PW[A]\nPB[B];W[31hefe];B[x1])", (2, 16)),
    ):
        assert _place(text) == place
        told = explain(Speaker(Words("en"), Ruleset(), "booklet"), _refused(text), None)
        assert told.startswith(f"Line {place[0]}, column {place[1]}")


def _place(text: str) -> tuple[object, object]:
    details = _refused(text).details
    return details["line"], details["column"]


def _refused(text: str) -> Refusal:
    """Why a file is not read, or not to its end."""
    try:
        trouble = reading.read(text.encode())[0].trouble
    except Refused as refused:
        return refused.refusal
    assert trouble is not None
    return trouble


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("nothing at all", "form", 1),
        (" 5 point match\n", "mat_games", 1),
        (" 5 point match\n\n Game 1\n nobody\n", "mat_names", 4),
        (" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) xx\n", "mat_cell", 5),
        (" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8-5\n", "mat_play", 5),
        (" 5 point match\n\n Game 1\n A : 0   B : 0\n hello\n", "mat_row", 5),
        ("(;FF[4]GM[6]PW[A]PB[B]\n;W[31hefe]", "sgf_end", 2),
        ("(;FF[4]GM[6]PW[A]PB[B]\n;W[91hefe])", "sgf_play", 2),
        ("(;FF[4]GM[6]PW[A]PB[B]\n;AW[aa]AB[b])", "sgf_form", 2),
        ("(;FF[4]GM[6]PW[A]]", "sgf_form", 1),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, what: str, line: int) -> None:
    refusal = _refused(text)
    assert (refusal.code, refusal.details["what"], refusal.details["line"]) == (
        "bad_file",
        what,
        line,
    )


@pytest.mark.parametrize("name", ["pin", "backgammon"])
def test_what_others_cannot_hold_is_refused(name: str) -> None:
    record = tavola.Match(name, dice=1, games=3).record
    with pytest.raises(Refused) as caught:
        writing.write(record, "mat")
    assert caught.value.refusal.code == "not_written"


def test_house_rules_that_others_do_not_know_are_refused() -> None:
    without = tavola.Match("backgammon", cube=False, length=3, dice=1).record
    assert '; [CubeLimit "1"]' in writing.write(without, "mat")
    other = tavola.Match("backgammon", options={"opening": "fresh"}, dice=1).record
    with pytest.raises(Refused) as caught:
        writing.write(other, "sgf")
    assert caught.value.refusal.details["what"] == "options"


def test_a_match_to_one_point_has_no_crawford_game() -> None:
    record = played("backgammon", 2)
    assert record.match.length == 1
    assert "CrawfordGame" not in writing.write(record, "sgf")
    assert "CrawfordGame" in writing.write(played("backgammon", 1), "sgf")


def test_games_are_called_in_sgf_as_gnu_backgammon_calls_them() -> None:
    for game, name in (("nackgammon", "[Nackgammon"), ("hypergammon", "[Hypergammon3")):
        assert f"RU{name}" in writing.write(played(game, 1), "sgf")


def test_longgammon_is_read_as_extreme_gammon_calls_it() -> None:
    """It is not written: GNU Backgammon would take it for backgammon."""
    text = """; [Variation "LongGammon"]

3 point match

Game 1
A : 0                        B : 0
  1) 31: 24/21 24/23            65: 24/13
"""
    (found,) = reading.read(text.encode())
    assert found.trouble is None
    assert found.record.game == "longgammon"
    *_, last = replay(found.record, GAMES["longgammon"])
    assert last.state.position.text() == "W 1:13 2:1 4:1 | B 13:1 24:14"


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_beaver_is_read_again(form: str) -> None:
    """SGF has no word for it: a double is answered with a double."""
    match = tavola.Match("backgammon", beavers=True, dice="typed", players=("Anna", "Boris"))
    match.roll(3, 1)
    match.play("8/5 6/5")
    match.double()
    match.beaver()
    match.take()
    match.roll(6, 5)
    match.play("24/18 18/13")
    (found,) = reading.read(writing.write(match.record, form).encode())
    assert found.trouble is None
    assert found.record.events == match.record.events


@pytest.mark.parametrize("form", ["mat", "sgf"])
@pytest.mark.parametrize("allowed", [True, False])
def test_beavers_that_were_allowed_stay_so(form: str, allowed: bool) -> None:
    """Also where nobody has beavered: who goes on with the match may."""
    match = tavola.Match("backgammon", money=True, beavers=allowed, jacoby=True, dice=1)
    match.roll()
    match.play(match.plays[0])
    (found,) = reading.read(writing.write(match.record, form).encode())
    assert found.record.match == match.record.match


def test_a_forfeit_of_more_points_than_a_record_holds_ends_before_it() -> None:
    for points, ends in ((9_999, Kind.FORFEIT), (10_000, Kind.THROW)):
        (found,) = reading.read(MONEY.replace("Wins 1 point", f"Wins {points} points").encode())
        assert found.record.events[-1].kind is ends
        assert log.read(log.written(found.record)) == found.record
        assert (found.trouble is None) == (ends is Kind.FORFEIT)
    assert found.trouble is not None
    assert (found.trouble.details["what"], found.trouble.details["line"]) == ("points", 6)


@pytest.mark.parametrize("name", [";)", "; Anna", "7 point match", "Game 1", "1) 31:", "[x]"])
def test_a_name_that_looks_like_another_line_is_a_name(name: str) -> None:
    text = writing.write(played("backgammon", 1), "mat").replace("Anna :", f"{name} :")
    (found,) = reading.read(text.encode())
    assert found.trouble is None
    assert found.record.players == (name, "Boris")
    (again,) = reading.read(text.replace(" Game 2\n", " Game 2\n; two\n", 1).encode())
    assert again == found
    torn = text[: text.index(" Game 2\n")] + " Game 2\n"
    assert len(reading.read((torn + "\n" + text).encode())) == 2


@pytest.mark.parametrize("form", writing.FORMS)
def test_a_long_session_for_money_is_read_again(form: str) -> None:
    """Its cube and its score have more digits than those of a match."""
    match = tavola.Match("backgammon", money=True, dice="typed", players=("Anna", "Boris"))
    match.roll(3, 1)
    match.play("8/5 6/5")
    for _ in range(20):
        match.double()
        match.take()
        match.roll(2, 1)
        match.play(match.plays[0])
    match.resign(1)
    match.accept()
    match.next_game()
    match.roll(6, 5)
    match.play("24/13")
    assert max(match.state.score) == 2**20
    (found,) = reading.read(writing.write(match.record, form).encode())
    assert found.trouble is None
    *_, last = replay(found.record, GAMES["backgammon"])
    assert last.state.score == match.state.score
    assert last.state.position == match.state.position


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Bob, 3", "Bob, 3"),
        ("Bob, 2.5", "Bob, 2.5"),
        ('Bob "Ace" Smith', 'Bob "Ace" Smith'),
        ("Bob, 1500", "Bob 1500"),
        ("Bob: 5", "Bob 5"),
        ("Bob, 1500, 1600", "Bob, 1500 1600"),
    ],
)
def test_a_name_in_mat_loses_no_word(name: str, read: str) -> None:
    """A comma with three digits or four is a rating, as other programs write it."""
    play = Entry(0, Did.PLAY, 1, (3, 1), "8/5 6/5")
    written = mat.write(Paper(5, (name, "Eve"), (Page((0, 0), 1, (play,)),), "", {}))
    [found] = mat.read(written)
    assert found.players == (read, "Eve")
    assert len(found.pages[0].entries) == 1


@pytest.mark.parametrize("form", [mat, sgf])
def test_a_cube_of_many_doubles_and_its_points_are_read_again(form: Any) -> None:
    double = Entry(0, Did.DOUBLE, 1, value=2**50)
    paper = Paper(0, ("Ann", "Bob"), (Page((2**53, 2**54), 1, (double,)),), "", {})
    [found] = form.read(form.write(paper))
    assert found.pages[0].score == (2**53, 2**54)
    assert [one.did for one in found.pages[0].entries] == [Did.DOUBLE]
