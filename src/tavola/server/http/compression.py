"""What is sent is compressed where the client wants it, and where that gives nothing away.

How long a compressed page is tells whoever can read the line whether what he made the page repeat
stands in it twice (BREACH).  For that he must make somebody's browser ask with that person's
cookie, from a page of his own.  Browsers say so (`Sec-Fetch-Site`), and such requests get plain
answers, as do those with a cookie that do not say where they come from on a line that is meant to
be secret.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

LEVEL = 5
"""As small as it gets but for some per cent, in a third of the time."""
LEAST = 1000
"""Bytes of an answer that is worth it."""
_OURS = ("same-origin", "none")


class Compression:
    """Compresses answers; connections of tables pass untouched."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._plain = app
        self._packed = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)
        self._secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, compressed if it may be."""
        http = scope["type"] == "http"
        app = (
            self._packed
            if http and may_compress(Headers(scope=scope), self._secure)
            else self._plain
        )
        await app(scope, receive, send)


def may_compress(headers: Headers, secure: bool) -> bool:
    """Whether the answer to a request may be compressed: nobody's secrets are in it, or nobody else
    made the browser ask."""
    if "cookie" not in headers:
        return True
    site = headers.get("sec-fetch-site")
    return not secure if site is None else site in _OURS
