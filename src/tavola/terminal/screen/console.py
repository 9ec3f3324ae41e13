"""Input and output of the terminal: Rich where it looks good, plain lines where it must not."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import click
from rich import _wrap
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.text import Text

from tavola.drawing.text_board import STYLES, SYMBOLS
from tavola.rules.model import movement
from tavola.rules.model.ruleset import Side
from tavola.rules.text.player_names import cleaned
from tavola.rules.turn.state import State
from tavola.terminal.screen import streams
from tavola.terminal.screen.waiting import LONG, patience
from tavola.words.situations import pools_of
from tavola.words.speaker import Speaker, side_name

UNMEASURED = 80
"""Columns of a terminal that has none."""
_WIDEST = 1000
"""Columns that nothing which is drawn needs."""

# Rich takes a no-break space for a place to break a line: French would have its signs on the next.
_wrap.re_word = re.compile(r"[^\S\u00a0\u202f]*[\S\u00a0\u202f]+[^\S\u00a0\u202f]*")


class InputClosed(Exception):
    """Nothing more can be read."""


class _Console(Console):
    """Rich ends the program with exit status 1 where the reader of a pipe has gone; we do with 0,
    as `print` leads to (`cli.py`)."""

    def on_broken_pipe(self) -> None:
        """Let the error through."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


@dataclass
class Terminal:
    """One conversation: prints sentences and asks for lines.

    With `plain` nothing is drawn or coloured and every line is a sentence; it may be a pipe.
    """

    plain: bool = False
    console: Console = field(init=False)
    patience: float = LONG
    """Seconds after which somebody who waits is told why."""

    def __post_init__(self) -> None:
        streams.prepare()
        self.console = _Console(no_color=self.plain, highlight=False, emoji=False)
        if self.console.width < 1:  # COLUMNS=0: a terminal that nobody has measured
            self.console.width = UNMEASURED
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - line editing and history for input()

    @property
    def interactive(self) -> bool:
        """Whether a person sits at both ends."""
        return all(s is not None and not s.closed and s.isatty() for s in (sys.stdin, sys.stdout))

    @property
    def possible(self) -> bool:
        """Whether a conversation can be held: a terminal on both ends, or plain lines."""
        if sys.stdin is None or sys.stdin.closed or sys.stdout is None:
            return False
        return self.plain or self.interactive

    def say(self, text: str | Text, style: str = "", *, whole: bool = False) -> None:
        """Print one line, or several; a `whole` one is not broken, so that it can be copied, not
        even where the name of a file would break it."""
        if isinstance(text, str):
            text = cleaned(text) if whole else streams.calm(text)
        if self.plain:
            print(text.plain if isinstance(text, Text) else text, flush=True)
        else:
            self.console.print(text, style=style or None, markup=False, soft_wrap=whole)

    def show(self, drawn: RenderableType) -> None:
        """Print something with a layout of its own; never in plain."""
        self.console.print(drawn)

    def fits(self, drawn: RenderableType) -> bool:
        """Whether the lines of what is drawn have room: broken ones tell nothing."""
        wide = self.console.options.update(width=_WIDEST)
        return Measurement.get(self.console, wide, drawn).maximum <= self.console.width

    def waiting(self, begun: str, over: str = "") -> AbstractContextManager[None]:
        """What may take long: said when it does, and said again when it is over."""
        return patience(self.say, begun, over, self.patience)

    def trouble(self, text: str) -> None:
        """Print why something did not work."""
        self.say(text, "red")

    def give_up(self, text: str) -> None:
        """Say why a command ends without what was asked of it: on standard error, where refusals
        are said, since what it prints may go into a file."""
        click.echo(cleaned(text), err=True)

    def ask(self, question: str) -> str:
        """Put a question on a line of its own and read the answer.

        Raises `InputClosed` at the end of input and on a broken terminal, KeyboardInterrupt; then
        the line of the prompt is ended, so that what follows does not stand behind it.
        """
        self.say(question, "bold")
        try:
            return input() if self.plain else input("> ")
        except KeyboardInterrupt:
            self._end_line()
            raise
        except (EOFError, OSError, ValueError, RuntimeError):  # the last: there is no stream at all
            self._end_line()
            raise InputClosed from None

    def _end_line(self) -> None:
        if not self.plain and sys.stdout is not None:
            self.say("")


def side_line(
    speaker: Speaker, state: State, side: Side, note: str = "", *, pips: bool = True
) -> Text:
    """Symbol, name, pips (unless they are to be counted) and what is outside the points of one
    side, on one line."""
    words = speaker.words
    found = pools_of(speaker, state.position, side)
    if pips and speaker.geometry.runs:
        count = movement.pip_count(state.rules, state.position, side)
        found.insert(0, words.plural("{count} pip", "{count} pips", count))
    name = side_name(words, side)
    line = Text(f" {SYMBOLS[side]} {name}", style=STYLES[side])
    line.append(f" ({note})" if note else "", style="default")
    return line.append("   " + ", ".join(found) if found else "", style="not bold default")
