"""Who asks for too much: whose limits count, and the sentence that says how long to wait."""

from __future__ import annotations

from math import ceil

from starlette.requests import HTTPConnection

from tavola.server.http.accept import network_of
from tavola.server.http.errors import Trouble
from tavola.server.http.limits import Limiter


def caller(visit: HTTPConnection) -> str:
    """Whose limits count: an address, or the network of an IPv6 address."""
    return network_of(visit.client.host if visit.client else "")


def slow_down(visit: HTTPConnection, limiter: Limiter) -> None:
    """Raises `Trouble` for somebody who asks for too much."""
    wait = limiter.wait(caller(visit))
    if wait:
        raise Trouble(429, headers={"retry-after": str(ceil(wait))})


__all__ = ["caller", "slow_down"]
