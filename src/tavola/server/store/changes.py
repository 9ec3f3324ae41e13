"""Changes of the database other than appending events, which is in `append.py`: each takes its
connection and is performed whole or not at all."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from tavola.play.dice import erased_seed
from tavola.server.store import queries
from tavola.server.store.append import Append, refuse_match
from tavola.server.store.schema import EVENTS, MATCHES, MILESTONES, PEOPLE, REVIEWS, SEATS
from tavola.server.store.stored import ENDED, Person, StoredMatch, StoredReview, nameless
from tavola.server.store.texts import storable, to_json
from tavola.server.store.trouble import Missing, Taken

_EVENT = ("match", "n", "action", "at")


# ---------------------------------------------------------------------------------------- matches


def create(connection: Connection, new: StoredMatch, after: str, times: Sequence[int] = ()) -> None:
    """Store a new match, as the rematch of `after` if that is given; `times` are those of its
    events, or nothing for now.

    Raises `Taken` if the id exists or `after` has a rematch, `Missing` for unknown people.
    """
    for seat in new.seats:
        if seat.person is not None and queries.person(connection, storable(seat.person)) is None:
            raise Missing(seat.person)
    id = storable(new.id)
    row = {
        **{column.name: getattr(new, column.name, 0) for column in MATCHES.c},
        "id": id,
        "header": to_json(new.header),
        "options": to_json(new.options),
        "seq": len(new.events),
    }
    connection.execute(insert(MATCHES), row)
    connection.execute(insert(SEATS), [{"match": id, **_texts(vars(seat))} for seat in new.seats])
    at = time.time_ns() // 1_000_000
    events = Append(id, 1, tuple(map(to_json, new.events)), at, new.epoch)
    if rows := events.rows():
        if times:
            rows = [(*row[:3], at) for row, at in zip(rows, times, strict=True)]
        connection.execute(insert(EVENTS), [dict(zip(_EVENT, row, strict=True)) for row in rows])
    if after:
        set_next(connection, after, id)


def append_with(connection: Connection, append: Append, changed: dict[str, str]) -> None:
    """Append events and change columns of the match with them.  Raises as `Append` does."""
    append(connection)
    connection.execute(update(MATCHES).where(MATCHES.c.id == append.match).values(**changed))


def wind_back(connection: Connection, match: str, to_n: int, *, seq: int, epoch: int) -> None:
    """Delete the events after `to_n` of a match that stands at `seq` in `epoch`; the next begins.

    Raises `Taken` if it stands elsewhere or has ended, `Missing` for an unknown match.
    """
    fence = (MATCHES.c.seq == seq, MATCHES.c.epoch == epoch, MATCHES.c.status.not_in(ENDED))
    query = (
        update(MATCHES)
        .where(MATCHES.c.id == match, MATCHES.c.seq >= to_n, *fence)
        .values(seq=to_n, epoch=epoch + 1, touched=_now())
    )
    if not connection.execute(query).rowcount:
        refuse_match(connection, match)
    for table in (EVENTS, MILESTONES):
        connection.execute(delete(table).where(table.c.match == match, table.c.n > to_n))


def set_options(connection: Connection, match: str, options: str, epoch: int) -> None:
    """Replace the options of a match in `epoch`, given as JSON.

    Raises `Taken` if it has come to another epoch, `Missing` for an unknown one.
    """
    query = update(MATCHES).where(MATCHES.c.id == match, MATCHES.c.epoch == epoch)
    if not connection.execute(query.values(options=options)).rowcount:
        refuse_match(connection, match)


def set_next(connection: Connection, match: str, following: str) -> None:
    """Name the rematch of a match.

    Raises `Taken` if it has another, `Missing` if it is unknown.
    """
    query = (
        update(MATCHES)
        .where(MATCHES.c.id == match, MATCHES.c.next.in_(("", following)))
        .values(next=following)
    )
    if not connection.execute(query).rowcount:
        refuse_match(connection, match)


def take_seat(connection: Connection, invite: str, person: str, name: str) -> StoredMatch:
    """Sit down on an open seat; the match runs once no seat is open.

    Raises `Taken` if somebody sits there, `Missing` for an unknown invitation or person.
    """
    found = queries.seat_of_invite(connection, invite)
    if found is None:
        raise Missing("invite")
    if queries.person(connection, person) is None:
        raise Missing(person)
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


def _forget_seed(connection: Connection, match: str, player: int) -> None:
    """Replace a seed that somebody may have typed by its digest: the dice can still be checked."""
    mine = MATCHES.c.id == match
    header = json.loads(connection.execute(select(MATCHES.c.header).where(mine)).scalar_one())
    dice = header.get("dice")
    if not isinstance(dice, dict):
        return
    seeds, by = dice.get("seeds"), dice.get("by")
    own = not isinstance(by, list) or by[player : player + 1] == ["player"]
    seed = seeds[player] if isinstance(seeds, list) and player < len(seeds) else None
    if own and isinstance(seeds, list) and isinstance(seed, str) and seed:
        seeds[player] = erased_seed(seed)
        connection.execute(update(MATCHES).where(mine).values(header=to_json(header)))


def _forget_names(connection: Connection, match: str) -> None:
    """Take the names out of a review that an older version has kept with them."""
    mine = REVIEWS.c.match == match
    kept = connection.execute(select(REVIEWS.c.review).where(mine)).scalar() or ""
    try:
        bare = nameless(kept)
    except (ValueError, TypeError):  # damaged: nobody can read it any more
        connection.execute(delete(REVIEWS).where(mine))
        return
    if bare != kept:
        connection.execute(update(REVIEWS).where(mine).values(review=bare))


def keep_review(connection: Connection, review: StoredReview) -> None:
    """Keep a review in place of the one before.  Raises `Missing` for an unknown match."""
    connection.execute(delete(REVIEWS).where(REVIEWS.c.match == review.match))
    if not connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == review.match)).first():
        raise Missing(review.match)
    connection.execute(insert(REVIEWS), _texts(vars(review)))


def discard(connection: Connection, match: str, person: str) -> bool:
    """Delete an unfinished match that somebody plays and nobody else; whether it was one."""
    found = queries.listed(connection, match)
    if found is None or found.ended:
        return False
    if {seat.person for seat in found.seats} - {None} != {person}:
        return False
    return bool(connection.execute(delete(MATCHES).where(MATCHES.c.id == match)).rowcount)


# ----------------------------------------------------------------------------------------- people


def add_person(connection: Connection, person: Person) -> None:
    """Store somebody new.  Raises `Taken` if the id exists."""
    row = {**vars(person), "settings": to_json(person.settings)}
    connection.execute(insert(PEOPLE), _texts(row))


def change_person(
    connection: Connection, id: str, changed: dict[str, Any], settings: Mapping[str, Any]
) -> Person:
    """Change columns of a person, and some of his settings; how he is then.

    Raises `Missing` for an unknown one.
    """
    mine = PEOPLE.c.id == id
    if settings:
        # Locked: several processes may share the database, and several pages ask at once.
        kept = connection.execute(select(PEOPLE.c.settings).where(mine).with_for_update()).scalar()
        changed = {**changed, "settings": to_json({**json.loads(kept or "{}"), **settings})}
    if changed:
        connection.execute(update(PEOPLE).where(mine).values(**changed))
    found = queries.person(connection, id)
    if found is None:
        raise Missing(id)
    return found


def leave_some(connection: Connection, id: str, most: int) -> tuple[str, ...]:
    """Take somebody out of `most` of his matches, the last ones touched; their ids, none where he
    is out of all that can be read.  `erase_person` does what is left."""
    matches = queries.matches_of(connection, id, most)
    for match in matches:
        _leave(connection, id, match)
    return tuple(match.id for match in matches)


def erase_person(connection: Connection, id: str) -> tuple[str, ...]:
    """Forget somebody: row, name, seats, and unfinished matches that nobody else plays.

    A new epoch begins in the matches that stay, so that no table that is awake writes the name
    again.  Returns the ids of all matches that are changed or gone.
    """
    matches = queries.matches_of(connection, id)
    for match in matches:
        _leave(connection, id, match)
    damaged = update(SEATS).where(SEATS.c.person == id)
    connection.execute(damaged.values(**_NOBODY))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == id))
    return tuple(match.id for match in matches)


_NOBODY = {"person": None, "name": "", "invite": ""}
"""What stays of a seat whose owner has gone for good."""


def _leave(connection: Connection, id: str, match: StoredMatch) -> None:
    others = [seat for seat in match.seats if seat.person not in (None, id)]
    if not match.ended and not others:
        connection.execute(delete(MATCHES).where(MATCHES.c.id == match.id))
        return
    for seat in match.seats:
        if seat.person == id:
            _rename(connection, match.id, seat.player, "")
            _forget_seed(connection, match.id, seat.player)
    _forget_names(connection, match.id)
    mine = MATCHES.c.id == match.id
    connection.execute(update(MATCHES).where(mine).values(epoch=MATCHES.c.epoch + 1))
    seats = update(SEATS).where(SEATS.c.match == match.id, SEATS.c.person == id)
    connection.execute(seats.values(**_NOBODY))


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
    "add_person",
    "append_with",
    "change_person",
    "create",
    "discard",
    "erase_person",
    "keep_review",
    "leave_some",
    "secret",
    "set_fact",
    "set_next",
    "set_options",
    "take_seat",
    "wind_back",
]
