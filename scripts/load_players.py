"""People who play under load, for `scripts/load.py`: two connections at each table, which do what
they may.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

import httpx
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from pydantic_core import from_json, to_json

from tavola.games import GAMES

FIRST = 8
"""Tables that are made at once."""
PATIENCE = 60.0
"""Seconds that something is waited for, on a machine that does a lot beside."""


class Cut(Exception):
    """The connection has ended."""


@dataclass
class Tally:
    """Seconds until each acknowledgement; refusals, of which there should be none; how often a
    table moved to another process meanwhile."""

    waits: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    moved: int = 0

    def line(self) -> dict[str, float]:
        """Median and 99th percentile in milliseconds."""
        cuts = quantiles(self.waits, n=100)
        return {"p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1)}


class Player(WSListener):  # type: ignore[misc]
    """One connection: keeps the newest view, and knows when something was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.connection: WSTransport | None = None
        self.view: dict[str, Any] = {}
        self.mine: list[str] = []
        self.seq = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0
        self._cut = False
        self.changed = asyncio.Event()

    @classmethod
    async def seated(cls, address: str, headers: dict[str, str]) -> Player:
        """Connect until the table says how it stands: of several processes one may be so busy that
        others come to it in vain at first."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(OSError, WSError, TimeoutError):
                    _, made = await ws_connect(cls, address, extra_headers=headers)
                    player: Player = made
                    await player.changed.wait()
                    if player.view:
                        return player
                await asyncio.sleep(0.1)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The connection stands."""
        self.connection = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        """A message came."""
        if frame.msg_type == WSMsgType.TEXT:
            self._hear(from_json(frame.get_payload_as_bytes()))

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        """The connection has ended."""
        self._cut = True
        self.changed.set()
        for answer in self._answers.values():
            answer.cancel()

    async def leave(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.send_close()
            await self.connection.wait_disconnected()

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] in ("accepted", "refused"):
            self._answers.pop(message["id"]).set_result(message)
        if "view" in message:
            self.view, self.mine = message["view"], message["mine"]
            self.seq = message["seq"]
            self.changed.set()

    async def reach(self, seq: int) -> None:
        """Wait until an event was heard of.  Raises `Cut`."""
        while self.seq < seq:
            if self._cut:
                raise Cut
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), PATIENCE)

    async def act(self, wish: dict[str, Any], tally: Tally) -> int:
        """Do something, and wait until it is acknowledged; the number of the last event then.
        Raises `Cut`."""
        self._ids += 1
        answer = self._answers[self._ids] = asyncio.get_running_loop().create_future()
        message = {"type": "act", "id": self._ids, "seq": self.seq, **wish}
        began = time.perf_counter()
        if self.connection is None or self._cut:
            raise Cut
        self.connection.send(WSMsgType.TEXT, to_json(message))
        try:
            found = await answer
        except asyncio.CancelledError:
            if self._cut:
                raise Cut from None
            raise
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

    def __init__(self, address: str, cookies: Sequence[str], origin: str, seed: int) -> None:
        self._address = address
        self._headers = [{"Cookie": f"tavola={one}", "Origin": origin} for one in cookies]
        self.players: list[Player] = []
        self.chance = random.Random(seed)

    async def sit(self) -> None:
        """Sit down, perhaps again."""
        for player in self.players:
            await player.leave()
        self.players = [await Player.seated(self._address, one) for one in self._headers]

    async def move(self, tally: Tally) -> None:
        """One action of whoever can act, until both have heard of it."""
        try:
            await self._move(tally)
        except Cut:  # the table has moved to another process
            await self.sit()
            tally.moved += 1

    async def _move(self, tally: Tally) -> None:
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
        httpx.AsyncClient(base_url=base, timeout=60, verify=False) as white,
        httpx.AsyncClient(base_url=base, timeout=60, verify=False) as black,
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
    game = Game(address, cookies, base, number)
    await game.sit()
    return game


async def gathered(count: int, make: Callable[[int], Awaitable[Game]]) -> list[Game]:
    """That many games, a few made at a time."""
    gate = asyncio.Semaphore(FIRST)

    async def one(number: int) -> Game:
        async with gate:
            return await make(number)

    return list(await asyncio.gather(*(one(number) for number in range(count))))


__all__ = ["Game", "Player", "Tally", "gathered", "seated"]
