"""An application inside the process of the tests: its own event loop, and visitors without
sockets."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Coroutine, Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI
from scripts.unlimited import RATES

from tavola.server.app import create_app
from tavola.server.settings import Limits, Settings

HERE = "http://127.0.0.1:8642"
PATIENCE = 60

UNCOUNTED = replace(Limits(), **RATES)
"""Limits that do not count how often somebody asks: how many a test sends in a second hangs on the
machine."""

Result = TypeVar("Result")


class Inside:
    """An application that runs while the `with` lasts."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._life = app.router.lifespan_context(app)
        self._visitors: list[Visitor] = []
        self.lines: list[Line] = []

    def __enter__(self) -> Inside:
        self._thread.start()
        self.run(self._life.__aenter__())
        self.run(self._prepared())
        return self

    async def _prepared(self) -> None:
        """What it gets ready beside is ready: tests add games, and take them away again."""
        await self.app.state.preparing

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for line in self.lines:
            line.leave()
        for visitor in self._visitors:
            self.run(visitor.web.aclose())
        self.run(self._life.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something in the loop of the application."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    @property
    def static(self) -> str:
        """The address of scripts and styles."""
        return str(self.app.state.static)

    def visitor(self, base: str = HERE, address: str = "127.0.0.1", **headers: str) -> Visitor:
        """Somebody who comes for the first time."""
        found = Visitor(self, base, address, headers)
        self._visitors.append(found)
        return found


class Visitor:
    """A browser: keeps its cookies, follows no redirections."""

    def __init__(self, house: Inside, base: str, address: str, headers: dict[str, str]) -> None:
        self._house = house
        transport = httpx.ASGITransport(
            house.app, raise_app_exceptions=False, client=(address, 50000)
        )
        self.web = httpx.AsyncClient(
            base_url=base, transport=transport, headers={"accept-language": "en", **headers}
        )
        self.headers, self.cookies = self.web.headers, self.web.cookies

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask for something."""
        content = more.get("content")
        if content is not None and not isinstance(content, bytes):
            more["content"] = _slowly(content)
        return self._house.run(self.web.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Ask for a page."""
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        """Send a form or JSON."""
        return self.request("POST", path, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        """Ask for something to go."""
        return self.request("DELETE", path, **more)

    def sit(self, table: str, query: str = "", **headers: str) -> Line:
        """Open the connection of a table."""
        base = httpx.URL(str(self.web.base_url))
        given = {**self.web.headers, "host": base.netloc.decode(), **headers}
        if "tavola" in self.cookies:
            given["cookie"] = f"tavola={self.cookies['tavola']}"
        path = f"/t/{table}/socket"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), text.encode()) for name, text in given.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8642),
            "subprotocols": [],
        }
        found = Line(self._house, scope)
        self._house.lines.append(found)
        return found


class Line:
    """A connection to a table.  `closed` is the code it was ended with."""

    def __init__(self, house: Inside, scope: dict[str, Any]) -> None:
        self._house = house
        self.closed: int | None = None
        self.deaf = False
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = house.run(self._begin(scope))
        first = house.run(self._next())
        if first["type"] != "websocket.accept":
            self.closed = first["code"]

    async def _begin(self, scope: dict[str, Any]) -> asyncio.Task[None]:
        async def live() -> None:
            await self._house.app(scope, self._in.get, self._send)
            await self._out.put({"type": "websocket.close", "code": 1000})

        return asyncio.get_running_loop().create_task(live())

    async def _send(self, message: Any) -> None:
        while self.deaf:
            await asyncio.sleep(0.01)
        await self._out.put(dict(message))

    async def _next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self._out.get(), PATIENCE)

    def send(self, message: object) -> None:
        """Send anything: texts as they are, bytes as a binary message."""
        kind = "bytes" if isinstance(message, bytes) else "text"
        plain = message if isinstance(message, str | bytes) else json.dumps(message)
        self._house.run(self._in.put({"type": "websocket.receive", kind: plain}))

    def hear(self) -> dict[str, Any]:
        """The next message; empty once the connection has ended."""
        found = self._house.run(self._next())
        if found["type"] == "websocket.close":
            self.closed = found["code"]
            return {}
        message: dict[str, Any] = json.loads(found["text"])
        return message

    def until_pong(self) -> list[dict[str, Any]]:
        """All that is told before the answer to a `ping` that is sent now."""
        self.send({"type": "ping"})
        heard = []
        while (message := self.hear()).get("type") != "pong":
            assert message, f"the connection ended with {self.closed}"
            heard.append(message)
        return heard

    def leave(self) -> None:
        """Go away, and wait until that was noticed."""
        self.deaf = False
        self._house.run(self._in.put({"type": "websocket.disconnect", "code": 1001}))
        self._house.run(asyncio.wait_for(self._ended(), PATIENCE))

    async def _ended(self) -> None:
        await self._task


async def _slowly(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """A body that does not say how long it will be."""
    for part in parts:
        yield part


def app_of(folder: Path, **more: Any) -> FastAPI:
    """An application with a database of its own, which counts no requests without `limits`."""
    given: dict[str, Any] = {"limits": UNCOUNTED} | more
    return create_app(Settings(database=f"sqlite:///{folder / 'test.sqlite3'}", **given))


def new_table(visitor: Visitor, **wishes: Any) -> dict[str, Any]:
    """A table; its links."""
    answer = visitor.post("/api/v1/tables", json={"game": "pin", "opponent": "friend", **wishes})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found
