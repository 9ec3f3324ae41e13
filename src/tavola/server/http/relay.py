"""Visits of tables that another process has are handed on to it, and its answers back.

One hop: what was handed on and finds no table is sent back with 421, and whoever handed it on
looks again where the table is.  Nothing was done then, so nothing is done twice.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from tavola.play.dice import MATCH_ID
from tavola.server.http.errors import Trouble, moving, told, trouble_of
from tavola.server.http.inner_door import HEADER, sealed
from tavola.server.http.typed_state import store_of
from tavola.server.store import NotStored
from tavola.server.tables.connection import MOVED, TOO_SLOW

if TYPE_CHECKING:
    from httpcore import AsyncConnectionPool

WAIT = 2.0
"""Seconds that a visit waits for its table to have an owner."""
CONNECTING = 1.0
ANSWERING = 60.0
READING = 15.0
CONNECTIONS = 100
"""Seconds that another process may take to be reached, to answer, and to answer who only looks;
connections to all."""
ELSEWHERE = 421
"""The status of what was handed on to a process that has not got the table."""
_BIGGEST = 2**24
"""Bytes of one message that a table tells."""
_UNTOLD = frozenset(
    {
        *(b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer"),
        *(b"date", b"host", b"content-length", HEADER),
    }
)
"""Headers of one connection only, and those that are made anew."""

_TABLE = re.compile(rf"/(?:t|api/v1/tables)/({MATCH_ID.pattern})(?:/.*)?")
_INVITE = re.compile(rf"/(?:api/v1/)?join/({MATCH_ID.pattern})")


class Whereabouts(Protocol):
    """Where tables are."""

    secret: str

    def address_of(self, table: str) -> str | None:
        """The inner address of the process that has a table: '' for this one, None if nobody seems
        to have it."""

    async def look(self) -> None:
        """Look again."""

    @property
    def pool(self) -> AsyncConnectionPool:
        """The connections by which pages of others are asked for."""


class Relay:
    """Middleware: hands on what belongs to another process."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer here, or have it answered."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visit = HTTPConnection(scope)
        try:
            table = await _table_of(visit)
        except NotStored as error:
            await _turn_away(visit, receive, send, error)
            return
        if table is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._line(visit, table, receive, send)
        else:
            await self._page(visit, table, receive, send)

    # ------------------------------------------------------------------------------------- pages

    async def _page(self, visit: HTTPConnection, table: str, receive: Receive, send: Send) -> None:
        body = b""
        if visit.scope["method"] not in ("GET", "HEAD"):
            try:
                body = await _whole(receive)
            except HTTPException as wrong:  # too long, too late: nobody else answers for us here
                trouble = Trouble(wrong.status_code, headers=dict(wrong.headers or {}))
                await told(visit, trouble)(visit.scope, receive, send)
                return
            receive = _again(body, receive)

        async def ask(address: str) -> bool:
            if not address:
                await self._app(visit.scope, receive, send)
                return True
            return await self._asked(visit, address, body, send)

        if not await _at_owner(visit, table, ask):
            await _turn_away(visit, receive, send)

    async def _asked(self, visit: HTTPConnection, address: str, body: bytes, send: Send) -> bool:
        """Have a page answered by another process; False if that has not got the table."""
        import httpcore

        where: Whereabouts = visit.app.state.cluster
        scope = visit.scope
        looks = scope["method"] in ("GET", "HEAD")
        times = {"connect": CONNECTING, "write": ANSWERING, "pool": CONNECTING}
        extensions = {"timeout": {**times, "read": READING if looks else ANSWERING}}
        target = scope.get("raw_path") or scope["path"].encode()
        if scope["query_string"]:
            target += b"?" + scope["query_string"]
        host, _, port = address.rpartition(":")
        request = httpcore.Request(
            scope["method"],
            httpcore.URL(scheme=b"http", host=host.encode(), port=int(port), target=target),
            headers=[
                (b"host", address.encode()),
                *_handed_on(visit),
                *([(b"content-length", str(len(body)).encode())] if body else []),
            ],
            content=body,
            extensions=extensions,
        )
        try:
            answer = await where.pool.handle_async_request(request)
            parts = aiter(answer.aiter_stream())
            first = await anext(parts, b"")  # before anything is told
        except (httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.PoolTimeout):
            return False
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            # It ended in the middle: only what changes nothing may be asked again.
            silent = isinstance(error, httpcore.TimeoutException)
            if looks and not silent:
                return False
            await told(visit, moving() if looks else Trouble(500))(scope, _nothing, send)
            return True
        try:
            if answer.status == ELSEWHERE:
                return False
            await _answer(answer, first, parts, send)
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
            pass  # its end is missing, and whoever asked sees that
        finally:
            await answer.aclose()
        return True

    # ---------------------------------------------------------------------------------- tables

    async def _line(self, visit: HTTPConnection, table: str, receive: Receive, send: Send) -> None:
        async def connect(address: str) -> bool:
            if not address:
                await self._app(visit.scope, receive, send)
                return True
            return await _connected(visit, address, receive, send)

        if not await _at_owner(visit, table, connect):
            await _turn_away(visit, receive, send)


async def _table_of(visit: HTTPConnection) -> str | None:
    """The table that a visit is about; None for everything else.  Raises `NotStored`."""
    path = visit.scope["path"]
    if found := _TABLE.fullmatch(path):
        return found[1]
    if found := _INVITE.fullmatch(path):
        store = store_of(visit)
        invited = await store.seat_of_invite(found[1])
        return invited[0].id if invited else None
    if path.startswith("/games/") and b"table=" in visit.scope["query_string"]:
        query = parse_qs(visit.scope["query_string"].decode("latin-1"))
        return query.get("table", [""])[0][:64] or None
    return None


async def _at_owner(
    visit: HTTPConnection, table: str, ask: Callable[[str], Awaitable[bool]]
) -> bool:
    """Ask whoever has a table, `ask` says whether that was he; False if nobody is found in time."""
    where: Whereabouts = visit.app.state.cluster
    handed_on = visit.scope["state"].get("handed_on", False)
    end = time.monotonic() + WAIT
    while True:
        address = where.address_of(table)
        if handed_on and address != "":
            return False
        if address is not None and await ask(address):
            return True
        if time.monotonic() >= end:
            return False
        await where.look()


async def _turn_away(
    visit: HTTPConnection, receive: Receive, send: Send, error: NotStored | None = None
) -> None:
    """Nobody has the table just now, or whoever handed it on has to look again."""
    handed_on = visit.scope["state"].get("handed_on", False)
    if visit.scope["type"] == "websocket":
        await receive()
        if handed_on:
            start = {"type": "websocket.http.response.start", "status": ELSEWHERE, "headers": []}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_SLOW})
        return
    trouble = moving() if error is None else trouble_of(error)
    answer = PlainTextResponse("", ELSEWHERE) if handed_on else told(visit, trouble)
    await answer(visit.scope, receive, send)


def _handed_on(visit: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """The headers of a visit for the process that answers it."""
    where: Whereabouts = visit.app.state.cluster
    kept = [
        (name, value)
        for name, value in visit.scope["headers"]
        if name not in _UNTOLD and not name.startswith(b"sec-websocket-")
    ]
    return [(HEADER, sealed(visit.scope, where.secret)), *kept]


async def _whole(receive: Receive) -> bytes:
    """The body of a request; the door has seen to its length."""
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if message["type"] != "http.request" or not message.get("more_body", False):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """Hear a body that was read already, then what comes after it."""
    told = False

    async def receiving() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _answer(answer: Any, first: bytes, parts: AsyncIterator[bytes], send: Send) -> None:
    """Tell what another process has answered: `first`, and the parts that follow."""
    headers = [(name.lower(), value) for name, value in answer.headers]
    kept = [one for one in headers if one[0] not in _UNTOLD or one[0] == b"content-length"]
    await send({"type": "http.response.start", "status": answer.status, "headers": kept})
    await send({"type": "http.response.body", "body": first, "more_body": True})
    async for part in parts:
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _connected(visit: HTTPConnection, address: str, receive: Receive, send: Send) -> bool:
    """Connect somebody to his table at another process; False if that has not got it."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidHandshake, InvalidStatus

    scope = visit.scope
    target = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
    query = scope["query_string"].decode("latin-1")
    headers = [
        (name.decode("latin-1"), value.decode("latin-1")) for name, value in _handed_on(visit)
    ]
    try:
        line = await connect(
            f"ws://{address}{target}" + (f"?{query}" if query else ""),
            additional_headers=headers,
            user_agent_header=None,
            compression=None,
            proxy=None,
            open_timeout=CONNECTING,
            close_timeout=CONNECTING,
            max_size=_BIGGEST,
        )
    except InvalidStatus as refused:
        if refused.response.status_code == ELSEWHERE:
            return False
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return True
    except (OSError, TimeoutError, InvalidHandshake):
        return False
    try:
        await receive()
        await send({"type": "websocket.accept"})
        code = await _both_ways(line, receive, send)
        with suppress(RuntimeError):  # he may have closed it himself
            await send({"type": "websocket.close", "code": code})
    finally:
        await line.close()
    return True


async def _both_ways(line: Any, receive: Receive, send: Send) -> int:
    """Hand messages on until either side ends it; the code for the client."""
    from websockets.exceptions import ConnectionClosed

    async def inwards() -> int:
        while (got := await receive())["type"] == "websocket.receive":
            await line.send(got["text"] if got.get("text") is not None else got["bytes"])
        return int(got.get("code") or 1000)

    async def outwards() -> int:
        while True:
            message = await line.recv()
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})

    tasks = [asyncio.ensure_future(work) for work in (inwards(), outwards())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    except ConnectionClosed as end:
        # Without a word: its process has ended, and the client finds the next one.
        return end.rcvd.code if end.rcvd is not None else MOVED
    except (RuntimeError, WebSocketDisconnect):
        return 1000
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


__all__ = ["Relay", "Whereabouts"]
