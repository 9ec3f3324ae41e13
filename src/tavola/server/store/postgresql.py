"""PostgreSQL: connections that do not wait for ever, and the hold of one server on a database.

The hold is an advisory lock of the session that writes.  So nothing is committed without it: it
goes when that connection goes, and the next connection must take it before it may write.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Generator
from contextlib import ExitStack
from typing import Any, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection as Transaction
from sqlalchemy import text

from tavola.server.store.shards import Lease
from tavola.server.store.trouble import BadDatabase, InUse
from tavola.words.translations import mark

PATIENCE = 8.0
"""Seconds that a statement may take; then whoever waits is told that the database is silent."""
GONE = 7
"""Seconds after which a peer that acknowledges nothing is gone: the server's lock is then free."""
RELEASE = 3.0
"""Seconds that a hold is waited for: a server that was killed has not let go at once."""

_ALIVE = {
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": GONE * 1000,
}
# Two numbers: what the lock is for, and of which part.  Part 0 is the whole database.
_HOLD = (8642, 0)
_SINCE = (
    "SELECT CAST(extract(epoch FROM backend_start) AS double precision)"
    " FROM pg_stat_activity WHERE pid = %s"
)
_TRANSACTION = "SELECT pg_current_xact_id()::text, pg_backend_pid()"
_POOLED = mark(
    "PgBouncer in transaction mode stands before it, where no lock can be held; "
    "name PostgreSQL itself in --database, or use session mode"
)

Result = TypeVar("Result")


class Silent(psycopg.OperationalError):
    """The database did not answer in time; whether it does what it was asked is not known."""

    silent = True


class Connection(psycopg.Connection[Any]):
    """A connection that gives up after `patience` seconds, and is closed then.  None: never."""

    patience: float | None = None

    def wait(self, gen: Generator[Any, Any, Result], *args: Any, **more: Any) -> Result:
        """As the base class does; raises `Silent`."""
        if self.patience is None:
            return super().wait(gen, *args, **more)
        try:
            return super().wait(_within(gen, self.patience), *args, **more)
        except Silent:
            self.close()
            raise


def _within(work: Generator[Any, Any, Result], seconds: float) -> Generator[Any, Any, Result]:
    """The same work; between its waits, which are short, it is looked at the clock."""
    end = time.monotonic() + seconds
    try:
        awaits = next(work)
        while True:
            ready = yield awaits
            awaits = work.send(ready)
            if time.monotonic() >= end:
                work.close()
                raise Silent("it does not answer")
    except StopIteration as done:
        result: Result = done.value
        return result


def connect(**wanted: Any) -> Connection:
    """A connection whose silence ends soon, here and at the other end."""
    timeout = max(2, round(PATIENCE))
    found = Connection.connect(**{**_ALIVE, "connect_timeout": timeout, **wanted})
    found.patience = PATIENCE
    # A statement and no startup options: a pooler would refuse those.
    wishes = {
        "statement_timeout": str(round(PATIENCE * 900)),
        "idle_in_transaction_session_timeout": str(round(PATIENCE * 2000)),
        "tcp_keepalives_idle": "3",
        "tcp_keepalives_interval": "2",
        "tcp_keepalives_count": "2",
        "tcp_user_timeout": str(GONE * 1000),
        # A commit waits for the disk, whatever the server's configuration says.
        "synchronous_commit": "on",
    }
    sets = ", ".join(["set_config(%s, %s, false)"] * len(wishes))
    _one(found, f"SELECT {sets}", tuple(part for wish in wishes.items() for part in wish))
    return found


class Hold:
    """The hold of this process on a database: no other server may write there.

    `session` is the process of PostgreSQL that has it.  `generation` counts the servers that had
    it; 0 before this one is at home there.
    """

    try_lock = "SELECT pg_try_advisory_lock(%s, %s)"
    """How the lock is asked for; `leases.Share` shares it."""

    def __init__(self) -> None:
        self.session = 0
        self._since = 0.0
        self.generation = 0
        self.overtaken = False
        """Another server wrote since this one last had the hold: what is known is old."""

    def connect(self, **wanted: Any) -> Connection:
        """A connection that may write, for it has the hold.  Raises as `take` does."""
        try:
            found = connect(**wanted)
        except psycopg.OperationalError as error:
            raise (self.shared() if "pooling mode" in str(error) else error) from error
        try:
            self.take(found)
        except BaseException:
            found.close()
            raise
        return found

    def take(self, connection: Connection) -> None:
        """Take the hold for a connection that is to write, and let go of the one before.

        Raises `InUse` if another server has it, `BadDatabase` where none can be held.
        """
        session = session_of(connection)
        if session != connection.info.backend_pid:
            _check_pooler(connection, session)
        _end(connection, self.session, self._since)
        end = time.monotonic() + RELEASE
        while not _one(connection, self.try_lock, _HOLD):
            if time.monotonic() >= end:
                raise InUse("")
            time.sleep(0.05)
        self.session = session
        self._since = float(_one(connection, _SINCE, (session,)))
        if self.generation:
            self._look_back(connection)

    def lost(self) -> None:
        """The connection that had the hold is gone; the next one takes it again."""

    def allows(self, lease: Lease) -> bool:
        """Whether what was loaded under a lease may be written; who is alone has none."""
        return True

    def name_of_transaction(
        self, connection: Transaction, leases: Collection[Lease]
    ) -> tuple[str, int]:
        """What PostgreSQL calls a transaction that writes under `leases`, and the session that it
        is in."""
        name, session = connection.execute(text(_TRANSACTION)).one()
        return str(name), int(session)

    def shared(self) -> BadDatabase:
        """What is wrong where another session than that of the hold answers."""
        return BadDatabase(_POOLED)

    def settle(self, connection: Connection) -> None:
        """Be the next server that has the hold of this database, whose tables are made by now;
        to be committed."""
        query = (
            "INSERT INTO house (key, value) VALUES ('generation', '1') ON CONFLICT (key)"
            " DO UPDATE SET value = CAST(CAST(house.value AS bigint) + 1 AS text) RETURNING value"
        )
        row = connection.execute(query).fetchone()
        assert row is not None
        self.generation = int(row[0])

    def _look_back(self, connection: Connection) -> None:
        """After a gap: whether another server was here."""
        query = "SELECT value FROM house WHERE key = 'generation'"
        if int(_one(connection, query, ()) or 0) != self.generation:
            self.overtaken = True
            self.settle(connection)
            connection.commit()


def session_of(connection: Connection) -> int:
    """The process of PostgreSQL that serves a connection now."""
    return int(_one(connection, "SELECT pg_backend_pid()", ()))


def _one(connection: Connection, query: str, values: tuple[Any, ...]) -> Any:
    """The first value of a statement that is a transaction of its own."""
    try:
        row = connection.execute(query, values).fetchone()
        connection.commit()
    finally:
        if connection.info.transaction_status == TransactionStatus.INERROR:
            connection.rollback()
    return row[0] if row else None


def _end(connection: Connection, session: int, since: float) -> None:
    """End our own session before this one, which may not have noticed that nobody listens.

    By its number and its beginning: numbers come again.
    """
    query = (
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND (classid, objid) = (CAST(%s AS oid), CAST(%s AS oid)) AND pid = %s"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    if session and _one(connection, _SINCE, (session,)) == since:
        _one(connection, query, (*_HOLD, session))


def _check_pooler(connection: Connection, session: int) -> None:
    """Raise `BadDatabase` if a pooler gives our session to others between transactions.

    While we do nothing, others are asked which session they got: a pooler that shares gives them
    the one that was used last.
    """
    known = {**connection.info.get_parameters(), "password": connection.info.password}
    wanted: dict[str, Any] = {name: value for name, value in known.items() if value}
    with ExitStack() as stack:
        for _ in range(3):
            other = stack.enter_context(Connection.connect(**wanted))
            other.patience = PATIENCE
            row = other.execute("SELECT pg_backend_pid()").fetchone()  # its transaction stays open
            if row and row[0] == session:
                raise BadDatabase(_POOLED)


__all__ = ["Connection", "Hold", "Silent", "connect", "session_of"]
