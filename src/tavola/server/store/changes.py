"""Changes of the database: each takes the writer's connection and is performed whole or not at all.

Appending events is what happens all the time: all appends of a commit go to the database together.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from tavola.server.store import queries
from tavola.server.store.schema import EVENTS, MATCHES, PEOPLE, SEATS
from tavola.server.store.stored import Person, StoredMatch, storable, to_json
from tavola.server.store.trouble import Taken

Change = Callable[[Connection], Any]
"""Something to do to the database; what it returns goes to who asked for it."""


@dataclass(frozen=True)
class Append:
    """Events of one match, their JSON texts, numbered from `first`."""

    match: str
    first: int
    actions: tuple[str, ...]
    at: int
    """Unix milliseconds."""

    def rows(self) -> list[tuple[str, int, str, int]]:
        """The rows of the table of events."""
        numbered = enumerate(self.actions, start=self.first)
        return [(self.match, n, action, self.at) for n, action in numbered]

    def __call__(self, connection: Connection) -> None:
        """Append these events alone.  Raises `Taken`, or KeyError for an unknown match."""
        if not append_all(connection, [self]):
            _refuse(connection, self.match)


_ADVANCE = "UPDATE matches SET seq = ?, touched = ? WHERE id = ? AND seq = ?"
_EVENT = 'INSERT INTO events ("match", n, action, at) VALUES (?, ?, ?, ?)'


def append_all(connection: Connection, appends: Sequence[Append]) -> bool:
    """Append the events of many matches; False if one does not fit: roll back then.

    Two statements for the driver itself, for this is what the writer does all day.
    """
    sqlite = connection.dialect.name == "sqlite"
    advance, event = (sql if sqlite else sql.replace("?", "%s") for sql in (_ADVANCE, _EVENT))
    steps = [
        (one.first - 1 + len(one.actions), one.at // 1000, one.match, one.first - 1)
        for one in appends
    ]
    if connection.exec_driver_sql(advance, steps).rowcount != len(steps):
        return False
    if rows := [row for one in appends for row in one.rows()]:
        connection.exec_driver_sql(event, rows)
    return True


def perform(connection: Connection, changes: Sequence[Change]) -> list[Any]:
    """Perform changes in order; for each its result, or the exception that undid it alone.

    Raises what the database itself has to say, and then nothing at all is to be committed.
    """
    return [_alone(connection, change) for change in changes]


def _alone(connection: Connection, change: Change) -> Any:
    """The result of a change, or its exception as a value; errors of the database are raised."""
    try:
        with connection.begin_nested():
            return change(connection)
    except IntegrityError:
        # Not the database's own words: they may quote an invitation.
        return Taken("exists")
    except DataError:
        return ValueError("a value does not fit")
    except SQLAlchemyError:
        raise
    except Exception as error:
        return error


def _refuse(connection: Connection, match: str) -> None:
    """Raise what fits a match that was not found as it was expected."""
    if connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match)).one_or_none():
        raise Taken(match)
    raise KeyError(match)


# ---------------------------------------------------------------------------------------- matches


def create(connection: Connection, new: StoredMatch, after: str) -> None:
    """Store a new match, as the rematch of `after` if that is given.

    Raises `Taken` if the id exists or `after` has a rematch, KeyError for unknown people.
    """
    for seat in new.seats:
        if seat.person is not None and queries.person(connection, storable(seat.person)) is None:
            raise KeyError(seat.person)
    id = storable(new.id)
    row = {
        **{column.name: getattr(new, column.name) for column in MATCHES.c},
        "id": id,
        "header": to_json(new.header),
        "options": to_json(new.options),
        "seq": len(new.events),
    }
    connection.execute(insert(MATCHES), row)
    connection.execute(insert(SEATS), [{"match": id, **_texts(vars(seat))} for seat in new.seats])
    events = Append(id, 1, tuple(map(to_json, new.events)), time.time_ns() // 1_000_000)
    if rows := events.rows():
        connection.execute(insert(EVENTS).values(rows))
    if after:
        set_next(connection, after, id)


def append_with(connection: Connection, append: Append, changed: dict[str, str]) -> None:
    """Append events and change columns of the match with them.  Raises as `Append` does."""
    append(connection)
    connection.execute(update(MATCHES).where(MATCHES.c.id == append.match).values(**changed))


def wind_back(connection: Connection, match: str, to_n: int, epoch: int) -> None:
    """Delete the events after `to_n` and enter a new epoch.

    Raises `Taken` if there are fewer events or the epoch is not new, KeyError for an unknown match.
    """
    query = (
        update(MATCHES)
        .where(MATCHES.c.id == match, MATCHES.c.seq >= to_n, MATCHES.c.epoch < epoch)
        .values(seq=to_n, epoch=epoch, touched=_now())
    )
    if not connection.execute(query).rowcount:
        _refuse(connection, match)
    connection.execute(delete(EVENTS).where(EVENTS.c.match == match, EVENTS.c.n > to_n))


def set_next(connection: Connection, match: str, following: str) -> None:
    """Name the rematch of a match.  Raises `Taken` if it has another, KeyError if it is unknown."""
    query = (
        update(MATCHES)
        .where(MATCHES.c.id == match, MATCHES.c.next.in_(("", following)))
        .values(next=following)
    )
    if not connection.execute(query).rowcount:
        _refuse(connection, match)


def take_seat(connection: Connection, invite: str, person: str, name: str) -> StoredMatch:
    """Sit down on an open seat; the match runs once no seat is open.

    Raises `Taken` if somebody sits there, KeyError for an unknown invitation or person.
    """
    found = queries.seat_of_invite(connection, invite)
    if found is None:
        raise KeyError("invite")
    if queries.person(connection, person) is None:
        raise KeyError(person)
    match, seat = found
    query = (
        update(SEATS)
        .where(SEATS.c.invite == invite, SEATS.c.kind == "open")
        .values(person=person, name=name, kind="person")
    )
    if not connection.execute(query).rowcount:
        raise Taken(match.id)
    _rename(connection, match.id, seat.player, name)
    others = any(other.kind == "open" for other in match.seats if other.player != seat.player)
    status = "running" if match.status == "waiting" and not others else match.status
    connection.execute(
        update(MATCHES).where(MATCHES.c.id == match.id).values(status=status, touched=_now())
    )
    seated = queries.match(connection, match.id)
    assert seated is not None
    return seated


def _rename(connection: Connection, match: str, player: int, name: str) -> None:
    """Change the name of a player in the header of the record."""
    mine = MATCHES.c.id == match
    header = json.loads(connection.execute(select(MATCHES.c.header).where(mine)).scalar_one())
    players = header.get("players")
    if isinstance(players, list) and player < len(players):
        players[player] = name
        connection.execute(update(MATCHES).where(mine).values(header=to_json(header)))


def forget_old(connection: Connection, before: int) -> int:
    """Delete matches that nobody joined, and guests without a seat, not seen since `before`.

    Returns how many rows went.
    """
    waiting = delete(MATCHES).where(MATCHES.c.status == "waiting", MATCHES.c.touched < before)
    gone = connection.execute(waiting).rowcount
    seated = select(SEATS.c.person).where(SEATS.c.person.is_not(None))
    strangers = delete(PEOPLE).where(PEOPLE.c.seen < before, PEOPLE.c.id.not_in(seated))
    return gone + connection.execute(strangers).rowcount


# ----------------------------------------------------------------------------------------- people


def add_person(connection: Connection, person: Person) -> None:
    """Store somebody new.  Raises `Taken` if the id exists."""
    row = {**vars(person), "settings": to_json(person.settings)}
    connection.execute(insert(PEOPLE), _texts(row))


def change_person(connection: Connection, id: str, changed: dict[str, Any]) -> None:
    """Change columns of a person.  Raises KeyError for an unknown one."""
    query = update(PEOPLE).where(PEOPLE.c.id == id).values(**changed)
    if not connection.execute(query).rowcount:
        raise KeyError(id)


def erase_person(connection: Connection, id: str) -> tuple[str, ...]:
    """Forget somebody: row, name, seats, and unfinished matches that nobody else plays.

    Returns the ids of all matches that are changed or gone.
    """
    matches = queries.matches_of(connection, id)
    for match in matches:
        others = [seat for seat in match.seats if seat.person not in (None, id)]
        if match.status != "over" and not others:
            connection.execute(delete(MATCHES).where(MATCHES.c.id == match.id))
            continue
        for seat in match.seats:
            if seat.person == id:
                _rename(connection, match.id, seat.player, "")
    mine = update(SEATS).where(SEATS.c.person == id).values(person=None, name="", invite="")
    connection.execute(mine)
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == id))
    return tuple(match.id for match in matches)


# ------------------------------------------------------------------------------------------ house


_KEEP = "INSERT INTO house (key, value) VALUES (:key, :value) ON CONFLICT (key)"


def secret(connection: Connection) -> str:
    """The secret of the house, made when it is first asked for."""
    keep = text(f"{_KEEP} DO NOTHING")
    connection.execute(keep, {"key": "secret", "value": secrets.token_hex(32)})
    found = queries.fact(connection, "secret")
    assert found is not None
    return found


def set_fact(connection: Connection, key: str, value: str) -> None:
    """Keep a fact of the house in place of the one before."""
    keep = text(f"{_KEEP} DO UPDATE SET value = excluded.value")
    connection.execute(keep, {"key": key, "value": value})


def _texts(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose texts every database can hold."""
    return {k: storable(value) if isinstance(value, str) else value for k, value in row.items()}


def _now() -> int:
    return int(time.time())


__all__ = [
    "Append",
    "Change",
    "add_person",
    "append_all",
    "append_with",
    "change_person",
    "create",
    "erase_person",
    "forget_old",
    "perform",
    "secret",
    "set_fact",
    "set_next",
    "take_seat",
    "wind_back",
]
