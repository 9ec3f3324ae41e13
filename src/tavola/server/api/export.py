"""Matches as records, and everything that belongs to one guest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from tavola.server.store import Damaged, Person, Store, StoredMatch, StoredReview, tell_damage
from tavola.server.store.stored import named

PART = 64 * 1024
"""Bytes of a long answer that are sent and compressed at once."""


def record_of(match: StoredMatch) -> dict[str, Any]:
    """The record of a match with its events.  The secret of its dice is in it only once the match
    is over: it stands in the header then."""
    return {**match.header, "events": list(match.events)}


def in_parts(data: bytes) -> Iterator[bytes]:
    """A long answer as parts, for it is compressed a part at a time and nobody waits for all."""
    for begin in range(0, len(data), PART):
        yield data[begin : begin + PART]


async def everything(store: Store, person: Person) -> AsyncIterator[bytes]:
    """All that is kept about a guest, as parts of one JSON object: name, settings, and every match
    that he has a seat in, with its review as far as there is one (`docs/review.md`, which says its
    version).

    A match at a time is in memory, and no part holds up anybody at a table.  Raises `NotStored` if
    the database cannot be asked.
    """
    own = {
        "name": person.name,
        "settings": dict(person.settings),
        "created": person.created,
        "seen": person.seen,
        "cards": await store.cards_of(person.id),
    }
    yield json.dumps(own).encode()[:-1] + b', "tables": ['
    between = b""
    for id in await store.own_ids(person.id):
        try:
            match = await store.load(id)
        except Damaged as damaged:  # all that can be read is given
            tell_damage(damaged)
            yield between + json.dumps({"id": id, "damaged": True}).encode()
            between = b",\n"
            continue
        if match is not None:
            kept, times = await store.review(match.id), await store.times(match.id)
            for part in in_parts(
                between + await asyncio.to_thread(_encoded, match, person, kept, times)
            ):
                yield part
                await asyncio.sleep(0)
            between = b",\n"
    yield b"]}"


def _encoded(
    match: StoredMatch, person: Person, kept: StoredReview | None, times: Sequence[int]
) -> bytes:
    review = named(kept.review, match.header) if kept and kept.review else None
    return json.dumps({**_table(match, person, review), "times": times}).encode()


def _table(match: StoredMatch, person: Person, review: Any) -> dict[str, Any]:
    mine = [seat for seat in match.seats if seat.person == person.id]
    return {
        "id": match.id,
        "origin": match.options.get("origin", match.id),
        "players": [seat.player for seat in mine],
        "status": match.status,
        "created": match.created,
        "touched": match.touched,
        "record": record_of(match),
        "review": review,
    }
