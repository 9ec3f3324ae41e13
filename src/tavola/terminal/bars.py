"""The progress of a training: bars on a terminal, else a sentence now and then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from tavola.terminal.console import Terminal
from tavola.words.catalogue import Words, mark

if TYPE_CHECKING:
    from rich.progress import TaskID

    from tavola.bots.training.course import Progress
    from tavola.bots.training.trial import Result

QUIET = 30.0
"""Seconds between two sentences."""

_STAGES = {
    "warm": mark("Warm-up"),
    "play": mark("Self-play"),
    "look": mark("Look ahead"),
    "learn": mark("Learning"),
    "net": mark("Match against an earlier net"),
    "thumb": mark("Match against the rule-of-thumb player"),
}
_WITH_GAMES = ("play", "look", "net", "thumb")


class Display(Protocol):
    """Shows how far a training has come."""

    def show(self, news: Progress) -> None:
        """A step of the course is done."""

    def match(self, name: str, pairs: int, results: Iterator[Result]) -> Result:
        """Play a match to its end; its last result."""
        ...


@contextmanager
def display(terminal: Terminal, words: Words, generations: int) -> Iterator[Display]:
    """What fits the terminal."""
    if terminal.plain or not terminal.console.is_terminal:
        yield _Lines(terminal, words, generations)
        return
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Rich

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=16),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[news]}"),
    )
    with Rich(*columns, console=terminal.console) as rich:
        yield _Bars(rich, words, generations)


class _Shown:
    """What both displays have in common."""

    def __init__(self, words: Words, generations: int) -> None:
        self.words, self.generations = words, generations
        self.begun = time.monotonic()
        self.stage, self.since, self.first = "", self.begun, 0

    def show(self, news: Progress) -> None:
        """A step of the course is done."""
        number = news.generation + 1 if news.stage in ("look", "learn") else 0
        self._step(news.stage, number, news.done, news.total, news.error)

    def match(self, name: str, pairs: int, results: Iterator[Result]) -> Result:
        """Play a match to its end; its last result."""
        for result in results:
            self._step(name, 0, result.games, 2 * pairs, 0.0)
        return result

    def _step(self, stage: str, number: int, done: int, total: int, error: float) -> None:
        title = self.words.text(_STAGES[stage])
        if number and self.generations > 1:
            title = f"{title} {number}/{self.generations}"
        if title != self.stage:
            self.stage, self.since, self.first = title, time.monotonic(), done
            self._begin(title, total)
        parts = []
        elapsed, gained = time.monotonic() - self.since, done - self.first
        speed = gained / elapsed if elapsed > 0.0 else 0.0
        if stage in _WITH_GAMES and speed:
            parts.append(self.words.text("{speed} games/s", speed=f"{speed:.3g}"))
        if error:
            parts.append(self.words.text("error {error}", error=f"{error:.3f}"))
        whole = _clock(time.monotonic() - self.begun)
        parts.append(self.words.text("time {elapsed}", elapsed=whole))
        if speed and done < total:
            parts.append(self.words.text("{left} left", left=_clock((total - done) / speed)))
        self._tell(done, total, ", ".join(parts))

    def _begin(self, title: str, total: int) -> None:
        raise NotImplementedError

    def _tell(self, done: int, total: int, news: str) -> None:
        raise NotImplementedError


class _Bars(_Shown):
    def __init__(self, rich: object, words: Words, generations: int) -> None:
        super().__init__(words, generations)
        from rich.progress import Progress as Rich

        assert isinstance(rich, Rich)
        self.rich = rich
        self.task: TaskID | None = None

    def _begin(self, title: str, total: int) -> None:
        self.task = self.rich.add_task(title, total=total, news="")

    def _tell(self, done: int, total: int, news: str) -> None:
        assert self.task is not None
        self.rich.update(self.task, completed=done, total=total, news=news)


class _Lines(_Shown):
    def __init__(self, terminal: Terminal, words: Words, generations: int) -> None:
        super().__init__(words, generations)
        self.terminal = terminal
        self.told = 0.0

    def _begin(self, title: str, total: int) -> None:
        self.told = 0.0

    def _tell(self, done: int, total: int, news: str) -> None:
        now = time.monotonic()
        if now - self.told > QUIET or done == total:
            self.told = now
            told = self.words.text(
                "{stage}: {done} of {total}, {news}.",
                stage=self.stage,
                done=done,
                total=total,
                news=news,
            )
            self.terminal.say(told)


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
