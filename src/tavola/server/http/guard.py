"""Who may come in: names of the house, origin, speed, size; and what every answer carries.

Everything that comes passes here first, pages and connections alike.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from functools import lru_cache
from typing import cast
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavola.server.http import guests
from tavola.server.http.errors import Trouble, told, trouble_of
from tavola.server.http.limits import Bodies, Crowd
from tavola.server.http.pace import caller, slow_down
from tavola.server.http.typed_state import person_of, settings_of
from tavola.server.match.workers import Busy
from tavola.server.settings import Limits, Settings
from tavola.server.store import NotStored
from tavola.words.translations import mark
from tavola.words.typed_numbers import whole_number

_SAFE = ("GET", "HEAD", "OPTIONS")
_TLS_ONLY = "max-age=31536000"
"""Browsers come by TLS alone for a year; other names of the same domain are not ours to promise."""
_NO_POWERS = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()"
_LONG = ("/api/v1/verify", "/api/v1/records", "/mine/records")
"""Where a whole record may be sent."""
_ALL = ("/api/v1/me/import", "/mine/import")
"""Where somebody may send all that he saved elsewhere."""

_BAD_HOST = mark(
    "Tavola does not know itself by this name. If it is the right one, start the server with "
    "--public-url."
)
_BANNED = mark("Who runs this house does not let you in.")
_BAD_ORIGIN = mark("This was asked for by a page that is not ours, so it was not done.")


class Door:
    """The first of all middleware: pure ASGI, for requests and connections."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in, or turn away."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if scope.get("method") == "HEAD" and not _is_static(scope):
            scope = {**scope, "method": "GET"}  # the server keeps the body to itself
        scope.setdefault("state", {}).update(cookie="", more_cookies=[])
        visit = HTTPConnection(scope)
        settings = settings_of(visit)
        visit.state.person = guests.stranger()
        guests.remember(visit, person_of(visit))
        try:
            self._look_at(visit, settings)
            if not _is_static(scope):
                await _recognise(visit)
        except Trouble as trouble:
            await _turn_away(visit, trouble, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        asking: Crowd = visit.app.state.asking
        who = caller(visit)
        if not asking.enter(who):  # by a proxy, whose connections are not counted
            often = Trouble(429, headers={"retry-after": "1"})
            await _turn_away(visit, often, receive, send)
            return
        body = _Body(receive, visit, settings.limits)
        try:
            await self._app(scope, body.receive, _with_headers(visit, send))
        finally:
            asking.leave(who)
            body.forget()

    @staticmethod
    def _look_at(visit: HTTPConnection, settings: Settings) -> None:
        """Raises `Trouble` for somebody who may not come in."""
        if not _knows(settings, visit.headers.get("host", "")):
            raise Trouble(400, "bad_host", _BAD_HOST)
        if _is_static(visit.scope):
            return
        connects = visit.scope["type"] == "websocket"
        if (connects or visit.scope["method"] not in _SAFE) and not same_origin(visit, settings):
            raise Trouble(403, "bad_origin", _BAD_ORIGIN)
        if visit.client and visit.app.state.bans.bars(visit.client.host):
            raise Trouble(403, "banned", _BANNED)
        slow_down(visit, visit.app.state.requests)
        length = visit.headers.get("content-length", "0")
        most = _longest(visit.scope["path"], settings.limits)
        size = whole_number(length, 20)
        if size is None or size > most:
            raise Trouble(413)


def _longest(path: str, limits: Limits) -> int:
    """How many bytes a body may have."""
    if path in _ALL:
        return limits.own
    return limits.record if path in _LONG else limits.body


def _is_static(scope: Scope) -> bool:
    return scope["type"] == "http" and str(scope["path"]).startswith("/static/")


async def _recognise(visit: HTTPConnection) -> None:
    house: guests.Guests = visit.app.state.guests
    try:
        person = await house.known(guests.cookie_of(visit))
        if person is None:
            return
        if await house.greet(person) or house.renames(visit):
            visit.state.cookie = house.cookie(person, visit)
    except NotStored as error:
        raise trouble_of(error) from None
    if person.id in visit.app.state.bans.people:
        raise Trouble(403, "banned", _BANNED)
    visit.state.person = person
    guests.remember(visit, person)


def is_local(visit: HTTPConnection) -> bool:
    """Whether somebody sits at the computer that the server runs on, and is no proxy there."""
    if "x-forwarded-for" in visit.headers or "forwarded" in visit.headers:
        return False
    try:
        return ipaddress.ip_address(visit.client.host if visit.client else "").is_loopback
    except ValueError:
        return False


# ----------------------------------------------------------------------------- names and origins


def _knows(settings: Settings, host: str) -> bool:
    """Whether the server may be called so.

    An address always; a name only if it is one of ours: any other name could have been pointed at
    this computer by a foreign page, to read with its visitor's eyes.
    """
    name = _name_of(host)
    if not name:
        return False
    known = {"localhost", *settings.hosts, _name_of(urlsplit(settings.public_url).netloc)}
    return name in {*known, *_machine_names()} or name.endswith(".localhost") or _is_address(name)


_HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


def _name_of(host: str) -> str:
    """The name in `name:port`; empty if it is none, or more than that."""
    found = _HOST.fullmatch(host)
    return found["name"].strip("[]").lower() if found else ""


@lru_cache(maxsize=1)
def _machine_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"} - {""})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(visit: HTTPConnection, settings: Settings) -> bool:
    """Whether the page that asks is ours.  Programs that are no browsers name no page."""
    origin = visit.headers.get("origin")
    if origin is None:
        return visit.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin.lower() == settings.public_origin:
        return True
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    scheme = "https" if visit.url.scheme in ("https", "wss") else "http"
    return parts.scheme == scheme and parts.netloc == visit.headers["host"].lower()


# ------------------------------------------------------------------------------- what passes out


def _policy(visit: HTTPConnection, settings: Settings) -> str:
    """Nothing but our own; older browsers need to be told that our sockets are our own too."""
    host = visit.headers.get("host", "")
    socket_ = f"wss://{host}" if settings.secure else f"ws://{host}"
    known = _knows(settings, host) and host.isascii() and not set(host) & set(" ;,'\"")
    return (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{' ' + socket_ if known else ''}; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def add_headers(visit: HTTPConnection, headers: MutableHeaders) -> None:
    """What every answer carries."""
    settings = settings_of(visit)
    headers["content-security-policy"] = _policy(visit, settings)
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "same-origin"
    headers["x-frame-options"] = "DENY"
    headers["permissions-policy"] = _NO_POWERS
    if guests.served_by_tls(visit):
        headers["strict-transport-security"] = _TLS_ONLY
    headers.setdefault("cache-control", "private, no-cache")


def _with_headers(visit: HTTPConnection, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            add_headers(visit, headers)
            for cookie in (visit.state.cookie, *visit.state.more_cookies):
                if cookie:
                    headers.append("set-cookie", cookie)
        await send(message)

    return sending


async def _turn_away(visit: HTTPConnection, trouble: Trouble, receive: Receive, send: Send) -> None:
    if visit.scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = told(visit, trouble)
    add_headers(visit, answer.headers)
    if trouble.status == 413:
        answer.headers["connection"] = "close"  # the rest is not read
    await answer(visit.scope, receive, send)


class _Body:
    """Reads a body up to its limit, whatever length it announced, not for ever, and while there is
    room for it beside those of all others."""

    def __init__(self, receive: Receive, visit: HTTPConnection, limits: Limits) -> None:
        self._receive = receive
        self._bodies: Bodies = visit.app.state.bodies
        self._most = _longest(visit.scope["path"], limits)
        self._until = asyncio.get_running_loop().time() + limits.patience
        self._got, self._whole = 0, False

    async def receive(self) -> Message:
        """The next part.  Raises `HTTPException`."""
        try:
            async with asyncio.timeout_at(None if self._whole else self._until):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        self._whole = not message.get("more_body", False)
        size = len(cast(bytes, message.get("body", b"")))
        if self._got + size > self._most:
            raise HTTPException(413)
        if not self._bodies.take(size):
            raise HTTPException(503, headers={"retry-after": str(Busy.seconds)})
        self._got += size
        return message

    def forget(self) -> None:
        """The request has been answered: nothing of it is in memory any more."""
        self._bodies.give_back(self._got)
        self._got = 0


__all__ = ["Door", "is_local", "same_origin"]
