"""The matches of somebody, a page at a time: whoever has played ten thousand sees fifty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select

from tavola.server.store import queries
from tavola.server.store.schema import MATCHES, SEATS
from tavola.server.store.stored import BROKEN_OFF, OVER, StoredMatch
from tavola.server.store.trouble import Damaged, tell_damage


@dataclass(frozen=True)
class OwnPage:
    """Some matches of somebody, without events, the last one touched first, after the first
    `offset`; `count`: of all that there are of them."""

    matches: Sequence[StoredMatch]
    count: int
    offset: int = 0


def page_of(
    connection: Connection, person: str, ended: bool | None, limit: int, offset: int
) -> OwnPage:
    """Matches that have ended, that have not, or (None) both: `limit` after the first `offset`."""
    wanted: list[ColumnElement[bool]] = [
        MATCHES.c.id.in_(select(SEATS.c.match).where(SEATS.c.person == person))
    ]
    if ended is not None:
        over = MATCHES.c.status.in_((OVER, BROKEN_OFF))
        wanted.append(over if ended else ~over)
    count = connection.execute(select(func.count()).select_from(MATCHES).where(*wanted))
    query = select(MATCHES).where(*wanted).order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
    rows = connection.execute(query.limit(limit).offset(offset)).all()
    seats = queries._seats(connection, [row.id for row in rows])
    matches = []
    for row in rows:
        try:
            matches.append(queries._match(row, seats.get(row.id, [])))
        except Damaged as damaged:  # the others are shown
            tell_damage(damaged)
    return OwnPage(matches, count.scalar_one(), offset)


def ids_of(connection: Connection, person: str) -> list[str]:
    """The ids of all of somebody's matches, the last one touched first."""
    own = select(SEATS.c.match).where(SEATS.c.person == person)
    query = select(MATCHES.c.id).where(MATCHES.c.id.in_(own))
    query = query.order_by(MATCHES.c.touched.desc(), MATCHES.c.id)
    return list(connection.execute(query).scalars())


__all__ = ["OwnPage", "ids_of", "page_of"]
