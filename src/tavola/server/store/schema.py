"""The tables of the database: integers and text only, so that SQLite and PostgreSQL agree.

A change here needs a revision in `migrations/versions`, and `HEAD` names the last one.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

HEAD = "0006"
"""The revision that this version of the program works with."""

METADATA = MetaData()

HOUSE = Table(
    "house",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("fading", BigInteger, nullable=False, server_default="0"),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("header", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("next", Text, nullable=False),
    Column("score", Text, nullable=False, server_default=""),
    Column("fading", BigInteger, nullable=False, server_default="0"),
)

# Rows of seats and events are always looked up by their match.  Without a row id SQLite keeps them
# in the order of the key, and an event costs one page instead of two.
SEATS = Table(
    "seats",
    METADATA,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("level", Text),
    Column("invite", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index("seats_person", SEATS.c.person)
Index(
    "seats_invite",
    SEATS.c.invite,
    unique=True,
    sqlite_where=SEATS.c.invite != "",
    postgresql_where=SEATS.c.invite != "",
)

EVENTS = Table(
    "events",
    METADATA,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# How a match stood now and then: whoever wakes it need not play through all events.
MILESTONES = Table(
    "milestones",
    METADATA,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    sqlite_with_rowid=False,
)

# One row a match: a review is long, and lists of matches should not have to pass it.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("status", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("trouble", Text, nullable=False),
    Column("review", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("trials", Integer, nullable=False, server_default="0"),
)
Index("reviews_status", REVIEWS.c.status)

CARDS = Table(
    "cards",
    METADATA,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("card", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)


__all__ = [
    "CARDS",
    "EVENTS",
    "HEAD",
    "HOUSE",
    "MATCHES",
    "METADATA",
    "MILESTONES",
    "PEOPLE",
    "REVIEWS",
    "SEATS",
]
