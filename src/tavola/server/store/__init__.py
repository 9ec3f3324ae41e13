"""People and matches in SQLite or PostgreSQL: what is acknowledged is on the disk."""

from tavola.server.store.store import Store
from tavola.server.store.stored import (
    BROKEN_OFF,
    OVER,
    Person,
    StoredMatch,
    StoredReview,
    StoredSeat,
)
from tavola.server.store.trouble import BadDatabase, NewerDatabase, NotRead, NotStored, Taken

__all__ = [
    "BROKEN_OFF",
    "OVER",
    "BadDatabase",
    "NewerDatabase",
    "NotRead",
    "NotStored",
    "Person",
    "Store",
    "StoredMatch",
    "StoredReview",
    "StoredSeat",
    "Taken",
]
