"""Whatever somebody's file of matches is, as records: ours, `.mat` and its dialects, SGF, and files
of XG, BGBlitz and OGXM.

A file may hold several matches; of a file that is asked for as one match, the first counts.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tavola.formats import documents, mat, sgf
from tavola.formats.paper import LONGEST, Paper, bad_file
from tavola.formats.transcribe import Transcribed, transcribed
from tavola.play import log, salvage
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text.record import Record

MOST_MATCHES = 20_000
"""Matches of a file: collections of a program have some thousands."""
_PACKED = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"),  # zip
    *(b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"),  # gzip, bzip2, xz, zstd
    *(b"7z\xbc\xaf\x27\x1c", b"Rar!"),
)
"""How compressed files begin.  They are never unpacked here: a small one may hold a very large
one."""


def read(data: bytes, most: int = MOST_MATCHES) -> list[Transcribed]:
    """The matches of a file, each as far as it stands; its form is known by what is in it.

    Raises `Refused`: `bad_file` with the line of what cannot be read at all, or for more than
    `most` matches; `bad_record` for a record of Tavola, `foreign_variation`, `too_many_events`.
    """
    if len(data) > log.LIMIT:
        raise refuse("bad_record", what="size")
    if data.startswith(_PACKED):
        raise bad_file("packed", 1)
    data = _eight_bits(data)
    if _is_ours(data):
        return [Transcribed(*salvage.read(data))]
    if len(data) > LONGEST:
        raise refuse("bad_record", what="size")
    foreign = documents.read(data, most) if documents.looks_like(data) else _papers(data)
    papers = list(islice(foreign, most + 1))
    if len(papers) > most:
        raise bad_file("many", 1, str(most))
    return [transcribed(paper) for paper in papers]


def read_file(path: Path) -> list[Transcribed]:
    """The matches of a file.  Raises `Refused` as `read` does, or OSError."""
    return read(log.contents(path))


def allowed_of(path: Path) -> list[Transcribed]:
    """The matches of a file, each as far as the rules allow it; those of other programs have been
    replayed as they were read.  Raises as `read_file` does.
    """
    data = log.contents(path)
    found = read(data)
    if not _is_ours(_eight_bits(data)):
        return found
    [one] = found
    record, _, wrong = salvage.allowed(one.record)
    return found if wrong is None else [Transcribed(record, wrong)]


def opened(path: Path) -> Transcribed:
    """The match of a file, as far as it stands.  Raises as `read_file` does."""
    return read_file(path)[0]


def load(path: Path) -> Record:
    """The record of a file that has no error.  Raises as `read_file` does, and for any error."""
    data = _eight_bits(log.contents(path))
    if _is_ours(data):
        return log.read(data)
    found = read(data)[0]
    if found.trouble is not None:
        raise Refused(found.trouble)
    return found.record


def _eight_bits(data: bytes) -> bytes:
    """A file as UTF-8, if it says that it is UTF-16, which editors of Windows call Unicode."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace").encode()
    return data


def _is_ours(data: bytes) -> bool:
    """Whether a file begins as our records do; other programs write JSON, too."""
    begins = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    return begins and not documents.looks_like(data)


def _papers(data: bytes) -> Iterator[Paper]:
    """The matches of a text."""
    text, known = _text(data)
    if not known and not (sgf.looks_like(text) or mat.looks_like(text)):
        raise refuse("bad_record", what="text")
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


__all__ = ["MOST_MATCHES", "allowed_of", "load", "opened", "read", "read_file"]
