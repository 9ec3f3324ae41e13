"""People and matches of a house, as its operator sees them: no secrets, no invitations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, func, or_, select

from tavola.server.store.schema import MATCHES, PEOPLE, SEATS


@dataclass(frozen=True)
class Somebody:
    """A guest; `seen` and `created` are unix seconds, `matches` how many seats he has."""

    id: str
    name: str
    created: int
    seen: int
    matches: int


@dataclass(frozen=True)
class Listed:
    """A match: `players` are the names at its seats, `touched` unix seconds."""

    id: str
    game: str
    status: str
    events: int
    touched: int
    players: tuple[str, ...]


def people(connection: Connection, text: str = "", most: int = 100) -> list[Somebody]:
    """Those seen last, first; with `text` those whose name or id has it."""
    each = func.count(SEATS.c.match.distinct())
    seats = select(each).where(SEATS.c.person == PEOPLE.c.id)
    query = select(PEOPLE, seats.scalar_subquery().label("matches"))
    if text:
        found = f"%{_escaped(text.lower())}%"
        query = query.where(
            or_(
                func.lower(PEOPLE.c.name).like(found, escape="\\"),
                func.lower(PEOPLE.c.id).like(found, escape="\\"),
            )
        )
    rows = connection.execute(query.order_by(PEOPLE.c.seen.desc(), PEOPLE.c.id).limit(most))
    return [Somebody(row.id, row.name, row.created, row.seen, row.matches) for row in rows]


def tables(
    connection: Connection, person: str = "", status: str = "", most: int = 100
) -> list[Listed]:
    """The matches touched last, first; of one person, or of one status."""
    query = select(MATCHES)
    if person:
        query = query.where(MATCHES.c.id.in_(_of(person)))
    if status:
        query = query.where(MATCHES.c.status == status)
    rows = connection.execute(
        query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id).limit(most)
    ).all()
    names = _players(connection, [row.id for row in rows])
    return [
        Listed(row.id, _game(row.header), row.status, row.seq, row.touched, names.get(row.id, ()))
        for row in rows
    ]


def _of(person: str) -> Select[tuple[str]]:
    return select(SEATS.c.match).where(SEATS.c.person == person)


def _players(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    query = select(SEATS.c.match, SEATS.c.name, SEATS.c.kind).where(SEATS.c.match.in_(ids))
    found: dict[str, tuple[str, ...]] = {}
    for row in connection.execute(query.order_by(SEATS.c.player)):
        found[row.match] = (*found.get(row.match, ()), row.name or row.kind)
    return found


def _game(header: str) -> str:
    """The game of a record's header, also of a damaged one."""
    try:
        read = json.loads(header)
    except ValueError:
        return "?"
    return str(read.get("game", "?")) if isinstance(read, dict) else "?"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


__all__ = ["Listed", "Somebody", "people", "tables"]
