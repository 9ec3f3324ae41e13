"""The door between processes: each has an address that only the others know how to use.

A request that one process hands on to another carries a header of ours: the secret of the house's
processes, and how the visitor came.  It is believed at the inner address alone; at the outer one
nobody reads it, and no answer ever has it.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HEADER = b"x-tavola-inner"
_MOST = 4096
"""Bytes of the header."""


def inner_secret(secret: str) -> str:
    """What processes show each other, from the secret of the house."""
    return hmac.new(secret.encode(), b"tavola.inner", sha256).hexdigest()


def sealed(scope: Scope, secret: str) -> bytes:
    """The value of the header for a visit that is handed on."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    client = scope.get("client")
    visit = {
        "secret": secret,
        "client": list(client) if client else None,
        "scheme": scope["scheme"],
        "host": host.decode("latin-1"),
    }
    return json.dumps(visit).encode()


class InnerDoor:
    """Lets in what another process hands on, as it came to that one; nobody else."""

    def __init__(self, app: ASGIApp, secret: Callable[[], str]) -> None:
        self._app = app
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or turn away."""
        visit = _opened(scope, self._secret())
        if visit is not None:
            await self._app(visit, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await PlainTextResponse("", 403)(scope, receive, send)


def _opened(scope: Scope, secret: str) -> Scope | None:
    """The scope of the visit that was handed on; None for anything else."""
    if scope["type"] not in ("http", "websocket"):
        return None
    given = [value for name, value in scope["headers"] if name == HEADER]
    if len(given) != 1 or len(given[0]) > _MOST:
        return None
    try:
        visit: dict[str, Any] = json.loads(given[0])
        shown, host, client = str(visit["secret"]), str(visit["host"]), visit["client"]
    except (ValueError, TypeError, KeyError):
        return None
    if not hmac.compare_digest(shown.encode(), secret.encode()):
        return None
    others = [(name, text) for name, text in scope["headers"] if name not in (HEADER, b"host")]
    return {
        **scope,
        "headers": [(b"host", host.encode("latin-1")), *others],
        "client": tuple(client) if client else None,
        "scheme": str(visit["scheme"]),
        "state": {**scope.get("state", {}), "handed_on": True},
    }


__all__ = ["HEADER", "InnerDoor", "inner_secret", "sealed"]
