"""The ASGI application."""

from __future__ import annotations

import asyncio
import gzip
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from tavola import __version__
from tavola.server.api import (
    catalogue,
    from_here,
    health,
    practice,
    reviews,
    socket,
    tables,
    taking_in,
    verification,
)
from tavola.server.api import lessons as lesson_answers
from tavola.server.api import own as oneself
from tavola.server.api import statistics as my_statistics
from tavola.server.api.contract import PREFIX, PROBLEMS
from tavola.server.chores import keep_reading_bans, read_bans, terms_of, tidy
from tavola.server.cluster import Cluster
from tavola.server.http import errors, render
from tavola.server.http.addresses import Reach
from tavola.server.http.bans import Bans
from tavola.server.http.compression import Compression
from tavola.server.http.guard import Door
from tavola.server.http.guests import Guests
from tavola.server.http.limits import Bodies, Crowd, Limiter
from tavola.server.http.relay import Relay
from tavola.server.http.scripts import bare, whole
from tavola.server.match.workers import Workers
from tavola.server.pages import (
    cards,
    deck,
    drills,
    editor,
    explanations,
    installed,
    invitations,
    lessons,
    own,
    puzzles,
    review_tries,
    routes,
    statistics,
)
from tavola.server.pages import reviews as review_pages
from tavola.server.pages.under_way import Glimpses
from tavola.server.settings import STATIC, Limits, Settings, static_version
from tavola.server.store import Store
from tavola.server.tables.own_statistics import OwnStatistics
from tavola.server.tables.reviews import Reviews
from tavola.server.tables.tables import Tables
from tavola.words.translations import LANGUAGES

_log = logging.getLogger(__name__)
_FOR_EVER = "public, max-age=31536000, immutable"
_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What is sent compressed, as it lies on the disk or nearly so."""
_KINDS = {**_TEXTS, ".png": "image/png"}
"""What there is."""
_PAGES = ("table/main.js", "practice/practice.js", "lesson/main.js", "puzzle/main.js")
"""Scripts that are sent with all that they import."""


def create_app(settings: Settings) -> FastAPI:
    """The application; its store is opened when it starts.

    `app.state` holds `settings`, `store`, `tables`, `guests`, `reach`, and `static`, the address of
    scripts and styles.  What `Store.open` raises comes out of the start.  `app.state.waiting`
    is called with the reason if the database does not answer yet, `app.state.ended` if nothing can
    be stored any more.
    """

    app = FastAPI(
        title="Tavola",
        version=__version__,
        summary="Every game of the backgammon board.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=partial(_lifespan, settings=settings),
        middleware=[
            Middleware(Door),
            *([Middleware(Relay)] if settings.inner else []),
            Middleware(Compression, secure=settings.secure),
        ],
        generate_unique_id_function=_operation,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.cluster = None
    app.state.waiting = partial(
        _log.warning, "the database does not answer yet: %s", extra={"kind": "waiting"}
    )
    app.state.ended = partial(
        _log.critical, "nothing can be stored here any more: %s", extra={"kind": "ended"}
    )
    app.state.static = f"/static/{static_version()}"
    app.state.reach = Reach(settings)
    _bound(app, settings.limits)
    errors.install(app)
    _add_routes(app)
    app.mount("/static/{version}", _Static(directory=STATIC))
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings) -> AsyncIterator[None]:
    """Open the store, and all that stands on it."""
    wait, waiting = settings.wait_seconds, app.state.waiting
    store = await Store.open(settings.database, wait, waiting, settings.inner)
    try:
        await _move_in(app, store, settings)
        terms = terms_of(settings)
        works = tidy(store, terms, partial(_does_chores, app)), keep_reading_bans(app, store)
        chores = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            app.state.workers.close()
            app.state.statistics.close()
            await app.state.preparing
            if app.state.cluster is not None:
                await app.state.cluster.close()
            await app.state.reviews.close()
            await app.state.tables.close()
    finally:
        await store.close()


def _add_routes(app: FastAPI) -> None:
    """What the API and the pages answer to; first come, first served."""
    told = (catalogue, tables, oneself, verification)
    for answers in (*told, practice, lesson_answers, reviews, my_statistics, from_here, taking_in):
        app.include_router(answers.router, prefix=PREFIX, responses=PROBLEMS)
    app.include_router(tables.links, include_in_schema=False)
    app.include_router(socket.router)
    app.include_router(health.router, include_in_schema=False)
    study = (lessons, puzzles, drills, deck, review_pages, review_tries, editor, statistics)
    for pages in (routes, invitations, own, explanations, installed, *study):
        app.include_router(pages.router, include_in_schema=False)


def _bound(app: FastAPI, limits: Limits) -> None:
    """Set up what keeps callers within their limits."""
    app.state.requests = Limiter(limits.requests)
    app.state.new_tables = Limiter(limits.tables)
    app.state.long = Limiter(limits.long)
    app.state.new_people = Limiter(limits.people)
    app.state.thoughts = Limiter(limits.thoughts)
    app.state.questions = Limiter(limits.questions)
    app.state.imports = Limiter(limits.imports)
    app.state.guesses = Limiter(limits.guesses)
    app.state.crowd = Crowd(limits.sockets)
    app.state.asking = Crowd(limits.connections)
    app.state.bodies = Bodies(limits.held)
    app.state.bans = Bans()


async def _move_in(app: FastAPI, store: Store, settings: Settings) -> None:
    """Set up all that stands on the store."""
    app.state.store = store
    app.state.glimpses = Glimpses(store)
    app.state.statistics = OwnStatistics(store)
    secret = await store.secret()
    cluster = Cluster(store, settings.database, secret) if settings.inner else None
    app.state.cluster = cluster
    app.state.guests = Guests(store, secret, secure=settings.secure)
    app.state.tables = Tables(store, settings, cluster)
    await read_bans(app, store)
    app.state.workers = Workers()
    app.state.reviews = Reviews(store, cluster)
    if cluster is None:
        store.watch(app.state.tables.forget_all, app.state.ended)
        await app.state.reviews.resume()
    else:
        store.watch(cluster.lost, app.state.ended)
        await cluster.move_in(app.state.tables, app.state.reviews)
    app.state.preparing = asyncio.ensure_future(asyncio.to_thread(_warm))


def _warm() -> None:
    """Have ready what the first visit of a page would stop all tables for: half a second for the
    wall alone."""
    render.warm()
    for mirror in (False, True):
        cards.pictures(mirror=mirror)
    for lang in LANGUAGES:
        cards.cards(lang)


def _does_chores(app: FastAPI) -> bool:
    """Whether this process does what is done once for a house."""
    cluster: Cluster | None = app.state.cluster
    return cluster is None or cluster.chores


def _operation(route: APIRoute) -> str:
    return route.name


@lru_cache(maxsize=256)
def _packed(path: Path, version: str) -> tuple[bytes, bytes]:
    """A file as it is sent, plain and, if it is a text, compressed."""
    if path.suffix not in (".js", ".css"):
        plain = path.read_bytes()
    else:
        sent = whole if path.as_posix().endswith(_PAGES) else bare
        plain = sent(path, version).encode()
    return plain, gzip.compress(plain, mtime=0) if path.suffix in _TEXTS else b""


class _Static(StaticFiles):
    """Scripts, styles and icons: kept for ever by their version, and not at all by another one.
    They are small, and sent whole, whatever part of them a `Range` asks for."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, and how long it may be kept."""
        path = Path(full_path).resolve()
        sent, packed = _packed(path, static_version())
        current = scope["path_params"].get("version") == static_version()
        headers = {"cache-control": _FOR_EVER if current else "no-cache"}
        if packed:
            headers["vary"] = "accept-encoding"
            if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                headers["content-encoding"] = "gzip"
                sent = packed
        return Response(sent, status_code, headers, _KINDS[path.suffix])
