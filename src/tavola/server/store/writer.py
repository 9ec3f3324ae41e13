"""The one thread that writes: takes all that waits, commits it together, then tells who waited.

A commit takes as long for one change as for a hundred, for it waits for the disk.  While it waits,
the next changes queue up, so the more there is to do, the larger the groups.  All appends of a
commit go to the database together (`append.py`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from tavola.server import meters
from tavola.server.store.append import Append, append_all
from tavola.server.store.shards import Lease
from tavola.server.store.trouble import (
    BadDatabase,
    InUse,
    Moved,
    NoAnswer,
    NotStored,
    Taken,
    Unknown,
    no_answer,
)

if TYPE_CHECKING:
    from tavola.server.store.postgresql import Hold

_ENOUGH = 1000
"""So many changes of one commit are enough."""
_PATIENCE = 5.0
"""Seconds to find out what became of a commit whose connection broke."""
_READ_ON = 300
"""Milliseconds that readers get to finish before the log of SQLite is emptied."""
WAIT = 10
"""Seconds that SQLite waits for another process."""
BEAT = 3.0
"""Seconds without work after which a server looks whether it still has its hold."""


Change = Callable[[Connection], Any]
"""Something to do to the database; what it returns goes to who asked for it."""


@dataclass(frozen=True)
class Watch:
    """Who is told what becomes of the hold on a database, in the thread of the writer.

    `overtaken`: another server wrote meanwhile, and what is known of its matches is old.  `ended`:
    this server may not write any more, and why.
    """

    overtaken: Callable[[], None]
    ended: Callable[[Exception], None]


class _Lost(Exception):
    """The connection was gone before anything was committed; its cause is the database's error."""


@dataclass(frozen=True, slots=True)
class _Job:
    change: Change
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    erases: bool
    lease: Lease | None


class Writer:
    """Changes go in by `do`, in the order of the calls, and come back when they are on the disk."""

    def __init__(self, engine: Engine, hold: Hold | None = None) -> None:
        self._engine = engine
        self._hold = hold
        self._ended: Exception | None = None
        self._to_empty = False
        self.watch: Watch | None = None
        self._queue: SimpleQueue[Sequence[_Job] | None] = SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        self._closed = False
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def do(self, change: Change, *, erases: bool = False, lease: Lease | None = None) -> Any:
        """Perform a change and return its result once it is committed; of what it `erases` nothing
        is left in the log of SQLite either, unless somebody is just reading it.

        Raises what the change raises, then without effect, or `NotStored`: `Moved` if its `lease`
        is not held any more; `Unknown` if it may have had its effect.  A caller who is cancelled
        while waiting does not take the change back.
        """
        if self._closed:
            raise NotStored("closed")
        loop = asyncio.get_running_loop()
        job = _Job(change, loop.create_future(), loop, erases, lease)
        gathered = self._gathered.setdefault(loop, [])
        if not gathered:
            # What else is asked for in this round of the loop goes with it: each handing over wakes
            # the thread, and then both want the interpreter.
            loop.call_soon(self._hand_over, loop)
        gathered.append(job)
        return await job.future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        if jobs := self._gathered.pop(loop, None):
            self._queue.put(jobs)

    async def close(self) -> None:
        """Perform all that waits, then stop."""
        if not self._closed:
            self._closed = True
            self._hand_over(asyncio.get_running_loop())
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while batch := self._batch():
            results = self._stored(batch)
            self._to_empty = self._to_empty or any(job.erases for job in batch)
            self._look_after_hold()
            self._empty_log()
            _tell(batch, results)

    def _next(self) -> Sequence[_Job] | None:
        """The next jobs; meanwhile the hold is looked after."""
        while True:
            try:
                return self._queue.get(timeout=BEAT if self._hold or self._to_empty else None)
            except Empty:
                self._empty_log()
                self._beat()

    def _beat(self) -> None:
        """Ask the connection that has the hold for a sign of life; if it is gone, take it again."""
        try:
            if self._hold is not None and self._ended is None:
                with self._engine.connect() as connection:
                    self._check_hold(connection.execute(text("SELECT pg_backend_pid()")).scalar())
        except (InUse, BadDatabase) as error:
            self._end(error)
        except SQLAlchemyError:
            self._lose()  # it is tried again; whoever wants to write meanwhile hears of it
        self._look_after_hold()

    def _empty_log(self) -> None:
        """Move what the log of SQLite holds into the file, and empty it; what was erased is in it.

        If somebody is reading it, this is tried again.
        """
        if not self._to_empty:
            return
        if self._engine.dialect.name != "sqlite":
            self._to_empty = False
            return
        with suppress(SQLAlchemyError, sqlite3.Error):
            driver: Any = self._engine.raw_connection()
            try:
                driver.execute(f"PRAGMA busy_timeout={_READ_ON}").close()
                busy, _, _ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._to_empty = bool(busy)
            finally:
                driver.execute(f"PRAGMA busy_timeout={WAIT * 1000}").close()
                driver.close()

    def _check_hold(self, session: Any) -> None:
        """Raise `BadDatabase` if another session answers than the one that has the hold."""
        if self._hold is not None and session != self._hold.session:
            raise self._hold.shared()

    def _lose(self) -> None:
        if self._hold is not None:
            self._hold.lost()

    def _look_after_hold(self) -> None:
        hold, watch = self._hold, self.watch
        if hold is not None and hold.overtaken and watch is not None:
            hold.overtaken = False
            watch.overtaken()

    def _end(self, error: Exception) -> None:
        """Nothing more is written here."""
        if self._ended is None and self.watch is not None:
            self.watch.ended(error)
        self._ended = error

    def _batch(self) -> list[_Job]:
        """All that waits now, at least one job; nothing once the writer is closed."""
        jobs = self._next()
        batch: list[_Job] = []
        while jobs is not None:
            batch.extend(jobs)
            if len(batch) >= _ENOUGH:
                return batch
            try:
                jobs = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)
        return batch

    def _stored(self, jobs: Sequence[_Job]) -> Sequence[Any]:
        """The results of changes that are now on the disk; exceptions for those that are not."""
        try:
            if self._ended is not None:
                raise self._ended
            try:
                return self._commit(jobs)
            except _Lost:
                return self._commit(jobs)
        except Exception as error:
            if isinstance(error, InUse | BadDatabase):
                self._end(error)
            return [_refused(error) for _ in jobs]

    def _commit(self, jobs: Sequence[_Job]) -> Sequence[Any]:
        """Perform changes and commit them.  Raises what the database has to say."""
        with meters.COMMITS.time(), self._connected() as connection:
            # Only now: where the connection is a new one, all leases are gone.
            changes, leases = self._fenced(jobs)
            try:
                results = _quickly(connection, changes) or perform(connection, changes)
                name = self._name_of_transaction(connection, leases)
            except SQLAlchemyError as error:
                if connection.invalidated:
                    self._lose()
                # The connection broke, probably while it was idle: nothing was done yet.
                if connection.invalidated and not _silent(error):
                    raise _Lost from error
                raise
            self._finish(connection, name)
        return results

    def _connected(self) -> Connection:
        try:
            return self._engine.connect()
        except SQLAlchemyError:
            self._lose()
            raise

    def _fenced(self, jobs: Sequence[_Job]) -> tuple[list[Change], set[Lease]]:
        """The changes of jobs, refused those whose lease is gone, and the leases of the others."""
        changes: list[Change] = []
        leases: set[Lease] = set()
        for job in jobs:
            allowed = self._allows(job.lease)
            changes.append(job.change if allowed else _moved)
            if allowed and job.lease is not None:
                leases.add(job.lease)
        return changes, leases

    def _allows(self, lease: Lease | None) -> bool:
        return lease is None or self._hold is None or self._hold.allows(lease)

    def _finish(self, connection: Connection, name: str) -> None:
        """Commit a transaction.  Raises `_Lost` if it had no effect, `Unknown` if it may have."""
        try:
            connection.commit()
        except SQLAlchemyError as error:
            if connection.invalidated:
                self._lose()
            if not (name and connection.invalidated):
                raise
            try:
                fate = "" if _silent(error) else self._fate(name)
            except (InUse, BadDatabase) as ended:
                self._end(ended)
                fate = ""
            if fate == "aborted":
                raise _Lost from error
            if fate != "committed":
                raise Unknown(
                    str(error.orig if isinstance(error, DBAPIError) else error)
                ) from error

    def _name_of_transaction(self, connection: Connection, leases: Collection[Lease]) -> str:
        """What PostgreSQL calls the transaction; '' for SQLite, whose commits never get lost.

        Raises `BadDatabase` if it is not in the session that has the hold, `Moved` if the database
        knows of newer leases.
        """
        if self._hold is None:
            return ""
        name, session = self._hold.name_of_transaction(connection, leases)
        self._check_hold(session)
        return name

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


def _moved(connection: Connection) -> None:
    """In place of a change whose lease is gone."""
    raise Moved("another process has this table")


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


def _refused(error: Exception) -> NotStored:
    if isinstance(error, NotStored):
        return error
    cause = error.__cause__ if isinstance(error, _Lost) else error
    kind = NoAnswer if isinstance(error, _Lost) or no_answer(cause) else NotStored
    reason = kind(str(getattr(cause, "orig", None) or cause))
    reason.__cause__ = cause
    return reason


def _silent(error: SQLAlchemyError) -> bool:
    """Whether the database is there and does not answer; asking again would take as long."""
    return bool(getattr(getattr(error, "orig", None), "silent", False))


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


__all__ = ["WAIT", "Change", "Watch", "Writer"]
