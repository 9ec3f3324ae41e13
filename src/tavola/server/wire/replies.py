"""The short messages that answer one client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.server.wire import messages

Json = dict[str, Any]


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


def accepted(id: int, seq: int) -> Json:
    """A `messages.Accepted`."""
    return {"v": messages.VERSION, "type": "accepted", "id": id, "seq": seq}


__all__ = ["accepted", "answered", "refused"]
