"""People and matches in SQLite or PostgreSQL: what is acknowledged is on the disk."""

from tavola.server.store.forgetting import Terms
from tavola.server.store.store import Store
from tavola.server.store.stored import (
    BROKEN_OFF,
    OVER,
    Person,
    StoredMatch,
    StoredReview,
    StoredSeat,
)
from tavola.server.store.trouble import (
    BadDatabase,
    Damaged,
    InUse,
    Missing,
    Moved,
    NewerDatabase,
    NoAnswer,
    NotRead,
    NotStored,
    Taken,
    Unknown,
    tell_damage,
)

__all__ = [
    "BROKEN_OFF",
    "OVER",
    "BadDatabase",
    "Damaged",
    "InUse",
    "Missing",
    "Moved",
    "NewerDatabase",
    "NoAnswer",
    "NotRead",
    "NotStored",
    "Person",
    "Store",
    "StoredMatch",
    "StoredReview",
    "StoredSeat",
    "Taken",
    "Terms",
    "Unknown",
    "tell_damage",
]
