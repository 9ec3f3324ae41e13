"""Appending events, what happens all the time: to any number of matches at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from tavola.server.store.schema import MATCHES
from tavola.server.store.trouble import Missing, Taken


@dataclass(frozen=True)
class Append:
    """Events of one match, their JSON texts, numbered from `first` in an epoch of it."""

    match: str
    first: int
    actions: tuple[str, ...]
    at: int
    """Unix milliseconds."""
    epoch: int = 0
    milestone: str = ""
    """How the match stood before these events, as JSON, or '' for nothing to keep."""

    def rows(self) -> list[tuple[str, int, str, int]]:
        """The rows of the table of events."""
        numbered = enumerate(self.actions, start=self.first)
        return [(self.match, n, action, self.at) for n, action in numbered]

    def __call__(self, connection: Connection) -> None:
        """Append these events alone.  Raises `Taken`, or `Missing` for an unknown match."""
        if not append_all(connection, [self]):
            refuse_match(connection, self.match)


# The fence of a match: whoever writes knows the last event, the epoch, and that it goes on.  After
# others took back and played on, the number alone may be the same again.
_ADVANCE = (
    "UPDATE matches SET seq = ?, touched = ?"
    " WHERE id = ? AND seq = ? AND epoch = ? AND status NOT IN ('over', 'broken')"
)
_EVENT = 'INSERT INTO events ("match", n, action, at) VALUES (?, ?, ?, ?)'

_MILESTONE = (
    'INSERT INTO milestones ("match", n, state) VALUES (?, ?, ?)'
    ' ON CONFLICT ("match", n) DO UPDATE SET state = excluded.state'
)


def append_all(connection: Connection, appends: Sequence[Append]) -> bool:
    """Append the events of many matches; False if one does not fit: roll back then.

    A statement for each table, for the driver itself: this is what the writer does all day.
    """
    sqlite = connection.dialect.name == "sqlite"
    advance, event, milestone = (
        sql if sqlite else sql.replace("?", "%s") for sql in (_ADVANCE, _EVENT, _MILESTONE)
    )
    steps = [
        (one.first - 1 + len(one.actions), one.at // 1000, one.match, one.first - 1, one.epoch)
        for one in appends
    ]
    if connection.exec_driver_sql(advance, steps).rowcount != len(steps):
        return False
    if rows := [row for one in appends for row in one.rows()]:
        connection.exec_driver_sql(event, rows)
    miles = [(one.match, one.first - 1, one.milestone) for one in appends if one.milestone]
    if miles:
        connection.exec_driver_sql(milestone, miles)
    return True


def refuse_match(connection: Connection, match: str) -> None:
    """Raise what fits a match that was not found as it was expected."""
    if connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match)).one_or_none():
        raise Taken(match)
    raise Missing(match)


__all__ = ["Append", "append_all", "refuse_match"]
