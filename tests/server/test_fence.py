"""Two servers at one database: whoever is late is refused, and no match is damaged."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine

import pytest

from at_table import ANNA, BEA, Client, Idle, first_step, play_on, random_action, until
from databases import database, postgresql
from fake_store import person
from tavola.games.agreement import Wish, agree
from tavola.rules.text import record as records
from tavola.rules.turn.state import Phase
from tavola.server.match.new_match import TableWish
from tavola.server.store import OVER, Store
from tavola.server.tables.table import Table
from tavola.server.tables.tables import Tables

__all__ = ["database", "postgresql"]

Scene = Callable[[Store, Table, Table], Coroutine[None, None, None]]


def two_servers(database: str, scene: Scene, opponent: str = "here") -> None:
    """One table, awake in two servers that do not know of each other."""

    async def whole() -> None:
        store = await Store.open(database)
        await store.add_person(person(ANNA, "Anna"))
        await store.add_person(person(BEA, "Bea"))
        one, two = Tables(store, Idle()), Tables(store, Idle())
        try:
            wish = TableWish(agree(Wish("backgammon")), opponent=opponent, colour="white")
            here = await one.create(wish, person(ANNA, "Anna"))
            if opponent == "friend":
                await here.join(here.live.seats.invite_for(ANNA), person(BEA, "Bea"))
            there = await two.get(here.id)
            assert there is not None
            async with asyncio.timeout(120):
                await scene(store, here, there)
            stored = await store.load(here.id)
            assert stored is not None
            assert (stored.seq, stored.epoch) == (len(stored.events), here.live.epoch)
            again = await Tables(store, Idle()).get(here.id)
            assert again is not None, "what is stored can be replayed"
            assert again.match.state == here.match.state
        finally:
            await one.close()
            await two.close()
            await store.close()

    asyncio.run(whole())


async def to_the_first_step(here: Table, there: Table) -> tuple[Client, Client]:
    """Both servers stand before the same first step."""
    anna, late = Client(here), Client(there)
    await until(anna, lambda state: state.phase is Phase.MOVE, random.Random(1))
    await there.overtaken()
    assert there.match.state == here.match.state
    return anna, late


def test_an_event_of_an_epoch_that_is_over_is_refused(database: str) -> None:
    """One takes back and plays on to the same number; the other appends to what was before."""

    async def scene(store: Store, here: Table, there: Table) -> None:
        anna, late = await to_the_first_step(here, there)
        first = first_step(here)
        assert (await anna.act("step", **first))["type"] == "accepted"
        await there.overtaken()
        assert (await anna.send(type="back"))[0]["type"] == "accepted"
        begun = (path.steps[0] for path in anna.view.paths)
        steps = ({"number": s.number, "from": s.source, "to": s.target} for s in begun)
        other = next(step for step in steps if step != first)
        assert (await anna.act("step", **other))["type"] == "accepted"
        assert there.match.seq == here.match.seq
        answer = await late.act("undo")
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        assert there.match.state == here.match.state, "the late one stands where the match stands"
        assert late.heard[-1]["type"] == "table", "and its viewers are told"

    two_servers(database, scene)


def test_nobody_takes_back_what_he_has_not_seen(database: str) -> None:
    async def scene(store: Store, here: Table, there: Table) -> None:
        anna, late = await to_the_first_step(here, there)
        await random_action(anna, random.Random(3))
        await there.overtaken()
        for _ in range(12):
            await random_action(anna, random.Random(3))
        seen = here.match.seq
        answer = (await late.send(type="back"))[0]
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        assert here.match.seq == there.match.seq == seen

    two_servers(database, scene)


def test_nothing_follows_the_end_of_a_match(database: str) -> None:
    """A match that was broken off in one server has the same number and epoch in the other."""

    async def scene(store: Store, here: Table, there: Table) -> None:
        anna, bea = Client(here), Client(here, BEA)
        await play_on([anna, bea], random.Random(5), 8)
        await there.overtaken()
        late = [Client(there), Client(there, BEA)]
        told = here.match.revealed.header()
        async with here.lock:
            await here._keeping._end(
                here.match.seq + 1,
                [],
                status="broken",
                score=(0, 0),
                header=told,
            )
            here.live.break_off()
        seq = here.match.seq
        for client in late:
            await random_action_or_none(client)
        stored = await store.load(here.id)
        assert stored is not None
        assert (stored.status, stored.seq, stored.secret) == ("broken", seq, "")
        assert there.live.broken_off

    two_servers(database, scene, "friend")


async def random_action_or_none(client: Client) -> None:
    view = client.view
    if view.paths:
        step = view.paths[0].steps[0]
        fields = {"number": step.number, "from": step.source, "to": step.target}
        assert (await client.act("step", **fields))["type"] == "refused"
    for do in view.may:
        assert (await client.act(do, number=1))["type"] == "refused", do


def test_a_name_that_was_erased_is_not_written_again(database: str) -> None:
    """A table that was awake while somebody was erased ends its match with the header it knows."""

    async def scene(store: Store, here: Table, there: Table) -> None:
        anna, bea = Client(here), Client(here, BEA)
        await play_on([anna, bea], random.Random(5), 8)
        await store.erase_person(BEA)
        told = here.match.revealed.header()
        async with here.lock:
            with pytest.raises(Exception, match=here.id):
                await here._keeping._end(
                    here.match.seq + 1,
                    [],
                    status=OVER,
                    score=(1, 0),
                    header=told,
                )
        stored = await store.load(here.id)
        assert stored is not None
        assert stored.header["players"] == ["Anna", ""]
        records.record_from_json({**stored.header, "events": list(stored.events)})
        await here.overtaken()

    two_servers(database, scene, "friend")
