"""Houses that share a database of PostgreSQL, and who of their processes has what."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import create_engine, text

from serving import PATIENCE, House
from tavola.server.store.shards import SHARDS, shard_of

Found = TypeVar("Found")


def until(look: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """The first thing found that is not empty."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, "it never happened"
    return found


class Land:
    """Houses that share a database."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.houses: list[House] = []
        self._engine = create_engine(address, isolation_level="AUTOCOMMIT")

    def house(
        self, workers: int = 1, address: str = "", more: tuple[str, ...] = (), **environment: str
    ) -> House:
        """One more, with its own door; `address` is another way to the database."""
        given: dict[str, Any] = {**environment}
        found = House(
            self.folder / str(len(self.houses)),
            *("--database", address or self.address, "--workers", str(workers), *more),
            **given,
        )
        self.houses.append(found)
        return found

    def tell(self, sql: str) -> list[tuple[object, ...]]:
        """Ask the database."""
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(sql))]

    def owners(self) -> dict[int, tuple[int, int]]:
        """The process of each shard that has one, and its session."""
        sql = (
            "SELECT objid::int, application_name, l.pid FROM pg_locks AS l"
            " JOIN pg_stat_activity AS a USING (pid) WHERE locktype = 'advisory' AND granted"
            " AND classid = 8643 AND a.datname = current_database()"
        )
        return {
            int(str(shard)): (int(str(name).rpartition("-")[2]), int(str(pid)))
            for shard, name, pid in self.tell(sql)
        }

    def processes(self) -> set[int]:
        """All that have some shards."""
        return {process for process, _ in self.owners().values()}

    def owner(self, table: str) -> int:
        """The process that has a table."""
        return until(lambda: self.owners().get(shard_of(table), (0, 0)))[0]

    def other_house(self, process: int) -> House:
        """A house that a process does not belong to."""
        family = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        parent = int(family.rpartition(")")[2].split()[1])
        return next(house for house in self.houses if house.process.pid != parent)

    def even(self, processes: int, seconds: float = PATIENCE) -> None:
        """Wait until all shards are shared out."""
        each = {SHARDS // processes, -(-SHARDS // processes)}

        def look() -> bool:
            shares = Counter(process for process, _ in self.owners().values())
            return len(shares) == processes and set(shares.values()) <= each

        until(look, seconds)

    def close(self) -> None:
        for house in self.houses:
            house.close()
        self._engine.dispose()


__all__ = ["Land", "until"]
