"""How much several processes over one PostgreSQL bear, beside one: for `scripts/load.py`.

Servers, PostgreSQL and players share all cores of the machine.  PostgreSQL waits for its disk at
every commit.
"""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol

import uvloop
from scripts.kills.servers import ROOT, children  # finds the tests, too

from databases import Postgresql, programs
from lands import Land

_KEPT = ("HOME", "TAVOLA_CACHE")
_PATIENCE = 300.0
"""Seconds until all processes have started, on a machine that does a lot beside."""


class Server(Protocol):
    """What is measured."""

    port: int

    @property
    def memory(self) -> int:
        """Resident bytes."""

    @property
    def cpu(self) -> float:
        """CPU seconds so far."""

    @property
    def database_cpu(self) -> float:
        """CPU seconds of the server of the database so far."""


Measure = Callable[[Any, Namespace], Coroutine[Any, Any, dict[str, Any]]]


class Family:
    """A server of several processes, which have equal shares and bear any number of connections."""

    def __init__(self, land: Land, workers: int, database: int) -> None:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        given = {"TAVOLA_COMPILE": "auto", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **kept}
        house = land.house(workers, module="scripts.unlimited", **given)
        land.even(workers, _PATIENCE)
        self.port = house.port
        self._parent = house.process.pid
        self._database = database

    @property
    def _all(self) -> list[int]:
        return [self._parent, *children(self._parent)]

    @property
    def memory(self) -> int:
        """Resident bytes of all of them."""
        return sum(map(memory_of, self._all))

    @property
    def cpu(self) -> float:
        """CPU seconds of all of them so far."""
        return sum(map(cpu_of, self._all))

    @property
    def database_cpu(self) -> float:
        """CPU seconds of PostgreSQL so far."""
        return sum(map(cpu_of, [self._database, *children(self._database)]))


def memory_of(process: int) -> int:
    """Resident bytes."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def cpu_of(process: int) -> float:
    """CPU seconds so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    user, system = fields.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def compared(measure: Measure, wishes: Namespace) -> dict[str, list[dict[str, Any]]]:
    """The figures of one process and of so many as are wanted, of each round, by their number."""
    programs_found = programs()
    if programs_found is None:
        raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
    counts: Sequence[int] = sorted({1, *wishes.workers})
    found: dict[str, list[dict[str, Any]]] = {str(count): [] for count in counts}
    for _ in range(wishes.rounds):
        for count in counts:
            figures = _of(measure, wishes, programs_found, count)
            print(count, figures, flush=True)
            found[str(count)].append(figures)
    return found


def _of(measure: Measure, wishes: Namespace, found: Path, workers: int) -> dict[str, Any]:
    database = Postgresql(found, durable=True)
    try:
        database.start()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            land = Land(database.database(), Path(folder))
            try:
                figures = uvloop.run(measure(Family(land, workers, database.pid), wishes))
            finally:
                land.close()
    finally:
        database.close()
    return {**figures, "load_average": round(os.getloadavg()[0], 1)}


__all__ = ["Server", "compared", "cpu_of", "memory_of"]
