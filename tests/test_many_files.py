"""Files that the terminal writes and takes in, one or many."""

from __future__ import annotations

from pathlib import Path

import pytest

from exchanged import CLUB, MONEY, played
from shell import lines_of, ran
from tavola.formats import writing
from tavola.play import log
from tavola.terminal.screen import file_progress
from tavola.terminal.screen.console import Terminal
from tavola.words.translations import Words


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
