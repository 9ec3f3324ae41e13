"""A database opened beside the server that works on it: to look, or for a small change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, inspect
from sqlalchemy.exc import DatabaseError, OperationalError

from tavola.server.store.connect import address_of, unusable
from tavola.server.store.lock import file_of
from tavola.server.store.migrate import FOREIGN, revision
from tavola.server.store.schema import HEAD
from tavola.server.store.trouble import BadDatabase, NotStored
from tavola.words.translations import mark

_OTHER_SCHEMA = mark(
    "its schema is that of another version ({revision}): start the server of this version on it "
    "once, or take the tavola that it belongs to"
)
_EMPTY = mark("it is empty: no server has begun to use it")
_MISSING = mark("there is no such file: {file}")


@contextmanager
def reading(address: str) -> Iterator[Connection]:
    """A connection that sees a database as it is now and changes nothing.

    Raises `BadDatabase` or `NotStored`.
    """
    with _opened(address, "ro", "REPEATABLE READ") as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        _check(connection)
        yield connection
        connection.rollback()


def check_used(address: str) -> None:
    """Raises `BadDatabase` for a file that no server of any version has used, or `NotStored`."""
    with _opened(address, "ro", "REPEATABLE READ") as connection:
        if not revision(connection):
            others = inspect(connection).get_table_names()
            raise BadDatabase(FOREIGN if others else _EMPTY)


@contextmanager
def changing(address: str) -> Iterator[Connection]:
    """A connection for a small change, kept at the end.  Raises `BadDatabase` or `NotStored`."""
    with _opened(address, "rw", "READ COMMITTED") as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        _check(connection)
        yield connection
        connection.commit()


def _check(connection: Connection) -> None:
    found = revision(connection)
    if not found and not inspect(connection).get_table_names():
        raise BadDatabase(_EMPTY)
    if found != HEAD:
        raise BadDatabase(_OTHER_SCHEMA, revision=found or "-")


@contextmanager
def _opened(address: str, mode: str, isolation: str) -> Iterator[Connection]:
    engine = _engine(address, mode, isolation)
    try:
        with asked(), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def asked() -> Iterator[None]:
    """Errors of a database that is read.  Raises `NotStored`, or `BadDatabase` if it is damaged."""
    try:
        yield
    except OperationalError as error:
        raise NotStored(" ".join(str(error.orig).split())) from error
    except DatabaseError as error:
        raise unusable(error) from error


def _engine(address: str, mode: str, isolation: str) -> Engine:
    url = address_of(address)
    path = file_of(address)
    if path is None:
        readonly = mode == "ro"
        engine = create_engine(url, isolation_level=isolation, hide_parameters=True)
        return engine.execution_options(postgresql_readonly=readonly)
    if not path.is_file():
        raise BadDatabase(_MISSING, file=str(path))
    still = "&immutable=1" if mode == "ro" and _stands_still(path.resolve()) else ""
    return create_engine(
        f"sqlite:///file:{quote(str(path.resolve()))}?mode={mode}{still}&uri=true",
        connect_args={"timeout": 10, "isolation_level": None},
        hide_parameters=True,
    )


def _stands_still(path: Path) -> bool:
    """Whether a file lies, without a log, on a disk that can only be read, as a failing one may be:
    nobody changes it, and SQLite cannot make there what else it needs to read it."""
    read_only = getattr(os, "ST_RDONLY", 0)
    if not read_only or path.with_name(f"{path.name}-wal").exists():
        return False
    return bool(os.statvfs(path).f_flag & read_only)


__all__ = ["asked", "changing", "check_used", "reading"]
