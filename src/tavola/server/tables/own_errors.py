"""Errors that become cards: the worst plays of those who played a match, once it was reviewed."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime

from tavola.server.store import Store, StoredMatch
from tavola.study import deck
from tavola.study.deck import Card
from tavola.study.review_json import review_from_json


async def keep_errors(store: Store, match: StoredMatch, review: str, now: datetime) -> None:
    """Put the worst plays of every person at a table into his deck, where they are not yet.

    `review` is a whole review as it is stored.  Raises `NotStored`.
    """
    for seat in match.seats:
        if seat.kind != "person" or not seat.person:
            continue
        known = {_key(card) for card in await store.cards_of(seat.person)}
        for card in await asyncio.to_thread(_cards, review, seat.player, now):
            if card.key not in known:
                due = int(card.due.timestamp())
                await store.keep_card(seat.person, card.key, card.to_json(), due)


def _cards(review: str, player: int, now: datetime) -> list[Card]:
    return deck.of_review(review_from_json(json.loads(review)), player, now)


def _key(data: dict[str, object]) -> str:
    """The key of a kept card; empty for one that cannot be read any more."""
    try:
        return deck.card_from_json(data).key
    except (ValueError, KeyError, TypeError):
        return ""


__all__ = ["keep_errors"]
