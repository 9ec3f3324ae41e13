"""What browsers ask for by themselves: the manifest and icons of an installed Tavola, its service
worker, and what search engines may look at."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tavola.server.http.render import page
from tavola.server.http.typed_state import words_of
from tavola.server.pages import cards
from tavola.server.settings import STATIC

router = APIRouter()

_PAPER = "#f3f1eb"
"""The page of the light theme: what an installed Tavola shows before anything else."""
_SIZES = (192, 512)
_PRIVATE = ("/t/", "/join/", "/mine", "/api/", "/offline")


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What an installed Tavola is called and looks like."""
    words, static = words_of(request), request.app.state.static
    icons = [{"src": f"{static}/icons/tavola.svg", "sizes": "any", "type": "image/svg+xml"}]
    for size in _SIZES:
        for purpose in ("any", "maskable"):
            name = f"{static}/icons/{purpose}-{size}.png"
            kind = {"sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            icons.append({"src": name, **kind})
    found = {
        "name": "Tavola",
        "short_name": "Tavola",
        "description": words.text("Every game of the backgammon board."),
        "lang": words.lang,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": icons,
        "shortcuts": [{"name": words.text("My games"), "url": "/mine"}],
    }
    return JSONResponse(found, media_type="application/manifest+json")


def _whole(name: str, kind: str) -> Response:
    """One of our files; it is small, and sent whole, whatever part of it a `Range` asks for."""
    return Response((STATIC / name).read_bytes(), media_type=kind)


@router.get("/worker.js")
async def worker() -> Response:
    """The service worker: it lies at the root, since it looks after all pages."""
    return _whole("worker.js", "text/javascript")


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What is shown without a connection: the service worker keeps it."""
    return page(request, "offline.html", here="/", cards=cards.cards(words_of(request).lang))


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon, for those who look for it here."""
    return _whole("icons/small.png", "image/png")


@router.get("/robots.txt")
async def robots() -> Response:
    """Games and explanations may be found; tables, invitations and what is somebody's may not."""
    lines = ["User-agent: *", *(f"Disallow: {address}" for address in _PRIVATE)]
    return PlainTextResponse("\n".join(lines) + "\n")
