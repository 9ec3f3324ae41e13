"""Whether everything in a database can be read and played on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, select

from tavola.rules.model.refusal import Refused
from tavola.server.match.live_match import LiveMatch
from tavola.server.operating.opening import reading
from tavola.server.store import queries
from tavola.server.store.schema import MATCHES
from tavola.server.store.trouble import Damaged

Progress = Callable[[int, int], None]
"""Called with how many matches were looked at, and how many there are."""


@dataclass
class Found:
    """What a check has found.

    `matches` were replayed from their first event to their last; `damaged` are those that cannot
    be, by id, each with its reason; `file` is what the database says of itself, '' if nothing.
    """

    matches: int = 0
    events: int = 0
    damaged: dict[str, str] = field(default_factory=dict)
    file: str = ""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damaged and not self.file


def check(address: str, progress: Progress | None = None) -> Found:
    """Replay every match of a database.  Nothing is changed, and a server may work on it.

    Raises `BadDatabase` or `NotStored` if it cannot be opened at all.
    """
    found = Found()
    with reading(address) as connection:
        if connection.dialect.name == "sqlite":
            said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
            found.file = "" if said == "ok" else str(said)
        total = connection.execute(select(func.count()).select_from(MATCHES)).scalar() or 0
        for id in connection.execute(select(MATCHES.c.id).order_by(MATCHES.c.id)).scalars().all():
            _look_at(connection, id, found)
            found.matches += 1
            if progress is not None:
                progress(found.matches, total)
    return found


def _look_at(connection: Connection, id: str, found: Found) -> None:
    try:
        stored = queries.match(connection, id)
        if stored is None:
            return
        if len(stored.events) != stored.seq:
            found.damaged[id] = f"{len(stored.events)} events of {stored.seq}"
            return
        LiveMatch(stored)
        found.events += stored.seq
    except Refused as error:
        found.damaged[id] = str(error)
    except Damaged as error:
        found.damaged[id] = error.what
    except (ValueError, KeyError, TypeError) as error:  # no JSON, or not what it should say
        found.damaged[id] = f"{type(error).__name__}: {error}"


__all__ = ["Found", "Progress", "check"]
