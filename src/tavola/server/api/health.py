"""Whether the house stands, for machines that watch it: `/health`, `/metrics` for Prometheus."""

from __future__ import annotations

import hmac
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CollectorRegistry, GaugeMetricFamily
from starlette.responses import JSONResponse, Response

from tavola import __version__
from tavola.server import meters
from tavola.server.http.errors import Trouble
from tavola.server.http.guard import is_local
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import settings_of, store_of
from tavola.server.settings import Settings
from tavola.server.store import NotStored
from tavola.server.store.lock import file_of
from tavola.server.tables.tables import Tables

router = APIRouter()


@router.get("/health")
async def health(request: Request) -> Response:
    """200 while the database answers, else 503.

    `status` is `ok` or `trouble`.  Somebody at this computer is told the version, and the bytes
    that are free where the database lies, too.
    """
    store = store_of(request)
    try:
        await store.fact("health")
        good = True
    except NotStored:
        good = False
    told: dict[str, Any] = {"status": "ok" if good else "trouble"}
    if is_local(request):
        told |= {"version": __version__, "free": free_bytes(settings_of(request))}
    return JSONResponse(told, 200 if good else 503, {"cache-control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What the server has counted.  Only for this computer, or with the token of the settings."""
    if not is_local(request):
        _let_in(request)
    registry = CollectorRegistry()
    registry.register(_Now(request))
    text = generate_latest(meters.REGISTRY) + generate_latest(registry)
    return Response(text, media_type=CONTENT_TYPE_LATEST, headers={"cache-control": "no-store"})


def _let_in(request: Request) -> None:
    """Raises `Trouble` for somebody without the token, and for whoever tries many."""
    settings = settings_of(request)
    token = settings.metrics_token.encode()
    if token:
        slow_down(request, request.app.state.guesses)
    shown = request.headers.get("authorization", "").removeprefix("Bearer ")
    given = shown.encode("latin-1")  # the bytes as they came
    if not (token and hmac.compare_digest(given, token)):
        raise Trouble(404)


class _Now:
    """What is so at the moment."""

    def __init__(self, request: Request) -> None:
        self._state = request.app.state

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges."""
        tables: Tables = self._state.tables
        yield GaugeMetricFamily("tavola_tables_awake", "Tables in memory.", tables.awake)
        yield GaugeMetricFamily(
            "tavola_connections", "Open connections to tables.", self._state.crowd.held
        )
        if self._state.cluster is not None:
            shards = self._state.cluster.shards
            yield GaugeMetricFamily("tavola_shards", "Shards of this process, of 256.", shards)
        free = free_bytes(self._state.settings)
        if free is not None:
            yield GaugeMetricFamily("tavola_disk_free_bytes", "Free where the database lies.", free)
        resident = _resident()
        if resident is not None:
            yield GaugeMetricFamily("tavola_memory_bytes", "Resident memory.", resident)


def free_bytes(settings: Settings) -> int | None:
    """What is free on the disk of the database; None where that is elsewhere."""
    path = file_of(settings.database)
    try:
        return None if path is None else shutil.disk_usage(path.parent).free
    except OSError:
        return None


def _resident() -> int | None:
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:  # a system without it
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
