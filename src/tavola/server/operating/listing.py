"""People and matches of a house, as its operator sees them: no secrets, no invitations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from unicodedata import normalize

from sqlalchemy import Connection, Select, func, select

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
    """Those seen last, first; with `text` those whose name or id has it, small or capital.

    They are looked through here: `lower()` of SQLite knows the letters of English alone.
    """
    each = func.count(SEATS.c.match.distinct())
    seats = select(each).where(SEATS.c.person == PEOPLE.c.id)
    query = select(PEOPLE, seats.scalar_subquery().label("matches"))
    query = query.order_by(PEOPLE.c.seen.desc(), PEOPLE.c.id)
    sought = _folded(text)
    rows = connection.execute(query if sought else query.limit(most))
    found = (row for row in rows if sought in _folded(row.name) or sought in _folded(row.id))
    return [
        Somebody(row.id, row.name, row.created, row.seen, row.matches)
        for row in islice(found, most)
    ]


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


def _folded(text: str) -> str:
    """A text as it is compared: an accent may be a sign of its own or part of its letter."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


__all__ = ["Listed", "Somebody", "people", "tables"]
