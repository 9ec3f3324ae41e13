"""A record in the form that a file's name asks for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from tavola.formats import mat, sgf
from tavola.formats.paper import Paper
from tavola.formats.tell import paper_of
from tavola.rules.text.record import Record

FORMS: dict[str, Callable[[Paper], str]] = {"mat": mat.write, "sgf": sgf.write}
"""Forms of other programs by their names, which are the endings of their files."""


def write(record: Record, form: str) -> str:
    """A record as another program reads it.

    Raises `Refused` (code `not_written`) for what the form cannot hold; KeyError for no form.
    """
    return FORMS[form](paper_of(record))


def form_of(name: str | PurePath) -> str | None:
    """The form that the ending of a file's name asks for; None for our own."""
    ending = PurePath(name).suffix.removeprefix(".").lower()
    ending = {"txt": "mat"}.get(ending, ending)
    return ending if ending in FORMS else None


__all__ = ["FORMS", "form_of", "write"]
