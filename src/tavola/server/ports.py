"""Sockets to serve at: the port of last time, so that links hold, or one that is free."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path

from tavola.play.user_folder import data_folder
from tavola.server.http.addresses import NoNetwork
from tavola.server.settings import PORT

_TRIED = 100
"""Ports tried one after the other where none is asked for."""


class CannotListen(Exception):
    """No port could be had; the text is the system's reason."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens.  Raises `CannotListen`.

    Without a port it is the one of last time, else the usual one, else the next that is free; it
    is remembered, so that links hold.
    """
    if port is not None:
        return listening(host, port)
    last: CannotListen | None = None
    for candidate in dict.fromkeys((_remembered(), *range(PORT, PORT + _TRIED))):
        try:
            found = listening(host, candidate)
        except CannotListen as error:
            last = error
            continue
        _remember(candidate)
        return found
    assert last is not None
    raise last


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at a port, any for 0.  Raises `CannotListen`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise CannotListen(f"{host}:{port}: {_reason(error)}") from None
    try:
        if os.name == "posix":  # elsewhere this would let two listen at once
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(1024)
    except (OSError, OverflowError) as error:
        found.close()
        raise CannotListen(f"{host}:{port}: {_reason(error)}") from None
    return found


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def in_network(address: str, port: int) -> socket.socket:
    """The same port in the network, or any.  Raises `NoNetwork`."""
    for candidate in (port, 0):
        with suppress(CannotListen):
            return listening(address, candidate)
    raise NoNetwork(address)


def _remembered() -> int:
    try:
        port = int(_note().read_text(encoding="ascii")[:10])
    except (OSError, ValueError):
        return PORT
    return port if 1024 <= port < 65536 else PORT


def _remember(port: int) -> None:
    with suppress(OSError):
        if _remembered() != port or not _note().exists():
            _note().parent.mkdir(parents=True, exist_ok=True)
            _note().write_text(f"{port}\n", encoding="ascii")


def _note() -> Path:
    return data_folder() / "port"


__all__ = ["CannotListen", "in_network", "listen", "listening"]
