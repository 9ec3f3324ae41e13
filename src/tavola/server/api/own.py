"""Oneself as JSON: who asks, all that is kept about him, forgetting it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from tavola.server.api import export
from tavola.server.http import guests
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of, prefs_of, store_of

router = APIRouter()


class Me(BaseModel):
    """Who is asking; `known` once there is something to keep."""

    known: bool
    name: str
    settings: dict[str, Any]


@router.get("/me")
async def me(request: Request) -> Me:
    """Who is asking."""
    person = person_of(request)
    prefs = prefs_of(request)
    return Me(known=bool(person.created), name=person.name, settings=prefs)


@router.get("/me/export", response_model=dict[str, Any])
async def export_me(request: Request) -> Response:
    """All that is kept about whoever asks, as one download."""
    slow_down(request, request.app.state.long)
    store = store_of(request)
    headers = {"content-disposition": 'attachment; filename="tavola.json"'}
    parts = export.everything(store, person_of(request))
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@router.delete("/me", status_code=204, response_class=Response)
async def forget_me(request: Request) -> Response:
    """Forget whoever asks: name, settings, cookie and seats."""
    await guests.forget(request)
    return Response(status_code=204)
