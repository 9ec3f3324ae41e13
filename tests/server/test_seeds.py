"""The promise on dice at a table: the commitment first, a seed of each player, the reveal at the
end; nobody who knows one of them could have chosen the others."""

from __future__ import annotations

import random
from typing import Any

import pytest

from at_table import ANNA, BEA, CARL, Client, House, play_on, run, stored_record
from fake_store import person
from inside import Visitor
from tavola.play.dice import SealedDice
from tavola.play.verify import verify
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.server.match import seeds
from tavola.server.tables.table import Table


def dice_of(house: House, table: Table) -> dict[str, Any]:
    """The dice as they are stored."""
    return dict(stored_record(house, table).dice)


def test_the_commitment_stands_before_any_seed() -> None:
    """What was published with the table is what is revealed, whatever the players give then."""

    async def scene(house: House) -> None:
        table = await house.order("no-hit", opponent="friend")
        made = dice_of(house, table)
        assert (made["seeds"], made["by"], made["open"]) == ([None, None], [None, None], True)
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        anna, bea = Client(table, ANNA, "drawn by Anna"), Client(table, BEA, "drawn by Bea")
        await table.finish()
        await play_on([anna, bea], random.Random(2), 4000)
        told = dice_of(house, table)
        assert (told["commitment"], told["id"]) == (made["commitment"], made["id"])
        assert told["seeds"] == ["drawn by Anna", "drawn by Bea"]
        assert told["by"] == ["player", "player"]
        assert "open" not in told
        assert [check.passed for check in verify(stored_record(house, table))] == [True] * 5

    run(scene)


def test_no_order_holds_a_seed(client: Visitor) -> None:
    """A seed that came with the order would be known before the secret is drawn."""
    wish = {"game": "pin", "opponent": "friend"}
    assert client.post("/api/v1/tables", json={**wish, "seed": "x"}).status_code == 422
    table = client.post("/api/v1/tables", json=wish).json()["table"]
    dice = client.get(f"/t/{table}/record.json").json()["dice"]
    assert dice["commitment"]
    assert dice["seeds"] == [None, None]


def test_another_seed_until_the_first_dice(client: Visitor) -> None:
    table = client.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()["table"]
    address = f"/api/v1/tables/{table}/seed"
    dice = client.get(f"/t/{table}/record.json").json()["dice"]
    answer = client.post(address, json={"seed": "one"}).json()
    assert (answer["commitment"], answer["seeds"]) == (dice["commitment"], ["one", "one"])
    answer = client.post(address, json={"seed": "two", "side": "B"}).json()
    assert (answer["seeds"], answer["by"]) == (["one", "two"], ["player", "player"])
    for bad in ("x" * 65, "\n"):
        assert client.post(address, json={"seed": bad}).status_code == 422
    assert client.get(f"/t/{table}/record.json").json()["dice"]["seeds"] == ["one", "two"]


def test_dice_that_take_no_seeds_say_so(client: Visitor) -> None:
    wish = {"game": "pin", "opponent": "here", "dice": "typed"}
    table = client.post("/api/v1/tables", json=wish).json()["table"]
    answer = client.post(f"/api/v1/tables/{table}/seed", json={"seed": "one"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_seeds")


def test_the_first_dice_fix_the_seeds() -> None:
    async def scene(house: House) -> None:
        table, anna, _ = await house.pair()
        await table.choose_seed(BEA, "typed by Bea")
        with pytest.raises(Refused, match="not_your_turn"):
            await table.choose_seed(CARL, "x")
        with pytest.raises(Refused, match="not_your_turn"):
            await table.choose_seed(BEA, "x", Side.WHITE)
        assert (await anna.act("opening"))["type"] == "accepted"
        fixed = dice_of(house, table)
        assert fixed["seeds"] == ["seed of Anna", "typed by Bea"]
        with pytest.raises(Refused, match="seeds_fixed"):
            await table.choose_seed(BEA, "later")
        Client(table, BEA, "by another browser")
        await table.finish()
        assert dice_of(house, table) == fixed
        other, again = await house.reopened(table)
        assert isinstance(again.match.dice, SealedDice)
        assert again.match.dice.header() == fixed == table.match.agreed.dice
        await other.close()

    run(scene)


def test_dice_wait_for_who_has_not_been_here() -> None:
    """Or the first to throw would fix the seed of the other, and the server would know both."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="friend")
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        anna = Client(table, ANNA, "a")
        await table.finish()
        assert (await anna.act("opening"))["code"] == "no_seed"
        assert table.match.seq == 0
        bea = Client(table, BEA, "b")
        await table.finish()
        bea.leave()
        other, again = await house.reopened(table)
        assert (await Client(again, ANNA).act("opening"))["type"] == "accepted", "it was stored"
        assert dice_of(house, again)["seeds"] == ["a", "b"]
        await other.close()

    run(scene)


def test_the_computer_waits_for_the_seed_of_its_rival() -> None:
    """A watcher who comes first does not set the dice rolling."""

    async def scene(house: House) -> None:
        start = "W 1:15 | B 24:15 | B"
        table = await house.order("pin", opponent="computer", start=start)
        program = dice_of(house, table)
        assert (program["by"], program["seeds"][0]) == ([None, "program"], None)
        watcher = Client(table, CARL)
        await table.finish()
        assert not table.computer.thinks
        Client(table, ANNA, "mine")
        await table.finish()
        while table.match.seq == 0:
            await watcher.wait("events")
        assert dice_of(house, table)["seeds"] == ["mine", program["seeds"][1]]

    run(scene)


def test_a_rematch_has_a_seal_and_seeds_of_its_own() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair("no-hit")
        await play_on([anna, bea], random.Random(2), 4000)
        again = await house.tables.get(await table.rematch(ANNA))
        assert again is not None
        new = dice_of(house, again)
        assert new["commitment"] != dice_of(house, table)["commitment"]
        assert new["seeds"] == [None, None]

    run(scene)


def test_a_seed_that_could_not_be_stored_comes_with_the_first_dice() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="here")
        house.memory.broken = True
        anna = Client(table, ANNA, "a")
        await table.finish()
        assert dice_of(house, table)["seeds"] == [None, None]
        house.memory.broken = False
        assert (await anna.act("opening"))["type"] == "accepted"
        assert dice_of(house, table)["seeds"] == ["a", "a"]

    run(scene)


def test_a_typed_seed_stays_when_the_browser_comes_back() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="here")
        Client(table, ANNA)
        await table.finish()
        assert dice_of(house, table)["by"] == ["program", "program"]
        await table.choose_seed(ANNA, "typed")
        Client(table, ANNA, "drawn")
        await table.finish()
        assert dice_of(house, table)["seeds"] == ["typed", "typed"]
        assert seeds.awaited(table.live) is None

    run(scene)
