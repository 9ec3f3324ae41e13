"""Matches as life has them: given up, broken off, played against the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tavola
from exchanged import played
from shell import lines_of
from tavola.formats import reading, writing
from tavola.formats.kept_play import board_of, moves_to
from tavola.formats.transcribe import Transcribed
from tavola.games import GAMES
from tavola.games.agreement import Wish, agree
from tavola.play import log
from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_BAR
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import replay
from tavola.rules.turn.state import Kind, Phase, State

HEAD = " 3 point match\n\n Game 1\n Anna : 0                        Boris : 0\n"
PLAYED = f"{HEAD}  1) 31: 8/5 6/5                42: 8/4 6/4\n"
"""Anna is to throw."""


def ended(text: str) -> tuple[Transcribed, State]:
    """A match of a file without an error, and where it stands."""
    (found,) = reading.read(text.encode())
    assert found.trouble is None
    *_, last = replay(found.record, GAMES["backgammon"])
    return found, last.state


@pytest.mark.parametrize(
    ("rows", "points", "how"),
    [
        ("  2)                             Wins 1 point\n", 1, Kind.RESIGN),
        ("      Wins 2 points\n", 2, Kind.CONCEDE),
        ("  2) 65:\n      Wins 1 point\n", 1, Kind.CONCEDE),
        ("  2)  Doubles => 2\n      Wins 1 point\n", 1, Kind.DROP),
        ("  2) 65: 24/13\n      Wins 3 points\n", 3, Kind.RESIGN),
    ],
    ids=["in turn", "out of turn", "after the other's throw", "no answer to a double", "3 points"],
)
def test_who_gives_up_loses_whoever_is_on_turn(rows: str, points: int, how: Kind) -> None:
    found, state = ended(PLAYED + rows)
    assert state.result is not None
    assert state.result.points == points
    assert state.result.winner is (Side.BLACK if rows.startswith("  2)     ") else Side.WHITE)
    last = found.record.events[-1]
    assert (Kind.RESIGN if last.kind is Kind.ACCEPT else last.kind) is how
    note = None if found.note is None else found.note.details["what"]
    assert note == (None if state.phase is Phase.END else "stops")


def test_who_gave_up_out_of_turn_did_so_where_it_stands() -> None:
    """Before the other's throw and after it, in our record and in what is written of it."""
    for rows, kinds in (
        ("      Wins 3 points\n", [Kind.DONE, Kind.CONCEDE]),
        ("  2) 65:\n      Wins 3 points\n", [Kind.THROW, Kind.CONCEDE]),
    ):
        found, state = ended(PLAYED + rows)
        *_, before, conceded = found.record.events
        assert [before.kind, conceded.kind] == kinds
        assert (conceded.side, conceded.number) == (Side.BLACK, 3)
        assert state.result is not None
        assert state.result.how == "resign"
        assert found.note is not None
        assert found.note.details["what"] == "conceded"
        for form in writing.FORMS:
            (again,) = reading.read(writing.write(found.record, form).encode())
            assert again.record == found.record


def test_who_has_taken_his_last_checker_off_and_resigns_has_lost() -> None:
    """Nobody does that on purpose; a page with the play would say that he had won."""
    match = tavola.Match("hypergammon", position="W 24:1 | B 1:1 | W", dice="typed", money=True)
    match.roll(6, 3)
    while match.state.turn.ending is None:
        match.act(turn.next_steps(match.state)[0])
    match.resign(1)
    match.accept()
    assert match.state.result is not None
    (found,) = reading.read(writing.write(match.record, "sgf").encode())
    assert found.trouble is None
    *_, last = replay(found.record, GAMES["hypergammon"])
    assert last.state.result == match.state.result


def test_a_match_that_stops_is_kept_as_far_as_it_was_played() -> None:
    found, state = ended(f"{PLAYED}  2) 65: 24/13                  64: 24/14\n")
    assert found.note is not None
    assert (found.note.details["what"], found.note.details["line"]) == ("stops", 6)
    assert (state.result, state.phase) == (None, Phase.START)


def test_a_forfeit_gives_the_points_that_the_file_says() -> None:
    found, state = ended(f"{PLAYED}  2) 65: 24/13\n      Wins 5 points and the match\n")
    assert found.record.events[-1].to_json() == {"do": "forfeit", "side": "B", "number": 5}
    assert state.result is not None
    assert (state.result.how, state.phase, state.score) == ("forfeit", Phase.END, (5, 0))
    assert found.note is not None
    assert (found.note.details["what"], found.note.details["line"]) == ("forfeit", 7)
    for form in writing.FORMS:
        (again,) = reading.read(writing.write(found.record, form).encode())
        assert again.record == found.record


def test_a_game_that_was_settled_in_the_middle_of_money_play_stands_with_its_score() -> None:
    """Between two and four points nothing can be resigned; the next game says that it was so."""
    text = PLAYED.replace(" 3 point", " 0 point")
    text += "  2)  Doubles => 2               Takes\n  3) 65: 24/13\n      Wins 3 points\n\n"
    text += " Game 2\n Anna : {}     Boris : 0\n  1) 31: 8/5 6/5\n"
    (found,) = reading.read(text.format(3).encode())
    assert found.trouble is None
    assert Kind.FORFEIT in {one.kind for one in found.record.events}
    (found,) = reading.read(text.format(2).encode())
    assert found.trouble is not None
    assert (found.trouble.details["what"], found.trouble.details["line"]) == ("points", 8)


def test_a_forfeit_that_ends_the_match_is_followed_by_no_game() -> None:
    text = f"{PLAYED}      Wins 5 points\n\n Game 2\n Anna : 5     Boris : 0\n  1) 31: 8/5 6/5\n"
    (found,) = reading.read(text.encode())
    assert found.trouble is not None
    assert found.trouble.details["line"] == 6


def test_points_that_the_match_did_not_need_any_more_need_not_be_written() -> None:
    rows = "  2)  Doubles => 2               Takes\n  3) 65: 24/13\n      Wins {} points\n"
    found, state = ended(PLAYED + rows.format(4))
    assert (state.phase, state.score, found.note) == (Phase.END, (4, 0), None)


ILLEGAL = f"{PLAYED}  2) 65: Illegal play (24/14)    64: 24/14\n"
"""Anna moves a pip too far, and the other goes on."""


def test_an_illegal_play_that_was_kept_is_taken_in_and_told(tmp_path: Path) -> None:
    path = tmp_path / "live.mat"
    path.write_text(f"{ILLEGAL}      Wins 3 points\n", encoding="utf-8")
    code, said = lines_of("--plain", "import", str(path), "--to", str(tmp_path))
    assert code == 0
    assert "Line 6, column 6: a play against the rules was kept" in said[0]
    code, said = lines_of("--plain", "replay", str(tmp_path / "live.json"))
    assert code == 0
    assert "White played against the rules, and it was kept." in said
    code, said = lines_of("--plain", "verify", str(tmp_path / "live.json"))
    assert code == 0


@pytest.mark.parametrize(
    "moves",
    [
        [(FROM_BAR, 3), (3, 8), (21, 17)],
        [(FROM_BAR, 3), (3, 8), (8, 6)],
        [(17, 18), (18, 17)],
        [(FROM_BAR, 6)],
    ],
)
@pytest.mark.parametrize("other", [False, True])
def test_an_illegal_play_that_hits_on_its_way_is_found_in_its_position(
    moves: list[tuple[int, int]], other: bool
) -> None:
    line = "W 17:2 21:2 bar:1 | B 3:1 6:1 18:1 24:4 | W 5-3"
    state = agree(Wish("backgammon", position=line)).begin()
    after: Position | None = state.position
    for source, target in moves:
        after = after and after.shifted(Side.WHITE, source, target)
    assert after is not None
    board = board_of(after, state.rules, Side.WHITE)
    found = moves_to(state, [-count for count in reversed(board)] if other else board)
    again: Position | None = state.position
    for source, target in found or ():
        again = again and again.shifted(Side.WHITE, source, target)
    assert found
    assert again == after


def test_an_illegal_play_stands_only_if_its_game_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "live.mat"
    path.write_text(f"{ILLEGAL}  3) 31: 7/4 5/4\n", encoding="utf-8")
    code, said = lines_of("--plain", "import", str(path), "--to", str(tmp_path))
    assert code == 1
    assert said[0].startswith("live.mat: Line 6, column 6: that is not possible.")
    code, said = lines_of("--plain", "import", str(path), "--to", str(tmp_path), "--keep")
    assert code == 0
    assert len(log.load(tmp_path / "live.json").events) == 8


def test_what_was_left_out_is_told(tmp_path: Path) -> None:
    path = tmp_path / "torn.mat"
    path.write_text(PLAYED, encoding="utf-8")
    code, said = lines_of("--plain", "import", str(path), "--to", str(tmp_path))
    assert code == 0
    assert said[0].endswith("Line 5, column 33: the file ends there, but the match does not.")


def test_the_points_stand_in_the_row_of_what_ended_the_game() -> None:
    """A row of their own after a drop is a second game won, to GNU Backgammon."""
    text = writing.write(played("backgammon", 1), "mat")
    rows = [line for line in text.splitlines() if "Wins" in line or "Drops" in line]
    assert rows
    assert all(re.match(r" *\d+\)", row) for row in rows)
    assert any("Drops" in row and "Wins" in row for row in rows)
