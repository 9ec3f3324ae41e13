"""The progress of a training: bars on a terminal, else a sentence now and then."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tavola.terminal.screen.console import Terminal
from tavola.words import opinions
from tavola.words.translations import Words, mark

if TYPE_CHECKING:
    from rich.progress import Progress as Rich
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
    "match": mark("Match"),
}
_WITH_GAMES = ("play", "look", "match")


class Display(Protocol):
    """Shows how far a training has come."""

    def show(self, news: Progress) -> None:
        """A step of the course is done."""

    def match(self, number: int, pairs: int, results: Iterator[Result]) -> Result:
        """Play match number 1 or 2 to its end; its last result."""
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
        BarColumn(bar_width=8),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[news]}"),
    )
    with Rich(*columns, console=terminal.console) as rich:
        yield _Bars(rich, words, generations)


@dataclass(frozen=True)
class _News:
    """How far a stage is: games a second (0: none are played), the error of the net, the time since
    the command began, and the time left (empty: unknown)."""

    done: int
    total: int
    speed: float
    error: str
    elapsed: str
    left: str


class _Shown:
    """What both displays have in common."""

    def __init__(self, words: Words, generations: int) -> None:
        self.words, self.generations = words, generations
        self.begun = time.monotonic()
        self.stage, self.since, self.first = "", self.begun, 0

    def show(self, news: Progress) -> None:
        """A step of the course is done."""
        number, of = news.generation + 1, self.generations
        if of == 1 or news.stage not in ("look", "learn"):
            number = 0
        self._step(news.stage, number, of, news.done, news.total, news.error)

    def match(self, number: int, pairs: int, results: Iterator[Result]) -> Result:
        """Play match number 1 or 2 to its end; its last result."""
        for result in results:
            self._step("match", number, 2, result.games, 2 * pairs, 0.0)
        return result

    def _step(self, stage: str, number: int, of: int, done: int, total: int, error: float) -> None:
        title = self.words.text(_STAGES[stage])
        if number:
            title = f"{title} {number}/{of}"
        now = time.monotonic()
        if title != self.stage:
            self.stage, self.since, self.first = title, now, done
            self._begin(title, total)
        gained = done - self.first
        speed = gained / (now - self.since) if gained else 0.0
        left = _clock((total - done) / speed) if speed and done < total else ""
        games = speed if stage in _WITH_GAMES else 0.0
        told = opinions.unsigned(self.words, error) if error else ""
        self._tell(_News(done, total, games, told, _clock(now - self.begun), left))

    def _begin(self, title: str, total: int) -> None:
        raise NotImplementedError

    def _tell(self, news: _News) -> None:
        raise NotImplementedError


class _Bars(_Shown):
    def __init__(self, rich: Rich, words: Words, generations: int) -> None:
        super().__init__(words, generations)
        self.rich = rich
        self.task: TaskID | None = None

    def _begin(self, title: str, total: int) -> None:
        self.task = self.rich.add_task(title, total=total, news="")

    def _tell(self, news: _News) -> None:
        assert self.task is not None
        parts = [f"{news.speed:.0f}/s"] if news.speed else []
        if news.error:
            parts.append(self.words.text("error {error}", error=news.error))
        parts.append(news.elapsed)
        if news.left:
            parts.append(self.words.text("{left} left", left=news.left))
        self.rich.update(self.task, completed=news.done, total=news.total, news=", ".join(parts))


class _Lines(_Shown):
    def __init__(self, terminal: Terminal, words: Words, generations: int) -> None:
        super().__init__(words, generations)
        self.terminal = terminal
        self.told = 0.0

    def _begin(self, title: str, total: int) -> None:
        self.told = 0.0

    def _tell(self, news: _News) -> None:
        now = time.monotonic()
        if now - self.told < QUIET and news.done < news.total:
            return
        self.told = now
        text = self.words.text
        parts = [text("{done} of {total}", done=news.done, total=news.total)]
        if news.speed:
            parts.append(text("{speed} games/s", speed=f"{news.speed:.0f}"))
        if news.error:
            parts.append(text("error {error}", error=news.error))
        parts.append(text("time {elapsed}", elapsed=news.elapsed))
        if news.left:
            parts.append(text("{left} left", left=news.left))
        self.terminal.say(text("{stage}: {news}.", stage=self.stage, news=", ".join(parts)))


def _clock(seconds: float) -> str:
    """Minutes and seconds, from an hour on hours as well."""
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
