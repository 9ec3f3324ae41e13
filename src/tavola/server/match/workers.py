"""Long work on records, in processes of its own: nobody at a table waits for it.

The processes are started with the first work, step back behind everything else, rest when there is
none, and end with the server, however that ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from tavola.play import log
from tavola.play.verify import Check, verify
from tavola.rules.model.refusal import refuse
from tavola.server.match.imported import MOST_EVENTS
from tavola.server.match.stepping_back import step_back

Given = ParamSpec("Given")
Found = TypeVar("Found")

NICE = 10
PROCESSES = 2
MOST_WAITING = 16
"""Works that wait or are done; more are turned away."""
_REST = 300.0
"""Seconds without work after which the processes end."""


class Busy(Exception):
    """Too much work waits already, or a process broke: ask again in `seconds`."""

    seconds = 5


class Workers:
    """The processes of a server for long work."""

    def __init__(self, processes: int = PROCESSES, most: int = MOST_WAITING) -> None:
        self._processes, self._most = processes, most
        self._pool: ProcessPoolExecutor | None = None
        self._wanted = 0
        self._resting: asyncio.TimerHandle | None = None
        self._asked: set[asyncio.Future[Any]] = set()
        self._begun: list[multiprocessing.process.BaseProcess] = []
        self._ended = False

    async def do(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Found:
        """What a function of a module comes to, called in another process.

        Raises what it raises, and `Busy`.
        """
        if self._ended or self._wanted >= self._most:
            raise Busy
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        self._wanted += 1
        asked: asyncio.Future[Found] | None = None
        try:
            found = asyncio.wrap_future(self._submitted(work, *given, **named))
            asked = asyncio.shield(found)
            self._asked.add(asked)
            return await asked
        except BrokenProcessPool:
            self.close()
            raise Busy from None
        except asyncio.CancelledError:
            if self._ended:
                found.add_done_callback(_hear)
                raise Busy from None  # not `found`: a pool that is broken cannot bear that
            found.cancel()
            raise
        finally:
            if asked is not None:
                self._asked.discard(asked)
            self._wanted -= 1
            if not self._wanted and not self._ended:
                self._resting = asyncio.get_running_loop().call_later(_REST, self.close)

    def _submitted(
        self, work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs
    ) -> Future[Found]:
        """Work for a process, which is started if there are too few."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, multiprocessing.get_context("spawn"), initializer=_begin
            )
        before = {one.pid for one in multiprocessing.active_children()}
        found = self._pool.submit(work, *given, **named)
        for one in multiprocessing.active_children():
            if one.pid is not None and one.pid not in before:
                self._begun = [*(old for old in self._begun if old.is_alive()), one]
                step_back(one.pid, NICE)
        return found

    def end(self) -> None:
        """The server ends: whoever still waits asks again, and finds the next one."""
        self._ended = True
        for asked in list(self._asked):
            asked.cancel()
        self.close()
        for process in self._begun:
            process.terminate()  # else the server would not end before what they do

    def close(self) -> None:
        """End the processes."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _hear(found: asyncio.Future[Any]) -> None:
    """Nobody wants to know what became of it, and nobody logs that."""
    if not found.cancelled():
        found.exception()


def _begin() -> None:
    """End with the server."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def checks_of(data: bytes, most: int = MOST_EVENTS) -> list[Check]:
    """All checks of a record that was sent.

    Raises `Refused`: `bad_record`, or `too_many_events` for one with more than `most`.
    """
    record = log.read(data)
    if len(record.events) > most:
        raise refuse("too_many_events", most=most)
    return verify(record)


__all__ = ["Busy", "Workers", "checks_of"]
