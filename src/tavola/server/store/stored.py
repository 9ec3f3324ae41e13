"""What is kept: people, and matches with their seats and events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OVER = "over"
BROKEN_OFF = "broken"
"""Statuses of a match: decided, and given up as unfinished because somebody stayed away."""
ENDED = (OVER, BROKEN_OFF)
WAITING, WORKING, STOPPED, DONE, REFUSED = "waiting", "working", "stopped", "done", "refused"
"""Statuses of a review."""


@dataclass(frozen=True)
class Person:
    """A guest: who he is, what he is called, how he wants things; `created` and `seen` in unix
    seconds."""

    id: str
    name: str
    settings: dict[str, Any]
    created: int
    seen: int


@dataclass(frozen=True)
class StoredSeat:
    """Who plays for one player of a match.

    `kind` is person, computer or open.  `invite` opens an open seat; it is '' for all others.
    """

    player: int
    person: str | None
    name: str
    kind: str
    level: str | None
    invite: str = field(repr=False)

    @property
    def gone(self) -> bool:
        """Whether a person played here who does not come back: he has erased himself, or was met
        elsewhere, before the match was taken in."""
        return self.kind == "person" and self.person is None


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is kept.

    `header` is that of a record; `secret` that of sealed dice, '' once the header reveals it;
    `seq` the number of the last event; `epoch` grows whenever events are taken back; `status` is
    waiting, running, over or broken; `created` and `touched` are unix seconds; `next` is the
    rematch or ''.
    `score` is that of both players once the match is over, with a space between, else ''.
    `milestones` are how it stood after some events (`play/milestone.py`).
    """

    id: str
    header: dict[str, Any]
    secret: str = field(repr=False)
    options: dict[str, Any]
    epoch: int
    seq: int
    status: str
    created: int
    touched: int
    next: str
    seats: tuple[StoredSeat, StoredSeat]
    events: tuple[dict[str, Any], ...] = field(default=())
    score: str = ""
    milestones: tuple[dict[str, Any], ...] = field(default=(), repr=False, compare=False)

    @property
    def ended(self) -> bool:
        """Whether nothing more is played."""
        return self.status in ENDED


@dataclass(frozen=True)
class StoredReview:
    """The review of a match as it is kept.

    `status` is waiting, working, stopped, done or refused; `depth` how many throws ahead it is to
    look, `event` the number of the decision that is looked at deeper, or 0, `trials` how many
    trials are to check it, or 0; `done` of `total` questions are answered, or trials made.
    `trouble` is JSON: what a reader found wrong after the record's events, or why nothing could be
    reviewed; '' for neither.  `review` is what there is so far, as `docs/review.md` describes it,
    but nameless; '' before there is any.  `changed` is in unix milliseconds.
    """

    match: str
    status: str
    depth: int
    event: int = 0
    done: int = 0
    total: int = 0
    trouble: str = ""
    review: str = field(default="", repr=False)
    changed: int = 0
    trials: int = 0

    @property
    def open(self) -> bool:
        """Whether it is being made, or waits for that."""
        return self.status in (WAITING, WORKING)


def nameless(review: str) -> str:
    """A review as it is kept: without the names of the players, which stand in the header of their
    match alone, so that who erases himself is named there no more.  Older ones have them."""
    if not review or _NAMELESS in review:
        return review
    return json.dumps({**json.loads(review), "players": ["", ""]}, separators=(",", ":"))


_NAMELESS = '"players":["",""]'


def named(review: str, header: Mapping[str, Any]) -> dict[str, Any]:
    """A review as it is told: with the names of its match."""
    return {**json.loads(review), "players": header.get("players", ["", ""])}


__all__ = [
    "BROKEN_OFF",
    "DONE",
    "ENDED",
    "OVER",
    "REFUSED",
    "STOPPED",
    "WAITING",
    "WORKING",
    "Person",
    "StoredMatch",
    "StoredReview",
    "StoredSeat",
    "named",
    "nameless",
]
