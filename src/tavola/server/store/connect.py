"""Connections to the database: one for the writer, a few for readers."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError

from tavola.server.store.migrate import migrate
from tavola.server.store.trouble import BadDatabase, NoAnswer, NotStored, no_answer
from tavola.server.store.writer import WAIT
from tavola.words.translations import mark

if TYPE_CHECKING:
    from tavola.server.store.leases import Share
    from tavola.server.store.postgresql import Hold

READERS = 4
"""Most connections that read at the same time."""


# Errors go into logs, and the values of a statement may be secrets.
_COMMON: dict[str, Any] = {"max_overflow": 0, "hide_parameters": True}

NOT_WRITABLE = mark(
    "its file cannot be written ({detail}); free the disk for writing, "
    "or name another file with --database"
)
_NO_ADDRESS = mark(
    "its address must begin with “sqlite:///” or “postgresql://”; "
    "for example --database sqlite:////srv/tavola/tavola.sqlite3"
)
_NO_FILE = mark(
    "SQLite needs the path of a file, not an address that begins with “file:”; "
    "for example --database sqlite:////srv/tavola/tavola.sqlite3"
)
_BAD_OPTION = mark("its address is not understood ({detail}); look at what follows --database")
NOT_SHARED = mark(
    "SQLite is for one process; name a PostgreSQL with --database postgresql://HOST/NAME, "
    "or leave out --workers"
)
_NOT_ALLOWED = mark(
    "its user may not do there what Tavola has to do ({detail}); make that user the owner of a "
    "database of its own"
)
_DAMAGED = mark("it is damaged, or no database at all ({detail})")


_HOPELESS = (
    "does not exist",
    "authentication failed",
    "no password supplied",
    "no pg_hba.conf entry",
    "failed to resolve host",
    "not translate host name",
    "root certificate",
)
"""What PostgreSQL says where waiting does not help; of what it says in other languages it does."""


def hopeless(error: NoAnswer) -> bool:
    """Whether a database will not answer however long it is waited for."""
    return any(part in str(error) for part in _HOPELESS)


def unusable(error: DatabaseError) -> BadDatabase:
    """What to say of an error that no waiting mends."""
    detail = " ".join(str(error.orig).split())
    if "invalid connection option" in detail:
        return BadDatabase(_BAD_OPTION, detail=detail)
    state = getattr(error.orig, "sqlstate", None)
    return BadDatabase(_NOT_ALLOWED if state == "42501" else _DAMAGED, detail=detail)


class Database:
    """A database that is ready: `writer` holds a single connection, `reader` up to `READERS`.

    `hold` is that of the writer's connection on PostgreSQL, and `share` the same where several
    processes have their share of the database; the file of SQLite is locked by whoever
    serves it (`store/lock.py`).
    """

    def __init__(
        self, writer: Engine, reader: Engine, hold: Hold | None = None, share: Share | None = None
    ) -> None:
        self.writer = writer
        self.reader = reader
        self.hold = hold
        self.share = share

    @classmethod
    def open(cls, address: str, inner: str = "") -> Database:
        """Connect, and bring the schema up to date; `inner` is where other processes that share the
        database reach this one, '' for one that has it alone.

        Raises `BadDatabase` (or `NewerDatabase`) for what is no database of ours, `InUse` if
        another server has it, `NotStored` if it cannot be reached, read or written now.
        """
        url = address_of(address)
        if inner and url.drivername == "sqlite+pysqlite":
            raise BadDatabase(NOT_SHARED)
        database = _sqlite(url) if url.drivername == "sqlite+pysqlite" else _postgresql(url, inner)
        try:
            with database.writer.begin() as connection:
                migrate(connection)
                if database.hold is not None:
                    database.hold.settle(_driver(connection))
        except BaseException as error:
            database.close()
            if isinstance(error, DatabaseError) and "readonly" in str(error.orig):
                raise BadDatabase(NOT_WRITABLE, detail=str(error.orig)) from error
            if isinstance(error, OperationalError):
                reason = " ".join(str(error.orig).split())
                raise (NoAnswer if no_answer(error) else NotStored)(reason) from error
            if isinstance(error, DatabaseError):
                raise unusable(error) from error
            raise
        return database

    def close(self) -> None:
        """Let go of all connections."""
        self.writer.dispose()
        self.reader.dispose()


def is_uri(url: URL) -> bool:
    """Whether SQLite would read the path as an address of its own: the same file under a name that
    no lock knows, or one that keeps no locks."""
    return url.drivername.startswith("sqlite") and (url.database or "").startswith("file:")


def address_of(address: str) -> URL:
    """The address with the driver that is used; `postgres://` is understood too."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadDatabase(_NO_ADDRESS) from None
    except ValueError as error:  # a port that is no number
        raise BadDatabase(_BAD_OPTION, detail=str(error)) from None
    drivers = {
        "sqlite": "sqlite+pysqlite",
        "sqlite+pysqlite": "sqlite+pysqlite",
        "postgres": "postgresql+psycopg",
        "postgresql": "postgresql+psycopg",
        "postgresql+psycopg": "postgresql+psycopg",
    }
    if url.drivername not in drivers:
        raise BadDatabase(_NO_ADDRESS)
    if is_uri(url):
        raise BadDatabase(_NO_FILE)
    return url.set(drivername=drivers[url.drivername])


# ---------------------------------------------------------------------------------------- SQLite


def _sqlite(url: URL) -> Database:
    if not url.database or url.database == ":memory:":
        raise BadDatabase(mark("SQLite needs the path of a file"))
    _make_file(Path(url.database))
    arguments = {"timeout": WAIT}
    writer = create_engine(url, pool_size=1, connect_args=arguments, **_COMMON)
    reader = create_engine(url, pool_size=READERS, connect_args=arguments, **_COMMON)
    for engine in (writer, reader):
        event.listen(engine, "connect", _prepare_sqlite)
    event.listen(writer, "begin", _begin_writing)
    event.listen(reader, "begin", _begin_reading)
    return Database(writer, reader)


def _make_file(path: Path) -> None:
    """Make an empty file that only its owner may read: the secrets of cookies and dice are in it.

    The files beside it (-wal, -shm) get the same rights from SQLite.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise NotStored(str(error)) from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and only before it changes something.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_writing(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


# ------------------------------------------------------------------------------------ PostgreSQL


def _postgresql(url: URL, inner: str) -> Database:
    # Whoever looks at the sessions of a house with several processes sees whose each is.
    arguments = {"application_name": f"tavola-{os.getpid()}" if inner else "tavola"}
    try:
        from tavola.server.store import leases, postgresql

        if inner:
            import httpcore  # noqa: F401  what visits are handed on with
        writer = create_engine(url, pool_size=1, connect_args=arguments, **_COMMON)
        reader = create_engine(
            url,
            pool_size=READERS,
            # A match is read by several statements, which must see the same moment.
            isolation_level="REPEATABLE READ",
            connect_args=arguments,
            **_COMMON,
        )
    except (ImportError, NoSuchModuleError) as error:
        reason = mark("its driver is missing; it comes with “{package}”")
        raise BadDatabase(reason, package="tavola[postgres]") from error
    share = leases.Share(inner) if inner else None
    hold = share or postgresql.Hold()
    event.listen(writer, "do_connect", lambda *given: hold.connect(**given[3]))
    event.listen(reader, "do_connect", lambda *given: postgresql.connect(**given[3]))
    return Database(writer, reader, hold, share)


def _driver(connection: Connection) -> Any:
    """The connection of the driver."""
    return connection.connection.dbapi_connection


__all__ = ["NOT_SHARED", "NOT_WRITABLE", "READERS", "Database", "address_of", "hopeless"]
__all__ += ["is_uri", "unusable"]
