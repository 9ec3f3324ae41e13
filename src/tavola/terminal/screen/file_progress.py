"""The progress through many files: a bar on a terminal, else a sentence now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tavola.terminal.screen.console import Terminal
from tavola.words.translations import Words

QUIET = 30.0
"""Seconds between two sentences."""


@contextmanager
def progress(terminal: Terminal, words: Words, total: int) -> Iterator[Callable[[], None]]:
    """What is called after each of so many files; what is said meanwhile stands above the bar."""
    if terminal.plain or not terminal.console.is_terminal:
        yield _Sentences(terminal, words, total).step
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda: bar.advance(task)


class _Sentences:
    """Says every half a minute how far it has come."""

    def __init__(self, terminal: Terminal, words: Words, total: int) -> None:
        self.terminal, self.words, self.total = terminal, words, total
        self.done, self.told = 0, time.monotonic()

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.told < QUIET or self.done == self.total:
            return
        self.told = now
        said = self.words.text("{done} of {total}", done=self.done, total=self.total)
        self.terminal.say(f"{said}.")


__all__ = ["progress"]
