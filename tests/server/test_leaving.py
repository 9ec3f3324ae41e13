"""Somebody leaves a table: it is said once, and after a minute the other need not wait."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from at_table import (
    ANNA,
    BEA,
    CARL,
    NEAR_START,
    Client,
    House,
    let_pass,
    run,
    stored_record,
)
from fake_store import person
from tavola.play.verify import verify
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Phase
from tavola.server.match.new_match import RematchWish
from tavola.server.match.presence import PATIENCE, Presence
from tavola.server.pages.under_way import Glimpses
from tavola.server.tables import commands
from tavola.server.tables.table import Table


def told(client: Client) -> list[str]:
    """What was said of the others since the last time."""
    return [say for m in client.hear() if m["type"] == "presence" for say in m["say"]]


async def turn_of_bea(house: House) -> tuple[Table, Client, Client]:
    """A table at which Bea, who has Black, is to throw."""
    table, anna, bea = await house.pair(start=NEAR_START[:-1] + "B")
    assert table.match.state.actor is Side.BLACK
    await asyncio.sleep(0)
    return table, anna, bea


def test_who_is_missed() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    assert presence.away("bea") == 0
    now[0] = 10.0
    seated = ["anna", "bea"]
    presence.changed(["anna", "bea", ""], seated)
    assert presence.here == {"anna", "bea"}
    assert presence.away("bea") is None
    assert not presence.missed("bea")
    presence.changed(["anna"], seated)
    now[0] = 12.5
    assert presence.away("bea") == 2
    assert presence.away("carl") == 12
    assert [presence.missed("bea"), presence.missed("bea")] == [True, False]
    assert not presence.back("bea")
    presence.changed(["anna", "bea"], seated)
    assert [presence.back("bea"), presence.back("bea")] == [True, False]


def test_who_looks_on_leaves_no_trace() -> None:
    async def scene(house: House) -> None:
        table, _, _ = await turn_of_bea(house)
        for number in range(10):
            Client(table, f"stranger {number}").leave()
        assert not table.live.presence._since

    run(scene)


def test_who_has_just_sat_down_is_not_missed_for_all_the_time_he_was_waited_for() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="friend", colour="white", start=NEAR_START[:-1] + "B")
        anna = Client(table, ANNA)
        await table.finish()
        let_pass(table, 10 * PATIENCE)
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        assert [seat.away for seat in anna.view.seats] == [None, 0]
        [refused] = await anna.send(type="claim")
        assert refused["code"] == "not_away"
        let_pass(table, PATIENCE)
        assert [m["type"] for m in await anna.send(type="claim")] == ["accepted", "table"]

    run(scene)


def test_it_is_said_who_comes_and_goes() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="friend")
        anna, carl = Client(table, ANNA), Client(table, CARL, language="it")
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        bea = Client(table, BEA)
        await asyncio.sleep(0)
        assert told(anna) == ["Bea has sat down."]
        assert told(bea) == []
        assert told(carl) == ["Bea è al tavolo."]
        bea.leave()
        await asyncio.sleep(0)
        assert told(anna) == []
        table.audience.miss(BEA)
        table.audience.miss(BEA)
        table.audience.miss(CARL)
        await asyncio.sleep(0)
        assert told(anna) == ["Bea is away."]
        again = Client(table, BEA)
        await asyncio.sleep(0)
        assert told(anna) == ["Bea is back."]
        assert told(again) == []
        # Away for a moment only, as when a page is loaded again: nobody speaks of it.
        again.leave()
        Client(table, BEA)
        table.audience.miss(BEA)
        await asyncio.sleep(0)
        assert told(anna) == []

    run(scene)


def test_who_has_gone_ahead_to_the_next_match_is_not_missed() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await turn_of_bea(house)
        bea.leave()
        let_pass(table, PATIENCE)
        await anna.send(type="claim")
        bea = Client(table, BEA)
        await asyncio.sleep(0)
        told(bea)
        await table.rematch(ANNA)
        anna.leave()
        table.audience.miss(ANNA)
        await asyncio.sleep(0)
        assert told(bea) == ["Anna wants to play again."]

    run(scene)


def test_whoever_waits_in_vain_may_break_the_match_off() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await turn_of_bea(house)
        assert [seat.away for seat in anna.view.seats] == [None, None]
        bea.leave()
        await asyncio.sleep(0)
        let_pass(table, PATIENCE - 1)
        assert [seat.away for seat in anna.view.seats] == [None, PATIENCE - 1]
        [refused] = await anna.send(type="claim")
        assert refused["code"] == "not_away"
        let_pass(table, 1)
        heard = await anna.send(type="claim")
        assert [m["type"] for m in heard] == ["accepted", "table"]
        view = anna.view
        assert view.over
        assert not view.may
        assert not view.paths
        assert "Bea" in view.result or "Black" in view.result
        assert (await anna.act("throw"))["code"] == "broken_off"
        assert (await Client(table, BEA).act("throw"))["code"] == "broken_off"
        stored = house.memory.matches[table.id]
        assert (stored.status, stored.score, stored.secret) == ("broken", "0 0", "")
        # Its dice can be checked, though the match has no end.
        checks = {check.name: check.passed for check in verify(stored_record(house, table))}
        assert checks["commitment"] is True
        assert False not in checks.values()
        # The same after a crash, and they may play again.
        other, found = await house.reopened(table)
        assert found.live.broken_off
        assert found.match.state.phase is not Phase.END
        assert await found.rematch(BEA)
        await other.close()

    run(scene)


def test_who_is_there_hears_that_the_match_was_broken_off() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await turn_of_bea(house)
        carl = Client(table, CARL, language="it")
        bea.leave()
        let_pass(table, PATIENCE)
        await asyncio.sleep(0)
        anna.hear()
        carl.hear()
        await anna.send(type="claim")
        news = [m["say"] for m in anna.heard if m["type"] == "presence" and m["say"]]
        assert news[-1] == [anna.view.result]
        assert told(carl) == [carl.view.result]
        assert anna.view.result.startswith("Bea stayed away: the match was broken off.")
        late = Client(table, BEA)
        await asyncio.sleep(0)
        assert told(late) == []

    run(scene)


def test_nobody_is_left_in_his_own_turn() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await turn_of_bea(house)
        anna.leave()
        let_pass(table, 10 * PATIENCE)
        assert (await bea.send(type="claim"))[0]["code"] == "not_away"
        watcher = Client(table, CARL)
        bea.leave()
        let_pass(table, 10 * PATIENCE)
        assert (await watcher.send(type="claim"))[0]["code"] == "not_seated"
        assert not table.live.broken_off

    run(scene)


@pytest.mark.parametrize("start", [None, NEAR_START])
def test_nobody_waits_for_ever_for_who_has_never_been_here(start: str | None) -> None:
    """He has sat down and gone, or the other wants to play again alone: the dice wait for his seed,
    be it the turn of the other or of nobody."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="friend", colour="white", start=start)
        anna = Client(table, ANNA)
        await table.finish()
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        assert anna.view.actor == "B"
        assert not {"opening", "throw"} & {*anna.view.may}
        assert anna.view.say == commands.NO_SEED[1]
        assert (await anna.send(type="claim"))[0]["code"] == "not_away"
        let_pass(table, PATIENCE)
        assert [m["type"] for m in await anna.send(type="claim")] == ["accepted", "table"]
        for found in (table, (await house.reopened(table))[1]):
            seen = found.audience.snapshot(anna.viewer).view
            assert seen.result.startswith("Bea stayed away: the match was broken off.")
        assert all(check.passed for check in verify(stored_record(house, table)))

    run(scene)


@pytest.mark.parametrize("start", [None, NEAR_START])
def test_who_waits_for_a_seed_hears_when_it_has_come(start: str | None) -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="friend", colour="white", start=start)
        anna = Client(table, ANNA)
        await table.finish()
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        anna.hear()
        glimpses = Glimpses(house.memory.store)

        async def turn() -> str:
            [stored] = [one for one in house.memory.matches.values() if one.id == table.id]
            found = await glimpses.of(stored, ANNA)
            assert found is not None
            return found.turn

        assert await turn() == "theirs"
        Client(table, BEA)
        await table.finish()
        assert await turn() == "mine"
        [told] = [m["view"] for m in anna.hear() if m["type"] == "table"]
        assert told["actor"] == (None if start is None else "W")
        assert {"opening", "throw"} & {*told["may"]}
        assert told["say"] != commands.NO_SEED[1]

    run(scene)


@pytest.mark.parametrize(
    ("wish", "may", "phase"),
    [
        ({"start": f"{NEAR_START} 3-1"}, "resign", Phase.MOVE),
        ({"game": "free-choice"}, "name", Phase.START),
    ],
)
def test_a_seed_is_waited_for_only_where_dice_are(
    wish: dict[str, Any], may: str, phase: Phase
) -> None:
    """With a throw that lies there, or one that is named, whoever is here has his turn."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="friend", colour="white", **wish)
        anna = Client(table, ANNA)
        await table.finish()
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        assert table.live.state.phase is phase
        assert anna.view.actor == "W"
        assert may in anna.view.may
        assert anna.view.say != commands.NO_SEED[1]
        let_pass(table, PATIENCE)
        assert (await anna.send(type="claim"))[0]["code"] == "not_away"

    run(scene)


def test_for_one_who_erased_himself_nobody_waits() -> None:
    """The table says at once that he does not come back, and lets the other end the match."""

    async def scene(house: House) -> None:
        table, _, _ = await turn_of_bea(house)
        stored = house.memory.matches[table.id]
        seats = (stored.seats[0], replace(stored.seats[1], person=None, name=""))
        house.memory.matches[table.id] = replace(stored, seats=seats)
        other, found = await house.reopened(table)
        anna = Client(found)
        assert [seat.gone for seat in anna.view.seats] == [False, True]
        assert [seat.away for seat in anna.view.seats] == [None, PATIENCE]
        await anna.send(type="claim")
        assert anna.view.over
        await other.close()

    run(scene)


def test_a_computer_never_leaves() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="computer", level="beginner", start=NEAR_START)
        anna = Client(table)
        let_pass(table, 10 * PATIENCE)
        assert (await anna.send(type="claim"))[0]["code"] == "not_away"
        assert all(seat.away is None for seat in anna.view.seats)

    run(scene)


def test_a_claim_that_cannot_be_stored_changes_nothing() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await turn_of_bea(house)
        bea.leave()
        let_pass(table, PATIENCE)
        house.memory.broken = True
        assert (await anna.send(type="claim"))[0]["code"] == "not_stored"
        assert not anna.view.over
        house.memory.broken = False
        assert (await anna.send(type="claim"))[0]["type"] == "accepted"

    run(scene)


@pytest.mark.parametrize(
    ("wish", "game", "length"), [({}, "backgammon", 1), ({"game": "pin"}, "pin", None)]
)
def test_friends_play_on_another_game(wish: dict[str, Any], game: str, length: int | None) -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(
            match=MatchRules(length=1, games=None), start=NEAR_START
        )
        await anna.act("throw")
        await anna.act("resign", number=1)
        await bea.act("accept")
        assert table.match.over
        told(bea)
        next_id = await table.rematch(ANNA, RematchWish(**wish))
        await asyncio.sleep(0)
        assert told(bea) == ["Anna wants to play again."]
        assert told(anna) == []
        again = await house.tables.get(next_id)
        assert again is not None
        assert again.match.record.game == game
        assert again.match.record.match.length == length
        assert [seat.person for seat in again.live.seats] == [ANNA, BEA]

    run(scene)


def test_the_computer_plays_on_at_another_level() -> None:
    async def scene(house: House) -> None:
        table = await house.order(
            "backgammon", opponent="computer", level="beginner", start=NEAR_START
        )
        anna = Client(table)
        await anna.act("throw")
        with pytest.raises(Refused):
            RematchWish(level="grandmaster")
        let_pass(table, 0)
        table.live.break_off()
        again = await house.tables.get(await table.rematch(ANNA, RematchWish(level="expert")))
        assert again is not None
        levels = [seat.level for seat in again.live.seats if seat.kind == "computer"]
        assert levels == ["expert"]

    run(scene)
