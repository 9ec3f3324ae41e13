"""The one thread that writes: takes all that waits, commits it together, then tells who waited.

A commit takes as long for one change as for a hundred, for it waits for the disk.  While it waits,
the next changes queue up, so the more there is to do, the larger the groups.  Appending events is
what happens all the time: all appends of a commit go to the database together.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from tavola.server.store.schema import MATCHES
from tavola.server.store.trouble import NotStored, Taken

_MOST = 1000
"""Most changes of one commit."""
_PATIENCE = 5.0
"""Seconds to find out what became of a commit whose connection broke."""


Change = Callable[[Connection], Any]
"""Something to do to the database; what it returns goes to who asked for it."""


def to_json(data: Mapping[str, Any]) -> str:
    """Compact JSON in ASCII: no database stumbles over what a text may hold."""
    return json.dumps(data, separators=(",", ":"))


def storable(text: str) -> str:
    """A text without what PostgreSQL or UTF-8 cannot hold: NUL and half surrogate pairs."""
    return (
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
    )


@dataclass(frozen=True)
class Append:
    """Events of one match, their JSON texts, numbered from `first`."""

    match: str
    first: int
    actions: tuple[str, ...]
    at: int
    """Unix milliseconds."""

    def rows(self) -> list[tuple[str, int, str, int]]:
        """The rows of the table of events."""
        numbered = enumerate(self.actions, start=self.first)
        return [(self.match, n, action, self.at) for n, action in numbered]

    def __call__(self, connection: Connection) -> None:
        """Append these events alone.  Raises `Taken`, or KeyError for an unknown match."""
        if not append_all(connection, [self]):
            refuse_match(connection, self.match)


_ADVANCE = "UPDATE matches SET seq = ?, touched = ? WHERE id = ? AND seq = ?"
_EVENT = 'INSERT INTO events ("match", n, action, at) VALUES (?, ?, ?, ?)'


def append_all(connection: Connection, appends: Sequence[Append]) -> bool:
    """Append the events of many matches; False if one does not fit: roll back then.

    Two statements for the driver itself, for this is what the writer does all day.
    """
    sqlite = connection.dialect.name == "sqlite"
    advance, event = (sql if sqlite else sql.replace("?", "%s") for sql in (_ADVANCE, _EVENT))
    steps = [
        (one.first - 1 + len(one.actions), one.at // 1000, one.match, one.first - 1)
        for one in appends
    ]
    if connection.exec_driver_sql(advance, steps).rowcount != len(steps):
        return False
    if rows := [row for one in appends for row in one.rows()]:
        connection.exec_driver_sql(event, rows)
    return True


class _Lost(Exception):
    """The connection was gone before anything was committed; its cause is the database's error."""


@dataclass(frozen=True, slots=True)
class _Job:
    change: Change
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Changes go in by `do`, in the order of the calls, and come back when they are on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def do(self, change: Change) -> Any:
        """Perform a change and return its result once it is committed.

        Raises what the change raises, then without effect, or `NotStored`.  A caller who is
        cancelled while waiting does not take the change back.
        """
        if self._closed:
            raise NotStored("closed")
        loop = asyncio.get_running_loop()
        job = _Job(change, loop.create_future(), loop)
        self._queue.put(job)
        return await job.future

    async def close(self) -> None:
        """Perform all that waits, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while batch := self._batch():
            _tell(batch, self._stored([job.change for job in batch]))

    def _batch(self) -> list[_Job]:
        """All that waits now, at least one job; nothing once the writer is closed."""
        job = self._queue.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == _MOST:
                return batch
            try:
                job = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)
        return batch

    def _stored(self, changes: Sequence[Change]) -> Sequence[Any]:
        """The results of changes that are now on the disk; exceptions for those that are not."""
        try:
            try:
                return self._commit(changes)
            except _Lost:
                return self._commit(changes)
        except Exception as error:
            return [_refused(error) for _ in changes]

    def _commit(self, changes: Sequence[Change]) -> Sequence[Any]:
        """Perform changes and commit them.  Raises what the database has to say."""
        with self._engine.connect() as connection:
            try:
                results = _quickly(connection, changes) or perform(connection, changes)
                name = _name_of_transaction(connection)
            except SQLAlchemyError as error:
                # The connection broke, probably while it was idle: nothing was done yet.
                raise _Lost if connection.invalidated else error from error
            try:
                connection.commit()
            except SQLAlchemyError as error:
                fate = self._fate(name) if name else ""
                if fate == "aborted":
                    raise _Lost from error
                if fate != "committed":
                    raise
        return results

    def _fate(self, name: str) -> str:
        """What became of a commit whose answer was lost: committed, aborted, or '' (unknown)."""
        end = time.monotonic() + _PATIENCE
        query = text("SELECT pg_xact_status(CAST(CAST(:name AS text) AS xid8))")
        while time.monotonic() < end:
            with suppress(SQLAlchemyError), self._engine.connect() as connection:
                status = connection.execute(query, {"name": name}).scalar()
                if status != "in progress":
                    return str(status or "")
            time.sleep(0.1)
        return ""


def perform(connection: Connection, changes: Sequence[Change]) -> list[Any]:
    """Perform changes in order; for each its result, or the exception that undid it alone.

    Raises what the database itself has to say, and then nothing at all is to be committed.
    """
    return [_alone(connection, change) for change in changes]


def _alone(connection: Connection, change: Change) -> Any:
    """The result of a change, or its exception as a value; errors of the database are raised."""
    try:
        with connection.begin_nested():
            return change(connection)
    except IntegrityError:
        # Not the database's own words: they may quote an invitation.
        return Taken("exists")
    except DataError:
        return ValueError("a value does not fit")
    except SQLAlchemyError:
        raise
    except Exception as error:
        return error


def refuse_match(connection: Connection, match: str) -> None:
    """Raise what fits a match that was not found as it was expected."""
    if connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match)).one_or_none():
        raise Taken(match)
    raise KeyError(match)


def _refused(error: Exception) -> NotStored:
    cause = error.__cause__ if isinstance(error, _Lost) else error
    reason = NotStored(str(getattr(cause, "orig", None) or cause))
    reason.__cause__ = cause
    return reason


def _quickly(connection: Connection, changes: Sequence[Change]) -> Sequence[Any]:
    """Append all, if nothing else is to be done and all of it fits; else nothing happens."""
    appends = [change for change in changes if isinstance(change, Append)]
    if len(appends) < len(changes):
        return []
    # What one append did wrong is found out when they are performed one by one.
    with suppress(IntegrityError, DataError, ArithmeticError, ValueError):
        if append_all(connection, appends):
            return [None] * len(changes)
    connection.rollback()
    return []


def _name_of_transaction(connection: Connection) -> str:
    """What PostgreSQL calls the transaction; '' for SQLite, whose commits never get lost."""
    if connection.dialect.name != "postgresql":
        return ""
    return str(connection.execute(text("SELECT pg_current_xact_id()::text")).scalar())


def _tell(batch: Sequence[_Job], results: Sequence[Any]) -> None:
    """Hand the results over, with one call a loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(batch, results, strict=True):
        loops.setdefault(job.loop, []).append((job.future, result))
    for loop, pairs in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_resolve, pairs)


def _resolve(pairs: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


__all__ = ["Append", "Change", "Writer", "refuse_match", "storable", "to_json"]
