"""Somebody who is connected to a table: what waits to be sent to him, and short answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json
from starlette.websockets import WebSocketDisconnect

from tavola.rules.model.refusal import Refusal
from tavola.server.match.live_match import Viewer
from tavola.server.wire import messages

Json = dict[str, Any]

LONGEST = 256
"""Messages that wait for a slow client; one that is slower still is cut off."""
TOO_SLOW = 1013
"""Close code: try again later."""
MOVED = 1012
"""Close code: come back at once, for another process has the table."""
_END = ""


class Outbox(asyncio.Queue[str]):
    """Messages that wait to be sent.  `get` raises `WebSocketDisconnect` once the table has cut the
    client off."""

    async def get(self) -> str:
        """The next message."""
        text = await super().get()
        if text == _END:
            raise WebSocketDisconnect(self.code)
        return text

    ended = False
    code = TOO_SLOW

    def end(self, code: int = TOO_SLOW) -> None:
        """Forget all that waits, and let `get` raise; `code` is the client's reason."""
        self.ended, self.code = True, code
        while not self.empty():
            self.get_nowait()
        self.put_nowait(_END)


class Connection:
    """A viewer who is connected to a table.

    `told` is the number of the last event that was told; `refusal` the last reason that was.  Once
    he is `gone` nobody hears what is sent.
    """

    __slots__ = ("asking", "gone", "outbox", "refusal", "told", "viewer")

    def __init__(self, viewer: Viewer, told: int) -> None:
        self.viewer = viewer
        self.told = told
        self.refusal = ""
        self.asking = False
        self.gone = False
        self.outbox = Outbox(LONGEST)

    def send(self, message: Json | str) -> bool:
        """Queue a message; False if the client is too slow and was cut off."""
        if self.outbox.ended:
            return False
        try:
            self.outbox.put_nowait(message if isinstance(message, str) else encoded(message))
        except asyncio.QueueFull:
            self.outbox.end()
            return False
        return True


# ------------------------------------------------------------------------------------ short answers


def encoded(message: Json) -> str:
    """A message as it goes over the wire."""
    return to_json(message).decode()


def answered(ask: messages.Ask, say: Sequence[str] = (), **more: Any) -> Json:
    """A `messages.Answer`."""
    return {
        "v": messages.VERSION,
        "type": "answer",
        "id": ask.id,
        "what": ask.what,
        "say": [sentence for sentence in say if sentence],
        **more,
    }


def refused(id: int | None, code: str, say: str, points: Sequence[int | str] = ()) -> Json:
    """A `messages.Refusal`."""
    return {
        "v": messages.VERSION,
        "type": "refused",
        "id": id,
        "code": code,
        "points": list(points),
        "say": say,
    }


def points_of(refusal: Refusal) -> list[int | str]:
    """The places that a refusal is about."""
    found: list[int | str] = []
    details = refusal.details
    ends = [details[name] for name in ("from", "to") if name in details]
    named = details.get("points", details.get("entries", [details.get("point"), *ends]))
    for place in named if isinstance(named, list | tuple) else []:
        if place in ("bar", "res", "off") or (type(place) is int and 1 <= place <= 24):
            found.append(place)
    pools: dict[str, str] = {"bar_first": "bar", "reserve_first": "res"}
    return found or ([pools[refusal.code]] if refusal.code in pools else [])


def accepted(id: int, seq: int) -> Json:
    """A `messages.Accepted`."""
    return {"v": messages.VERSION, "type": "accepted", "id": id, "seq": seq}


__all__ = [
    "LONGEST",
    "MOVED",
    "TOO_SLOW",
    "Connection",
    "Outbox",
    "accepted",
    "answered",
    "encoded",
    "points_of",
    "refused",
]
