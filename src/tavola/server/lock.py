"""One server for one database file: two would not hear of each other's moves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


class InUse(Exception):
    """Another server uses the database; `address` is where it is reached, if it said so."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Lock:
    """A held lock; the address of its holder can be left in it."""

    def __init__(self, handle: int | None) -> None:
        self._handle = handle

    def note(self, address: str) -> None:
        """Tell the next one who comes where the holder is reached."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, address.encode(), 0)


@contextmanager
def lock_of(database: str) -> Iterator[Lock]:
    """Hold the lock of a database file; other databases look after themselves.

    The system lets go of it however the process ends.  Raises `InUse` or OSError.
    """
    path = file_of(database)
    if path is None or fcntl is None:
        yield Lock(None)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(os.pread(handle, 400, 0).decode(errors="replace")) from None
        os.ftruncate(handle, 0)
        yield Lock(handle)
    finally:
        os.close(handle)


def file_of(database: str) -> Path | None:
    """The file of an SQLite URL; None for other databases, and for what is no URL."""
    try:
        url = make_url(database)
    except ArgumentError:
        return None
    kept = url.drivername.startswith("sqlite") and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if kept else None
