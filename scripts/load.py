"""How much one core bears: running games with two connections each, beside a bare echo server.

    python -m scripts.load [--games 500] [--seconds 60] [--step 2.0] [--database URL]
                            [--review] [--workers N]

The server has one core, this program another.  First every game makes a step each `--step` seconds:
how long until it is acknowledged, which means that it is on the disk?  With `--review` a long match
is reviewed all the while.  Then all games play as fast as they can, and so do as many connections
to a server of the same stack that only echoes; of both the microseconds of the core are told that
one step or message costs.  With `--workers` one process over PostgreSQL is compared with so many,
on all cores.  The last line is JSON for `docs/figures.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from statistics import quantiles
from typing import Any

import httpx
from scripts import shared_load
from scripts.figures.store import commit, folder, machine
from scripts.shared_load import cpu_of, memory_of
from websockets.asyncio.client import ClientConnection, connect

from tavola.bots import rule_of_thumb
from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.ruleset import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase

BURST = 10.0
"""Seconds of playing as fast as possible."""
FIRST = 8
"""Tables that are made at once."""


# ------------------------------------------------------------------------------------ the servers


def serve(port: int, database: str) -> None:
    """The server under load, without limits for a single address."""
    from tavola.server import run
    from tavola.server.settings import UNHURRIED, Settings
    from tavola.words import Words

    many = 10**6
    limits = replace(UNHURRIED, sockets=many, connections=many)
    settings = Settings(database=database, limits=limits)
    run.serve(Words("en"), settings, run.listen("127.0.0.1", port))


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


# ------------------------------------------------------------------------------------- the players


@dataclass
class Tally:
    """Seconds until each acknowledgement; refusals, of which there should be none."""

    waits: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def line(self) -> dict[str, float]:
        """Median and 99th percentile in milliseconds."""
        cuts = quantiles(self.waits, n=100)
        return {"p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1)}


class Player:
    """One connection: keeps the newest view, and knows when something was acknowledged."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view: dict[str, Any] = {}
        self.mine: list[str] = []
        self.seq = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0
        self.changed = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.connection:
            message = json.loads(text)
            if message["type"] in ("accepted", "refused"):
                self._answers.pop(message["id"]).set_result(message)
            if "view" in message:
                self.view, self.mine = message["view"], message["mine"]
                self.seq = message["seq"]
                self.changed.set()

    async def reach(self, seq: int) -> None:
        """Wait until an event was heard of."""
        while self.seq < seq:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)

    async def act(self, wish: dict[str, Any], tally: Tally) -> int:
        """Do something, and wait until it is acknowledged; the number of the last event then."""
        self._ids += 1
        answer = self._answers[self._ids] = asyncio.get_running_loop().create_future()
        message = {"type": "act", "id": self._ids, "seq": self.seq, **wish}
        began = time.perf_counter()
        await self.connection.send(json.dumps(message))
        found = await answer
        tally.waits.append(time.perf_counter() - began)
        if found["type"] == "refused":
            tally.refused.append(f"{found['code']}: {wish}")
            return self.seq
        return int(found["seq"])

    def wish(self, chance: random.Random) -> dict[str, Any] | None:
        """Something that can be done now, or None."""
        may = self.view["may"]
        for kind in ("opening", "throw", "keep", "take", "next"):
            if kind in may:
                return {"do": kind}
        if self.view["choose"]:
            return {"do": "choose", "number": chance.choice(self.view["choose"])}
        if self.view["name"]:
            return {"do": "name", "dice": chance.choice(self.view["name"])}
        if self.view["paths"]:
            return {"do": "step", **chance.choice(self.view["paths"])["steps"][0]}
        return {"do": "done"} if "done" in may else None


class Game:
    """Two players at one table."""

    def __init__(self, id: str, players: tuple[Player, Player], seed: int) -> None:
        self.id = id
        self.players = players
        self.chance = random.Random(seed)

    async def move(self, tally: Tally) -> None:
        """One action of whoever can act, until both have heard of it."""
        for player in self.players:
            if wish := player.wish(self.chance):
                seq = await player.act(wish, tally)
                for other in self.players:
                    await other.reach(seq)
                return
        raise SystemExit(f"nobody can act: {self.players[0].view}")

    async def paced(self, step: float, until: float, tally: Tally) -> None:
        """One action each `step` seconds, begun at a moment of its own."""
        await asyncio.sleep(self.chance.uniform(0, step))
        following = time.monotonic()
        while following < until:
            await asyncio.sleep(max(0.0, following - time.monotonic()))
            await self.move(tally)
            following += step

    async def hurried(self, until: float, tally: Tally) -> None:
        """Action after action."""
        while time.monotonic() < until:
            await self.move(tally)


async def seated(base: str, number: int) -> Game:
    """A new table with two people who sit at it."""
    games = list(GAMES)
    async with (
        httpx.AsyncClient(base_url=base, timeout=60) as white,
        httpx.AsyncClient(base_url=base, timeout=60) as black,
    ):
        wish = {
            "game": games[number % len(games)],
            "opponent": "friend",
            "match": {"games": 99},
        }
        made = (await white.post("/api/v1/tables", json=wish)).raise_for_status().json()
        invite = made["join"].rpartition("/")[2]
        (await black.post(f"/api/v1/join/{invite}")).raise_for_status()
        cookies = [client.cookies["tavola"] for client in (white, black)]
    address = f"{base.replace('http', 'ws')}/t/{made['table']}/socket"
    players = []
    for cookie in cookies:
        header = {"Cookie": f"tavola={cookie}", "Origin": base}
        connection = await connect(address, additional_headers=header, compression=None)
        players.append(Player(connection))
    for player in players:
        await player.changed.wait()
    return Game(made["table"], (players[0], players[1]), number)


async def gathered(count: int, make: Callable[[int], Awaitable[Game]]) -> list[Game]:
    """That many games, a few made at a time."""
    gate = asyncio.Semaphore(FIRST)

    async def one(number: int) -> Game:
        async with gate:
            return await make(number)

    return list(await asyncio.gather(*(one(number) for number in range(count))))


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
            while time.monotonic() < until:
                kept = (await person.post("/api/v1/records", json=record)).raise_for_status()
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
    await asyncio.gather(*(game.hurried(until, burst) for game in games))
    found["most_steps_a_second"] = round(len(burst.waits) / BURST)
    found["refused"] = len(tally.refused) + len(burst.refused)
    found["us_a_step"] = round((server.cpu - cpu) / len(burst.waits) * 1e6)
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
    reader.add_argument("--workers", type=int, default=0, help="processes over PostgreSQL")
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
    with tempfile.TemporaryDirectory() as place:
        database = wishes.database or f"sqlite:///{place}/load.sqlite3"
        server = Server.start("serve", cores[0], database)
        try:
            found = asyncio.run(measure(server, wishes))
        finally:
            server.stop()
    bare = Server.start("echo", cores[0])
    try:
        found |= asyncio.run(echoes(bare, wishes.games))
    finally:
        bare.stop()
    found["ratio"] = round(found["most_steps_a_second"] / found["echoes_a_second"], 4)
    keep("load", found, wishes)
    return None


def keep(kind: str, found: dict[str, Any], wishes: argparse.Namespace) -> None:
    """Tell what was found, and keep it for the page of figures if that is wanted."""
    for name, value in found.items():
        print(f"{name.replace('_', ' '):>24}  {value}")
    print(json.dumps({kind: found}))
    if wishes.keep:
        about = {"commit": commit(), "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M}"}
        kept = {kind: found, **about, "machine": machine()}
        path = folder() / {"load": "server.json", "workers": "workers.json"}[kind]
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
