"""The commands of the shell that teach: puzzles, openings, reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shell import inside
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.study import attempts, weights
from tavola.study.measures import MEASURES
from tavola.study.openings import state_of as first_of
from tavola.study.openings import table_of
from tavola.study.puzzles import puzzles_of, state_of
from tavola.terminal.commands import reasons
from terminals import run


@pytest.mark.parametrize(
    "typed",
    ["openings tavli", "lesson tavli", "lesson tavli x", "puzzle tavli", "drill opening tavli"],
)
def test_where_there_is_none_the_exit_code_is_one(typed: str, tmp_path: Path) -> None:
    code, told = inside(tmp_path, *typed.split(), lang="en")
    assert (code, told.count("\n")) == (1, 1)


@pytest.mark.parametrize("game", ["doublets", "tavli"])
def test_a_game_without_puzzles_says_so(tmp_path: Path, game: str) -> None:
    done = run(tmp_path, "puzzle", game, LANG="en_GB.UTF-8")
    assert done.returncode == 1
    assert done.stdout == "There are no puzzles of this game.\n"


def test_what_facts_are_worth_is_said_with_its_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = weights.Weights({"his_hits": -0.0125}, r2=0.5, pairs=7)
    monkeypatch.setattr(reasons, "fit", lambda *_: fitted)
    monkeypatch.setattr(reasons, "MEASURES", [replace(MEASURES[0], name="his_hits")])
    code, told = inside(tmp_path, "reasons", "backgammon", "--out", str(tmp_path / "r.json"))
    assert code == 0
    lines = told.splitlines()
    assert lines[0] == "Quanto vale uno in più di ogni fatto, in punti:"
    assert lines[1].split() == ["his_hits", "\N{MINUS SIGN}0,0125"]


def test_a_solved_puzzle_says_of_which_play_the_reasons_are(tmp_path: Path) -> None:
    one = puzzles_of("backgammon").puzzles[0]
    best, natural = one.plays[0], one.plays[one.natural]
    told = [
        run(
            tmp_path, "puzzle", "backgammon", "--plain", typed=f"{play}\n\n", LANG="en_GB.UTF-8"
        ).stdout
        for play in (best, natural)
    ]
    for text in told:
        assert f"Why {best}? " in text
    assert told[0].index("Some beginners") < told[0].index("Why ")  # whose play the other one is
    assert "Some beginners" not in told[1]


def test_puzzles_and_openings_speak_with_the_numbers_of_the_booklet(tmp_path: Path) -> None:
    n, one = next(
        (n, one)
        for n, one in enumerate(puzzles_of("backgammon").puzzles)
        if state_of("backgammon", one).side is Side.WHITE
    )
    state = state_of("backgammon", one)
    best = attempts.of_text(state, one.plays[0])
    booklet = notation.typed(state, best.actions, "booklet", best.position)
    assert booklet != one.plays[0]
    wish = ("puzzle", "backgammon", "--plain", "--number", str(n + 1), "--numbering", "booklet")
    told = run(tmp_path, *wish, typed=f"{booklet}\n\n", LANG="en_GB.UTF-8").stdout
    assert f"Why {booklet}? " in told
    table = table_of("backgammon").openings[0]
    for numbering in ("own", "booklet"):
        code, text = inside(tmp_path, "openings", "backgammon", "--numbering", numbering, lang="en")
        assert code == 0
        state = first_of("backgammon", table)
        play = attempts.of_text(state, table.plays[0])
        assert notation.typed(state, play.actions, numbering, play.position) in text


def test_openings_say_what_the_figures_are_and_which_tell_nothing(tmp_path: Path) -> None:
    code, only = inside(tmp_path, "openings", "doublets", lang="en")
    assert code == 0
    assert only.startswith("Here nothing is to be chosen: every first throw has one play only.")
    code, told = inside(tmp_path, "openings", "gioul", lang="en")
    assert code == 0
    text = " ".join(told.split())
    assert text.startswith("The best play of every first throw, rolled out by the computer")
    assert "Whoever plays first is ahead by" in text
    assert "0.065 ± 0.010 units behind. 4-4:" in text
    assert "0.000 ± 0.000 units behind, no clear difference. 4-3:" in text
