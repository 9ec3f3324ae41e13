"""Matches and positions as other programs write them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tavola
from exchanged import CLUB, MONEY, played
from shell import ran
from tavola.formats import ids, mat, reading, sgf, writing
from tavola.formats.kept_play import board_of, moves_to
from tavola.formats.paper import Did, Entry, Page, Paper
from tavola.formats.tell import paper_of
from tavola.formats.transcribe import Transcribed
from tavola.games import GAMES
from tavola.games.agreement import Wish, agree
from tavola.play import log
from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_BAR
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import foreign, one_line
from tavola.rules.text.record import replay
from tavola.rules.turn.state import CHANCE, Kind, Phase, State
from tavola.terminal.screen import file_progress
from tavola.terminal.screen.console import Terminal
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


@pytest.mark.parametrize("form", ids.FORMS)
@pytest.mark.parametrize("game", ["backgammon", "nackgammon"])
def test_a_position_as_a_word_is_read_again(game: str, form: str) -> None:
    for moment in replay(played(game, 3), GAMES[game]):
        state = moment.state
        fallen = moment.event is not None and moment.event.kind in CHANCE
        if state.phase is not Phase.START and not (state.phase is Phase.MOVE and fallen):
            continue
        word = ids.FORMS[form](state)
        found = foreign.line_of(word, state.rules)
        assert found is not None
        back = one_line.read(state.rules, found.line, state.match)
        assert found.length == (state.match.length or 0)
        assert (back.position, back.cube, back.side, back.score) == (
            state.position,
            state.cube,
            state.side,
            state.score,
        )
        assert sorted(back.turn.dice or ()) == sorted(state.turn.dice or ())


def test_the_start_is_the_word_that_everybody_knows() -> None:
    state = tavola.Match("backgammon").state
    assert ids.position_id(state) == "4HPwATDgc/ABMA"
    assert ids.xgid(state) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_the_terminal_writes_and_takes_in(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    log.write(record, played("backgammon", 1))

    def code_of(*command: str) -> int:
        found = ran(*command, lang="it")
        assert found.output or found.exit_code == 0
        return found.exit_code

    for form, begins in (("mat", " point match"), ("sgf", "(;"), ("html", "<!doctype html>")):
        out = str(tmp_path / f"out.{form}")
        assert code_of("export", str(record), "--to", form, "--out", out) == 0
        assert begins in Path(out).read_text(encoding="utf-8")
    files = [str(tmp_path / f"out.{form}") for form in ("mat", "sgf")]
    to = ("--to", str(tmp_path / "in"))
    assert code_of("import", files[0], *to) == 0
    assert code_of("import", *files, *to) == 0, "both are here already"
    assert log.load(tmp_path / "in" / "out.json").players == ("Anna", "Boris")


def lines_of(*command: str) -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it said."""
    found = ran(*command)
    return found.exit_code, found.output.splitlines()


def test_a_folder_of_many_files_is_taken_in_past_what_is_refused(tmp_path: Path) -> None:
    """Only what was not taken in is told, with its file and its line; nothing is taken half."""
    text = writing.write(played("hypergammon", 2), "mat")
    source, to = tmp_path / "years", tmp_path / "in"
    (source / "old").mkdir(parents=True)
    for number in range(25):
        (source / f"{number:02}.mat").write_text(text, encoding="utf-8")
    (source / "old" / "00.MAT").write_text(text, encoding="utf-8")
    (source / "07.mat").write_text(CLUB, encoding="utf-8")
    (source / "old" / "notes.txt").write_text("no match", encoding="utf-8")
    (source / "old" / "picture.png").write_bytes(b"\x89PNG")
    (source / ".hidden.mat").write_text(text, encoding="utf-8")
    code, said = lines_of("--plain", "import", str(source), "--to", str(to))
    assert code == 1
    assert [line.split(": ")[0] for line in said[:-1]] == ["07.mat", str(Path("old", "notes.txt"))]
    assert "ine 11" in said[0]
    assert said[-1] == "25 matches taken in. 2 not taken in."
    taken = {str(path.relative_to(to)) for path in to.rglob("*") if path.is_file()}
    names = {f"{number:02}.json" for number in range(25)} - {"07.json"}
    assert taken == names | {str(Path("old", "00.json"))}
    assert all(log.load(to / name).events for name in taken)
    code, said = lines_of("--plain", "import", str(source), "--to", str(to))
    assert (code, said[-1]) == (1, "0 matches taken in. 25 were here already. 2 not taken in.")


def test_a_record_that_cannot_be_written_does_not_take_others_with_it(tmp_path: Path) -> None:
    """Its name with another ending is too long, or a file lies where its folder would."""
    there, to, long = tmp_path / "there", tmp_path / "to", "b" * 251
    (there / "c").mkdir(parents=True)
    to.mkdir()
    (to / "c").touch()
    for name in ("a.mat", f"{long}.mat", "c/d.mat", "e.mat"):
        (there / name).write_text(MONEY, encoding="utf-8")
    asked = ["--plain", "import", str(there), "--to", str(to)]
    done = ran(*asked)
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "2 matches taken in. 2 not taken in."
    assert f"{long}.json” is too long for a file name." in done.output
    assert sorted(one.name for one in to.iterdir()) == ["a.json", "c", "e.json"]


def test_nothing_to_take_in_is_told(tmp_path: Path) -> None:
    """A file that is not there by that, and a folder that holds no file of another program."""
    to = ("--to", str(tmp_path / "in"))
    missing = str(tmp_path / "none.mat")
    assert lines_of("--plain", "import", missing, *to) == (
        1,
        [f"none.mat: “{missing}” does not exist.", "0 matches taken in. 1 not taken in."],
    )
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "record.json").write_text("{}", encoding="utf-8")
    told = f"In “{tmp_path / 'empty'}” there is no file of another program."
    assert lines_of("--plain", "import", str(tmp_path / "empty"), *to) == (
        0,
        [told, "0 matches taken in."],
    )


def test_matches_that_are_called_alike_are_all_kept(tmp_path: Path) -> None:
    """The same match is found again under whatever number it got."""
    to = tmp_path / "in"
    texts = [writing.write(played("backgammon", seed), "mat") for seed in range(4)]
    for name, text in (
        ("one/m.mat", texts[0]),
        ("two/m.mat", texts[1]),
        ("m.sgf", writing.write(played("backgammon", 1), "sgf")),
        ("m-1.mat", texts[2]),
        ("several/m.mat", texts[3] + "\n" + texts[0]),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    to.mkdir()
    (to / "m-2.json").write_text("no record", encoding="utf-8")
    (to / "m-3.json").mkdir()
    files = [str(tmp_path / name) for name in ("one/m.mat", "two/m.mat", "m.sgf")]
    files += [str(tmp_path / name) for name in ("m-1.mat", "several/m.mat")]
    code, said = lines_of("--plain", "import", *files, "--to", str(to))
    assert (code, said[-1]) == (0, "5 matches taken in. 1 was here already.")
    kept = {path.name: path.read_bytes() for path in to.iterdir() if path.is_file()}
    assert set(kept) == {
        *("m.json", "m-4.json", "m-1.json", "m-1-2.json", "m-2-2.json"),
        "m-2.json",
    }
    assert kept["m-2.json"] == b"no record"
    assert kept["m.json"] == kept["m-2-2.json"]
    code, said = lines_of("--plain", "import", *files, "--to", str(to))
    assert (code, said[-1]) == (0, "0 matches taken in. 6 were here already.")
    assert kept == {path.name: path.read_bytes() for path in to.iterdir() if path.is_file()}


def test_few_files_are_told_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "one.mat").write_text(MONEY, encoding="utf-8")
    code, said = lines_of("--plain", "import", str(tmp_path), "--to", str(tmp_path / "in"))
    assert code == 0
    assert said[0].startswith("one.mat: Backgammon, Anna and Boris, for money: ")
    assert said[-1] == "1 match taken in."


def test_how_far_it_has_come_is_said_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    terminal = Terminal(plain=True)
    monkeypatch.setattr(terminal, "say", said.append)
    clock = iter([0.0, 10.0, 31.0, 40.0, 70.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    with file_progress.progress(terminal, Words("en"), 4) as step:
        for _ in range(4):
            step()
    assert said == ["2 of 4."]


# ----------------------------------------------------------------------------------- as life has it

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


def test_a_throw_that_was_partly_played_by_hand_is_no_word() -> None:
    """How it fell is not known: both numbers would be played once more."""
    points = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
    for left in ("left:1", "ended:end"):
        state = one_line.read(GAMES["backgammon"].rules, f"{points} | W 3-1 {left}")
        for form in ids.FORMS.values():
            with pytest.raises(Refused) as caught:
                form(state)
            assert caught.value.refusal.details["what"] == "position"
    whole = one_line.read(GAMES["backgammon"].rules, f"{points} | W 3-1 left:1,3")
    assert ids.xgid(whole) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    void = one_line.read(GAMES["backgammon"].rules, "W bar:1 19:5 | B 1:2 2:2 24:2 | W 2-1")
    assert ids.xgid(void).split(":")[4] == "21"


def test_a_cube_that_a_match_id_cannot_hold_is_refused() -> None:
    """The bit after its four is that of the owner."""
    points = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
    rules = GAMES["backgammon"].rules
    for cube in (f"cube:{2**15}B", f"cube:{2**16}B"):
        state = one_line.read(rules, f"{points} | W {cube}")
        found = foreign.line_of(ids.ogid(state), rules)
        assert found is not None
        assert found.line == f"{points} | W {cube}"
    with pytest.raises(Refused) as caught:
        ids.gnu_id(state)
    assert caught.value.refusal.details["what"] == "position"
    held = one_line.read(rules, f"{points} | W cube:{2**15}B")
    found = foreign.line_of(ids.gnu_id(held), rules)
    assert found is not None
    assert found.line == f"{points} | W cube:{2**15}B"


def test_a_double_in_the_others_turn_is_in_no_word() -> None:
    """It was written as one of the side on roll."""
    match = tavola.Match("backgammon", length=7, dice=2, cube_window="any")
    match.roll()
    match.play(match.plays[0])
    own, other = match.copy(), match.copy()
    own.double()
    other.double(match.state.side.other)
    assert ids.xgid(own).split(":")[4] == "D"
    assert ids.position_id(own) == ids.position_id(other)
    for write in (ids.xgid, ids.match_id, ids.gnu_id, ids.ogid):
        with pytest.raises(Refused) as caught:
            write(other)
        assert caught.value.refusal.details["what"] == "offer"


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
