"""What can go wrong with a database."""

from __future__ import annotations

from tavola.words.translations import mark


class NotStored(Exception):
    """The database refused (disk full, gone, closed): nothing was stored, and one may try again."""


class NotRead(NotStored):
    """The database could not be asked."""


class Taken(Exception):
    """Somebody was there before: the number of an event, a seat, a rematch, an id."""


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
        super().__init__(mark("it was made by a newer Tavola ({revision})"), revision=revision)


__all__ = ["BadDatabase", "NewerDatabase", "NotRead", "NotStored", "Taken"]
