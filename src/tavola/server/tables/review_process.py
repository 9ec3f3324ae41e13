"""The process that makes reviews, as the server sees it: one job at a time, answers as they come.

It has an interpreter of its own (`tavola.study.work`), and steps back behind everything else on
the machine, so that nobody at a table waits for it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tavola.server.match.stepping_back import step_back

COMMAND = (sys.executable, "-m", "tavola.study.work")
NICE = 15
"""How far it steps back behind the server: whoever plays is quicker than whoever looks back."""
PATIENCE = 3.0
"""Seconds that a job gets to stop by itself; then its process is ended."""
LONGEST = 256 * 1024 * 1024
"""Bytes of one line: a review is one."""
LAST = ("done", "stopped", "refused")
"""States after which nothing more is answered."""


class Gone(Exception):
    """The process ended in the middle of a job."""


@dataclass(frozen=True)
class Answer:
    """How far a job has come: `state` is working, done, stopped or refused; `review` is what there
    is so far as JSON, where it is told; `rollout` what trials say so far of the decision that they
    check; `refusal` why nothing is reviewed."""

    done: int = 0
    total: int = 0
    state: str = "working"
    review: str = ""
    rollout: Mapping[str, Any] | None = None
    refusal: Mapping[str, Any] | None = None


class ReviewProcess:
    """A child process that is started when it is needed, and kept until it is closed."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._job = 0
        self._ending: asyncio.TimerHandle | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return None if self._process is None else self._process.pid

    async def warm(self) -> Process:
        """Start it, unless it runs."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    *COMMAND,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=None if os.environ.get("TAVOLA_DEBUG") else DEVNULL,
                    limit=LONGEST,
                    env=_environment(),
                )
                step_back(self._process.pid, NICE)
            return self._process

    async def answers(self, order: Mapping[str, Any], before: str = "") -> AsyncIterator[Answer]:
        """Give it a job, and tell how far it comes; `before` is an older review as JSON.

        Raises `Gone` where it ends before the job does.
        """
        process = await self.warm()
        assert process.stdin is not None
        assert process.stdout is not None
        self._job += 1
        told = json.dumps({"job": self._job, **order})
        # An older review is long, and nobody here has to read it.
        line = f'{told[:-1]},"before":{before or "null"}}}\n'
        try:
            process.stdin.write(line.encode())
            await process.stdin.drain()
        except OSError:
            raise Gone from None
        while True:
            found = await _line(process)
            answer = json.loads(found)
            review = await _line(process) if answer.get("follows") else b""
            if answer.pop("job") == self._job:
                answer.pop("follows", None)
                yield Answer(**answer, review=review.decode().strip())
                if answer.get("state") in LAST:
                    self._no_end()
                    return

    def stop(self, patience: float = PATIENCE) -> None:
        """Stop the job; what it has found comes as its last answer, or the process is ended after
        `patience` seconds."""
        process = self._process
        if process is None or process.stdin is None:
            return
        with suppress(OSError, RuntimeError):
            process.stdin.write(f'{{"stop":{self._job}}}\n'.encode())
        if self._ending is None:
            self._ending = asyncio.get_running_loop().call_later(patience, self._end)

    async def close(self) -> None:
        """End the process, whatever it does."""
        self._no_end()
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _no_end(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _end(self) -> None:
        self._ending = None
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()


async def _line(process: Process) -> bytes:
    """A whole line.  Raises `Gone` where the process ended before it."""
    assert process.stdout is not None
    found = await process.stdout.readline()
    if not found.endswith(b"\n"):
        await process.wait()
        raise Gone
    return found


def _environment() -> dict[str, str]:
    """That of the server; compiling saves more than it takes, where it is not forbidden."""
    compiles = "0" if os.environ.get("TAVOLA_COMPILE") == "0" else "1"
    return {**os.environ, "TAVOLA_COMPILE": compiles}


__all__ = ["Answer", "Gone", "ReviewProcess"]
