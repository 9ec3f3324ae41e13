"""What is forgotten by itself: matches nobody joined, guests who never sat down, unfinished
matches of one person alone, old matches.

Nothing goes at once, for a clock may be wrong: what is due is marked, and goes a day later if it
is still due.  A clock that is far beyond the last pass is not believed before it has gone on as
long as that, whoever comes meanwhile: visits are dated by the same clock.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    func,
    not_,
    or_,
    select,
    update,
)

from tavola.server.store import changes, queries
from tavola.server.store.schema import MATCHES, PEOPLE, SEATS

DAY = 24 * 3600
FAR = 30 * DAY
"""Seconds by which a clock that is believed goes on between two passes at most; and for which it
has to go on until it is believed again."""
_SOON = DAY - 3600
"""Seconds between the two passes at least: an hour less than a day, so that none is missed."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Terms:
    """For how many seconds is kept what nobody comes back to: guests without a seat and matches
    that nobody joined; all other matches; unfinished ones that one person plays alone.  0 is for
    ever."""

    guests: int
    matches: int = 0
    solo: int = 0


def forget_old(connection: Connection, now: int, terms: Terms) -> int:
    """Delete what was due a day ago and still is, and mark what is due; how many rows went.

    `now` is in unix seconds.
    """
    if not _believed(connection, now):
        return 0
    gone = 0
    for table, due in ((MATCHES, _old_matches(now, terms)), (PEOPLE, _strangers(now, terms))):
        gone += _pass(connection, table, due, now)
    return gone


@dataclass(frozen=True)
class _Clock:
    """What the clock said, in unix seconds: when it was `believed` last, when it was `doubted`
    first (0: it is not), at the `last` pass."""

    believed: int
    doubted: int = 0
    last: int = 0

    def read(self, now: int) -> _Clock:
        """The clock at this pass."""
        if now - self.believed <= FAR:
            return _Clock(now, 0, now)
        steady = self.doubted and 0 <= now - self.last <= FAR
        if not steady:
            return replace(self, doubted=now, last=now)
        if now - self.doubted >= FAR:
            return _Clock(now, 0, now)
        return replace(self, last=now)


_FACT = "clock"


def _believed(connection: Connection, now: int) -> bool:
    """Whether the clock is believed; what it says is remembered."""
    known = queries.fact(connection, _FACT)
    clock = _Clock(**json.loads(known)) if known else _Clock(_newest(connection) or now)
    read = clock.read(now)
    changes.set_fact(connection, _FACT, json.dumps(asdict(read)))
    if read.doubted:
        days = (now - read.believed) // DAY
        sentence = "nothing is forgotten yet: the clock has gone on by %d days at once"
        _log.warning(sentence, days, extra={"kind": "wrong_clock"})
    return not read.doubted


def _newest(connection: Connection) -> int:
    """When somebody or something was last touched; 0 in an empty house."""
    times = (func.max(PEOPLE.c.seen), func.max(MATCHES.c.touched))
    return max(connection.execute(select(time)).scalar() or 0 for time in times)


def _old_matches(now: int, terms: Terms) -> ColumnElement[bool]:
    due = []
    if terms.guests:
        due.append(and_(MATCHES.c.status == "waiting", MATCHES.c.touched < now - terms.guests))
    if terms.matches:
        due.append(MATCHES.c.touched < now - terms.matches)
    if terms.solo:
        untouched = and_(MATCHES.c.status == "running", MATCHES.c.touched < now - terms.solo)
        due.append(and_(untouched, MATCHES.c.id.in_(_alone())))
    return or_(*due) if due else MATCHES.c.id.is_(None)


def _alone() -> Select[tuple[str]]:
    """Matches against the computer, or of two at one device: one person plays, nobody is open."""
    person = SEATS.c.person
    alone = and_(func.count(person) == func.count(), func.count(person.distinct()) == 1)
    return (
        select(SEATS.c.match)
        .where(SEATS.c.kind != "computer")
        .group_by(SEATS.c.match)
        .having(alone)
    )


def _strangers(now: int, terms: Terms) -> ColumnElement[bool]:
    seated = select(SEATS.c.person).where(SEATS.c.person.is_not(None))
    if not terms.guests:
        return PEOPLE.c.id.is_(None)
    return and_(PEOPLE.c.seen < now - terms.guests, PEOPLE.c.id.not_in(seated))


def _pass(connection: Connection, table: Table, due: ColumnElement[bool], now: int) -> int:
    fading: Any = table.c.fading
    # A mark of the future, or a very old one, was made by another clock.
    doubtful = or_(not_(due), fading > now, fading < now - FAR)
    connection.execute(update(table).where(fading != 0, doubtful).values(fading=0))
    ripe = delete(table).where(due, fading != 0, fading <= now - _SOON)
    gone = connection.execute(ripe).rowcount
    connection.execute(update(table).where(due, fading == 0).values(fading=now))
    return gone


__all__ = ["DAY", "FAR", "Terms", "forget_old"]
