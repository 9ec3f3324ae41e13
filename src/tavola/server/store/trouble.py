"""What can go wrong with a database."""

from __future__ import annotations

import logging
import time

from tavola.words.translations import mark

_MINUTE = 60.0
_MOST_TOLD = 1000
_log = logging.getLogger(__name__)


class NotStored(Exception):
    """The database refused (disk full, gone, closed): nothing was stored, and one may try again."""


class NoAnswer(NotStored):
    """The database is not there or says nothing: nothing was stored."""


class Unknown(NotStored):
    """The database fell silent while it stored: whether it did is known once it answers again."""


class Moved(NotStored):
    """The match belongs to another process by now: nothing was stored."""


def no_answer(error: object) -> bool:
    """Whether the driver's error means that the server of the database is gone or silent."""
    state = getattr(getattr(error, "orig", None), "sqlstate", "no server")
    return state is None or str(state)[:2] in ("08", "57")


class NotRead(NotStored):
    """The database could not be asked."""


class Taken(Exception):
    """Somebody was there before: the number of an event, a seat, a rematch, an id."""


class Missing(KeyError):
    """What was to be changed is not there: it never was, or somebody has erased it meanwhile."""


class Damaged(ValueError):
    """What is stored of a match cannot be read; the others can."""

    def __init__(self, match: str, what: str) -> None:
        super().__init__(f"match {match} is damaged: {what}")
        self.match = match
        self.what = what


_told: dict[str, float] = {}


def tell_damage(damaged: Damaged) -> None:
    """Put into the log which match is damaged and where, once a minute."""
    now = time.monotonic()
    if now - _told.get(damaged.match, -_MINUTE) >= _MINUTE:
        if len(_told) >= _MOST_TOLD:
            _told.clear()
        _told[damaged.match] = now
        _log.error("%s", damaged, extra={"kind": "damaged"})


class InUse(Exception):
    """Another server uses the database; `address` is where it is reached, if it said so."""

    def __init__(self, address: str) -> None:
        super().__init__(address or "another server uses this database")
        self.address = address


class BadDatabase(Exception):
    """The address names no database that this version can use.

    `reason` is a part of a sentence for the catalogue, `values` what belongs into it; the text of
    the exception is English.
    """

    def __init__(self, reason: str, **values: str) -> None:
        super().__init__(reason.format(**values))
        self.reason = reason
        self.values = values


class NewerDatabase(BadDatabase):
    """The database was made by a newer version of Tavola; it is left as it is."""

    def __init__(self, revision: str) -> None:
        reason = mark(
            "it was made by a newer Tavola ({revision}); install that one here, too, "
            "or go back to the copy that was made before"
        )
        super().__init__(reason, revision=revision)


__all__ = [
    "BadDatabase",
    "Damaged",
    "InUse",
    "Moved",
    "NewerDatabase",
    "NoAnswer",
    "NotRead",
    "NotStored",
    "Taken",
    "Unknown",
    "no_answer",
    "tell_damage",
]
