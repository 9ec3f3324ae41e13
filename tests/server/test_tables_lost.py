"""Tables of the server that are lost and found again: restarts, gaps, a store that refuses."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from at_table import (
    ANNA,
    BEA,
    CARL,
    Client,
    House,
    Idle,
    check_same,
    let_pass,
    play_on,
    run,
    stored_record,
)
from fake_store import FakeStore, person
from tavola.games import find
from tavola.games.agreement import Wish, agree
from tavola.rules.text import record as records
from tavola.rules.turn.state import Phase
from tavola.server.match.new_match import TableWish
from tavola.server.match.presence import PATIENCE
from tavola.server.store import Damaged, Store, StoredMatch, Taken, Unknown
from tavola.server.tables.connection import LONGEST
from tavola.server.tables.tables import Tables
from tavola.server.wire import messages


def test_a_restart_goes_on_at_the_same_throw() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair("gioul")
        rng = random.Random(11)
        for events in (1, 7, 20, 55):
            await play_on([anna, bea], rng, events)
            other, again = await house.reopened(table)
            assert again.match.state == table.match.state
            assert again.match.last_play == table.match.last_play
            if table.match.state.phase in (Phase.START, Phase.OPENING):
                dice = [one.match.dice.throw(one.match.state) for one in (table, again)]
                assert dice[0] == dice[1]
            assert again.audience.snapshot(anna.viewer).view.paths == anna.view.paths
            await other.close()

    run(scene)


def test_dice_do_not_depend_on_when_a_process_dies() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(12), 60)
        match = house.memory.matches[table.id]
        # The same match, played by processes that live for one event each.
        memory = FakeStore()
        memory.matches[table.id] = replace(match, events=(), seq=0)
        rng = random.Random(12)
        while memory.matches[table.id].seq < match.seq:
            now = House(memory)
            found = await now.tables.get(table.id)
            assert found is not None
            clients = [Client(found, ANNA), Client(found, BEA)]
            await play_on(clients, rng, found.match.seq + 1)
            await now.close()
        assert memory.matches[table.id].events == match.events

    run(scene)


def test_who_comes_back_hears_exactly_what_was_missed() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair("puff")
        await play_on([anna, bea], random.Random(13), 150)
        all_events = anna.events
        last = (
            table.match.seq
        )  # a few more than asked for, where a move of several steps was the last
        for after in (0, 1, 40, last - 1, last):
            missed = table.audience.missed(anna.viewer, after, table.live.epoch)
            assert missed is not None
            told = json.loads(missed.model_dump_json(by_alias=True))
            assert [e["n"] for e in told["events"]] == list(range(after + 1, last + 1))
            for event, known in zip(told["events"], all_events[after:], strict=True):
                assert event["action"] == known["action"]
                assert event["steps"] == known["steps"]
                assert event["hits"] == known["hits"]
            assert told["seq"] == last
        assert table.audience.missed(anna.viewer, last + 1, table.live.epoch) is None
        assert table.audience.missed(anna.viewer, 0, table.live.epoch + 1) is None

    run(scene)


def test_a_table_over_a_real_database(tmp_path: Path) -> None:
    """What the store in memory is taken for: the same with SQLite, killed in mid-turn."""

    async def whole() -> None:
        url = f"sqlite:///{tmp_path / 'tavola.sqlite3'}"
        store = await Store.open(url)
        await store.add_person(person(ANNA, "Anna"))
        await store.add_person(person(BEA, "Bea"))
        tables = Tables(store, Idle())
        table = await tables.create(
            TableWish(agree(Wish("gioul")), opponent="friend"), person(ANNA)
        )
        with pytest.raises(KeyError):
            await table.join(table.live.seats.invite_for(ANNA), person(CARL))
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        clients = [Client(table, ANNA), Client(table, BEA)]
        await play_on(clients, random.Random(19), 45)
        await store.close()  # the tables do not hear of it, as in a crash
        assert (await clients[0].act("resign", number=1))["type"] == "refused"
        store = await Store.open(url)
        again = await Tables(store, Idle()).get(table.id)
        assert again is not None
        assert again.match.state == table.match.state
        assert again.match.dice.throw(again.match.state) == table.match.dice.throw(
            table.match.state
        )
        assert {again.match.record.players} == {table.match.record.players}
        await play_on([Client(again, ANNA), Client(again, BEA)], random.Random(20), 70)
        await store.close()

    asyncio.run(whole())


def test_looking_back() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair("pin")
        await play_on([anna, bea], random.Random(14), 120)
        record = stored_record(house, table)
        states = [moment.state for moment in records.replay(record, find(record.game))]
        for n in (0, 1, 33, 34, 64, 119, 120):
            view = await table.audience.at(anna.viewer, n)
            points = {p: s.count for p, s in view.board.points.items()}
            position = states[n].position
            assert points == {
                p: position.count(top, p)
                for p in range(1, 25)
                if (top := position.top(p)) is not None
            }
            assert (view.phase, view.may, view.paths) == (states[n].phase.value, [], [])

    run(scene)


def test_a_client_who_goes_away_in_the_middle_of_storing_leaves_no_gap() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        house.memory.gate = asyncio.Event()
        message = messages.INCOMING.validate_python(
            {"v": 1, "type": "act", "id": 1, "seq": 0, "do": "opening"}
        )
        work = asyncio.create_task(table.handle(anna.connection, message))
        await asyncio.sleep(0.01)
        assert table.match.seq == 0
        assert "events" not in [m["type"] for m in bea.hear()]
        work.cancel()
        anna.leave()
        house.memory.gate.set()
        assert (await bea.wait("events"))["seq"] == 1
        check_same(house, table)

    run(scene)


def test_what_cannot_be_stored_does_not_happen() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        bea.hear()
        house.memory.broken = True
        answer = await anna.act("opening")
        assert answer["code"] == "not_stored"
        assert table.match.seq == 0
        assert not [m for m in bea.hear() if m["type"] == "events"]
        house.memory.broken = False
        assert (await anna.act("opening"))["type"] == "accepted"
        check_same(house, table)

    run(scene)


def test_who_sits_down_while_the_database_falls_silent_sits_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the seat was taken is asked as soon as the database answers; nobody waits for ever
    at a table that seems open."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="friend")
        invite = table.live.seats.invite_for(ANNA)
        anna = Client(table, ANNA, "seed of Anna")
        let_pass(table, 10 * PATIENCE)
        take_seat = house.memory.take_seat

        async def silent(*given: str) -> StoredMatch:
            await take_seat(*given)
            raise Unknown("no answer")

        monkeypatch.setattr(house.memory, "take_seat", silent)
        with pytest.raises(Unknown):
            await table.join(invite, person(BEA, "Bea"))
        await table.finish()
        assert table.live.seats.is_seated(BEA)
        assert not table.live.scene.turns.waiting
        assert [m for m in anna.hear() if m["type"] == "table"], "she hears of it"
        assert table.live.presence.away(BEA) == 0, "he was not missed before he came"
        with pytest.raises(Taken):
            await table.join(invite, person(BEA, "Bea"))

    run(scene)


def test_a_match_that_is_damaged_when_the_database_answers_again_sends_everybody_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody waits at a table of which it will never be known how it stands."""

    async def scene(house: House) -> None:
        table, anna, _ = await house.pair()

        async def silent(*given: object, **more: object) -> None:
            raise Unknown("no answer")

        async def damaged(id: str) -> StoredMatch | None:
            raise Damaged(id, "event 1")

        monkeypatch.setattr(house.memory, "append", silent)
        monkeypatch.setattr(house.memory, "load_for_certain", damaged)
        message = messages.INCOMING.validate_python(
            {"v": 1, "type": "act", "id": 1, "seq": 0, "do": "opening"}
        )
        await table.handle(anna.connection, message)
        await table.finish()
        assert table.left
        assert not table.audience.watched

    run(scene)


def test_a_match_that_another_process_changed_is_taken_over() -> None:
    async def scene(house: House) -> None:
        table, anna, _ = await house.pair()
        other, elsewhere = await house.reopened(table)
        assert (await Client(elsewhere).act("opening"))["type"] == "accepted"
        anna.hear()
        before = len(anna.heard)
        answer = await anna.act("opening")
        assert answer["code"] == "stale"
        assert table.match.state == elsewhere.match.state
        assert [m["seq"] for m in anna.heard[before:] if m["type"] == "table"] == [1]
        await other.close()

    run(scene)


def test_a_match_that_was_deleted_sends_everybody_away() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        del house.memory.matches[table.id]
        anna.hear()
        bea.hear()
        message = messages.INCOMING.validate_python(
            {"v": 1, "type": "act", "id": 1, "seq": 0, "do": "opening"}
        )
        await table.handle(anna.connection, message)
        with pytest.raises(WebSocketDisconnect):
            await bea.connection.outbox.get()

    run(scene)


def test_a_client_that_does_not_listen_is_cut_off() -> None:
    async def scene(house: House) -> None:
        table, anna, _ = await house.pair()
        deaf = Client(table, CARL)
        ping = messages.INCOMING.validate_python({"v": 1, "type": "ping"})
        for _ in range(LONGEST + 5):
            await table.handle(deaf.connection, ping)
        assert deaf.connection.outbox.qsize() == 1
        with pytest.raises(WebSocketDisconnect):
            await deaf.connection.outbox.get()
        await asyncio.sleep(0)
        assert [m for m in anna.hear() if m["type"] == "presence"][-1]["watching"] == 0

    run(scene)


def test_idle_tables_sleep_and_wake_as_they_were() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(15), 20)
        now = asyncio.get_running_loop().time() + 10_000
        house.tables.sleep_now(now)
        assert house.tables.awake == 1, "somebody is there"
        anna.leave()
        bea.leave()
        await asyncio.sleep(0)
        house.tables.sleep_now(now)
        assert house.tables.awake == 1, "they have only just gone"
        house.tables.sleep_now(now + 10_000)
        assert house.tables.awake == 0
        first, second = await asyncio.gather(house.tables.get(table.id), house.tables.get(table.id))
        assert first is second is not table
        assert first is not None
        assert first.match.state == table.match.state
        assert await house.tables.get("no-such-table") is None

    run(scene)


def test_forgotten_matches_are_loaded_again() -> None:
    async def scene(house: House) -> None:
        table, anna, _ = await house.pair()
        anna.hear()
        house.tables.forget([table.id, "unknown"])
        with pytest.raises(WebSocketDisconnect):
            await anna.connection.outbox.get()
        again = await house.tables.get(table.id)
        assert again is not table

    run(scene)


def test_a_table_that_wakes_while_the_server_ends_keeps_nobody_from_ending() -> None:
    async def scene(house: House) -> None:
        asleep, _, _ = await house.pair("pin")
        house.tables.forget_here([asleep.id])
        table, anna, _ = await house.pair("pin")
        house.memory.gate = asyncio.Event()
        message = messages.INCOMING.validate_python(
            {"v": 1, "type": "act", "id": 1, "seq": 0, "do": "opening"}
        )
        acting = asyncio.create_task(table.handle(anna.connection, message))
        while not table.lock.locked():
            await asyncio.sleep(0)
        ending = asyncio.create_task(house.close())
        await asyncio.sleep(0)
        assert await house.tables.get(asleep.id) is not None
        house.memory.gate.set()
        await ending
        await acting
        assert house.tables.awake == 0

    run(scene)
