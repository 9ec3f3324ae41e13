"""`tavola review`: the review of a recorded match in sentences, as JSON, or as a page."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Rich

from tavola.formats.reading import opened
from tavola.games import find
from tavola.play import log
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.study.page import page
from tavola.study.review import Progress, Review, Reviewing
from tavola.study.review_json import review_from_json, review_to_json
from tavola.study.tell import Teller, speaker_for
from tavola.terminal.commands import written_file
from tavola.terminal.exit_codes import BAD_INPUT, INTERRUPTED
from tavola.terminal.screen.console import Terminal
from tavola.words import names, refusals
from tavola.words.translations import Words

QUIET = 0.2
"""Seconds between two looks at how far it has come."""
QUARTERS = 4
"""How often a listener hears how far it has come."""


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for."""

    file: Path
    depth: int | None = None
    budget: int | None = None
    before: Path | None = None
    thresholds: tuple[float, ...] = ()
    colour: str | None = None
    as_json: bool = False
    html: Path | None = None


def review(terminal: Terminal, words: Words, wishes: Wishes) -> int:
    """Review a record and tell it; the exit code: 130 if it was interrupted, 2 where the
    page would be written over what is read.

    Raises `Refused` for a record that has no beginning, or OSError.
    """
    if written_file.is_read(terminal, words, wishes.html, wishes.file, wishes.before):
        return BAD_INPUT
    transcribed = opened(wishes.file)
    record, trouble = transcribed.record, transcribed.trouble
    before = None if wishes.before is None else _read(wishes.before)
    reviewing = Reviewing(record, wishes.depth, wishes.budget, before, trouble)
    interrupted = False
    try:
        with _display(terminal, words) as display:
            for progress in reviewing:
                display.show(progress, reviewing)
    except KeyboardInterrupt:
        interrupted = True
    found = reviewing.review
    rules = find(found.game).ruleset(found.options)
    speaker = speaker_for(words, found, turn.new_match(rules, found.match))
    you = None if wishes.colour is None else ("white", "black").index(wishes.colour)
    teller = Teller(speaker, found, wishes.thresholds, you)
    if wishes.html is not None:
        log.put(wishes.html, page(found, teller).encode())
    if wishes.as_json:
        print(json.dumps(review_to_json(found), ensure_ascii=False))
    elif wishes.html is None:
        _tell(terminal, found, teller)
    if found.trouble is not None:
        print(refusals.explain(speaker, found.trouble, None), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _read(path: Path) -> Review:
    """An earlier review.  Raises `Refused` (code `bad_review`) or OSError."""
    try:
        return review_from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, RecursionError):
        raise refuse("bad_review", what="form") from None


def _tell(terminal: Terminal, found: Review, teller: Teller) -> None:
    """The review in sentences."""
    words = teller.words
    title = words.text("Review: {game}", game=names.game_name(words, found.game))
    terminal.say(title, "bold")
    for line in teller.state_of_the_review():
        terminal.say(line, "red")
    for player in (0, 1):
        for n, line in enumerate(teller.told(player)):
            terminal.say(line, "bold" if n == 0 else "")
    errors = teller.errors()
    if not errors and found.finished:
        terminal.say(words.text("No errors."))
    for number, one in enumerate(errors, start=1):
        terminal.say(teller.error(one, number, len(errors)))
        for line in teller.reasons(one, found.state(one)):
            terminal.say(line)


# ---------------------------------------------------------------------------------------- progress


class _Display(Protocol):
    def show(self, progress: Progress, reviewing: Reviewing) -> None:
        """Tell how far it has come."""


@contextmanager
def _display(terminal: Terminal, words: Words) -> Iterator[_Display]:
    """What fits the terminal; it stands on standard error, beside what is printed."""
    errors = sys.stderr
    if errors is None or not errors.isatty():
        yield _Nothing()
    elif terminal.plain:
        yield _Lines(words)
    else:
        columns = (BarColumn(), TextColumn("{task.percentage:>3.0f} %  {task.fields[news]}"))
        with Rich(*columns, console=Console(stderr=True), transient=True) as rich:
            yield _Bar(rich, words)


class _Nothing:
    def show(self, progress: Progress, reviewing: Reviewing) -> None:
        """Nobody looks."""


class _Lines:
    def __init__(self, words: Words) -> None:
        self.words, self.told = words, 0

    def show(self, progress: Progress, reviewing: Reviewing) -> None:
        """A sentence at each quarter."""
        quarter = QUARTERS * progress.done // max(progress.total, 1)
        if quarter > self.told:
            self.told = quarter
            done = self.words.text(
                "Judged: {done} of {total}.", done=progress.done, total=progress.total
            )
            print(done, file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, rich: Rich, words: Words) -> None:
        self.rich, self.words = rich, words
        self.task = rich.add_task("", total=None, news="")
        self.told = 0.0

    def show(self, progress: Progress, reviewing: Reviewing) -> None:
        """The bar, and what the players lose so far."""
        if time.monotonic() - self.told < QUIET and progress.done < progress.total:
            return
        self.told, found = time.monotonic(), reviewing.review
        rules = find(found.game).ruleset(found.options)
        speaker = speaker_for(self.words, found, turn.new_match(rules, found.match))
        teller = Teller(speaker, found)
        news = "  ".join(
            f"{teller.player(n)} {teller.amount(teller.summary(n).all.mean, 3)}" for n in (0, 1)
        )
        self.rich.update(self.task, completed=progress.done, total=progress.total, news=news)
