"""uvicorn as this house uses it: how it is set up, further addresses, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from tavola.server.http import quiet
from tavola.server.http.accept import (
    SPARE,
    Doorstep,
    protocol_of,
    proxies,
    raise_descriptors,
)
from tavola.server.settings import Settings

_PATIENCE = 3
"""Seconds that open connections get when the server stops."""


def config_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """No log of who asked for what: links are secrets.  Nothing is compressed on connections: that
    takes 300 KB for each."""
    most = raise_descriptors()
    doorstep = Doorstep(
        settings.limits.connections,
        None if most is None else most - SPARE,
        proxies(bool(settings.public_url)),
    )
    return _config(app, settings, doorstep, behind_proxy=bool(settings.public_url))


def inner_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """The same for the address at which other processes come: all from one place."""
    return _config(app, settings, Doorstep(0, None, ("*",)), behind_proxy=False)


def _config(
    app: ASGIApp, settings: Settings, doorstep: Doorstep, *, behind_proxy: bool
) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        http=protocol_of(doorstep),
        log_config=quiet.configuration(settings.log),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        ws_max_size=settings.limits.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_PATIENCE,
        timeout_keep_alive=15,
    )


async def _nothing() -> None:
    pass


class WebServer(uvicorn.Server):
    """A server that can listen at further addresses, and ends quietly by a signal.

    `drain` is awaited when nobody new is let in any more, and nobody was sent away yet.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.drain: Callable[[], Awaitable[None]] = _nothing
        self._ready = ready
        self._others: list[tuple[uvicorn.Server, asyncio.Task[None]]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As the base class does."""
        await super().startup(sockets)
        self._ready()

    async def listen_also(self, sock: socket.socket, config: uvicorn.Config | None = None) -> None:
        """Serve on another socket, as long as this one runs: the same application, or another."""
        started = asyncio.Event()
        other = _Other(config or self.config, started.set)
        self._others.append((other, asyncio.create_task(other.serve([sock]))))
        await started.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As the base class does, for all addresses."""
        for server in self.servers:
            server.close()
        await self.drain()
        for other, _ in self._others:
            other.should_exit = True
        await super().shutdown(sockets)
        await asyncio.gather(*(task for _, task in self._others))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As the base class does, but the signal is not raised again: it was heard."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _Other(WebServer):
    """A server beside the first one, which hears the signals for both."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


__all__ = ["WebServer", "config_of", "inner_config"]
