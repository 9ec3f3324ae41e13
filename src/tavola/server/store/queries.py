"""Questions to the database; each takes the connection that it is asked on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, select

from tavola.server.store.schema import (
    EVENTS,
    HOUSE,
    MATCHES,
    MILESTONES,
    PEOPLE,
    REVIEWS,
    SEATS,
)
from tavola.server.store.stored import (
    DONE,
    WAITING,
    WORKING,
    Person,
    StoredMatch,
    StoredReview,
    StoredSeat,
)
from tavola.server.store.trouble import Damaged, tell_damage


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


def listed(connection: Connection, id: str) -> StoredMatch | None:
    """A match with its seats, without events."""
    row = connection.execute(select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
    return None if row is None else _match(row, _seats(connection, [id]).get(id, ()))


def match(connection: Connection, id: str) -> StoredMatch | None:
    """A match with its seats and all its events."""
    found = listed(connection, id)
    if found is None:
        return None
    events = _events(connection, id, found.seq)
    return replace(found, events=events, milestones=_milestones(connection, id))


def times(connection: Connection, match: str) -> list[int]:
    """When the events of a match were stored, in unix milliseconds."""
    query = select(EVENTS.c.at).where(EVENTS.c.match == match).order_by(EVENTS.c.n)
    return list(connection.execute(query).scalars())


def _events(connection: Connection, id: str, seq: int) -> tuple[dict[str, Any], ...]:
    """All events of a match; equal ones are one object, which nobody changes."""
    query = select(EVENTS.c.n, EVENTS.c.action).where(EVENTS.c.match == id).order_by(EVENTS.c.n)
    rows = connection.execute(query).all()
    known: dict[str, dict[str, Any]] = {}
    for number, (n, text) in enumerate(rows, start=1):
        if n != number:
            raise Damaged(id, f"event {number} is missing")
        if text not in known:
            known[text] = _json(id, f"event {n}", text)
    if len(rows) != seq:
        raise Damaged(id, f"{len(rows)} events of {seq} are there")
    return tuple([known[text] for _, text in rows])


def _milestones(connection: Connection, id: str) -> tuple[dict[str, Any], ...]:
    """The milestones of a match; it can do without one that is damaged."""
    query = select(MILESTONES.c.state).where(MILESTONES.c.match == id).order_by(MILESTONES.c.n)
    found = []
    for text in connection.execute(query).scalars():
        with suppress(ValueError):
            found.append(json.loads(text))
    return tuple(found)


def _json(match: str, what: str, text: str) -> dict[str, Any]:
    """JSON that was stored.  Raises `Damaged` saying where."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Damaged(match, f"{what} cannot be read ({error})") from None
    if not isinstance(found, dict):
        raise Damaged(match, f"{what} is no object")
    return found


def matches_of(connection: Connection, person: str, most: int | None = None) -> list[StoredMatch]:
    """The matches that somebody has a seat in, or `most` of them, without events, the last one
    touched first."""
    own = select(SEATS.c.match).where(SEATS.c.person == person)
    query = select(MATCHES).where(MATCHES.c.id.in_(own))
    query = query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id).limit(most)
    rows = connection.execute(query).all()
    these = own if most is None else [row.id for row in rows]
    query_seats = select(SEATS).where(SEATS.c.match.in_(these)).order_by(SEATS.c.player)
    seats = _by_match(connection.execute(query_seats).all())
    found = []
    for row in rows:
        try:
            found.append(_match(row, seats.get(row.id, ())))
        except Damaged as damaged:  # the others are shown
            tell_damage(damaged)
    return found


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


def open_reviews(connection: Connection) -> list[tuple[StoredReview, str]]:
    """Reviews that are not at their end, without what there is of them, the oldest first; each with
    the first person of its match, or the match where there is none."""
    parts = [column for column in REVIEWS.c if column.name != "review"]
    query = select(*parts).where(REVIEWS.c.status.in_((WAITING, WORKING)))
    rows = connection.execute(query.order_by(REVIEWS.c.changed)).mappings().all()
    seats = _seats(connection, [row["match"] for row in rows])
    people = {
        match: next((seat.person for seat in both if seat.person), match)
        for match, both in seats.items()
    }
    return [(StoredReview(**row), people.get(row["match"], row["match"])) for row in rows]


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


def _match(row: Row[Any], seats: Sequence[StoredSeat]) -> StoredMatch:
    if [seat.player for seat in seats] != [0, 1]:
        raise Damaged(row.id, "a seat is missing")
    first, second = seats
    return StoredMatch(
        row.id,
        _json(row.id, "header", row.header),
        row.secret,
        _json(row.id, "options", row.options),
        row.epoch,
        row.seq,
        row.status,
        row.created,
        row.touched,
        row.next,
        (first, second),
        score=row.score,
    )


__all__ = [
    "fact",
    "judged",
    "listed",
    "match",
    "matches_of",
    "open_reviews",
    "person",
    "review",
    "reviewed",
    "seat_of_invite",
    "times",
]
