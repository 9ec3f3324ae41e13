"""The ASGI application."""

from __future__ import annotations

import asyncio
import gzip
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from tavola import __version__
from tavola.server.api import from_here, practice, rest, reviews, socket
from tavola.server.api import lessons as lesson_answers
from tavola.server.api import statistics as my_statistics
from tavola.server.http import errors
from tavola.server.http.addresses import Reach
from tavola.server.http.compression import Compression
from tavola.server.http.guard import Door
from tavola.server.http.guests import Guests
from tavola.server.http.limits import Crowd, Limiter
from tavola.server.http.scripts import bare, whole
from tavola.server.pages import (
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
from tavola.server.settings import STATIC, Settings, static_version
from tavola.server.store import NotStored, Store
from tavola.server.tables.own_statistics import OwnStatistics
from tavola.server.tables.reviews import Reviews
from tavola.server.tables.tables import Tables

_DAY = 24 * 3600
_FOR_EVER = "public, max-age=31536000, immutable"
_TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What is sent compressed, as it lies on the disk or nearly so."""
_PAGES = ("table/main.js", "practice/practice.js", "lesson/main.js", "puzzle/main.js")
"""Scripts that are sent with all that they import."""


def create_app(settings: Settings) -> FastAPI:
    """The application; its store is opened when it starts.

    `app.state` holds `settings`, `store`, `tables`, `guests`, `reach`, and `static`, the address of
    scripts and styles.  What `Store.open` raises comes out of the start.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database)
        try:
            app.state.store = store
            app.state.glimpses = Glimpses(store)
            app.state.statistics = OwnStatistics(store)
            app.state.guests = Guests(store, await store.secret(), secure=settings.secure)
            app.state.tables = Tables(store, settings)
            app.state.reviews = Reviews(store)
            await app.state.reviews.resume()
            tidying = asyncio.create_task(_tidy(store, settings.forget_days * _DAY))
            try:
                yield
            finally:
                tidying.cancel()
                await app.state.reviews.close()
                await app.state.tables.close()
        finally:
            await store.close()

    app = FastAPI(
        title="Tavola",
        version=__version__,
        summary="Every game of the backgammon board.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[Middleware(Door), Middleware(Compression, secure=settings.secure)],
        generate_unique_id_function=_operation,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.static = f"/static/{static_version()}"
    app.state.requests = Limiter(settings.limits.requests)
    app.state.new_tables = Limiter(settings.limits.tables)
    app.state.thoughts = Limiter(settings.limits.thoughts)
    app.state.questions = Limiter(settings.limits.questions)
    app.state.crowd = Crowd(settings.limits.sockets)
    app.state.reach = Reach(settings)
    errors.install(app)
    app.include_router(rest.router)
    for answers in (practice, lesson_answers, reviews, my_statistics, from_here):
        app.include_router(answers.router)
    app.include_router(rest.links, include_in_schema=False)
    app.include_router(socket.router)
    study = (lessons, puzzles, drills, deck, review_pages, review_tries, editor, statistics)
    for pages in (routes, invitations, own, explanations, installed, *study):
        app.include_router(pages.router, include_in_schema=False)
    app.mount("/static/{version}", _Static(directory=STATIC))
    return app


async def _tidy(store: Store, age: int) -> None:
    """Forget once a day what nobody has come back to for so many seconds."""
    while True:
        with suppress(NotStored):
            await store.forget_old(int(time.time()) - age)
        await asyncio.sleep(_DAY)


def _operation(route: APIRoute) -> str:
    return route.name


@lru_cache(maxsize=256)
def _packed(path: Path, version: str) -> tuple[bytes, bytes]:
    """A text as it is sent, plain and compressed."""
    if path.suffix == ".svg":
        plain = path.read_bytes()
    else:
        sent = whole if path.as_posix().endswith(_PAGES) else bare
        plain = sent(path, version).encode()
    return plain, gzip.compress(plain, mtime=0)


class _Static(StaticFiles):
    """Scripts and styles: kept for ever by their version, and not at all by another one."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, and how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        kind = _TEXTS.get(Path(full_path).suffix)
        if kind and response.status_code == 200:
            plain, packed = _packed(Path(full_path).resolve(), static_version())
            headers = {"vary": "accept-encoding"}
            if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                headers["content-encoding"] = "gzip"
                plain = packed
            response = Response(plain, media_type=kind, headers=headers)
        current = scope["path_params"].get("version") == static_version()
        response.headers["cache-control"] = _FOR_EVER if current else "no-cache"
        return response
