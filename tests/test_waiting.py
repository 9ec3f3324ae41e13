"""What takes long is told once, and never after it is over."""

from __future__ import annotations

import threading

import pytest

from tavola.study.drills.asked import Question, question
from tavola.terminal.commands import drills
from tavola.terminal.screen.console import Terminal
from tavola.terminal.screen.waiting import patience
from tavola.words import Words
from terminals import Scripted

HOURS = 100_000.0


def test_what_is_quick_says_nothing() -> None:
    said = list[str]()
    with patience(said.append, "begun", "over", HOURS):
        pass
    assert said == []


def test_what_is_slow_says_so_before_and_after() -> None:
    said, heard = list[str](), threading.Event()

    def say(text: str) -> None:
        said.append(text)
        heard.set()

    with patience(say, "begun", "over", 0.0):
        assert heard.wait(60)
        assert said == ["begun"]
    assert said == ["begun", "over"]


def test_an_interrupted_wait_is_not_over() -> None:
    said, heard = list[str](), threading.Event()

    def say(text: str) -> None:
        said.append(text)
        heard.set()

    def wait() -> None:
        with patience(say, "begun", "over", 0.0):
            assert heard.wait(60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wait()
    assert said == ["begun"]


def test_who_waits_for_a_question_of_a_drill_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where throws have many plays they are counted for seconds."""
    told = threading.Event()

    def say(terminal: Terminal, text: object, *style: str) -> None:
        if text == "The computer is thinking.":
            told.set()

    def counted(kind: str, game: str, seed: str, numbering: str) -> Question:
        assert told.wait(60)
        return question(kind, game, seed, numbering)

    monkeypatch.setattr(drills, "question", counted)
    monkeypatch.setattr(Scripted, "say", say)
    terminal = Scripted(lambda: None)
    terminal.patience = 0.0
    assert drills.drill(terminal, Words("en"), "pips", "backgammon", "own", 1) == 0
    assert told.is_set()
