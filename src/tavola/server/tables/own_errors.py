"""Errors that become cards: the worst plays of those who played a match, once it was reviewed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from tavola.server.store import Missing, Store, StoredMatch
from tavola.study import deck
from tavola.study.deck import Card
from tavola.study.review_json import review_from_json


async def keep_errors(store: Store, match: StoredMatch, review: str, now: datetime) -> None:
    """Put the worst plays of every person at a table into his deck, where they are not yet.

    `review` is a whole review as it is stored; who has erased himself meanwhile gets nothing.
    Raises `NotStored`.
    """
    for seat in match.seats:
        if seat.kind == "person" and seat.person:
            cards = await asyncio.to_thread(_cards, review, seat.player, now)
            with suppress(Missing):
                await _keep(store, seat.person, cards)


async def _keep(store: Store, person: str, cards: Sequence[Card]) -> None:
    """Keep the cards that somebody has not yet.  Raises `Missing` where he has gone."""
    known = {_key(card) for card in await store.cards_of(person)}
    for card in cards:
        if card.key not in known:
            await store.keep_card(person, card.key, card.to_json(), int(card.due.timestamp()))


def _cards(review: str, player: int, now: datetime) -> list[Card]:
    return deck.of_review(review_from_json(json.loads(review)), player, now)


def _key(data: dict[str, object]) -> str:
    """The key of a kept card; empty for one that cannot be read any more."""
    try:
        return deck.card_from_json(data).key
    except (ValueError, KeyError, TypeError):
        return ""


__all__ = ["keep_errors"]
