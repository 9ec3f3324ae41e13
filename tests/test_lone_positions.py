"""Positions that somebody is asked about outside of a match: everything that the answer depends on
is said, to the ear as to the eye."""

from __future__ import annotations

import pytest

from tavola.games import find
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.study.lessons.written import lesson_of
from tavola.study.puzzles import puzzles_of, state_of
from tavola.terminal.commands import drills, lessons, puzzles
from tavola.terminal.screen.console import Terminal
from tavola.words import situations
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

WORDS = Words("en")


def _asked(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    n: int,
    plain: bool,
) -> str:
    """What a puzzle says before it waits for an answer."""
    monkeypatch.setattr("builtins.input", lambda *asked: "")
    puzzles.solve(Terminal(plain=plain), WORDS, game, n + 1, "own")
    return capsys.readouterr().out


def _first(game: str, side: Side, second: bool = False) -> int:
    """The first puzzle of a side; of one who throws twice that with the `second` throw."""
    for n, puzzle in enumerate(puzzles_of(game).puzzles):
        if state_of(game, puzzle).side is side and ("second" in puzzle.at.split()) is second:
            return n
    raise AssertionError(game)


@pytest.mark.parametrize("plain", [True, False])
def test_a_puzzle_tells_the_throw_that_lies_open(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], plain: bool
) -> None:
    n = _first("open-throw", Side.WHITE)
    state = state_of("open-throw", puzzles_of("open-throw").puzzles[n])
    ahead = state.ahead[Side.BLACK]
    assert ahead is not None
    told = _asked(monkeypatch, capsys, "open-throw", n, plain)
    assert f"Open throw, Black: {ahead[0]} and {ahead[1]}." in told


def test_a_puzzle_tells_the_fixed_throw(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "The fixed throw: " in _asked(monkeypatch, capsys, "fixed-throw", 0, True)


def test_a_puzzle_tells_whether_a_second_throw_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sentence = "You throw once more after this throw."
    for n, comes in (
        (_first("free-choice", Side.BLACK), True),
        (_first("free-choice", Side.BLACK, second=True), False),
        (_first("free-choice", Side.WHITE), False),
    ):
        assert (sentence in _asked(monkeypatch, capsys, "free-choice", n, True)) is comes


def test_a_puzzle_tells_whose_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for side, sentence in ((Side.WHITE, "You play White."), (Side.BLACK, "You play Black.")):
        told = _asked(monkeypatch, capsys, "backgammon", _first("backgammon", side), True)
        assert told.count(sentence) == 1


def test_whoever_is_offered_a_double_in_a_lesson_is_called_you(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The learner is Black there: the lesson says so, and so does the position."""
    lesson = lesson_of("eureka", "cube")
    assert lesson is not None
    answering = {step.name: lesson.answers(step) for step in lesson.steps}
    assert {name for name, side in answering.items() if side is Side.BLACK} == {"take", "drop"}
    monkeypatch.setattr("builtins.input", lambda *asked: "")
    lessons.show(Terminal(plain=True), WORDS, "eureka", "cube", "own")
    taking = capsys.readouterr().out.split("Step 4 of 6")[1].split("Step 5 of 6")[0]
    assert "You: 14 off." in taking
    assert "White: 13 off." in taking


def test_an_empty_board_is_said_to_be_empty() -> None:
    """There are no other points where none was named."""
    rules = find("french-2").ruleset({})
    state = one_line.read(rules, "W res:3 | B res:3 | W 5-1")
    told = situations.position(Speaker(WORDS, rules, "own"), state)
    assert "All points are empty." in told
    assert "All other points are empty." not in told


def _lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines, then empty ones."""
    left = iter(lines)
    monkeypatch.setattr("builtins.input", lambda *asked: next(left, ""))


@pytest.mark.parametrize("where", ["lesson", "puzzle", "drill"])
def test_the_board_and_what_may_be_typed_are_told_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    """Neither is an answer, and whoever listens cannot look up."""
    terminal = Terminal(plain=True)
    _lines(monkeypatch, "board", "help", "quit")
    if where == "lesson":
        lessons.show(terminal, WORDS, "snake", "nine", "own")
    elif where == "puzzle":
        puzzles.solve(terminal, WORDS, "backgammon", 1, "own")
    else:
        drills.drill(terminal, WORDS, "pips", "backgammon", "own", 1)
    told = capsys.readouterr().out
    assert told.count("All other points are empty.") == 2
    assert told.count("You can type: board, ") == 1
    assert "I cannot read" not in told
    assert "Type a whole number" not in told


def test_a_drill_without_a_board_offers_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _lines(monkeypatch, "help", "quit")
    drills.drill(Terminal(plain=True), WORDS, "take", "backgammon", "own", 1)
    assert "You can type: quit." in capsys.readouterr().out
