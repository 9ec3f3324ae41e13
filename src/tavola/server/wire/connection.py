"""One client at a table: how it is told things, and how much it may lag behind."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic_core import to_json
from starlette.websockets import WebSocketDisconnect

from tavola.server.match.viewer import Viewer

LONGEST = 256
"""Messages that wait for a slow client; one that is slower still is cut off."""
TOO_SLOW = 1013
"""Close code: try again later."""
_END = ""


class Outbox(asyncio.Queue[str]):
    """Messages that wait to be sent.  `get` raises `WebSocketDisconnect` once the table has cut the
    client off."""

    async def get(self) -> str:
        """The next message."""
        text = await super().get()
        if text == _END:
            raise WebSocketDisconnect(TOO_SLOW)
        return text

    ended = False

    def end(self) -> None:
        """Forget all that waits, and let `get` raise."""
        self.ended = True
        while not self.empty():
            self.get_nowait()
        self.put_nowait(_END)


class Connection:
    """A viewer who is connected to a table.

    `told` is the number of the last event that was told; `refusal` the last reason that was.
    """

    __slots__ = ("asking", "outbox", "refusal", "told", "viewer")

    def __init__(self, viewer: Viewer, told: int) -> None:
        self.viewer = viewer
        self.told = told
        self.refusal = ""
        self.asking = False
        self.outbox = Outbox(LONGEST)

    def send(self, message: dict[str, Any] | str) -> bool:
        """Queue a message; False if the client is too slow and was cut off."""
        if self.outbox.ended:
            return False
        try:
            self.outbox.put_nowait(message if isinstance(message, str) else encoded(message))
        except asyncio.QueueFull:
            self.outbox.end()
            return False
        return True


def encoded(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return to_json(message).decode()


__all__ = ["Connection", "Outbox", "encoded"]
