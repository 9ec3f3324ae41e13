"""What may be typed besides an answer where a lesson, a puzzle or a drill asks something."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import folded
from tavola.words.command_words import COMMANDS, shown
from tavola.words.translations import Words


def is_command(line: str, command: str) -> bool:
    """Whether a line is a command, in any language."""
    return folded(line) in map(folded, COMMANDS[command])


def is_answered(
    terminal: Terminal,
    words: Words,
    line: str,
    board: Callable[[], None] | None,
    more: Sequence[str] = (),
) -> bool:
    """Answers whoever wants the board once more, or to know what else may be typed (`more` are
    commands that only this place has); False for another line."""
    if board is not None and is_command(line, "board"):
        board()
        return True
    if is_command(line, "help"):
        known = (*(("board",) if board is not None else ()), *more, "quit")
        commands = ", ".join(shown(words, name) for name in known)
        terminal.say(words.text("You can type: {commands}.", commands=commands))
        return True
    return False


__all__ = ["is_answered", "is_command"]
