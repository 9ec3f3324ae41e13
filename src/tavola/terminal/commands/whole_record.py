"""The record of a file for commands that want all of it."""

from __future__ import annotations

import shlex
from pathlib import Path

from tavola.formats import reading
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record
from tavola.words.translations import Words


def load(words: Words, file: Path) -> Record:
    """The match of a file.  Raises as `reading.load` does; where a part of it can be read, with a
    note that says how to get that."""
    try:
        return reading.load(file)
    except Refused as refused:
        if _begins(file):
            command = f"tavola import --keep {shlex.quote(str(file))}"
            refused.add_note(
                words.text("What comes before that is kept by: {command}", command=command)
            )
        raise


def _begins(file: Path) -> bool:
    """Whether the events before the first error can be read."""
    try:
        return bool(reading.opened(file).record.events)
    except (Refused, OSError):
        return False


__all__ = ["load"]
