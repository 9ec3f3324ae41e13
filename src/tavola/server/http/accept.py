"""Connections before they have asked for anything: how many there may be, and how long they may
take to ask.

A request that is begun and not ended holds a descriptor, and costs its sender nothing.  So each
address may hold so many connections, a request must be there in `PATIENCE`, and where descriptors
run out those who have asked for nothing go first.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE = 10.0
"""Seconds until a request's headers must have come."""
SPARE = 64
"""Descriptors that are left to everything else: the database, files, processes."""
_MOST_RAISED = 2**20
_FEWEST = 16

_log = logging.getLogger(__name__)


def raise_descriptors() -> int | None:
    """Take as many descriptors as the system allows; how many that are, None if it does not say."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_RAISED if hard == resource.RLIM_INFINITY else min(hard, _MOST_RAISED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):
            return soft
        return wanted
    return None if soft == resource.RLIM_INFINITY else soft


def proxies(public: bool) -> tuple[str, ...]:
    """The addresses of proxies, which hold the connections of many: as uvicorn reads them."""
    named = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    return tuple(part.strip() for part in named.split(",")) if public else ()


def network_of(host: str) -> str:
    """Whose limits count: an address, or the network of an IPv6 address; other texts as they
    are."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((host, 64), strict=False))
    return str(address)


def _networks(names: Collection[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The addresses and networks among some names, each as a network."""
    found = []
    for name in names:
        with suppress(ValueError):
            found.append(ipaddress.ip_network(name, strict=False))
    return found


class Doorstep:
    """All connections of a server: at most `each` of an address and `most` of all.  Where there is
    no room the one that has been silent longest goes, if there is one.

    `proxies` are addresses, or networks of them, without a limit of their own: `*` is every one.
    """

    def __init__(self, each: int, most: int | None = None, proxies: Collection[str] = ()) -> None:
        self._most = None if most is None else max(_FEWEST, most)
        self._each = each if self._most is None else min(each, self._most * 3 // 4)
        self._proxies = frozenset(proxies)
        self._networks = _networks(proxies)
        self._hosts: dict[asyncio.BaseTransport, str] = {}
        self._held: Counter[str] = Counter()
        self._silent: dict[asyncio.BaseTransport, None] = {}
        self._silent_of: dict[str, dict[asyncio.BaseTransport, None]] = {}

    def come(self, transport: asyncio.BaseTransport) -> bool:
        """Whether there is room for a connection, which is counted then: `left` gives it back."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        host = network_of(peer)
        held = self._held.get(host, 0)
        if held >= self._each and not self._is_proxy(peer):
            told = {"kind": "connections_of_an_address"}
            _log.warning("an address holds too many connections: %d", held, extra=told)
            if not self._cut_oldest(self._silent_of.get(host, {})):
                return False
        if self._most is not None and len(self._hosts) >= self._most:
            told = {"kind": "connections"}
            _log.warning("too many connections: %d", len(self._hosts), extra=told)
            if not self._cut_oldest(self._silent):
                return False
        self._hosts[transport] = host
        self._held[host] += 1
        self._silent[transport] = self._silent_of.setdefault(host, {})[transport] = None
        return True

    def _is_proxy(self, peer: str) -> bool:
        if self._proxies & {peer, "*"}:
            return True
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:  # no address: a socket in a folder
            return False
        return any(address in network for network in self._networks)

    def asked(self, transport: asyncio.BaseTransport) -> None:
        """A whole request has come by a connection."""
        if transport in self._silent:
            del self._silent[transport]
            host = self._hosts[transport]
            del self._silent_of[host][transport]
            if not self._silent_of[host]:
                del self._silent_of[host]

    def left(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        self.asked(transport)
        host = self._hosts.pop(transport, None)
        if host is not None:
            self._held[host] -= 1
            if not self._held[host]:
                del self._held[host]

    def _cut_oldest(self, silent: dict[asyncio.BaseTransport, None]) -> bool:
        """Cut the connection that has been silent longest; whether there was one."""
        oldest = next(iter(silent), None)
        if oldest is None:
            return False
        self.left(oldest)
        _cut(oldest)
        return True


def _cut(transport: asyncio.BaseTransport) -> None:
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
    else:
        transport.close()


_BASE: Any = AutoHTTPProtocol


class _Listening(_BASE):  # type: ignore[misc]
    """uvicorn's protocol for requests: ends a connection by which none comes."""

    doorstep: Doorstep
    patience: float
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.doorstep.come(transport):
            self._await_request()
        else:
            _cut(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._asks():
            self._stop()
            self.doorstep.asked(self.transport)
            self._follow()
        elif self._timer is None:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self.doorstep.left(self.transport)
        super().connection_lost(exc)

    def _follow(self) -> None:
        """Hear of the end of a connection that belongs to a table from now on."""
        following: Any = self.transport.get_protocol()
        if following is self:
            return
        ended, transport, doorstep = following.connection_lost, self.transport, self.doorstep

        def lost(exc: Exception | None) -> None:
            doorstep.left(transport)
            ended(exc)

        following.connection_lost = lost

    def _asks(self) -> bool:
        """Whether a request is being answered, or a table is told here now."""
        upgraded = self.transport.get_protocol() is not self
        return upgraded or (self.cycle is not None and not self.cycle.response_complete)

    def _await_request(self) -> None:
        self._timer = self.loop.call_later(self.patience, self._too_late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        if not self._asks():
            _cut(self.transport)


def protocol_of(doorstep: Doorstep, patience: float = PATIENCE) -> type[asyncio.Protocol]:
    """uvicorn's protocol for requests, behind a doorstep."""
    return type("Listening", (_Listening,), {"doorstep": doorstep, "patience": patience})


__all__ = ["PATIENCE", "SPARE", "Doorstep", "network_of", "protocol_of", "proxies"]
__all__ += ["raise_descriptors"]
