"""Rare news between the processes that share a database, by LISTEN and NOTIFY.

They go over a connection of their own, beside the commits: a NOTIFY inside of one takes a lock of
the whole database.  Nobody relies on them; who misses some looks for himself a second later.
"""

from __future__ import annotations

import json
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

import psycopg

from tavola.server.store.connect import address_of
from tavola.server.store.postgresql import Connection, connect

CHANNEL = "tavola"
_AGAIN = 1.0
"""Seconds until a connection that broke is made again."""
_LOOK = 5.0
"""Seconds between two looks whether the connection still lives."""
_MOST = 200
"""Ids in one piece of news: it may have 8 000 bytes."""

Heard = Callable[[dict[str, Any]], None]
"""Called in the thread of the news with what another process told, or with `{"gap": true}`."""


class News:
    """What processes tell each other: `{"moved": true}`, somebody has let go of a shard;
    `{"changed": [ids]}`, matches were changed or are gone."""

    def __init__(self, address: str, heard: Heard) -> None:
        url = address_of(address)
        _, wanted = url.get_dialect()().create_connect_args(url)
        self._wanted = {**wanted, "application_name": "tavola-news"}
        self._heard = heard
        self._out: SimpleQueue[str] = SimpleQueue()
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._closed = Event()
        self._thread = Thread(target=self._work, name="news", daemon=True)
        self._thread.start()

    def tell(self, **news: Any) -> None:
        """Tell the others something, soon."""
        ids = news.get("changed")
        if ids is None:
            self._tell(news)
            return
        for start in range(0, len(ids), _MOST):
            self._tell({"changed": ids[start : start + _MOST]})

    def _tell(self, news: dict[str, Any]) -> None:
        self._out.put(json.dumps(news))
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):
            self._ring.send(b"!")

    def close(self) -> None:
        """Tell what there is, then stop."""
        self._closed.set()
        self._wake()
        self._thread.join(_LOOK)

    def _work(self) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error, OSError), connect(**self._wanted) as connection:
                self._listen(connection)
            if not self._closed.wait(_AGAIN):
                self._heard({"gap": True})
        self._ring.close()
        self._bell.close()

    def _listen(self, connection: Connection) -> None:
        connection.autocommit = True
        mine = connection.info.backend_pid

        def hear(process: int, news: str | bytes) -> None:
            if process != mine:
                with suppress(ValueError):
                    self._heard(json.loads(news))

        # Some come while something is told, the others while nothing is.
        connection.add_notify_handler(lambda found: hear(found.pid, found.payload))
        connection.execute(f"LISTEN {CHANNEL}")
        with selectors.DefaultSelector() as both:
            for one in (connection, self._bell):
                both.register(one, selectors.EVENT_READ)
            self._wait(connection, both, hear)

    def _wait(
        self,
        connection: Connection,
        both: selectors.BaseSelector,
        hear: Callable[[int, str | bytes], None],
    ) -> None:
        while True:
            self._send(connection)
            if self._closed.is_set():
                return
            if not both.select(_LOOK):
                connection.execute("SELECT 1")
            with suppress(BlockingIOError):
                self._bell.recv(4096)
            connection.pgconn.consume_input()
            while (got := connection.pgconn.notifies()) is not None:
                hear(got.be_pid, got.extra)

    def _send(self, connection: Connection) -> None:
        with suppress(Empty):
            while True:
                news = self._out.get_nowait()
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, news))


__all__ = ["News"]
