"""Matches as records, and everything that belongs to one guest."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tavola.server.store import Person, Store, StoredMatch


def record_of(match: StoredMatch) -> dict[str, Any]:
    """The record of a match with its events.  The secret of its dice is in it only once the match
    is over: it stands in the header then."""
    return {**match.header, "events": list(match.events)}


async def everything(store: Store, person: Person) -> dict[str, Any]:
    """All that is kept about a guest: name, settings, and every match that he has a seat in, with
    its review as far as there is one (`docs/review.md`, which says its version).

    Raises `NotStored` if the database cannot be asked.
    """
    tables = []
    for listed in await store.matches_of(person.id):
        match = await store.load(listed.id)
        if match is not None:
            kept = await store.review(match.id)
            # A review is long: nobody at a table waits until it is read.
            review = (
                await asyncio.to_thread(json.loads, kept.review) if kept and kept.review else None
            )
            tables.append(_table(match, person, review))
    return {
        "name": person.name,
        "settings": dict(person.settings),
        "created": person.created,
        "seen": person.seen,
        "tables": tables,
        "cards": await store.cards_of(person.id),
    }


def _table(match: StoredMatch, person: Person, review: Any) -> dict[str, Any]:
    mine = [seat for seat in match.seats if seat.person == person.id]
    return {
        "id": match.id,
        "players": [seat.player for seat in mine],
        "status": match.status,
        "created": match.created,
        "touched": match.touched,
        "record": record_of(match),
        "review": review,
    }
