"""What is killed: the server, and PostgreSQL behind it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

import httpx
from scripts.kills.players import PATIENCE
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tavola.server.store.shards import shard_of

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT / "tests") not in sys.path:
    sys.path.append(str(ROOT / "tests"))

from databases import Postgresql, programs  # noqa: E402
from serving import House  # noqa: E402

SERVER, DATABASE, BOTH, START = "server", "database", "both", "start"
"""What is killed: `start` is the server while it starts."""
WORKER, ANY, WORKERS = "worker", "any", "workers"
"""Of several processes of a server one at whose tables somebody sits, any one, be it just starting,
or all of them; the parent that starts them again lives."""
SHARD, NODE = 8643, 8644
"""Locks of a process: one for each of its shards, and one that says that it lives."""
_SHARES = {SERVER: 6, START: 2, DATABASE: 2, BOTH: 1}
_SHARED = {WORKER: 9, ANY: 3, WORKERS: 1, SERVER: 1, START: 1, DATABASE: 2, BOTH: 1}
_HOLDERS = (
    "SELECT CAST(objid AS bigint), application_name"
    " FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND classid = CAST(:kind AS oid)"
    " AND a.datname = current_database()"
)


class Family(House):
    """A server of several processes: it answers once one of them does, not when their parent
    listens."""

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.base}/health", timeout=2).status_code == 200
        return False


class Victim:
    """A server, with PostgreSQL if that is wanted, in a folder; with `workers` it is so many
    processes and their parent."""

    def __init__(
        self,
        folder: Path,
        *,
        postgresql: bool,
        too_early: bool,
        more: dict[str, str],
        workers: int = 0,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # PostgreSQL runs as somebody else
        self._database: Postgresql | None = None
        self._workers = workers
        arguments: tuple[str, ...] = ("--workers", str(workers)) if workers else ()
        if postgresql or workers:
            found = programs()
            if found is None:
                raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
            self._database = Postgresql(found, folder / "postgresql")
            self._database.start()
            self._address = self._database.address("kills")
            arguments += ("--database", self._address)
        module = "scripts.kills.too_early" if too_early else "tavola"
        given = {"TAVOLA_LIMITS": "off", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **more}
        kind = Family if workers else House
        self.house = kind(folder, *arguments, module=module, patience=PATIENCE, **given)

    @property
    def base(self) -> str:
        """The address of the server."""
        return self.house.base

    def chosen(self, chance: random.Random) -> str:
        """What is killed next."""
        if self._workers:
            return chance.choices(list(_SHARED), list(_SHARED.values()))[0]
        kinds = list(_SHARES) if self._database else [SERVER, START]
        return chance.choices(kinds, [_SHARES[kind] for kind in kinds])[0]

    async def ready(self, kind: str) -> None:
        """Wait until there is what is to be killed: one of several only where all of them serve."""
        if kind != WORKER:
            return
        end = time.monotonic() + PATIENCE
        while len(self._serving()) < self._workers and time.monotonic() < end:
            await asyncio.sleep(0.1)

    async def kill(self, kind: str, chance: random.Random, seated: Collection[str] = ()) -> bool:
        """Kill with -9, and start again; returns when the server answers: whether somebody was left
        who takes over at once.  `seated` are the tables at which somebody sits."""
        if kind in (WORKER, ANY, WORKERS):
            return self._kill_workers(kind, chance, seated)
        await self._kill(kind, chance)
        return False

    async def _kill(self, kind: str, chance: random.Random) -> None:
        if kind in (SERVER, START, BOTH):
            self._kill_house()
        if kind in (DATABASE, BOTH) and self._database:
            await asyncio.to_thread(self._database.crash)
        if kind == BOTH:  # the server comes first, and waits for its database
            starting = asyncio.create_task(asyncio.to_thread(self.house.start))
            await asyncio.sleep(chance.uniform(0, 1))
            await self._start_database()
            await starting
            return
        if kind == DATABASE:
            await asyncio.sleep(chance.uniform(0, 2))
            await self._start_database()
            return
        if kind == START:
            await self._killed_while_it_starts(chance)
        await asyncio.to_thread(self.house.start)

    def _kill_workers(self, kind: str, chance: random.Random, seated: Collection[str]) -> bool:
        """Kill one of the workers, or all, also those that are just starting."""
        serving, family = self._serving(), children(self.house.process.pid)
        owners = self._holders(SHARD) if kind == WORKER else {}
        sought = {owners.get(shard_of(table)) for table in seated} & set(family)
        among = sorted(process for process in sought if process) or family
        chosen = family if kind == WORKERS or not among else [chance.choice(among)]
        for process in chosen:
            _kill(process)
        return bool(serving - set(chosen))

    def _serving(self) -> set[int]:
        """The workers that have their share by now."""
        return set(self._holders(NODE).values())

    def _holders(self, kind: int) -> dict[int, int]:
        """Which process holds each lock of a kind; none where the database is away."""
        engine = create_engine(self._address)
        try:
            with engine.connect() as connection:
                found = connection.execute(text(_HOLDERS), {"kind": kind}).all()
        except OperationalError:
            return {}
        finally:
            engine.dispose()
        return {int(number): int(str(name).rpartition("-")[2]) for number, name in found}

    def _kill_house(self) -> None:
        """Kill the server with all its workers, as a machine does that stops."""
        server = self.house.process.pid
        with suppress(OSError):
            os.kill(server, signal.SIGSTOP)  # so that no worker is born
        family = children(server)
        for process in family:
            _kill(process)
        self.house.kill()

    async def _start_database(self) -> None:
        if self._database:
            await asyncio.to_thread(self._database.start)

    async def _killed_while_it_starts(self, chance: random.Random) -> None:
        before = self.house.process
        starting = asyncio.create_task(asyncio.to_thread(self.house.start))
        while self.house.process is before:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 2.5))
        self._kill_house()
        await asyncio.gather(starting, return_exceptions=True)

    def close(self) -> None:
        """End all of it."""
        self._kill_house()
        self.house.close()
        if self._database:
            self._database.close()


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    with suppress(OSError):
        found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
        return [*map(int, found.split())]
    return []


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def end_orphan(server: int) -> None:
    """End the server of a run that was killed itself, if it still runs."""
    with suppress(OSError):
        given = Path(f"/proc/{server}/cmdline").read_bytes().split(b"\0")
        if b"serve" in given and b"--no-browser" in given:
            os.kill(server, signal.SIGKILL)


__all__ = [
    "ANY",
    "BOTH",
    "DATABASE",
    "SERVER",
    "START",
    "WORKER",
    "WORKERS",
    "Victim",
    "children",
    "end_orphan",
]
