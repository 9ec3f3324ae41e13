"""What takes long is told, once it does: one line that it has begun, one that it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONG = 1.0
"""Seconds after which somebody who waits is told why."""


@contextmanager
def patience(
    say: Callable[[str], object], begun: str, over: str = "", seconds: float = LONG
) -> Iterator[None]:
    """Say `begun` if what follows takes longer than so many seconds, and then `over` after it."""
    watch = _Watch(say, begun)
    timer = threading.Timer(seconds, watch.ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        told = watch.stop()
    if told and over:
        say(over)


class _Watch:
    """Rings once, unless it was stopped before; never both at a time."""

    def __init__(self, say: Callable[[str], object], text: str) -> None:
        self._say, self._text = say, text
        self._lock = threading.Lock()
        self._stopped = self._rung = False

    def ring(self) -> None:
        """Say it, unless it is too late."""
        with self._lock:
            if not self._stopped:
                self._rung = True
                self._say(self._text)

    def stop(self) -> bool:
        """Say nothing from now on; whether it was said."""
        with self._lock:
            self._stopped = True
            return self._rung
