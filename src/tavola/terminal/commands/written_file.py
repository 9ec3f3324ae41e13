"""The file that a command writes must not be one that it reads: that may be the only record."""

from __future__ import annotations

from pathlib import Path

from tavola.terminal.screen.console import Terminal
from tavola.words.translations import Words


def is_read(terminal: Terminal, words: Words, to: Path | None, *read: Path | None) -> bool:
    """Whether a file would be written over one that is read, whatever they are called; it is said
    then."""
    if to is None or not any(one is not None and _same(one, to) for one in read):
        return False
    terminal.give_up(
        words.text("“{file}” is the file that is read: name another one to write.", file=to)
    )
    return True


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


__all__ = ["is_read"]
