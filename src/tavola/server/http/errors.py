"""What went wrong, told in the reader's language: a page for people, JSON for programs.

Trouble of our own is told without a template: it may be the template that is broken.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Match

from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.server.http.render import page
from tavola.server.http.typed_state import words_of
from tavola.server.match.workers import Busy
from tavola.server.settings import static_version
from tavola.server.store import (
    Damaged,
    Missing,
    Moved,
    NoAnswer,
    NotRead,
    NotStored,
    Taken,
    Unknown,
    tell_damage,
)
from tavola.server.tables.tables import Elsewhere
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark

_SENTENCES = {
    400: ("bad_request", mark("This request cannot be read.")),
    403: ("forbidden", mark("This is not yours to do.")),
    404: ("not_found", mark("There is nothing at this address.")),
    405: ("not_allowed", mark("This cannot be done at this address.")),
    408: ("too_slow", mark("The rest of this request did not come in time.")),
    413: ("too_big", mark("This is too big.")),
    415: ("bad_type", mark("This kind of content is not read here.")),
    422: ("bad_input", mark("This request cannot be read.")),
    429: ("too_fast", mark("Too much at once: wait a little.")),
    503: ("busy", mark("Much is being worked out for others: ask again in a moment.")),
}
_BROKEN = ("broken", mark("Something went wrong on our side. What was stored is safe: try again."))
_NOT_STORED = (
    "not_stored",
    mark("This could not be stored, so nothing has changed. Is the disk full? Try again."),
)
"""Code and sentence where the database refused."""
_NO_ANSWER = (
    "not_stored",
    mark("The database does not answer, so nothing has changed. Try again in a moment."),
)
_UNKNOWN = (
    "not_stored",
    mark("The database does not answer. Look in a moment whether this was stored."),
)
_HALF_WAY = mark(
    "Matches taken in before the database refused: {count}. Take in the same file again later: "
    "nothing is doubled."
)
MOVING = (
    "moving",
    mark(
        "This table is moving to another process of the server, so nothing has changed. "
        "Try again in a moment."
    ),
)
"""Code and sentence where no process, or another one, has a table."""
_AGAIN = {"retry-after": "5"}
_DAMAGED = (
    "damaged",
    mark(
        "What is stored of this match is damaged, so it cannot be opened. Other matches are not "
        "touched by that. Tell whoever runs this server: the log says what is wrong."
    ),
)
_MISSING = ("not_found", mark("Meanwhile this was erased: load the page again."))
_TAKEN = ("taken", mark("Somebody else was faster: this is taken."))


class Trouble(Exception):
    """Something that is told to whoever asked; `message` is a key of the catalogue."""

    def __init__(
        self,
        status: int,
        code: str = "",
        message: str = "",
        headers: dict[str, str] | None = None,
        **values: object,
    ) -> None:
        usual_code, usual = _SENTENCES.get(status, _BROKEN)
        self.status = status
        self.code = code or usual_code
        self.message = message or usual
        self.headers = headers or {}
        self.values = values
        super().__init__(f"{status} {self.code}")


class Problem(BaseModel):
    """Why something was not done: a stable code, and a sentence for the reader."""

    code: str
    say: str


def half_way(count: int, seconds: str = _AGAIN["retry-after"]) -> Trouble:
    """What is told where so many matches of a file were stored before the database refused."""
    return Trouble(503, "not_stored", _HALF_WAY, {"retry-after": seconds}, count=count)


def trouble_of(error: NotStored) -> Trouble:
    """What is told where the database refused, or could not be asked."""
    why = _NOT_STORED
    if isinstance(error, Moved):
        return moving()
    if isinstance(error, Unknown):
        why = _UNKNOWN
    elif isinstance(error, NoAnswer | NotRead):
        why = _NO_ANSWER
    return Trouble(503, *why, headers=_AGAIN)


def moving() -> Trouble:
    """What is told where a table is between two processes."""
    return Trouble(503, *MOVING, headers={"retry-after": "1"})


def told(connection: HTTPConnection, trouble: Trouble) -> Response:
    """The answer that tells of trouble."""
    words = words_of(connection)
    say = words.text(trouble.message, **trouble.values)
    return _answer(connection, words, trouble.status, trouble.code, say, trouble.headers)


def _answer(
    connection: HTTPConnection,
    words: Words,
    status: int,
    code: str,
    say: str,
    headers: dict[str, str],
) -> Response:
    headers, say = {**headers, "cache-control": "no-store"}, _sendable(say)
    if wants_page(connection):
        if isinstance(connection, Request) and status < 500:
            title = words.text("That did not work")
            found = page(connection, "message.html", status, here="/", title=title, lines=[say])
            found.headers.update(headers)
            return found
        return HTMLResponse(_plain_page(words, say), status, headers)
    return JSONResponse(Problem(code=code, say=say).model_dump(), status, headers)


def wants_page(connection: HTTPConnection) -> bool:
    """Whether somebody looks at the answer in a browser."""
    api = connection.url.path.startswith("/api/")
    return not api and "text/html" in connection.headers.get("accept", "")


def _plain_page(words: Words, say: str) -> str:
    style = f"/static/{static_version()}/site.css"
    home = words.text("To the games")
    return (
        f'<!doctype html>\n<html lang="{words.lang}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Tavola</title><link rel="stylesheet" href="{style}"></head>\n'
        f'<body><main class="trouble"><h1>Tavola</h1><p>{escape(say)}</p>'
        f'<p><a href="/">{escape(home)}</a></p></main></body>\n</html>\n'
    )


def refusal_sentence(words: Words, refused: Refused) -> str:
    """Why the rules refuse something, as one sentence."""
    return _sendable(refusals.explain(Speaker(words, Ruleset(), "booklet"), refused.refusal, None))


def _sendable(text: str) -> str:
    """Without half surrogate pairs, which a quoted input may hold and UTF-8 does not know."""
    return text.encode("utf-8", "replace").decode()


def install(app: FastAPI) -> None:
    """Tell all trouble of an application this way."""

    async def trouble(request: Request, error: Exception) -> Response:
        assert isinstance(error, Trouble)
        return told(request, error)

    async def unread(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        where = ", ".join(sorted({_place(found) for found in error.errors()}))[:200]
        sentence = mark("This request cannot be read: {where}.")
        return told(request, Trouble(422, "bad_input", sentence, where=where))

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        words, code = words_of(request), error.refusal.code
        status = 404 if code == "no_game" and request.method == "GET" else 422
        return _answer(request, words, status, code, refusal_sentence(words, error), {})

    async def not_stored(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotStored)
        return told(request, trouble_of(error))

    async def elsewhere(request: Request, error: Exception) -> Response:
        return told(request, moving())

    async def damaged(request: Request, error: Exception) -> Response:
        assert isinstance(error, Damaged)
        tell_damage(error)
        return told(request, Trouble(500, *_DAMAGED))

    async def taken(request: Request, error: Exception) -> Response:
        return told(request, Trouble(409, *_TAKEN))

    async def missing(request: Request, error: Exception) -> Response:
        return told(request, Trouble(404, *_MISSING))

    async def busy(request: Request, error: Exception) -> Response:
        headers = {"retry-after": str(Busy.seconds)}
        return told(request, Trouble(503, headers=headers))

    app.add_exception_handler(Trouble, trouble)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, unread)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(NotStored, not_stored)
    app.add_exception_handler(Elsewhere, elsewhere)
    app.add_exception_handler(Damaged, damaged)
    app.add_exception_handler(Taken, taken)
    app.add_exception_handler(Missing, missing)
    app.add_exception_handler(Busy, busy)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    asked = request.method == "GET" and error.status_code == 404
    meant = _without_slash(request) if asked else ""
    if meant:
        return RedirectResponse(meant, 301)
    known = error.status_code in _SENTENCES
    status = error.status_code if known or error.status_code >= 500 else 400
    return told(request, Trouble(status, headers=_with_head(error.headers or {})))


def _with_head(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of a refusal: where one may get, one may ask for the head alone, which routes do
    not know (`guard.py` sees to it)."""
    found = dict(headers)
    methods = found.get("Allow", "").split(", ")
    if "GET" in methods and "HEAD" not in methods:
        found["Allow"] = ", ".join([*methods, "HEAD"])
    return found


def _without_slash(request: Request) -> str:
    """The address that is meant where somebody looks behind one of ours with a slash at its end;
    empty where there is none, either.  It begins with one slash, so that it leads to no other
    house."""
    path, query = request.scope["path"], request.url.query
    bare = "/" + path.strip("/")
    there = {**request.scope, "path": bare}
    routes = request.app.router.routes
    if bare == path or not any(route.matches(there)[0] is Match.FULL for route in routes):
        return ""
    return quote(bare) + (f"?{query}" if query else "")


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # nobody hears it


async def _broken(request: Request, error: Exception) -> Response:
    return told(request, Trouble(500))


def _place(found: Any) -> str:
    """Where in a request something is wrong: `match.length`."""
    parts = [str(part)[:40] for part in found["loc"] if part not in ("body", "query", "path")]
    return ".".join(parts) or "JSON"
