"""One server for one database file: two would not hear of each other's moves.

Two locks: of the file itself, whatever it is called (a symbolic link, another mount), and of its
name, for SQLite finds the log of a file by that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from tavola.server.store.connect import NOT_WRITABLE, is_uri
from tavola.server.store.trouble import BadDatabase, InUse
from tavola.words.translations import mark

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


_TWO_NAMES = mark(
    "its file has a second name (a hard link), under which half of it would be missing; "
    "remove one of the two names, or copy the file"
)


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

    The system lets go of it however the process ends.  A file that was made for the lock goes
    again if nothing came of it.  Raises `InUse`, or `BadDatabase` for a file that cannot be written
    or has two names.
    """
    path = file_of(database)
    if path is None or fcntl is None:
        yield Lock(None)
        return
    path = path.resolve()
    new = not path.exists()
    with ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file, note = (_opened(stack, one) for one in (path, _note_of(path)))
        except OSError as error:
            raise BadDatabase(NOT_WRITABLE, detail=str(error)) from error
        for handle in (note, file):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InUse(os.pread(note, 400, 0).decode(errors="replace")) from None
        if os.fstat(file).st_nlink > 1:
            raise BadDatabase(_TWO_NAMES)
        os.ftruncate(note, 0)
        try:
            yield Lock(note)
        except BaseException:
            if new:
                _remove_empty(path, file)
            raise


def _remove_empty(path: Path, handle: int) -> None:
    """Remove a database that was only just made, unless something was written to it or its log.

    The file of the note stays: whoever comes meanwhile finds that locked.
    """
    with suppress(OSError):
        log = path.with_name(f"{path.name}-wal")
        mine = os.path.samestat(path.stat(), os.fstat(handle))
        if mine and not os.fstat(handle).st_size and not log.exists():
            path.unlink()


def _note_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _opened(stack: ExitStack, path: Path) -> int:
    """A file that only its owner may read, made if need be.

    It is closed after the server has gone: SQLite would lose its own locks with it.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    stack.callback(os.close, handle)
    return handle


def file_of(database: str) -> Path | None:
    """The file of an SQLite URL; None for other databases, and for what is no URL that we take."""
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        return None
    kept = url.drivername.startswith("sqlite") and url.database not in (None, "", ":memory:")
    kept = kept and not is_uri(url)
    return Path(str(url.database)) if kept else None
