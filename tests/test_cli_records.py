"""The commands of the shell that read and write records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from seats import play as play_out
from shell import inside
from tavola.play import log
from tavola.play.dice import SealedDice, SeededDice, new_match_id, new_secret
from tavola.play.match import Match
from tavola.rules.text.record import Record
from tavola.words import LANGUAGES, Words


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match with sealed dice, as JSON."""
    dice = SealedDice(new_secret(), new_match_id(), ("a", "b"))
    match = Match.start(Record(game="eureka"), dice)
    assert play_out(match)
    path = tmp_path_factory.mktemp("records") / "match.json"
    log.write(path, match.record)
    return path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_replay_and_verify(lang: str, record: Path, tmp_path: Path) -> None:
    code, told = inside(tmp_path, "replay", str(record), "--plain", lang=lang)
    assert code == 0
    lines = told.splitlines()
    assert lines[0] == "Eureka"
    assert all(line.endswith(".") for line in lines[1:])
    whose = Words(lang).text("Points have White’s numbers, for both sides.")
    assert lines[1] == whose
    booklet = inside(tmp_path, "replay", str(record), "--numbering", "booklet", lang=lang)
    assert whose not in booklet[1]
    assert inside(tmp_path, "replay", str(record), lang=lang)[0] == 0
    code, told = inside(tmp_path, "verify", str(record), "--plain", lang=lang)
    assert code == 0
    yes = Words(lang).text("yes")
    assert told.count(f"{yes}.") == 5


@pytest.mark.parametrize("command", ["replay", "verify", "export"])
def test_of_a_torn_record_it_is_said_how_to_keep_its_beginning(
    command: str, record: Path, tmp_path: Path
) -> None:
    torn, header = tmp_path / "torn match.json", tmp_path / "header.json"
    whole = record.read_bytes()
    torn.write_bytes(whole[: len(whole) // 2])
    header.write_bytes(whole[:20])
    code, told = inside(tmp_path, command, str(torn))
    assert code == 2
    assert f"tavola import --keep '{torn}'" in told
    assert "--keep" not in inside(tmp_path, command, str(header))[1]
    assert inside(tmp_path, "import", "--keep", str(torn), "--to", str(tmp_path / "kept"))[0] == 0


def test_a_record_that_the_rules_forbid_is_not_taken_in(record: Path, tmp_path: Path) -> None:
    """Or up to there, and it is said why it ends."""
    whole = json.loads(record.read_bytes())
    whole["events"][6] = {"do": "double", "side": "W"}
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(whole))
    taken = tmp_path / "taken"
    for keep, left in ((), 1), (("--keep",), 0):
        code, told = inside(tmp_path, "import", *keep, str(wrong), "--to", str(taken), lang="en")
        assert code == left
        assert "Event 7 of the record is not possible" in " ".join(told.split())
        assert len(list(taken.iterdir())) == 1 - left
    [kept] = taken.iterdir()
    assert len(json.loads(kept.read_bytes())["events"]) == 6
    assert inside(tmp_path, "verify", str(kept))[0] == 0


@pytest.mark.parametrize("command", [("export", "--out"), ("review", "--depth", "0", "--html")])
def test_what_is_read_is_not_written_over(
    command: tuple[str, ...], record: Path, tmp_path: Path
) -> None:
    mine, link = tmp_path / "match.json", tmp_path / "link.json"
    mine.write_bytes(record.read_bytes())
    link.symlink_to(mine)
    for to in (mine, link):
        code, told = inside(tmp_path, command[0], str(mine), *command[1:], str(to))
        assert code == 2
        assert "è il file che si legge" in " ".join(told.split())
        assert mine.read_bytes() == record.read_bytes()


def test_a_file_is_written_in_the_form_of_its_name(tmp_path: Path) -> None:
    match = tmp_path / "m.json"
    log.write(match, Record("backgammon"))
    for name, to, first in (
        ("m.sgf", (), "("),
        ("m.HTM", (), "<!doctype html>"),
        ("m.mat", (), "; ["),
        ("m.txt", (), "; ["),
        ("plain", (), "; ["),
        ("n.sgf", ("--to", "mat"), "; ["),
        ("m.other", ("--to", "sgf"), "("),
        ("n.JSON", (), "{"),
    ):
        assert inside(tmp_path, "export", str(match), "--out", str(tmp_path / name), *to)[0] == 0
        assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(first)
    assert inside(tmp_path, "export", str(match))[1].startswith("; [")
    printed = inside(tmp_path, "export", str(match), "--to", "json")[1]
    assert json.loads(printed) == json.loads(match.read_text(encoding="utf-8"))
    assert log.load(tmp_path / "n.JSON") == Record("backgammon")


def test_a_match_is_not_written_into_a_file_of_another_kind(tmp_path: Path) -> None:
    match, out = tmp_path / "m.json", tmp_path / "m.gif"
    log.write(match, Record("backgammon"))
    code, told = inside(tmp_path, "export", str(match), "--out", str(out))
    assert code == 2
    assert "Un incontro è .mat, .sgf, .html o .json" in " ".join(told.split())
    assert not out.exists()


def test_a_damaged_match_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    left = tmp_path / "matches" / "20260101-000000-0-puff-abcd.jsonl"
    left.parent.mkdir()
    left.write_text('{"tavola":1,"log":true}\n', encoding="utf-8")
    code, told = inside(tmp_path, "play", "puff", "--plain", "--vs", "human", lang="en")
    assert code == 2  # nobody types anything
    told = told.splitlines()[0]
    assert told == (
        f"The match in {left} cannot go on, and stays as it is. "
        "The record cannot be read: it is no Tavola record."
    )
    assert left.read_text(encoding="utf-8") == '{"tavola":1,"log":true}\n'


@pytest.mark.parametrize("left", ["", '{"tavola":1,"ga'])
def test_a_match_that_never_began_is_not_told_of(left: str, tmp_path: Path) -> None:
    """Killed while its file was made: every start said that it cannot go on."""
    path = tmp_path / "matches" / "20260101-000000-0-puff-abcd.jsonl"
    path.parent.mkdir()
    path.write_text(left, encoding="utf-8")
    _, told = inside(tmp_path, "play", "puff", "--plain", "--vs", "human", lang="en")
    assert str(path) not in told
    assert path.read_text(encoding="utf-8") == left


def test_records_that_do_not_hold(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text(text.replace('"seeds":["a"', '"seeds":["z"'), encoding="utf-8")
    code, told = inside(tmp_path, "verify", str(other), lang="en")
    assert code == 1
    assert "no" in told
    first = re.sub(r'"do": ?"done"', '"do":"take"', text, count=1)
    other.write_text(first, encoding="utf-8")
    code, told = inside(tmp_path, "replay", str(other), lang="en")
    assert code == 2
    assert re.search(r"Event \d+ of the record is not possible", " ".join(told.split()))


def test_an_unfinished_record_is_told_to_its_end(tmp_path: Path) -> None:
    match = Match.start(Record(game="pin"), SeededDice(2))
    play_out(match, cap=30)
    path = tmp_path / "match.json"
    log.write(path, match.record)
    code, told = inside(tmp_path, "replay", str(path), lang="de")
    assert code == 0
    assert "┌" in told
    assert inside(tmp_path, "replay", str(path), "--plain", lang="de")[0] == 0
