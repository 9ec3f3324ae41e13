"""Tables on the disk: one file each, versioned, checked by a hash, written in one piece.

A file is the line `MAGIC`, the SHA-256 of all that follows, the length of the header (four bytes,
little-endian), the header as JSON (version, byte order, name, kind and size of each buffer), and
the memory of the buffers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tavola.bots.exact.typed_buffers import KINDS, from_bytes

MAGIC = b"tavola table\n"
VERSION = 2
"""Goes up whenever the content of a table changes: with its form, or with the lists of plays."""

_HASH = hashlib.sha256().digest_size
_HOUR = 3600.0
"""Seconds that nobody takes to write a table."""

Buffers = dict[str, tuple[str, Any]]
"""By name: the kind of numbers (a NumPy name) and the buffer."""


def folder() -> Path:
    """Where tables are kept: `tables` in `TAVOLA_CACHE`, or in the user's cache directory."""
    given = os.environ.get("TAVOLA_CACHE")
    if given:
        return Path(given) / "tables"
    from platformdirs import user_cache_path

    return user_cache_path("tavola") / "tables"


def path_of(name: str) -> Path:
    """The file of a table."""
    return folder() / f"{name}.table"


def save(name: str, buffers: Buffers) -> bool:
    """Write a table; False where the directory cannot be written."""
    content = [(label, kind, values.tobytes()) for label, (kind, values) in buffers.items()]
    header = json.dumps(
        {
            "version": VERSION,
            "order": sys.byteorder,
            "name": name,
            "buffers": [[label, kind, len(data)] for label, kind, data in content],
        }
    ).encode()
    body = len(header).to_bytes(4, "little") + header + b"".join(data for *_, data in content)
    try:
        _write(path_of(name), MAGIC + hashlib.sha256(body).digest() + body)
    except OSError:
        return False
    return True


def _write(path: Path, data: bytes) -> None:
    """Write beside the place and move: nobody ever reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
    _tidy(path)


def _tidy(path: Path) -> None:
    """Take away what was left of a table by processes that were killed while they wrote it."""
    for left in path.parent.glob(f"{path.stem}*.part"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _HOUR:
                left.unlink()


def load(name: str) -> dict[str, Any] | None:
    """The buffers of a table; None without a file, or if it is damaged or of another version."""
    try:
        data = path_of(name).read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + _HASH
    body = data[start:]
    if data[: len(MAGIC)] != MAGIC or hashlib.sha256(body).digest() != data[len(MAGIC) : start]:
        return None
    at = 4 + int.from_bytes(body[:4], "little")
    header = json.loads(body[4:at])
    wanted = {"version": VERSION, "order": sys.byteorder, "name": name}
    if any(header.get(field) != value for field, value in wanted.items()):
        return None
    found = {}
    for label, kind, size in header["buffers"]:
        assert kind in KINDS
        found[label] = from_bytes(kind, body[at : at + size])
        at += size
    return found
