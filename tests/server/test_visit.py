"""What a connection to a table keeps while it lasts."""

from __future__ import annotations

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any

from tavola.server.api.socket import _Visit
from tavola.server.match.live_match import Viewer
from tavola.server.settings import Settings
from tavola.words.translations import Words


class _Said:
    """A message that can be missed."""

    def model_dump_json(self, **_: Any) -> str:
        return "{}"


class _Socket:
    """One that hears all and says nothing."""

    def __init__(self) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(settings=Settings(database="sqlite://")))
        self.state = SimpleNamespace(words=Words("en"))
        self.heard = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.heard.set()

    async def receive(self) -> dict[str, Any]:
        return await asyncio.Future()


def test_the_first_message_does_not_live_as_long_as_the_visit() -> None:
    """It once did, with 20 KB for each connection."""
    said: list[weakref.ref[_Said]] = []

    def first(*_: object) -> _Said:
        made = _Said()
        said.append(weakref.ref(made))
        return made

    audience = SimpleNamespace(snapshot=first, missed=first, disconnect=lambda _: None)
    connection = SimpleNamespace(outbox=SimpleNamespace(get=asyncio.Future))
    table: Any = SimpleNamespace(audience=audience, connect=lambda *_: connection)

    async def visited(after: int | None) -> None:
        socket: Any = _Socket()
        visit = _Visit(socket, table, Viewer("p", "en", "own", "short"))
        running = asyncio.create_task(visit.run(after, after, ""))
        await socket.heard.wait()
        await asyncio.sleep(0)
        gc.collect()
        assert not running.done()
        assert said[-1]() is None
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    for after in (None, 1):
        asyncio.run(visited(after))
    assert len(said) == 2
