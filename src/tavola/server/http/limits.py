"""How fast one caller may ask: token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict

from tavola.server.settings import Rate

_REMEMBERED = 10_000
"""Callers a limiter remembers; the one that was quiet longest is forgotten first."""


class Bucket:
    """Tokens that come back with time; each call takes one."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = float(rate.at_once)
        self._at = now

    def take(self, now: float) -> bool:
        """Whether there was a token left, which is gone now."""
        gained = (now - self._at) * self._rate.each_second
        self._tokens = min(float(self._rate.at_once), self._tokens + max(0.0, gained))
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate.each_second)


class Limiter:
    """One bucket for each caller."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, caller: str) -> float:
        """0 if the caller may go on, else the seconds until he may."""
        now = time.monotonic()
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = Bucket(self._rate, now)
            if len(self._buckets) > _REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(caller)
        return 0.0 if bucket.take(now) else bucket.wait


class Crowd:
    """How many connections each caller holds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[str, int] = {}

    @property
    def held(self) -> int:
        """All connections."""
        return sum(self._held.values())

    def enter(self, caller: str) -> bool:
        """Whether there is room for one more, which is counted; `leave` gives it back."""
        held = self._held.get(caller, 0)
        if held >= self._most:
            return False
        self._held[caller] = held + 1
        return True

    def leave(self, caller: str) -> None:
        """One connection of a caller less."""
        held = self._held.get(caller, 0)
        if held > 1:
            self._held[caller] = held - 1
        else:
            self._held.pop(caller, None)


class Bodies:
    """How many bytes of requests are in memory, of all who ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held = 0

    def take(self, size: int) -> bool:
        """Whether there is room for so many more, which are counted; `give_back` frees them."""
        if size and self._held + size > self._most:
            return False
        self._held += size
        return True

    def give_back(self, size: int) -> None:
        """So many bytes less."""
        self._held -= size
