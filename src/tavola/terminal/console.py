"""Input and output of the terminal: Rich where it looks good, plain lines where it must not."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text


class InputClosed(Exception):
    """Nothing more can be read."""


@dataclass
class Terminal:
    """One conversation: prints sentences and asks for lines.

    With `plain` nothing is drawn or coloured and every line is a sentence; it may be a pipe.
    """

    plain: bool = False
    console: Console = field(init=False)

    def __post_init__(self) -> None:
        self.console = Console(no_color=self.plain, highlight=False, soft_wrap=self.plain, emoji=False)
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (line editing and history for input())

    @property
    def possible(self) -> bool:
        """Whether a conversation can be held: a terminal on both ends, or plain lines."""
        if sys.stdin is None or sys.stdin.closed:
            return False
        return self.plain or (sys.stdin.isatty() and sys.stdout.isatty())

    def say(self, text: str | Text, style: str = "") -> None:
        """Print one line, or several."""
        if self.plain:
            print(text.plain if isinstance(text, Text) else text, flush=True)
        else:
            self.console.print(text, style=style or None, markup=False)

    def trouble(self, text: str) -> None:
        """Print why something did not work."""
        self.say(text, "red")

    def ask(self, question: str) -> str:
        """Read a line.  Raises `InputClosed` at the end of input and on a broken terminal."""
        try:
            if self.plain:
                self.say(question)
                return input()
            self.console.print(Text(f"{question} "), end="", style="bold cyan")
            return input()
        except (EOFError, OSError, ValueError):
            raise InputClosed from None
