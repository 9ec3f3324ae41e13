"""A run: play, kill, start again, compare, as often as wanted; and what came of it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from scripts.kills.ledger import Json, Ledger
from scripts.kills.players import GONE, PATIENCE, REPLACED, Figures, Seated, Table
from scripts.kills.servers import DATABASE, ROOT, Victim, end_orphan

_STATE = "kills.json"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Wishes:
    """What is wanted: `kills` in all, `tables` at once, `wait` at most so many seconds between the
    last table that plays and the kill; before a share of `patient` of them every table has
    acknowledged something, the others come at once; with `workers` the server is so many processes
    over PostgreSQL, and whoever sat at the tables of one that was killed plays on after `replaced`
    seconds at most; `fail_fast` ends with the first fault."""

    kills: int = 200
    tables: int = 38
    seed: int = 1
    wait: float = 2.0
    patient: float = 0.75
    postgresql: bool = False
    workers: int = 0
    replaced: float = REPLACED
    too_early: bool = False
    fail_fast: bool = False
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    """How far a run has come."""

    killed: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    load: list[float] = field(default_factory=list)
    figures: Figures = field(default_factory=Figures)

    @property
    def kills(self) -> int:
        """All kills so far."""
        return self.killed.total()

    def summary(self) -> Json:
        """The figures for whoever asks what was tried."""
        found = asdict(self.figures) | {"killed": dict(self.killed), "kills": self.kills}
        found["refused"] = dict(self.figures.refused)
        waits = sorted(found.pop("waits"))
        found["replaced"] = len(waits)
        if waits:
            found["replaced_median"], found["replaced_most"] = waits[len(waits) // 2], waits[-1]
        found["seconds"] = round(self.seconds)
        found["load_mean"] = round(sum(self.load) / len(self.load), 1) if self.load else 0.0
        found["load_most"] = max(self.load, default=0.0)
        return found


class Run:
    """One run in a folder, where it can be gone on with."""

    def __init__(self, folder: Path, wishes: Wishes, say: Say) -> None:
        self._folder, self._wishes, self._say = folder, wishes, say
        self.outcome = Outcome()
        kept = self._kept()
        if kept:
            end_orphan(kept["server"])
            self._wishes = Wishes(**{**asdict(wishes), "seed": kept["seed"]})
            self.outcome = _outcome(kept)
        self._victim = Victim(
            folder,
            postgresql=wishes.postgresql,
            workers=wishes.workers,
            too_early=wishes.too_early,
            more=wishes.environment,
        )
        figures, seed = self.outcome.figures, self._wishes.seed + self.outcome.kills
        self._tables = [
            Table(number, lambda: self._victim.base, figures, seed, wishes.replaced)
            for number in range(wishes.tables)
        ]
        self._resume = kept.get("tables", {}) if kept else {}
        self._clean = bool(kept and kept["clean"])

    def _kept(self) -> Json:
        with suppress(OSError, ValueError):
            found: Json = json.loads((self._folder / _STATE).read_text(encoding="utf-8"))
            return found
        return {}

    async def go(self) -> Outcome:
        """Do all of it."""
        began, before = time.monotonic(), self.outcome.seconds
        playing: list[asyncio.Task[None]] = []
        try:
            await self._take_up()
            playing = [asyncio.create_task(table.play()) for table in self._tables]
            while self.outcome.kills < self._wishes.kills and not self._enough:
                await self._kill_one()
                self.outcome.seconds = before + time.monotonic() - began
                self._keep(clean=False)
            await self._all_play()
            await _ended(playing)
            await self._read_back()
            self.outcome.seconds = before + time.monotonic() - began
            self._keep(clean=True)
        finally:
            await _ended(playing)
        return self.outcome

    def close(self) -> None:
        """End what is left, a server that was just being started as well."""
        self._victim.close()

    @property
    def _enough(self) -> bool:
        return self._wishes.fail_fast and bool(self.outcome.figures.faults)

    async def _kill_one(self) -> None:
        # Its own chance, so that what is killed does not hang on how often others drew before.
        chance = random.Random(f"{self._wishes.seed} {self.outcome.kills}")
        if chance.random() < self._wishes.patient:
            await self._all_play()
        kind = self._victim.chosen(chance)
        chance = random.Random(f"{self._wishes.seed} {self.outcome.kills} {kind}")
        await self._victim.ready(kind)
        await asyncio.sleep(chance.uniform(0, self._wishes.wait))
        for table in self._tables:
            table.killed(others_live=False)
        seated = [table.seated.id for table in self._tables if table.seated is not None]
        if await self._victim.kill(kind, chance, seated):
            for table in self._tables:
                table.killed(others_live=True)
        if kind == DATABASE:  # the server lives: nobody comes back and compares
            await asyncio.gather(*map(self._compared, self._tables))
        self.outcome.killed[kind] += 1
        self.outcome.load.append(round(os.getloadavg()[0], 1))
        figures = self.outcome.figures
        self._say(
            f"kill {self.outcome.kills:4} of {self._wishes.kills}, {kind:8} "
            f"{figures.acknowledged:7} acknowledged, {figures.compared:9} compared, "
            f"{figures.finished:4} matches over, {len(figures.faults)} faults"
        )

    async def _compared(self, table: Table) -> None:
        """Compare while people play on."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return await table.compare()
            except GONE:
                if time.monotonic() > end:
                    self._fault("the server does not answer")
                    return
                await asyncio.sleep(0.2)

    async def _all_play(self) -> None:
        """Wait until every table has acknowledged something since the last kill."""
        waiting = {asyncio.create_task(table.alive.wait()): table for table in self._tables}
        _, late = await asyncio.wait(waiting, timeout=PATIENCE)
        for task in late:
            task.cancel()
            table = waiting[task]
            self._fault(
                f"table {table.number}: nothing was acknowledged for {PATIENCE:.0f} s; "
                f"it {table.doing}"
            )

    def _fault(self, sentence: str) -> None:
        self.outcome.figures.faults.append(sentence)

    async def _read_back(self) -> None:
        """Compare and verify everything a last time, one record as somebody does at a terminal."""
        for table in self._tables:
            if table.seated is None:
                continue
            await self._compared(table)
            await table.verified()
        seated = [table for table in self._tables if table.seated is not None]
        if not seated:
            return
        data = await seated[0].record()
        path = self._folder / "record.json"
        path.write_bytes(data)
        command = [sys.executable, "-m", "tavola", "verify", "--plain", str(path)]
        environment = {**os.environ, **self._wishes.environment, "PYTHONPATH": str(ROOT / "src")}
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, env=environment, check=False
        )
        if done.returncode:
            self._fault(f"tavola verify: {done.stdout} {done.stderr}")

    # ------------------------------------------------------------------------------ another time

    def _keep(self, *, clean: bool) -> None:
        tables = {
            table.number: {
                "id": table.seated.id,
                "cookies": table.seated.cookies,
                "ledger": table.seated.ledger.to_json(),
            }
            for table in self._tables
            if table.seated is not None
        }
        server = self._victim.house.process.pid
        state = {"seed": self._wishes.seed, "clean": clean, "server": server, "tables": tables}
        new = self._folder / f"{_STATE}.new"
        new.write_text(json.dumps(self._figures() | state))
        new.replace(self._folder / _STATE)

    def _figures(self) -> Json:
        waits = self.outcome.figures.waits
        return self.outcome.summary() | {"load": self.outcome.load, "waits": waits}

    async def _take_up(self) -> None:
        """Sit down where one sat the last time.  If that was not ended in order, more may have
        happened than was noted: then the records are believed."""
        for table in self._tables:
            kept: Any = self._resume.get(str(table.number))
            if not kept:
                continue
            books = Ledger(foreign=kept["ledger"]["foreign"])
            table.seated = Seated(kept["id"], kept["cookies"], books)
            end = time.monotonic() + PATIENCE
            while True:
                try:
                    events = json.loads(await table.record())["events"]
                    break
                except GONE:
                    if time.monotonic() > end:
                        raise
                    await asyncio.sleep(0.2)
            if self._clean:
                books.resumed(kept["ledger"], events)
            else:
                books.epoch = kept["ledger"]["epoch"]
                books.foreign = True


def _outcome(kept: Json) -> Outcome:
    names = ("acknowledged", "compared", "comparisons", "kept", "finished", "verified", "waits")
    figures = Figures(
        **{name: kept[name] for name in (*names, "faults")}, refused=Counter(kept["refused"])
    )
    return Outcome(Counter(kept["killed"]), kept["seconds"], kept["load"], figures)


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(found, Exception):
            raise found


def run(wishes: Wishes, folder: Path | None = None, say: Say = print) -> Outcome:
    """A whole run; without a folder nothing of it stays."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="tavola-kills-", ignore_cleanup_errors=True) as own:
            return run(wishes, Path(own), say)
    made = Run(folder, wishes, say)
    try:
        return asyncio.run(made.go())
    finally:
        made.close()


__all__ = ["Outcome", "Wishes", "run"]
