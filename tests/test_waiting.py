"""What takes long is told once, and never after it is over."""

from __future__ import annotations

import threading

import pytest

from tavola.terminal.screen.waiting import patience

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
