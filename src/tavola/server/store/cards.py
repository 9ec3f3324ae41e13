"""Cards of a guest: questions about them, and changes of them."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from tavola.server.store import queries
from tavola.server.store.schema import CARDS
from tavola.server.store.texts import storable, to_json
from tavola.server.store.trouble import Missing

MOST = 2000
"""Cards of one guest: a deck that is full keeps no new one."""


def cards_of(connection: Connection, person: str) -> list[dict[str, Any]]:
    """All cards of somebody, the one that is due first before the others."""
    query = select(CARDS.c.card).where(CARDS.c.person == person).order_by(CARDS.c.due, CARDS.c.key)
    return [json.loads(text) for text in connection.execute(query).scalars()]


def keep_card(
    connection: Connection, person: str, key: str, card: dict[str, Any], due: int
) -> bool:
    """Keep a card, in place of the one with the same key; whether there was room for it.

    Raises `Missing` for an unknown person.
    """
    mine = (CARDS.c.person == person, CARDS.c.key == storable(key))
    values = {"card": to_json(card), "due": due}
    if connection.execute(update(CARDS).where(*mine).values(**values)).rowcount:
        return True
    count = select(func.count()).select_from(CARDS).where(CARDS.c.person == person)
    if connection.execute(count).scalar_one() >= MOST:
        return False
    if queries.person(connection, person) is None:
        raise Missing(person)
    connection.execute(insert(CARDS).values(person=person, key=storable(key), **values))
    return True


def drop_card(connection: Connection, person: str, key: str) -> bool:
    """Throw a card away; whether there was one."""
    mine = (CARDS.c.person == person, CARDS.c.key == storable(key))
    return bool(connection.execute(delete(CARDS).where(*mine)).rowcount)


__all__ = ["MOST", "cards_of", "drop_card", "keep_card"]
