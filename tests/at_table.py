"""Clients at a table of the server, inside this process: they send, and keep all that they hear."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from fake_store import FakeStore, person
from tavola.games import find
from tavola.games.agreement import Wish, agree, said
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import record as records
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import Phase, State, where
from tavola.server.match.live_match import Viewer
from tavola.server.match.new_match import TableWish
from tavola.server.tables.connection import Connection
from tavola.server.tables.table import Table
from tavola.server.tables.tables import Tables
from tavola.server.wire import messages

Json = dict[str, Any]

ANNA, BEA, CARL = "person-anna-1", "person-bea-2", "person-carl-3"
"""Anna makes the tables, Bea is the friend, Carl watches."""

NEAR_START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
COMPUTERS_TURN = "W 1:15 | B 24:15 | B"
"""For the game of pins."""

_MODELS: dict[str, type[messages.Message]] = {
    "table": messages.Table,
    "events": messages.Events,
    "refused": messages.Refusal,
    "accepted": messages.Accepted,
    "answer": messages.Answer,
    "presence": messages.Presence,
    "pong": messages.Pong,
}


@dataclass(frozen=True)
class Idle:
    idle_seconds: float = 1000.0


class Client:
    """Somebody connected to a table; everything that he hears fits the schema."""

    def __init__(self, table: Table, who: str = ANNA, seed: str = "", **wishes: str) -> None:
        self.table = table
        self.viewer = Viewer(who, **{"language": "en", **wishes})
        self.connection: Connection = table.connect(self.viewer, seed)
        self.heard: list[Json] = []
        self.sent = 0

    def hear(self) -> list[Json]:
        """What has come since the last time."""
        fresh: list[Json] = []
        while not self.connection.outbox.empty():
            fresh.append(json.loads(self.connection.outbox.get_nowait()))
        for message in fresh:
            _MODELS[message["type"]].model_validate(message)
        self.heard += fresh
        return fresh

    async def wait(self, *types: str, seconds: float = 60.0) -> Json:
        """The next message of one of some types."""
        async with asyncio.timeout(seconds):
            while True:
                message: Json = json.loads(await self.connection.outbox.get())
                _MODELS[message["type"]].model_validate(message)
                self.heard.append(message)
                if message["type"] in types:
                    return message

    async def send(self, **fields: Any) -> list[Json]:
        """Send a message and hear what comes at once."""
        self.hear()
        self.sent += 1
        kind = fields.get("type")
        if kind not in ("ping", "listen"):
            fields = {"id": self.sent, **fields}
        if kind in ("act", "play", "back", "claim"):
            fields = {"seq": self.table.match.seq, **fields}
        message = messages.INCOMING.validate_json(json.dumps({"v": 1, **fields}))
        await self.table.handle(self.connection, message)
        await asyncio.sleep(0)
        return [message for message in self.hear() if message["type"] != "presence"]

    async def act(self, do: str, **fields: Any) -> Json:
        """Act; what the table answers: `accepted` or `refused`."""
        heard = await self.send(type="act", do=do, **fields)
        return next(m for m in heard if m["type"] in ("accepted", "refused"))

    async def ask(self, what: str, **fields: Any) -> Json:
        """Ask; what the table answers."""
        self.sent += 1
        data = {"v": 1, "type": "ask", "id": self.sent, "what": what, **fields}
        await self.table.handle(self.connection, messages.INCOMING.validate_python(data))
        return await self.wait("answer", "refused", seconds=100)

    @property
    def view(self) -> messages.View:
        """What he sees now."""
        return self.table.audience.snapshot(self.viewer).view

    @property
    def mine(self) -> list[str]:
        return list(self.table.audience.snapshot(self.viewer).mine)

    @property
    def events(self) -> list[Json]:
        """All events that he has heard of, in order."""
        return [event for m in self.heard if m["type"] == "events" for event in m["events"]]

    def leave(self) -> None:
        self.table.audience.disconnect(self.connection)


class House:
    """A server's tables over a store in memory."""

    def __init__(self, store: FakeStore | None = None, idle: float = 1000.0) -> None:
        self.memory = store or FakeStore()
        self.tables = Tables(self.memory.store, Idle(idle))

    async def order(
        self, game: str = "backgammon", match: MatchRules | None = None, **order: Any
    ) -> Table:
        """A table that Anna wants; `here`, if nothing else is said."""
        start = order.pop("start", None)
        named = {name: order.pop(name) for name in ("profile", "options") if name in order}
        rules = said(match.to_json()) if match else {}
        wish = {"opponent": "here", "colour": "white", **order}
        agreed = agree(Wish(game, position=start, **named, **rules))
        return await self.tables.create(TableWish(agreed, **wish), person(ANNA, "Anna"))

    async def pair(self, game: str = "backgammon", **order: Any) -> tuple[Table, Client, Client]:
        """A table of two friends: Anna has White, Bea Black."""
        table = await self.order(game, opponent="friend", **order)
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        anna, bea = Client(table, ANNA, "seed of Anna"), Client(table, BEA)
        await table.finish()
        return table, anna, bea

    async def reopened(self, table: Table) -> tuple[House, Table]:
        """The same table in another process, as after a crash."""
        other = House(self.memory)
        found = await other.tables.get(table.id)
        assert found is not None
        return other, found

    async def close(self) -> None:
        await self.tables.close()


def run(scene: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    """Play a scene in a house of its own."""

    async def whole() -> None:
        house = House()
        try:
            async with asyncio.timeout(120):
                await scene(house)
        finally:
            await house.close()

    asyncio.run(whole())


def step_fields(action: Any) -> Json:
    """A step as a client sends it."""
    return {
        "number": action.number,
        "from": where(action.source),
        "to": where(action.target),
    }


_NEVER = ("resign", "draw", "undo", "correct", "double", "drop")


def let_pass(table: Table, seconds: float) -> None:
    """Time passes for a table."""
    presence, now = table.live.presence, table.live.presence._clock()
    presence._clock = lambda: now + seconds


async def random_action(client: Client, rng: random.Random) -> bool:
    """Do something that the view offers, but for ways out; False if it offers nothing."""
    view = client.view
    ways = [way for way in view.may if way not in _NEVER]
    if view.paths:
        path = rng.choice(view.paths)
        seq = client.table.match.seq
        for i, step in enumerate(path.steps):
            taken = {"number": step.number, "from": step.source, "to": step.target}
            await client.send(type="act", do="step", seq=seq + i, **taken)
        return True
    if not ways:
        return False
    do = rng.choice(ways)
    fields: Json = {}
    if do == "name":
        fields = {"dice": rng.choice(view.name)}
    if do == "choose":
        fields = {"number": rng.choice(view.choose)}
    if do in ("throw", "opening") and view.typed:
        fields = {"dice": (rng.randint(1, 6), rng.randint(1, 6))}
    answer = await client.act(do, **fields)
    assert answer["type"] == "accepted", (answer, do, fields)
    return True


async def play_on(clients: list[Client], rng: random.Random, events: int) -> None:
    """Play at random until the match is over or has so many events, or a whole move more."""
    table = clients[0].table
    while table.match.state.phase is not Phase.END and table.match.seq < events:
        order = rng.sample(clients, len(clients))
        for client in order:
            if await random_action(client, rng):
                break
        else:
            raise AssertionError(f"nobody can go on: {table.match.state}")
    for client in clients:
        client.hear()


async def until(client: Client, fits: Callable[[State], bool], rng: random.Random) -> None:
    """Play at random at a table of one person until a state is reached; `run` ends it else."""
    while not fits(client.table.match.state):
        if not await random_action(client, rng):
            await asyncio.sleep(0.01)


def first_step(table: Table) -> Json:
    """A step that can be played now."""
    return step_fields(turn.next_steps(table.match.state)[0])


def stored_record(house: House, table: Table) -> Record:
    """The record as the store has it."""
    match = house.memory.matches[table.id]
    return record_from_json({**match.header, "events": list(match.events)})


def check_same(house: House, table: Table) -> None:
    """What is stored leads to what is shown."""
    record = stored_record(house, table)
    assert records.fold(record, find(record.game)) == table.match.state
    assert table.match.record.to_json()["events"] == record.to_json()["events"]
