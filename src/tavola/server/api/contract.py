"""What the addresses of the JSON API have in common: where they lie, what is sent, what can go
wrong."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request
from pydantic import BaseModel, ConfigDict

from tavola.server.http.errors import Problem
from tavola.server.match.workers import Workers

PREFIX = "/api/v1"

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request cannot be read.",
        403: "Asked for by a foreign page, or by somebody who may not.",
        404: "There is no such thing.",
        408: "The rest of the request did not come in time.",
        409: "It cannot be done now.",
        413: "Too big.",
        422: "The request does not fit the schema or the rules.",
        429: "Too much at once.",
        503: "The database refused, or too much is being worked out; nothing has changed.",
    }.items()
}
"""What can go wrong with a request, for the schema."""

TableId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9-]+$")]

RECORD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
"""A record is not read here, but where it holds up nobody."""


class Strict(BaseModel):
    """What is sent: an unknown field is an error, so that a misspelt one is never ignored."""

    model_config = ConfigDict(extra="forbid")


def workers_of(request: Request) -> Workers:
    """Who does long work."""
    found: Workers = request.app.state.workers
    return found
