"""Who plays while the server is killed: tables at which two connections do random legal things."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from scripts.kills.ledger import BACK, Json, Ledger
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tavola.games import GAMES
from tavola.play.log import read
from tavola.play.verify import verify

PATIENCE = 300.0
"""Seconds until a server that says nothing is a fault, on a machine that does a lot beside."""
PACE = 0.1
"""Mean seconds between two things that are done at a table."""
AGAIN = 0.1
"""Seconds until a server that is away is tried again."""
GONE = (OSError, httpx.HTTPError, WebSocketException, TimeoutError)
"""What a client sees of a server that is killed."""
FRIEND, HERE, COMPUTER = "friend", "here", "computer"
_SIMPLE = ("opening", "throw", "keep", "take", "refuse", "decline", "next", "done")
_RARE = {"undo": 0.1, "double": 0.05, "beaver": 0.3, "drop": 0.2, "draw": 0.002, "agree": 0.3}
REPLACED = 10.0
"""Seconds until a table whose process has died must be played at again, if others live."""
_NO_TABLE = 4404
_EXPECTED = ("not_stored", "stale", "no_seed")
"""Refusals that a killed server explains."""


class Lost(Exception):
    """The server refuses what it has acknowledged, or does not answer."""


@dataclass
class Figures:
    """What was counted."""

    acknowledged: int = 0
    compared: int = 0
    comparisons: int = 0
    kept: int = 0
    finished: int = 0
    verified: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds that tables stood still whose process died, while others lived."""
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Line:
    """One connection: keeps the newest view, and tells the books what it hears."""

    def __init__(self, connection: ClientConnection, ledger: Ledger) -> None:
        self._connection, self._ledger = connection, ledger
        self.view: Json = {}
        self.mine: list[str] = []
        self.at = (-1, -1)
        self.code = 0
        self.first = asyncio.Event()
        self._changed = asyncio.Event()
        self._answer: asyncio.Future[Json] | None = None
        self._ids = 0
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self._connection:
                self._hear(json.loads(text))
        except ConnectionClosed as end:
            self.code = end.rcvd.code if end.rcvd else 0
        finally:
            self.first.set()
            if self._answer is not None and not self._answer.done():
                self._answer.cancel()
            self._changed.set()

    def _hear(self, message: Json) -> None:
        kind = message["type"]
        if kind == "accepted":
            # At once, before anything else is heard: the books keep the order of the line.
            self._ledger.accepted(message["id"], message["seq"])
        waiting = self._answer if kind in ("accepted", "refused") else None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
        if "view" not in message:
            return
        epoch, seq = message["epoch"], message["seq"]
        if kind == "table" and not self.first.is_set():
            self._ledger.back_again(epoch, seq)
        elif kind == "table":
            self._ledger.stands(epoch, seq)
        else:
            self._ledger.heard(epoch, seq, message["events"])
        self.view, self.mine, self.at = message["view"], message["mine"], (epoch, seq)
        self.first.set()
        self._changed.set()

    async def reach(self, at: tuple[int, int]) -> None:
        """Wait until what is in the books was heard here, too."""
        async with asyncio.timeout(PATIENCE):
            while self.at < at:
                if self.reading.done():
                    raise ConnectionResetError
                self._changed.clear()
                if self.at < at and not self.reading.done():
                    await self._changed.wait()

    async def ask(self, wish: Json) -> Json:
        """Do something; what is answered."""
        self._ids += 1
        self._answer = asyncio.get_running_loop().create_future()
        kind = "back" if wish["do"] == BACK else "act"
        fields = {} if kind == "back" else wish
        message = {"type": kind, "id": self._ids, "seq": self.at[1], **fields}
        self._ledger.wants(self._ids, self.at[1], wish)
        await self._connection.send(json.dumps(message))
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._answer
            except asyncio.CancelledError:
                if self.reading.done():
                    raise ConnectionResetError from None
                raise

    async def close(self) -> None:
        """Go."""
        self.reading.cancel()
        with suppress(*GONE):
            await self._connection.close()


def wish_of(view: Json, chance: random.Random) -> Json | None:
    """Something that can be done now, at random, or None."""
    may = view["may"]
    found: list[Json] = [{"do": kind} for kind in _SIMPLE if kind in may]
    if view["choose"]:
        found.append({"do": "choose", "number": chance.choice(view["choose"])})
    if view["name"]:
        found.append({"do": "name", "dice": chance.choice(view["name"])})
    if view["paths"]:
        found.append({"do": "step", **chance.choice(view["paths"])["steps"][0]})
    rare = [
        {"do": kind} for kind, often in _RARE.items() if kind in may and chance.random() < often
    ]
    if view["back"] and chance.random() < 0.02:
        rare.append({"do": BACK})
    if rare and found:
        return chance.choice(rare)
    # Who waits for an answer to an offer must find one, however rare.
    answers = [{"do": kind} for kind in ("accept", "agree", "drop", "undo") if kind in may]
    return chance.choice(found or answers) if found or answers else None


@dataclass
class Seated:
    """A table and those who sit at it: the cookies of one or two people."""

    id: str
    cookies: list[str]
    ledger: Ledger


class Table:
    """One place in the house, at which one match after the other is played."""

    def __init__(
        self,
        number: int,
        base: Callable[[], str],
        figures: Figures,
        seed: int,
        replaced: float = REPLACED,
    ) -> None:
        self.number = number
        self._replaced = replaced
        self._base, self._figures = base, figures
        self._chance = random.Random(seed * 1000 + number)
        self._pick = number
        self.seated: Seated | None = None
        self.alive = asyncio.Event()
        """Something was acknowledged since the server was started, or the computer thinks: for
        minutes on a slow machine, if nothing is compiled."""
        self._cut: float | None = None
        self._counts = False
        self._kills = 0
        self.doing = ""
        """What it does or waits for now, for whoever asks why nothing happens."""
        self.lock = asyncio.Lock()

    async def play(self) -> None:
        """Play, come back, compare, begin anew, until this is cancelled."""
        while True:
            try:
                if self.seated is None:
                    self.doing = "sits down"
                    self.seated = await self._sit_down()
                self.doing = "compares"
                await self.compare()
                await self._play_one(self.seated)
            except GONE as gone:
                self._cut = self._cut or time.monotonic()
                self.doing = f"{self.doing}; then {gone!r}"
                await asyncio.sleep(AGAIN)
            except Lost as lost:
                self._fault(str(lost))
                self.seated = None

    def killed(self, *, others_live: bool) -> None:
        """Something was killed; how long it takes to be replaced counts if others live."""
        self.alive.clear()
        self._kills += 1
        self._counts = others_live
        if self.seated is not None:
            self.seated.ledger.survived = others_live
        if self._cut is not None:
            self._cut = time.monotonic()

    def _goes_on(self) -> None:
        """Something was acknowledged, or the computer thinks."""
        self.alive.set()
        if self._cut is not None and self._counts:
            waited = time.monotonic() - self._cut
            self._figures.waits.append(round(waited, 2))
            if waited > self._replaced:
                self._fault(f"nobody took over for {waited:.1f} s; it {self.doing}")
        self._cut = None

    def _fault(self, sentence: str) -> None:
        id = self.seated.id if self.seated else "?"
        self._figures.faults.append(f"table {self.number} ({id}): {sentence}")

    async def _sit_down(self) -> Seated:
        """A new table; nothing of it is known until everybody sits."""
        self._pick += 1
        opponent = (FRIEND, FRIEND, HERE, FRIEND, FRIEND, COMPUTER)[self._pick % 6]
        wish: Json = {"game": list(GAMES)[self._pick % len(GAMES)], "opponent": opponent}
        if opponent == COMPUTER:
            wish["level"] = "beginner"
        async with self._web() as white, self._web() as black:
            made = await _made(white.post("/api/v1/tables", json=wish))
            cookies = [white.cookies["tavola"]]
            if opponent == FRIEND:
                await _made(black.post(f"/api/v1/join/{made['join'].rpartition('/')[2]}"))
                cookies.append(black.cookies["tavola"])
        return Seated(made["table"], cookies, Ledger(foreign=opponent == COMPUTER))

    def _web(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self._base(), timeout=PATIENCE, verify=False)

    async def record(self) -> bytes:
        """The record as the server gives it.  Raises `Lost` where there is none."""
        assert self.seated is not None
        async with self._web() as web:
            answer = await web.get(f"/t/{self.seated.id}/record.json")
        if answer.status_code == 503:
            raise TimeoutError  # the database is away
        if answer.status_code != 200:
            raise Lost(f"the record is answered with {answer.status_code}")
        return answer.content

    async def compare(self) -> None:
        """Compare the books with the record, and enter what it says."""
        async with self.lock:
            seated = self.seated
            if seated is None:
                return
            books, known = seated.ledger, -1
            while known != books.seq:  # the computer may play on while its record is on the way
                known, data = books.seq, await self.record()
                if self.seated is not seated:  # the match ended meanwhile, and was compared then
                    return
            events = json.loads(data)["events"]
            before = len(books.perhaps)
            self._figures.compared += books.compare(events)
            self._figures.comparisons += 1
            self._figures.kept += before
            self._tell_faults()

    def _tell_faults(self) -> None:
        assert self.seated is not None
        for sentence in self.seated.ledger.faults:
            self._fault(sentence)
        self.seated.ledger.faults.clear()

    async def _play_one(self, seated: Seated) -> None:
        """Play until the match is over."""
        lines: list[Line] = []
        address = f"{self._base().replace('http', 'ws', 1)}/t/{seated.id}/socket"
        try:
            for cookie in seated.cookies:
                self.doing = f"takes seat {len(lines)}"
                headers = {"Cookie": f"tavola={cookie}", "Origin": self._base()}
                made = await connect(address, additional_headers=headers, compression=None)
                lines.append(Line(made, seated.ledger))
                await asyncio.wait_for(lines[-1].first.wait(), PATIENCE)
                if lines[-1].code == _NO_TABLE:
                    raise Lost("there is no such table")
                if not lines[-1].view:
                    raise ConnectionResetError
                if not lines[-1].mine:
                    raise Lost("somebody has no seat any more")
            while not lines[0].view["over"]:
                async with self.lock:
                    await self._step(seated, lines)
                await asyncio.sleep(self._chance.uniform(0, 2 * PACE))
        finally:
            for line in lines:
                line.reading.cancel()  # an answer to what is given up is not for the books
            seated.ledger.lost()
            for line in lines:
                await line.close()
        await self._end()

    async def _step(self, seated: Seated, lines: list[Line]) -> None:
        books = seated.ledger
        self.doing = f"waits for {books.epoch, books.seq} at {[line.at for line in lines]}"
        for line in lines:
            await line.reach((books.epoch, books.seq))
        chosen = [(line, wish) for line in lines if (wish := wish_of(line.view, self._chance))]
        if not chosen:
            if not books.foreign and not lines[0].view["over"]:
                raise Lost(f"nobody can act: {lines[0].view['say']}")
            self.doing = f"waits for the computer: {lines[0].view['say']}"
            if any(line.reading.done() for line in lines):
                raise ConnectionResetError
            self._goes_on()
            return
        line, wish = chosen[0]
        self.doing = f"asks for {wish} at {line.at}"
        kills = self._kills
        answer = await line.ask(wish)
        if answer["type"] == "accepted":
            self._figures.acknowledged += 1
            if kills == self._kills:  # else it was on its way when its sender died, perhaps
                self._goes_on()
        elif answer["code"] in _EXPECTED:
            books.lost()
            self._figures.refused[answer["code"]] += 1
            await asyncio.sleep(AGAIN)
        else:
            books.refused()
            self._figures.refused[answer["code"]] += 1
            self._fault(f"refused with {answer['code']}: {wish}")
        self._tell_faults()

    async def _end(self) -> None:
        """The match is over: read it back, and go on to the next."""
        await self.compare()
        await self.verified()
        self._figures.finished += 1
        self.seated = None

    async def verified(self) -> None:
        """Whether the record is sound, as `tavola verify` reads it."""
        data = await self.record()
        failed = [check.name for check in await asyncio.to_thread(_checks, data) if check.failed]
        if failed:
            self._fault(f"the record is not sound: {', '.join(failed)}")
        self._figures.verified += 1


def _checks(data: bytes) -> list[Any]:
    return verify(read(data))


async def _made(asking: Any) -> Json:
    """The answer to something that makes something.  Raises `httpx.HTTPError`."""
    answer = (await asking).raise_for_status()
    found: Json = answer.json()
    return found


__all__ = ["GONE", "PATIENCE", "Figures", "Table", "wish_of"]
