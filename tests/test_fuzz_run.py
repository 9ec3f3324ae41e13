"""The long run over damaged files: every input once, and on from where it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import fuzz_files


def test_every_number_is_an_input_of_its_own() -> None:
    made = [fuzz_files.made_of(number) for number in range(3 * len(fuzz_files.TURNS))]
    for form in set(fuzz_files.TURNS):
        numbers = [number for one, number in made if one == form]
        assert numbers == list(range(3 * fuzz_files.TURNS.count(form))), form


def test_it_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One input fails: it is told with what makes it again, and counted."""
    tried: list[tuple[str, int]] = []

    def check(form: str, number: int) -> None:
        tried.append((form, number))
        assert (form, number) != fuzz_files.made_of(3), "found"

    monkeypatch.setattr(fuzz_files, "check_of", lambda form: check)
    note = tmp_path / "note"
    assert fuzz_files.noted(note) == (0, 0)
    assert fuzz_files.run(0, 5, note) == 1
    assert "damaged('sgf', 1)" in capsys.readouterr().out
    assert fuzz_files.noted(note) == (5, 1)
    assert fuzz_files.run(5, 9, note, 1) == 1
    assert tried == [fuzz_files.made_of(number) for number in range(9)]
    assert "9 inputs, 1 failed" in capsys.readouterr().out
