"""How a server bears growth: more matches stored, more games running, for `scripts/load.py`.

Each cell of the table has a server and a database of its own: so many matches are stored before it
starts, then so many games run at a step each `--step` seconds.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import httpx
import uvloop
from scripts.load_players import Tally, gathered, seated
from scripts.shared_load import Server

from tavola.rules.text.record import Record
from tavola.server.store import Person, Store, StoredMatch, StoredSeat

STORED = (100, 1_000, 10_000)
RUNNING = (100, 500, 2_000)
_AT_ONCE = 200
"""Matches that are stored together."""
_WOKEN = 50
"""Sleeping matches that are woken, to tell how long that takes."""


class House(Server, Protocol):
    """A server that can be stopped."""

    def stop(self) -> None:
        """Ask it to stop."""


def grown(start: Callable[[str], House], record: Record, wishes: Namespace) -> list[dict[str, Any]]:
    """The figures of every cell, as many matches stored and games running as they say."""
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as place:
        for stored in STORED:
            kept = Path(place) / f"{stored}.sqlite3"
            ids = uvloop.run(_filled(kept, record, stored))
            for running in RUNNING:
                database = Path(place) / "load.sqlite3"
                shutil.copy(kept, database)
                cell = _cell(start, database, ids[:_WOKEN], running, wishes)
                found.append({"stored": stored, "running": running, **cell})
                print(found[-1], flush=True)
                for file in Path(place).glob("load.sqlite3*"):
                    file.unlink()
    return found


async def _filled(path: Path, record: Record, count: int) -> list[str]:
    """Store the same match so often, as one that goes on; the ids."""
    store = await Store.open(f"sqlite:///{path}")
    try:
        now = int(time.time())
        people = [Person(secrets.token_urlsafe(12), "", {}, now, now) for _ in range(2)]
        for person in people:
            await store.add_person(person)
        seats = (
            StoredSeat(0, people[0].id, "White", "person", None, ""),
            StoredSeat(1, people[1].id, "Black", "person", None, ""),
        )
        events = tuple(event.to_json() for event in record.events[:-1])
        ids = [secrets.token_urlsafe(12) for _ in range(count)]
        for at in range(0, count, _AT_ONCE):
            made = (
                StoredMatch(
                    id, record.header(), "", {}, 0, len(events), "running", now, now, "", seats,
                    events,
                )
                for id in ids[at : at + _AT_ONCE]
            )  # fmt: skip
            await asyncio.gather(*(store.create(match) for match in made))
        return ids
    finally:
        await store.close()


def _cell(
    start: Callable[[str], House], database: Path, ids: list[str], running: int, wishes: Namespace
) -> dict[str, Any]:
    began = time.monotonic()
    server = start(f"sqlite:///{database}")
    ready = time.monotonic() - began
    try:
        figures = uvloop.run(_paced(server, ids, running, wishes))
    finally:
        server.stop()
    return {
        "ready_s": round(ready, 2),
        **figures,
        "load_average": round(os.getloadavg()[0], 1),
    }


async def _paced(server: Server, ids: list[str], running: int, wishes: Namespace) -> dict[str, Any]:
    base = f"http://127.0.0.1:{server.port}"
    resting = server.memory
    async with httpx.AsyncClient(base_url=base, timeout=60) as visitor:
        began = time.perf_counter()
        for id in ids:
            (await visitor.get(f"/t/{id}")).raise_for_status()
        woken = (time.perf_counter() - began) / len(ids)
    before = server.memory
    games = await gathered(running, lambda number: seated(base, number))
    awake = (server.memory - before) / running
    tally, until, cpu = Tally(), time.monotonic() + wishes.seconds, server.cpu
    await asyncio.gather(*(game.paced(wishes.step, until, tally) for game in games))
    return {
        "mb_at_rest": round(resting / 2**20),
        "ms_a_page_of_a_sleeping_match": round(woken * 1000, 1),
        "kb_a_table": round(awake / 1024, 1),
        "steps_a_second": round(len(tally.waits) / wishes.seconds, 1),
        **tally.line(),
        "core": round((server.cpu - cpu) / wishes.seconds, 2),
        "refused": len(tally.refused),
    }


__all__ = ["RUNNING", "STORED", "grown"]
