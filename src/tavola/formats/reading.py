"""Whatever somebody's file of matches is, as records: ours, `.mat` and its dialects, SGF.

A file may hold several matches; of a file that is asked for as one match, the first counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tavola.formats import mat, sgf
from tavola.formats.mat import bad_file
from tavola.formats.paper import LONGEST, Paper
from tavola.formats.transcribe import Transcribed, transcribed
from tavola.play import log, salvage
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text.record import Record


def read(data: bytes) -> list[Transcribed]:
    """The matches of a file, each as far as it stands; its form is known by what is in it.

    Raises `Refused`: `bad_file` with the line of what cannot be read at all, `bad_record` for a
    record of Tavola, `foreign_variation`, `too_many_events`.
    """
    if len(data) > log.LIMIT:
        raise refuse("bad_record", what="size")
    if _is_json(data):
        return [Transcribed(*salvage.read(data))]
    if len(data) > LONGEST:
        raise refuse("bad_record", what="size")
    text, known = _text(data)
    if not known and not (sgf.looks_like(text) or mat.looks_like(text)):
        raise refuse("bad_record", what="text")
    return [transcribed(paper) for paper in _papers(text)]


def read_file(path: Path) -> list[Transcribed]:
    """The matches of a file.  Raises `Refused` as `read` does, or OSError."""
    return read(_bytes(path))


def opened(path: Path) -> Transcribed:
    """The match of a file, as far as it stands.  Raises as `read_file` does."""
    return read_file(path)[0]


def load(path: Path) -> Record:
    """The record of a file that has no error.  Raises as `read_file` does, and for any error."""
    data = _bytes(path)
    if _is_json(data):
        return log.read(data)
    found = read(data)[0]
    if found.trouble is not None:
        raise Refused(found.trouble)
    return found.record


def _bytes(path: Path) -> bytes:
    """What is in a file; of one that is too long not more than tells it."""
    with path.open("rb") as file:
        return file.read(log.LIMIT + 1)


def _is_json(data: bytes) -> bool:
    """Whether a file begins as our records do."""
    return data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def _papers(text: str) -> Iterator[Paper]:
    if sgf.looks_like(text):
        return sgf.read(text)
    if mat.looks_like(text):
        return mat.read(text)
    raise bad_file("form", 1)


def _text(data: bytes) -> tuple[str, bool]:
    """A file as text, and whether it is UTF-8; else it is read as older Windows programs wrote."""
    try:
        return data.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), False


__all__ = ["load", "opened", "read", "read_file"]
