"""People who sit before a browser: their language, their window, and what went wrong for them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
)

from browser.table_page import PATIENCE, TablePage

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
SMALL: ViewportSize = {"width": 320, "height": 640}
"""The narrowest phone that the pages are made for, upright."""
_LOCALES = {"it": "it-IT", "de": "de-DE", "fr": "fr-FR", "en": "en-GB"}


class Visitor:
    """One person: a window with cookies of its own."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context = context
        self.base = base
        self.wrong: list[str] = []
        self.expected: str | None = None
        self.requests: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"thrown: {error.error}"))
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        """Violations of the content policy are told here, too."""
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def expects(self, pattern: str) -> None:
        """The console may tell of this: a test has cut the line, or asks for what is not there."""
        self.expected = pattern

    def check(self) -> None:
        """Nothing went wrong, and nobody else was asked for anything."""
        wrong = [text for text in self.wrong if not re.search(self.expected or "(?!)", text)]
        assert wrong == []
        foreign = [url for url in self.requests if not url.startswith((self.base, "data:"))]
        assert foreign == []

    def like(self, **settings: Any) -> Visitor:
        """Choose settings, as the page of a table does."""
        answer = self.context.request.post(f"{self.base}/settings", data=settings)
        assert answer.ok, answer.text()
        return self

    def ask_for(self, **wishes: Any) -> dict[str, Any]:
        """A new table; its links."""
        answer = self.context.request.post(f"{self.base}/api/v1/tables", data=wishes)
        assert answer.status == 201, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def fetch(self, address: str) -> Any:
        """JSON from an address of the server."""
        answer = self.context.request.get(self.base + address)
        assert answer.ok, answer.text()
        return answer.json()

    def page(self, address: str = "/") -> Page:
        """A page in a window of this person."""
        page = self.context.new_page()
        page.goto(address if address.startswith("http") else self.base + address)
        return page

    def new_table(self, **wishes: Any) -> TablePage:
        """Make a table and sit down at it."""
        return self.sit(self.ask_for(**wishes)["table"])

    def sit(self, table: str) -> TablePage:
        """Open the page of a table."""
        return TablePage(self.page(f"/t/{table}"))


class People:
    """Everybody who comes in one test."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.browser = browser
        self.base = base
        self.here: list[Visitor] = []

    def come(
        self,
        language: str = "en",
        window: ViewportSize | None = None,
        touch: bool = False,
        still: bool = True,
        **more: Any,
    ) -> Visitor:
        """Somebody with an empty browser; `still`: nothing slides for him, nothing sounds."""
        context = self.browser.new_context(
            locale=_LOCALES[language],
            viewport=window or DESK,
            has_touch=touch,
            is_mobile=touch,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        visitor = Visitor(context, self.base)
        self.here.append(visitor)
        return visitor.like(speed="none", sounds=False) if still else visitor

    def leave(self) -> None:
        """All go, and tell what they saw."""
        for visitor in self.here:
            visitor.context.close()
        for visitor in self.here:
            visitor.check()
