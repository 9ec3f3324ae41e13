"""A wire that can be cut: what is sent meanwhile arrives late, as on a real network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

_AT_ONCE = 65536


class Wire:
    """A port of its own, from which everything goes on to a place: a port, or a socket's path."""

    def __init__(self, place: int | str) -> None:
        self._place = place
        self._whole = Event()
        self._whole.set()
        self._closed = False
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        Thread(target=self._let_in, daemon=True).start()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Nothing comes through meanwhile, and nobody is told so."""
        self._whole.clear()
        try:
            yield
        finally:
            self._whole.set()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._ends.append(near)
                Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        self._whole.wait()
        address: Any = self._place
        if isinstance(self._place, int):
            address = ("127.0.0.1", self._place)
        far = socket.socket(socket.AF_UNIX if address is self._place else socket.AF_INET)
        self._ends.append(far)
        try:
            far.connect(address)
        except OSError:
            near.close()
            return
        Thread(target=self._carry, args=(far, near), daemon=True).start()
        self._carry(near, far)

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(_AT_ONCE):
                self._whole.wait()
                other.sendall(data)
        self._whole.wait()  # that somebody has gone is news, too
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Everybody is sent away."""
        self._whole.set()
        for end in (self._door, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


__all__ = ["Wire"]
