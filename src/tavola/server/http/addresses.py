"""Under which addresses a server is reached, and opening it to the local network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tavola.server.settings import Settings

Open = Callable[[], Awaitable[str]]
"""Listens in the local network; the address there.  Raises `NoNetwork`."""


class NoNetwork(Exception):
    """This computer is in no network, or may not be reached from it."""


class Reach:
    """What links begin with.

    `network` is the address in the local network while the server listens there.  `open_network`
    is set by whoever runs the server, if it can listen there.
    """

    def __init__(self, settings: Settings) -> None:
        self._public = settings.public_url.rstrip("/")
        self.network = ""
        self.open_network: Open | None = None

    def base(self, visit: HTTPConnection) -> str:
        """Scheme and host for links that are sent to others, without a slash at the end."""
        if self._public:
            return self._public
        scheme = "https" if visit.url.scheme in ("https", "wss") else "http"
        here = f"{scheme}://{visit.headers.get('host', '')}"
        return self.network if self.network and is_loopback(here) else here

    def local(self, visit: HTTPConnection) -> bool:
        """Whether links work only on this computer."""
        return is_loopback(self.base(visit))

    async def open(self) -> str:
        """Listen in the local network from now on; the address there.  Raises `NoNetwork`."""
        if not self.network:
            if self._public or self.open_network is None:
                raise NoNetwork("not here")
            self.network = await self.open_network()
        return self.network

    @property
    def can_open(self) -> bool:
        """Whether the server could be opened to the local network."""
        return not self._public and not self.network and self.open_network is not None


def is_loopback(url: str) -> bool:
    """Whether an address leads to the computer that it is used on."""
    name = urlsplit(url).hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def network_address() -> str:
    """The address of this computer in its network.  Raises `NoNetwork`.

    Asks the system which of its addresses it would use to go out; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError as error:
            raise NoNetwork(error.strerror or "") from None
    if ipaddress.ip_address(address).is_loopback or address == "0.0.0.0":
        raise NoNetwork("loopback")
    return address


def web_address(host: str, port: int) -> str:
    """The URL of a host and port, without a slash at the end."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"
