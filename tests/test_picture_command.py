"""`tavola picture`: a position into a file."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from shell import ran
from tavola.drawing import styles
from tavola.games import GAMES
from tavola.rules.model.position import Position
from tavola.terminal.commands.exchange_command import THEMES
from tavola.words.translations import Words

LINE = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


picture = partial(ran, "picture")


def test_a_line_and_the_word_of_another_program_are_drawn_alike(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = picture("backgammon", LINE, "--to", str(path))
    assert (done.exit_code, done.output.split(": ")[0]) == (0, "Written")
    drawn = path.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert picture("backgammon", XGID).output.strip() == drawn
    match = XGID.replace("0:0:0:0:10", "2:1:0:5:10")
    assert picture("backgammon", match).output.startswith("<svg")


def test_its_looks_can_be_chosen() -> None:
    usual = picture("backgammon", LINE).output
    for looks in (
        ("--play", "8/5 6/5"),
        ("--theme", "night"),
        ("--width", "300"),
        ("--black",),
        ("--numbering", "booklet", "--black"),
    ):
        done = picture("backgammon", LINE, *looks)
        assert done.exit_code == 0
        assert done.output.startswith("<svg")
        assert done.output != usual
    assert list(styles.themes()) == list(THEMES)


def test_it_is_told_in_the_language_and_in_the_numbers_that_stand_on_it() -> None:
    for lang, title, point in (
        ("en", "White: play 3 and 1.", "Point {}: 2 black checkers."),
        ("fr", "Blanc\u00a0: joue 3 et 1.", "Flèche {}\u00a0: 2 pions noirs."),
    ):
        for looks, number in (((), 1), (("--black",), 24), (("--numbering", "booklet"), 24)):
            drawn = picture("backgammon", LINE, *looks, lang=lang).output
            assert f"<title>{title}</title>" in drawn
            description = drawn.partition("<desc>")[2].partition("</desc>")[0]
            assert point.format(number) in description
            assert (
                Words(lang).text("The cube is in the middle and counts {value}.", value=1) in drawn
            )
    for game in GAMES.values():
        drawn = picture(game.id, Position.start(game.rules).text() + " | W", lang="it").output
        assert drawn.startswith("<svg"), (game.id, drawn[:200])
        assert "Bianco" in drawn.partition("</desc>")[0]


def test_a_picture_for_programs_that_know_no_svg(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="not there: pip install 'tavola[pictures]'")
    path = tmp_path / "board.PNG"
    assert picture("pin", "W 1:15 | B 24:15 | W", "--to", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = picture("backgammon", LINE, "--to", str(tmp_path / "board.png"))
    assert done.exit_code == 2
    assert "tavola[pictures]" in done.output
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ("backgammon", "W 1:99 | B 24:15 | W"),
        ("backgammon", LINE, "--play", "8/2"),
        ("chess", LINE),
    ],
)
def test_what_cannot_be_drawn_is_refused(command: tuple[str, ...]) -> None:
    done = picture(*command)
    assert done.exit_code == 2
    assert "<svg" not in done.output
    assert "Traceback" not in done.output
