"""`tavola lesson`: what is listed, and a lesson gone through line by line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from shell import ran
from tavola.bots.levels import levels_for
from tavola.games import GAMES
from tavola.rules.model.ruleset import Side
from tavola.study.lessons.written import PLAY, all_lessons, lesson_of
from tavola.terminal.commands import lessons
from tavola.terminal.screen.console import Terminal
from tavola.words.translations import LANGUAGES, Words


def _gone_through(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: list[str],
    game: str,
    id: str,
    lang: str = "en",
    *,
    plain: bool = True,
) -> tuple[int, str]:
    """The exit code and all that was printed."""
    left = iter(lines)

    def typed(*asked: object) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    code = lessons.show(Terminal(plain), Words(lang), game, id, "own")
    return code, capsys.readouterr().out


def test_lessons_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = _gone_through(monkeypatch, capsys, [], "", "")
    assert code == 0
    for game, found in all_lessons().items():
        for lesson in found:
            assert f"tavola lesson {game} {lesson.id}" in told
    code, told = _gone_through(monkeypatch, capsys, [], "backgammon", "")
    assert (code, told.count("tavola lesson")) == (0, 5)
    told = _gone_through(monkeypatch, capsys, [], "catch-me", "")[1]
    assert "  Catch me! " in told
    assert "!." not in told
    code, told = _gone_through(monkeypatch, capsys, [], "backgammon", "nonsense")
    assert code == 2
    assert "There is no such lesson." in told
    assert set(all_lessons()) == set(GAMES), "every game has one"
    monkeypatch.setattr(lessons, "lessons_of", lambda game: ())
    monkeypatch.setattr(lessons, "lesson_of", lambda game, id: None)
    assert "no lesson yet" in _gone_through(monkeypatch, capsys, [], "backgammon", "")[1]


@pytest.mark.parametrize(
    ("typed", "told", "code"),
    [
        ([], "tavola lesson backgammon hit", 0),
        (["hypergammon"], "tavola lesson hypergammon three", 0),
        (["backgammon", "hit"], "Tactics I: hit", 0),
        (["backgammon", "nonsense"], "There is no such lesson.", 2),
    ],
)
def test_what_is_typed_reaches_the_lessons(typed: list[str], told: str, code: int) -> None:
    found = ran("lesson", *typed, "--plain")
    assert found.exit_code == code
    assert told in found.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_is_gone_through(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help, a refusal, a wrong play, the good one, a wrong number, the right one."""
    lesson = lesson_of("backgammon", "hit")
    assert lesson is not None
    text = lesson.text(lang).numbered(lesson.rules, "own", lesson.side).steps
    lines = ["", "hint", "24/23", "13/10 13/7", "13/4", "24/15", "many", "4", "5"]
    code, told = _gone_through(monkeypatch, capsys, lines, "backgammon", "hit", lang)
    words = Words(lang)
    assert code == 0
    for said in (
        text["hit"].replies["hint"],
        words.text("Allowed, but there is something better."),
        text["hit"].replies["safe"],
        text["hit"].replies["right"],
        words.text("Type a number."),
        words.text("There are more."),
        text["shots"].replies["right"],
        words.text("That was the lesson."),
        "tavola lesson backgammon block",
    ):
        assert said in told
    assert told.count(words.text("Right.")) == 2


def test_enter_leads_through_every_lesson(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is held: each answer is told to who goes on without it."""
    for game, found in all_lessons().items():
        for lesson in found:
            code, told = _gone_through(monkeypatch, capsys, [""] * 9, game, lesson.id)
            assert code == 0
            assert "That was the lesson." in told
            for step in lesson.steps:
                body = lesson.texts["en"].numbered(lesson.rules, "own", lesson.side)
                for reply in step.replies:
                    if reply == "right":
                        assert body.steps[step.name].replies["right"] in told


def test_who_has_enough_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = _gone_through(monkeypatch, capsys, ["", "esci"], "backgammon", "hit", "it")
    assert code == 0
    assert "lezione è finita" not in told


@pytest.mark.parametrize(
    ("lines", "right"), [(["23", "yes", "no", "take", "drop"], 5), (["23", "perhaps", "no"], 1)]
)
def test_the_cube_is_answered(
    lines: list[str],
    right: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, told = _gone_through(monkeypatch, capsys, lines, "eureka", "cube")
    assert code == 0
    assert told.count("Right.") == right
    assert ("Answer yes or no." in told) is ("perhaps" in lines)


def test_what_is_played_on_begins_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The line that a lesson prints is one that the program takes, however narrow the terminal."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TAVOLA_HOME", str(tmp_path))
    steps = [
        (lesson, step)
        for found in all_lessons().values()
        for lesson in found
        for step in lesson.steps
        if step.kind == PLAY
    ]
    assert len(steps) >= 5
    for lesson, step in steps:
        lines = [""] * len(lesson.steps)
        code, told = _gone_through(monkeypatch, capsys, lines, lesson.game, lesson.id, plain=False)
        assert code == 0
        typed = next(line for line in told.splitlines() if line.startswith("tavola play"))
        *options, against = shlex.split(typed)[1:]
        assert against in {f"computer:{level.name}" for level in levels_for(lesson.rules)}
        begun = [*options, "human", "--plain", "--new"]
        shown = ran(*begun).output
        assert "Your turn" in shown or "White: " in shown, shown
        assert lesson.state(step).side is Side.WHITE
