"""The ASGI application."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from tavola import __version__
from tavola.server.api import rest, socket
from tavola.server.http import errors
from tavola.server.http.addresses import Reach
from tavola.server.http.guard import Door
from tavola.server.http.guests import Guests
from tavola.server.http.limits import Crowd, Limiter
from tavola.server.http.scripts import bare, whole
from tavola.server.pages import explanations, routes
from tavola.server.settings import STATIC, Settings, static_version
from tavola.server.store import NotStored, Store
from tavola.server.tables.tables import Tables

_DAY = 24 * 3600
_FOR_EVER = "public, max-age=31536000, immutable"
_SCRIPT = "text/javascript"
_STYLE = "text/css"
_PAGES = ("table/main.js",)
"""Scripts that are sent with all that they import."""
_LEAST_PACKED = 1000
"""Bytes: what is shorter is sent as it is."""


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
            app.state.guests = Guests(store, await store.secret(), secure=settings.secure)
            app.state.tables = Tables(store, settings)
            tidying = asyncio.create_task(_tidy(store, settings.forget_days * _DAY))
            try:
                yield
            finally:
                tidying.cancel()
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
        middleware=[
            Middleware(Door),
            Middleware(GZipMiddleware, minimum_size=_LEAST_PACKED, compresslevel=6),
        ],
        generate_unique_id_function=_operation,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.static = f"/static/{static_version()}"
    app.state.requests = Limiter(settings.limits.requests)
    app.state.new_tables = Limiter(settings.limits.tables)
    app.state.crowd = Crowd(settings.limits.sockets)
    app.state.reach = Reach(settings)
    errors.install(app)
    app.include_router(rest.router)
    app.include_router(rest.links, include_in_schema=False)
    app.include_router(socket.router)
    for pages in (routes, explanations):
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


class _Static(StaticFiles):
    """Scripts and styles: kept for ever by their version, and not at all by another one."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, and how long it may be kept."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        kind = {".js": _SCRIPT, ".css": _STYLE}.get(path.suffix)
        if kind and response.status_code == 200:
            sent = whole if path.as_posix().endswith(_PAGES) else bare
            response = Response(sent(path.resolve(), static_version()), media_type=kind)
        current = scope["path_params"].get("version") == static_version()
        response.headers["cache-control"] = _FOR_EVER if current else "no-cache"
        return response
