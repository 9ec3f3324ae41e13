"""`tavola serve --workers N`: a parent that starts N servers at one socket, and starts them again.

The parent itself answers nobody.  A worker inherits the socket that listens, a pipe on which it
says that it is ready, and one that ends when the parent does.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

WORKER = "TAVOLA_WORKER"
"""The variable in which a worker finds the numbers of what it inherits."""
PAUSES = (0.2, 30.0)
"""Seconds until a worker that has ended is started again: first, and after many times at most."""
_LIVED = 10.0
"""Seconds after which a worker has lived long enough to be started again soon."""
ENDING = 12.0
"""Seconds that workers may take to end."""


@dataclass
class Inherited:
    """What a worker has from its parent."""

    listener: socket.socket
    parent: int
    """A descriptor that can be read when the parent has ended."""
    ready: int
    """One to write to when somebody can be served."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Inherited | None:
        """What this process has inherited; None if nobody is its parent."""
        given = environment.get(WORKER, "")
        if not given:
            return None
        listener, parent, ready = map(int, given.split())
        return cls(socket.socket(fileno=listener), parent, ready)

    def when_orphaned(self, stop: Callable[[], None]) -> None:
        """Call `stop` in the running loop once the parent has ended."""
        loop = asyncio.get_running_loop()

        def orphaned() -> None:
            loop.remove_reader(self.parent)
            stop()

        loop.add_reader(self.parent, orphaned)

    def tell_ready(self) -> None:
        """Tell the parent that this worker serves."""
        with suppress(OSError):
            os.write(self.ready, b"!")
        os.close(self.ready)


@dataclass
class _Worker:
    """One of the servers; `failures` counts how often it ended soon after its start."""

    process: subprocess.Popen[bytes] | None = None
    ready: int = -1
    began: float = 0.0
    again: float = 0.0
    failures: int = 0
    served: bool = False


@dataclass
class Parent:
    """Keeps `count` workers going; `ready` is called when the first of them serves."""

    listener: socket.socket
    count: int
    ready: Callable[[], None]
    command: Sequence[str] = ()
    _workers: list[_Worker] = field(default_factory=list)
    _ending: bool = False
    _said: bool = False

    def run(self) -> int:
        """Until somebody stops it; the exit code: that of the first worker, if none could start."""
        life, self._life = os.pipe()
        self._inherit = life
        bell, ring = socket.socketpair()
        for end in (bell, ring):
            end.setblocking(False)
        kept = self._hear(ring)
        try:
            with selectors.DefaultSelector() as events:
                events.register(bell, selectors.EVENT_READ)
                return self._watch(events, bell)
        finally:
            self._end()
            signal.set_wakeup_fd(-1)
            for number, handler in kept.items():
                signal.signal(number, handler)
            for end in (bell, ring):
                end.close()
            os.close(life)
            os.close(self._life)

    def _hear(self, ring: socket.socket) -> dict[int, Any]:
        """Hear signals by the bell; the handlers of before."""

        def end(number: int, frame: object) -> None:
            self._ending = True

        signal.set_wakeup_fd(ring.fileno(), warn_on_full_buffer=False)
        handlers: dict[int, Any] = {signal.SIGTERM: end, signal.SIGINT: end}
        handlers[signal.SIGCHLD] = lambda number, frame: None
        return {number: signal.signal(number, handler) for number, handler in handlers.items()}

    def _watch(self, events: selectors.BaseSelector, bell: socket.socket) -> int:
        """Start workers, and those that have ended again."""
        self._start(events)
        while not self._ending:
            for key, _ in events.select(self._pause()):
                if key.fileobj is bell:
                    with suppress(BlockingIOError):
                        bell.recv(4096)
                else:
                    self._heard(events, key.data)
            for worker in self._workers:
                self._look_after(events, worker)
            first = self._workers[0]
            if not self._said and first.process is None:
                return first.failures
            if self._said and len(self._workers) < self.count:
                self._start(events)
        return 0

    def _pause(self) -> float | None:
        """Seconds until a worker is to be started again; None if all are well."""
        due = [worker.again for worker in self._workers if worker.process is None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _start(self, events: selectors.BaseSelector, worker: _Worker | None = None) -> None:
        if worker is None:
            worker = _Worker()
            self._workers.append(worker)
        worker.ready, ready = os.pipe()
        fds = (self.listener.fileno(), self._inherit, ready)
        worker.process = subprocess.Popen(
            self.command or [sys.executable, "-m", "tavola", *sys.argv[1:]],
            stdin=subprocess.DEVNULL,
            pass_fds=fds,
            process_group=0,  # Ctrl-C is for the parent, which passes it on
            env={**os.environ, WORKER: " ".join(map(str, fds))},
        )
        os.close(ready)
        worker.began, worker.served = time.monotonic(), False
        events.register(worker.ready, selectors.EVENT_READ, worker)

    def _heard(self, events: selectors.BaseSelector, worker: _Worker) -> None:
        """A worker is ready, or has ended before it was."""
        worker.served = bool(os.read(worker.ready, 1))
        events.unregister(worker.ready)
        os.close(worker.ready)
        worker.ready = -1
        if worker.served and not self._said:
            self._said = True
            self.ready()

    def _look_after(self, events: selectors.BaseSelector, worker: _Worker) -> None:
        """Start a worker again whose process has ended, after a pause."""
        now = time.monotonic()
        if worker.process is None:
            if self._said and now >= worker.again:
                self._start(events, worker)
            return
        code = worker.process.poll()
        if code is None:
            return
        if worker.ready >= 0:
            self._heard(events, worker)
        worker.process = None
        if not self._said:
            worker.failures = code or 1
            return
        well = code == 0 or now - worker.began >= _LIVED
        worker.failures = 0 if well else worker.failures + 1
        first, last = PAUSES
        worker.again = now + min(last, first * 2**worker.failures)

    def _end(self) -> None:
        """Ask all workers to end, and see that they do."""
        left = [worker.process for worker in self._workers if worker.process is not None]
        for process in left:
            process.terminate()
        end = time.monotonic() + ENDING
        for process in left:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


__all__ = ["WORKER", "Inherited", "Parent"]
