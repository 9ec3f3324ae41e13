"""Whole databases, copied row by row: the one way of backup, restore and move.

A copy is what the source was at one moment, also while a server works on it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, create_engine, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from tavola.server.operating.opening import asked, check_used, reading
from tavola.server.store.connect import Database
from tavola.server.store.schema import HOUSE, METADATA
from tavola.server.store.trouble import BadDatabase, NotStored
from tavola.words.translations import mark

ROWS = 5000
"""Rows that are copied at once."""
Progress = Callable[[str, int, int], None]
"""Called with the name of a table, the rows that were copied, and how many there are."""

_NOT_EMPTY = mark("there are people or matches in it already: name an empty one")


def copy(source: str, target: str, progress: Progress | None = None) -> dict[str, int]:
    """Copy a database to an empty one; both are URLs.  The rows of each table that were copied.

    All of it or nothing: the target changes with its last row.  Raises `BadDatabase` where one of
    them is no database of this version, or the target is not empty; `NotStored`.
    """
    with reading(source) as connection, _writing(target) as empty:
        return {
            table.name: _copied(connection, empty, table, progress)
            for table in METADATA.sorted_tables
        }


def back_up(source: str, file: Path, progress: Progress | None = None) -> dict[str, int]:
    """Copy a database to a new file of SQLite, which appears when it is whole.

    Raises as `copy`, or FileExistsError: a backup is never written over.
    """
    if file.exists():
        raise FileExistsError(17, os.strerror(17), str(file))
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    _remove(part)
    try:
        counts = copy(source, _sqlite_url(part), progress)
        _settle(part)
        os.link(part, file)  # in place of a rename: that would write over a file made meanwhile
    finally:
        _remove(part)
    return counts


def restore(file: Path, target: str, progress: Progress | None = None) -> dict[str, int]:
    """Copy a backup to an empty database; one of an older version is brought to this one first.

    The backup stays as it is.  Raises as `copy`, or FileNotFoundError.
    """
    if not file.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(file))
    with tempfile.TemporaryDirectory(prefix="tavola-restore-") as place:
        kept = Path(place) / "backup.sqlite3"
        shutil.copyfile(file, kept)
        log = file.with_name(f"{file.name}-wal")
        if log.exists():  # of a server that was killed: what it did last is in there alone
            shutil.copyfile(log, kept.with_name(f"{kept.name}-wal"))
        url = _sqlite_url(kept)
        check_used(url)  # else an empty house would be made of it, and called restored
        Database.open(url).close()
        return copy(url, target, progress)


@contextmanager
def _writing(address: str) -> Iterator[Connection]:
    """An empty database, in one transaction."""
    database = Database.open(address)
    try:
        with database.writer.begin() as connection:
            filled = (
                connection.execute(select(func.count()).select_from(table)).scalar()
                for table in METADATA.sorted_tables
                if table is not HOUSE
            )
            if any(filled):
                raise BadDatabase(_NOT_EMPTY)
            connection.execute(delete(HOUSE))  # what opening it has left there
            yield connection
    except DatabaseError as error:
        raise NotStored(str(error.orig)) from error
    finally:
        database.close()


def _copied(source: Connection, target: Connection, table: Table, progress: Progress | None) -> int:
    with asked():
        total = source.execute(select(func.count()).select_from(table)).scalar() or 0
    done = 0
    for part in _parts(source, table):
        target.execute(insert(table), part)
        done += len(part)
        if progress is not None:
            progress(table.name, done, total)
    return done


def _parts(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """All rows of a table, some at once: the driver holds no more."""
    with asked(), source.execute(select(table), execution_options={"yield_per": ROWS}) as rows:
        for part in rows.mappings().partitions():
            yield [dict(row) for row in part]


def _settle(file: Path) -> None:
    """Make one file of it: nothing is left in others beside it."""
    engine = create_engine(_sqlite_url(file), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        engine.dispose()


def _sqlite_url(file: Path) -> str:
    return f"sqlite:///{file.resolve()}"


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).unlink()


__all__ = ["Progress", "back_up", "copy", "restore"]
