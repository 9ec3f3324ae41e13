"""What is killed: the server, and PostgreSQL behind it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from contextlib import suppress
from pathlib import Path

from scripts.kills.players import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT / "tests") not in sys.path:
    sys.path.append(str(ROOT / "tests"))

from databases import Postgresql, programs  # noqa: E402
from serving import House  # noqa: E402

SERVER, DATABASE, BOTH, START = "server", "database", "both", "start"
"""What is killed: `start` is the server while it starts."""
_SHARES = {SERVER: 6, START: 2, DATABASE: 2, BOTH: 1}


class Victim:
    """A server, with PostgreSQL if that is wanted, in a folder."""

    def __init__(
        self, folder: Path, *, postgresql: bool, too_early: bool, more: dict[str, str]
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # PostgreSQL runs as somebody else
        self._database: Postgresql | None = None
        arguments: tuple[str, ...] = ()
        if postgresql:
            found = programs()
            if found is None:
                raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
            self._database = Postgresql(found, folder / "postgresql")
            self._database.start()
            arguments = ("--database", self._database.address("kills"))
        module = "scripts.kills.too_early" if too_early else "tavola"
        given = {"TAVOLA_LIMITS": "off", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **more}
        self.house = House(folder, *arguments, module=module, patience=PATIENCE, **given)

    @property
    def base(self) -> str:
        """The address of the server."""
        return self.house.base

    def chosen(self, chance: random.Random) -> str:
        """What is killed next."""
        kinds = list(_SHARES) if self._database else [SERVER, START]
        return chance.choices(kinds, [_SHARES[kind] for kind in kinds])[0]

    async def kill(self, kind: str, chance: random.Random) -> None:
        """Kill with -9, and start again; returns when the server answers."""
        if kind in (SERVER, START, BOTH):
            self.house.kill()
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

    async def _start_database(self) -> None:
        if self._database:
            await asyncio.to_thread(self._database.start)

    async def _killed_while_it_starts(self, chance: random.Random) -> None:
        before = self.house.process
        starting = asyncio.create_task(asyncio.to_thread(self.house.start))
        while self.house.process is before:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 2.5))
        self.house.kill()
        await asyncio.gather(starting, return_exceptions=True)

    def close(self) -> None:
        """End all of it."""
        self.house.close()
        if self._database:
            self._database.close()


def end_orphan(server: int) -> None:
    """End the server of a run that was killed itself, if it still runs."""
    with suppress(OSError):
        given = Path(f"/proc/{server}/cmdline").read_bytes().split(b"\0")
        if b"serve" in given and b"--no-browser" in given:
            os.kill(server, signal.SIGKILL)


__all__ = ["BOTH", "DATABASE", "SERVER", "START", "Victim", "end_orphan"]
