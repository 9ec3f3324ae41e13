"""Questions to the database; each takes the connection that it is asked on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from tavola.server.store.schema import EVENTS, HOUSE, MATCHES, PEOPLE, REVIEWS, SEATS
from tavola.server.store.stored import (
    DONE,
    WAITING,
    WORKING,
    Person,
    StoredMatch,
    StoredReview,
    StoredSeat,
)


def fact(connection: Connection, key: str) -> str | None:
    """A fact of the house."""
    query = select(HOUSE.c.value).where(HOUSE.c.key == key)
    return connection.execute(query).scalar()


def person(connection: Connection, id: str) -> Person | None:
    """Somebody, by id."""
    row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id)).one_or_none()
    if row is None:
        return None
    return Person(row.id, row.name, json.loads(row.settings), row.created, row.seen)


def match(connection: Connection, id: str) -> StoredMatch | None:
    """A match with its seats and all its events."""
    row = connection.execute(select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
    if row is None:
        return None
    query = select(EVENTS.c.action).where(EVENTS.c.match == id).order_by(EVENTS.c.n)
    actions = connection.execute(query).scalars().all()
    return _match(row, _seats(connection, [id])[id], json.loads(f"[{','.join(actions)}]"))


def matches_of(connection: Connection, person: str) -> list[StoredMatch]:
    """The matches that somebody has a seat in, without events, the last one touched first."""
    own = select(SEATS.c.match).where(SEATS.c.person == person)
    query = select(MATCHES).where(MATCHES.c.id.in_(own))
    rows = connection.execute(query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id)).all()
    query_seats = select(SEATS).where(SEATS.c.match.in_(own)).order_by(SEATS.c.player)
    seats = _by_match(connection.execute(query_seats).all())
    return [_match(row, seats[row.id]) for row in rows]


def seat_of_invite(connection: Connection, invite: str) -> tuple[StoredMatch, StoredSeat] | None:
    """The match and the seat that an invitation was made for, also after it was used."""
    if not invite:
        return None
    query = select(SEATS.c.match, SEATS.c.player).where(SEATS.c.invite == invite)
    row = connection.execute(query).one_or_none()
    found = row and match(connection, row.match)
    return (found, found.seats[row.player]) if row and found else None


def review(connection: Connection, match: str) -> StoredReview | None:
    """The review of a match."""
    row = connection.execute(select(REVIEWS).where(REVIEWS.c.match == match)).one_or_none()
    return None if row is None else StoredReview(*row)


def open_reviews(connection: Connection) -> list[StoredReview]:
    """Reviews that are not at their end, without what there is of them, the oldest first."""
    parts = [column for column in REVIEWS.c if column.name != "review"]
    query = select(*parts).where(REVIEWS.c.status.in_((WAITING, WORKING)))
    rows = connection.execute(query.order_by(REVIEWS.c.changed)).mappings()
    return [StoredReview(**row) for row in rows]


def reviewed(connection: Connection, person: str) -> dict[str, str]:
    """The statuses of the reviews of somebody's matches."""
    own = select(SEATS.c.match).where(SEATS.c.person == person)
    query = select(REVIEWS.c.match, REVIEWS.c.status).where(REVIEWS.c.match.in_(own))
    return {row.match: row.status for row in connection.execute(query)}


def judged(connection: Connection, person: str) -> dict[str, int]:
    """When the finished reviews of somebody's matches were changed."""
    own = select(SEATS.c.match).where(SEATS.c.person == person)
    query = select(REVIEWS.c.match, REVIEWS.c.changed)
    query = query.where(REVIEWS.c.match.in_(own), REVIEWS.c.status == DONE)
    return {row.match: row.changed for row in connection.execute(query)}


def _seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[StoredSeat]]:
    query = select(SEATS).where(SEATS.c.match.in_(ids)).order_by(SEATS.c.player)
    return _by_match(connection.execute(query).all())


def _by_match(rows: Sequence[Row[Any]]) -> dict[str, list[StoredSeat]]:
    seats: dict[str, list[StoredSeat]] = {}
    for row in rows:
        invite = row.invite if row.kind == "open" else ""
        seat = StoredSeat(row.player, row.person, row.name, row.kind, row.level, invite)
        seats.setdefault(row.match, []).append(seat)
    return seats


def _match(
    row: Row[Any], seats: Sequence[StoredSeat], events: Sequence[dict[str, Any]] = ()
) -> StoredMatch:
    first, second = seats
    return StoredMatch(
        row.id,
        json.loads(row.header),
        row.secret,
        json.loads(row.options),
        row.epoch,
        row.seq,
        row.status,
        row.created,
        row.touched,
        row.next,
        (first, second),
        tuple(events),
        row.score,
    )


__all__ = [
    "fact",
    "judged",
    "match",
    "matches_of",
    "open_reviews",
    "person",
    "review",
    "reviewed",
    "seat_of_invite",
]
