"""`tavola` and `tavola serve`: a lock on the database, a server at a port, and a browser."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import click
from fastapi import FastAPI
from uvicorn.loops.auto import auto_loop_factory

from tavola.server.app import create_app
from tavola.server.http.addresses import NoNetwork, Reach, is_loopback, network_address, web_address
from tavola.server.http.inner_door import InnerDoor
from tavola.server.parent import WORKER, Inherited, Parent
from tavola.server.ports import CannotListen, in_network, listen, listening
from tavola.server.settings import UNHURRIED, Limits, Settings, default_database
from tavola.server.store import BadDatabase, InUse, NotStored
from tavola.server.store.connect import NOT_SHARED
from tavola.server.store.lock import Lock, file_of, lock_of
from tavola.server.web_server import WebServer, config_of, inner_config
from tavola.words.translations import Words

LOOPBACK = "127.0.0.1"
_FAILED = 2
_LIMITS = "TAVOLA_LIMITS"
"""The variable that, when it is `off`, lets one address do what it likes: everybody may come from
the same one."""
_LOG = "TAVOLA_LOG"
"""The variable that, when it is `json`, makes each line of the log an object for programs."""
_TOKEN = "TAVOLA_METRICS_TOKEN"
"""The variable that lets other computers read `/metrics`: options can be seen by all users."""
_INNER = "TAVOLA_INNER"
"""The variable that says at which host the processes of a house reach this one."""
_CLEANED = 600
"""Seconds between two searches for waste."""
_WASTEFUL = 1_000_000
"""So many more objects than at the last search are searched for waste before that time is over."""
TURN = 0.0005
"""Seconds that a thread may go on when another one wants the interpreter."""


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for.

    `port` None: the one of last time, or the usual one.  `home`: somebody at his own computer, who
    would rather see the board that runs already than an error.  `wait`: seconds for a database
    that is starting; `keep_matches`: days for matches that nobody touches, 0 for ever.  `workers`:
    processes that share the database with others; 0 is one that has it alone.
    """

    host: str = LOOPBACK
    port: int | None = None
    database: str = ""
    public_url: str = ""
    browser: bool = True
    home: bool = False
    wait: int = 60
    keep_matches: int = 0
    workers: int = 0


class Replaced(Exception):
    """Another server has taken over the database while this one could not reach it."""


class NoWorkers(Exception):
    """This system cannot hand an open socket on to another process."""


def run(words: Words, wishes: Wishes) -> int:
    """Serve until somebody stops it; the exit code.  Raises OSError for an unusable folder."""
    settings = Settings(
        database=wishes.database or default_database(),
        public_url=wishes.public_url,
        wait_seconds=wishes.wait,
        metrics_token=os.environ.get(_TOKEN, ""),
        limits=UNHURRIED if os.environ.get(_LIMITS) == "off" else Limits(),
        match_days=wishes.keep_matches,
        log=os.environ.get(_LOG, ""),
    )
    try:
        if (inherited := Inherited.of(os.environ)) is not None:
            _work(words, settings, inherited)
            return 0
        shared = _shares(settings.database, wishes.workers)
        with lock_of(settings.database) as lock, listen(wishes.host, wishes.port) as listener:
            if shared:
                return _supervise(words, settings, listener, wishes.workers)
            serve(words, settings, listener, lock=lock, browser=wishes.browser)
        return 0
    except InUse as used:
        if wishes.home and used.address:
            _say(words.text("Tavola is running already: {address}", address=used.address))
            show(used.address, wanted=wishes.browser)
            return 0
        if wishes.workers:
            return _fail(
                words.text(
                    "Another Tavola has this database for itself: it was started without "
                    "--workers. Stop it first, or start it with --workers, too."
                )
            )
        return _fail(
            words.text(
                "This database is in use: another Tavola is running. Stop it first, or give this "
                "one a database of its own with --database."
            )
        )
    except Replaced:
        return _fail(
            words.text(
                "Another Tavola has taken over this database, so this one has stopped. "
                "Nothing that was acknowledged is lost."
            )
        )
    except NoWorkers:
        return _fail(
            words.text(
                "This system cannot share one port among several processes: leave out --workers."
            )
        )
    except CannotListen as error:
        return _fail(words.text("This address cannot be served: {reason}.", reason=error))
    except BadDatabase as error:
        reason = words.text(error.reason, **error.values)
        return _fail(words.text("This database cannot be used: {reason}.", reason=reason))
    except NotStored as error:
        return _fail(words.text("The database cannot be reached: {reason}.", reason=error))


def _shares(database: str, workers: int) -> bool:
    """Whether several processes are to share a database.  Raises `BadDatabase`, `NoWorkers`."""
    if file_of(database) is not None:
        if workers > 1:
            raise BadDatabase(NOT_SHARED)
        return False
    if workers and os.name != "posix":
        raise NoWorkers
    return workers > 0


def _supervise(words: Words, settings: Settings, listener: socket.socket, workers: int) -> int:
    """Be the parent of servers at one socket; the exit code."""
    address, also = _addresses(settings, listener)

    def ready() -> None:
        _greet(words, address, also)

    return Parent(listener, workers, ready).run()


def _work(words: Words, settings: Settings, inherited: Inherited) -> None:
    """Be one of several servers at an inherited socket.  Raises as `serve`."""
    os.environ.pop(WORKER, None)  # it is nothing to the processes that do long work
    host = os.environ.get(_INNER) or LOOPBACK
    with inherited.listener as listener, listening(host, 0) as inner:
        settings = replace(settings, inner=f"{host}:{inner.getsockname()[1]}")
        serve(words, settings, listener, inherited=inherited, inner=inner)


def _addresses(settings: Settings, listener: socket.socket) -> tuple[str, str]:
    """Where a socket is reached, and where from the network, '' for nowhere else."""
    host, port = listener.getsockname()[:2]
    here = web_address(LOOPBACK if host in ("0.0.0.0", "::") else host, port)
    network = ""
    if not is_loopback(web_address(host, port)) and not settings.public_url:
        with suppress(NoNetwork):
            network = web_address(settings.network or network_address(), port)
    return (settings.public_url or here).rstrip("/"), network


def _greet(words: Words, address: str, network: str) -> None:
    for url in {f"{address}/": None, f"{network or address}/": None}:
        _say(words.text("Tavola is here: {address}", address=url))
    _say(words.text("Ctrl+C stops it."))


def serve(
    words: Words,
    settings: Settings,
    listener: socket.socket,
    *,
    lock: Lock | None = None,
    browser: bool = False,
    inherited: Inherited | None = None,
    inner: socket.socket | None = None,
) -> None:
    """Serve on a socket until somebody stops it; one of several processes has `inherited` it, and
    is reached by the others at `inner`.

    Raises `NotStored`, `BadDatabase`, `InUse`, or `Replaced`.
    """
    app = create_app(settings)
    if settings.log != "json":  # else the log tells it
        app.state.waiting = partial(_wait, words, round(settings.wait_seconds))
    reach: Reach = app.state.reach
    address, reach.network = _addresses(settings, listener)

    def ready() -> None:
        gc.collect()
        gc.freeze()  # what is loaded by now stays, and need not be searched for waste
        gc.set_threshold(_WASTEFUL)
        if inherited is not None:
            inherited.tell_ready()
            return
        if lock is not None:
            lock.note(f"{address}/")
        _greet(words, address, reach.network)
        show(f"{address}/", wanted=browser)

    # Threads work out pages and replay matches: whoever moves must not wait five milliseconds for
    # each of them, several times a step.
    sys.setswitchinterval(TURN)
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:  # uvloop, where there is one
        runner.run(_serve(app, settings, listener, ready, inherited, inner))


async def _serve(
    app: FastAPI,
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    inherited: Inherited | None = None,
    inner: socket.socket | None = None,
) -> None:
    server = WebServer(config_of(app, settings), ready)
    ends: list[Exception] = []

    def stop() -> None:
        server.should_exit = True

    def end(error: Exception) -> None:
        ends.append(error)
        stop()

    app.state.ended = end
    if inherited is None:
        _offer_network(app, settings, server, listener)
    else:
        inherited.when_orphaned(stop)
    async with app.router.lifespan_context(app):
        if inner is not None:
            door = InnerDoor(app, lambda: app.state.cluster.secret)
            await server.listen_also(inner, inner_config(door, settings))
        server.drain = partial(_drain, app)
        cleaning = asyncio.create_task(_clean())
        await server.serve([listener])
        cleaning.cancel()
    for error in ends:
        if isinstance(error, InUse):
            raise Replaced from error
        raise error


async def _drain(app: FastAPI) -> None:
    """Nobody new is let in any more: give up the tables, if others may have them, and long work."""
    app.state.workers.end()
    if app.state.cluster is not None:
        await app.state.cluster.drain()


def _offer_network(
    app: FastAPI, settings: Settings, server: WebServer, listener: socket.socket
) -> None:
    """Let those who play at this computer open a server on loopback to their network."""
    reach: Reach = app.state.reach
    opening = asyncio.Lock()

    async def open_network() -> str:
        async with opening:
            if reach.network:  # somebody else was faster
                return reach.network
            address = settings.network or network_address()
            sock = in_network(address, listener.getsockname()[1])
            await server.listen_also(sock)
            return web_address(*sock.getsockname()[:2])

    if is_loopback(web_address(*listener.getsockname()[:2])):
        reach.open_network = open_network


async def _clean() -> None:
    """Search the memory for waste now and then, a quarter of a second with two thousand tables.

    Python would search what is new several times a second.  But what a step makes replaces what an
    older one made, so most of it is no waste, and the search takes a tenth of the time: with two
    thousand tables it let one step in a hundred wait for 0.2 s.  Of what is thrown away hardly
    anything refers to itself (half an object a step).
    """
    while True:
        await asyncio.sleep(_CLEANED)
        gc.collect()


def show(address: str, *, wanted: bool) -> None:
    """Open a browser, where there is a screen for one; starting it may take its time."""
    if wanted and _has_screen(os.environ):
        threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def _has_screen(environment: Any) -> bool:
    """On a machine without one, `webbrowser` would start a browser of the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError):
        click.echo(sentence)


def _wait(words: Words, seconds: int, reason: str) -> None:
    sentence = words.plural(
        "The database does not answer yet ({reason}). Tavola keeps asking for {count} second.",
        "The database does not answer yet ({reason}). Tavola keeps asking for {count} seconds.",
        seconds,
        reason=reason,
    )
    with suppress(OSError, ValueError):
        click.echo(sentence, err=True)


def _fail(sentence: str) -> int:
    with suppress(OSError, ValueError):
        click.echo(sentence, err=True)
    return _FAILED


__all__ = ["Replaced", "Wishes", "run", "serve", "show"]
