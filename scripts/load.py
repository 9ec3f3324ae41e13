"""How much one core bears: running games with two connections each, beside a bare echo server.

    python -m scripts.load [--games 500] [--seconds 60] [--step 2.0] [--database URL]
                            [--review] [--growth] [--workers N ... [--rounds 2]]

The server has one core, this program another.  First every game makes a step each `--step` seconds:
how long until it is acknowledged, which means that it is on the disk?  With `--review` a long match
is reviewed all the while.  Then all games play as fast as they can, and so do as many connections
to a server of the same stack that only echoes; of both the microseconds of the core are told that
one step or message costs.  With `--workers` one process over PostgreSQL is compared with so many,
on all cores, in turn and in some rounds.  With `--growth` there is a table instead: more and more
matches stored, more and more games running.  The last line is JSON for `docs/figures.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

import httpx
import uvloop
from scripts import load_growth, shared_load
from scripts.figures.store import commit, folder, machine
from scripts.load_players import Tally, gathered, seated
from scripts.shared_load import cpu_of, memory_of
from websockets.asyncio.client import connect

from tavola.bots import rule_of_thumb
from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase

BURST = 10.0
"""Seconds of playing as fast as possible."""


# ------------------------------------------------------------------------------------ the servers


def serve(port: int, database: str) -> None:
    """The server under load, without limits for a single address."""
    from scripts.unlimited import UNLIMITED

    from tavola.server import ports, run
    from tavola.server.settings import Settings
    from tavola.words import Words

    settings = Settings(database=database, limits=UNLIMITED)
    run.serve(Words("en"), settings, ports.listen("127.0.0.1", port))


def echo(port: int) -> None:
    """The same stack with nothing behind it."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket

    async def answer(connection: WebSocket) -> None:
        await connection.accept()
        async for text in connection.iter_text():
            await connection.send_text(text)

    app = Starlette(routes=[WebSocketRoute("/", answer)])
    uvicorn.run(app, port=port, log_level="warning", access_log=False, ws_per_message_deflate=False)


@dataclass
class Server:
    """A server in a process of its own, on one core."""

    process: subprocess.Popen[bytes]
    port: int

    @classmethod
    def start(cls, what: str, core: int, database: str = "") -> Server:
        """Start it and wait until it answers."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "scripts.load", f"--{what}", str(port)]
        process = subprocess.Popen([*command, "--database", database], stdout=subprocess.DEVNULL)
        os.sched_setaffinity(process.pid, {core})
        for _ in range(600):
            if process.poll() is not None:
                raise SystemExit(f"the server ended with {process.returncode}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return cls(process, port)
            time.sleep(0.1)
        raise SystemExit("the server does not answer")

    def stop(self) -> None:
        """Ask it to stop."""
        self.process.terminate()
        self.process.wait(30)

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return memory_of(self.process.pid)

    @property
    def cpu(self) -> float:
        """CPU seconds so far."""
        return cpu_of(self.process.pid)

    @property
    def database_cpu(self) -> float:
        """None: what SQLite does is done in the server."""
        return 0.0


# -------------------------------------------------------------------------------- beside the games


async def plain(paced: Sequence[Coroutine[Any, Any, None]]) -> dict[str, Any]:
    """Games without anything beside them."""
    await asyncio.gather(*paced)
    return {}


async def reviewed(
    base: str, until: float, paced: Sequence[Coroutine[Any, Any, None]]
) -> dict[str, Any]:
    """Games beside which somebody has matches reviewed and looks at what has come."""
    record = played().to_json()
    judged = 0

    async def asking() -> None:
        nonlocal judged
        async with httpx.AsyncClient(base_url=base, timeout=60) as person:
            for number in count():  # the same match twice would be one, and reviewed by then
                if time.monotonic() >= until:
                    break
                one = {**record, "players": ["", str(number)]}
                kept = (await person.post("/api/v1/records", json=one)).raise_for_status()
                table = kept.json()["table"]
                (await person.post(f"/api/v1/tables/{table}/review", json={})).raise_for_status()
                state: dict[str, Any] = {"status": "waiting", "done": 0}
                while state["status"] in ("waiting", "working") and time.monotonic() < until:
                    await asyncio.sleep(1)
                    address = f"/api/v1/tables/{table}/review?figures=false"
                    state = (await person.get(address)).raise_for_status().json()
                    (await person.get(f"/t/{table}/review?error=1")).raise_for_status()
                judged += state["done"]

    await asyncio.gather(asking(), *paced)
    return {"reviewed": judged}


def played() -> Record:
    """A match to five points of two players who go by a rule of thumb."""
    rules = MatchRules(length=5, games=None)
    match = Match.start(Record("backgammon", match=rules), SeededDice(5))
    while match.state.phase is not Phase.END:
        actions = rule_of_thumb.choose(match.state)
        for action in actions:
            match.act(action)
        if not actions:
            match.throw()
    return match.record


# ----------------------------------------------------------------------------------- what is told


async def measure(server: shared_load.Server, wishes: argparse.Namespace) -> dict[str, Any]:
    """All figures of the server."""
    base = f"http://127.0.0.1:{server.port}"
    warm = await gathered(len(GAMES), lambda number: seated(base, number))
    for _ in range(20):
        await asyncio.gather(*(game.move(Tally()) for game in warm))
    before = server.memory
    games = await gathered(wishes.games, lambda number: seated(base, number))
    tally, until = Tally(), time.monotonic() + wishes.seconds
    paced = [game.paced(wishes.step, until, tally) for game in games]
    cpu = server.cpu
    judged = await reviewed(base, until, paced) if wishes.review else await plain(paced)
    found: dict[str, Any] = {
        **judged,
        "games": wishes.games,
        "steps_a_second": round(len(tally.waits) / wishes.seconds, 1),
        **tally.line(),
        "core": round((server.cpu - cpu) / wishes.seconds, 2),
        "kb_a_table": round((server.memory - before) / wishes.games / 1024, 1),
    }
    burst, until, cpu = Tally(), time.monotonic() + BURST, server.cpu
    database = server.database_cpu
    await asyncio.gather(*(game.hurried(until, burst) for game in games))
    found["most_steps_a_second"] = round(len(burst.waits) / BURST)
    found["refused"] = len(tally.refused) + len(burst.refused)
    found["moved"] = tally.moved + burst.moved
    found["us_a_step"] = round((server.cpu - cpu) / len(burst.waits) * 1e6)
    if database:
        spent = server.database_cpu - database
        found["us_a_step_in_postgresql"] = round(spent / len(burst.waits) * 1e6)
    for sentence in sorted({*tally.refused, *burst.refused})[:5]:
        print("refused:", sentence)
    return found


async def echoes(server: Server, count: int) -> dict[str, Any]:
    """How many messages come back from the bare server, and how fast."""
    waits: list[float] = []
    until = time.monotonic() + BURST
    text = json.dumps({"type": "act", "id": 1, "seq": 1, "do": "step", "from": 8, "to": 5})

    async def one() -> None:
        async with connect(f"ws://127.0.0.1:{server.port}/", compression=None) as connection:
            while time.monotonic() < until:
                began = time.perf_counter()
                await connection.send(text)
                await connection.recv()
                waits.append(time.perf_counter() - began)

    cpu = server.cpu
    await asyncio.gather(*(one() for _ in range(count)))
    return {
        "us_an_echo": round((server.cpu - cpu) / len(waits) * 1e6),
        "echoes_a_second": round(len(waits) / BURST),
    }


def main() -> None:
    """Measure, and print."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=500)
    reader.add_argument("--seconds", type=float, default=60)
    reader.add_argument("--step", type=float, default=2.0)
    reader.add_argument("--database", default="")
    reader.add_argument("--review", action="store_true", help="with reviews beside the games")
    reader.add_argument("--workers", type=int, nargs="*", help="processes over PostgreSQL")
    reader.add_argument("--rounds", type=int, default=1, help="how often each number of them")
    reader.add_argument("--growth", action="store_true", help="a table of many sizes")
    reader.add_argument("--keep", action="store_true", help="for docs/figures.md")
    reader.add_argument("--serve", type=int, default=0, help=argparse.SUPPRESS)
    reader.add_argument("--echo", type=int, default=0, help=argparse.SUPPRESS)
    wishes = reader.parse_args()
    if wishes.serve:
        return serve(wishes.serve, wishes.database)
    if wishes.echo:
        return echo(wishes.echo)
    if wishes.workers:
        gc.disable()
        keep("workers", shared_load.compared(measure, wishes), wishes)
        return None
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("this needs two cores")
    os.sched_setaffinity(0, {cores[1]})
    gc.disable()  # the pauses of this program are none of the server
    if wishes.growth:
        start = partial(Server.start, "serve", cores[0])
        keep("growth", load_growth.grown(start, played(), wishes), wishes)
        return None
    with tempfile.TemporaryDirectory() as place:
        database = wishes.database or f"sqlite:///{place}/load.sqlite3"
        server = Server.start("serve", cores[0], database)
        try:
            found = uvloop.run(measure(server, wishes))
        finally:
            server.stop()
    bare = Server.start("echo", cores[0])
    try:
        found |= uvloop.run(echoes(bare, wishes.games))
    finally:
        bare.stop()
    found["ratio"] = round(found["most_steps_a_second"] / found["echoes_a_second"], 4)
    keep("load", found, wishes)
    return None


_FILES = {"load": "server.json", "workers": "workers.json", "growth": "growth.json"}


def keep(kind: str, found: Any, wishes: argparse.Namespace) -> None:
    """Tell what was found, and keep it for the page of figures if that is wanted."""
    for name, value in found.items() if isinstance(found, dict) else ():
        print(f"{name.replace('_', ' '):>24}  {value}")
    print(json.dumps({kind: found}))
    if wishes.keep:
        about = {"commit": commit(), "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}"}
        kept = {kind: found, **about, "machine": machine()}
        path = folder() / _FILES[kind]
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
