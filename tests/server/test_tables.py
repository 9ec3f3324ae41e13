"""Tables of the server: whole games, whose turn it is, the cube, typed dice, who is here."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from at_table import (
    ANNA,
    BEA,
    CARL,
    NEAR_START,
    Client,
    House,
    check_same,
    first_step,
    play_on,
    run,
    stored_record,
)
from fake_store import person
from tavola.games import GAMES
from tavola.play.verify import verify
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Phase
from tavola.server.match.live_match import Viewer
from tavola.server.store import Taken
from tavola.server.wire import messages

MOST = 90
"""Events of a random game of a test."""


@pytest.mark.parametrize("game", GAMES)
def test_two_play_and_one_watches(game: str) -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(game)
        carl = Client(table, CARL, language="it", voice="brief", numbering="booklet")
        await play_on([anna, bea], random.Random(game), MOST)
        carl.hear()
        check_same(house, table)
        for client in (anna, bea, carl):
            assert [event["n"] for event in client.events] == list(range(1, table.match.seq + 1))
            last = [m for m in client.heard if m["type"] == "events"][-1]
            assert last["seq"] == table.match.seq
            assert messages.View.model_validate(last["view"]) == client.view
        for message in carl.heard:
            if message["type"] == "events":
                assert message["mine"] == []
                for hidden in ("may", "paths", "resign", "name", "choose"):
                    assert message["view"][hidden] == []
        sentences = [text for event in anna.events for text in event["say"]]
        assert sentences
        assert all(text.strip() for text in sentences)

    run(scene)


def test_only_the_one_on_turn_sees_paths() -> None:
    async def scene(house: House) -> None:
        _, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(3), 60)
        shown = 0
        for client in (anna, bea):
            for message in client.heard:
                if message["type"] == "events" and message["view"]["paths"]:
                    assert message["view"]["side"] in message["mine"]
                    shown += 1
        assert shown > 10

    run(scene)


def test_nothing_secret_is_told() -> None:
    """No message holds the secret of the dice, an id of somebody, or an invitation."""

    async def scene(house: House) -> None:
        table = await house.order(opponent="friend")
        match = house.memory.matches[table.id]
        secrets = [match.secret, table.live.seats.invite_for(ANNA), ANNA, BEA, CARL]
        assert all(secrets)
        early = Client(table, BEA)
        heard = [early.view.model_dump_json(), json.dumps(await early.ask("situation"))]
        early.leave()
        await table.join(table.live.seats.invite_for(ANNA), person(BEA, "Bea"))
        clients = [Client(table, ANNA), Client(table, BEA), Client(table, CARL)]
        await play_on(clients[:2], random.Random(5), 60)
        for client in clients:
            heard.append(table.audience.snapshot(client.viewer).model_dump_json(by_alias=True))
            heard.append(
                (await table.audience.at(client.viewer, 10)).model_dump_json(by_alias=True)
            )
            client.hear()
            heard += [json.dumps(message) for message in client.heard]
            for what in ("points", "situation", "log", "facts", "last", "why", "hint", "opinion"):
                heard.append(json.dumps(await client.ask(what)))
        text = "\n".join(heard)
        assert not [secret for secret in secrets if secret in text]
        assert match.secret not in json.dumps(table.match.record.to_json())
        assert table.live.seats.invite_for(CARL) == table.live.seats.invite_for(ANNA) == ""

    run(scene)


def test_the_secret_is_shown_at_the_end_and_the_dice_are_sound() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair("no-hit")
        assert "secret" not in table.match.record.dice
        commitment = table.match.record.dice["commitment"]
        secret = house.memory.matches[table.id].secret
        await play_on([anna, bea], random.Random(2), 4000)
        match = house.memory.matches[table.id]
        assert (match.status, match.secret) == ("over", "")
        record = stored_record(house, table)
        assert record.dice["secret"] == table.match.record.dice["secret"] == secret
        assert record.dice["commitment"] == commitment
        assert record.dice["seeds"][0] == "seed of Anna"
        assert record.dice["by"] == ["player", "program"]
        assert [check.passed for check in verify(record)] == [True] * 5
        _, again = await house.reopened(table)
        assert again.match.state == table.match.state
        assert again.match.state.phase is Phase.END
        assert anna.view.over
        assert anna.view.result

    run(scene)


def test_actions_that_are_not_ones_own_are_refused() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(start="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W")
        carl = Client(table, CARL)
        state = table.match.state
        cases: list[tuple[Client, str, dict[str, Any], str]] = [
            (bea, "throw", {}, "not_your_turn"),
            (carl, "throw", {}, "not_seated"),
            (bea, "throw", {"side": "W"}, "not_seated"),
            (bea, "double", {}, "not_your_turn"),
            (anna, "done", {}, "not_now"),
            (anna, "take", {}, "not_now"),
            (anna, "opening", {}, "not_now"),
            (anna, "next", {}, "not_now"),
            (anna, "correct", {"dice": [1, 2]}, "not_now"),
            (anna, "throw", {"dice": [6, 6]}, "thrown_here"),
            (anna, "nonsense", {}, "bad_action"),
            (anna, "step", {}, "bad_action"),
        ]
        for client, do, fields, code in cases:
            answer = await client.act(do, **fields)
            assert (answer["type"], answer["code"]) == ("refused", code), do
            assert answer["say"].endswith((".", "?"))
        for client, answer_code in ((bea, "not_your_turn"), (carl, "not_seated")):
            heard = await client.send(type="play", text="8/5 6/5")
            assert heard[0]["code"] == answer_code
        heard = await carl.send(type="back")
        assert heard[0]["code"] == "not_seated"
        assert table.match.state is state
        assert table.match.seq == 0

    run(scene)


def test_only_the_starter_keeps_the_opening_dice() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(options={"opening": "choice"})
        while table.match.state.phase is Phase.OPENING:
            await anna.act("opening")
        starter, other = (anna, bea) if table.match.state.side is Side.WHITE else (bea, anna)
        assert (await other.act("keep"))["code"] == "not_your_turn"
        assert (await starter.act("keep"))["type"] == "accepted"
        assert table.match.state.phase is Phase.MOVE

    run(scene)


def test_an_action_for_an_older_state_is_stale() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        assert (await anna.act("opening"))["type"] == "accepted"
        late = await bea.act("opening", seq=0)
        assert late["code"] == "stale"
        early = await bea.act("opening", seq=5)
        assert early["code"] == "stale"
        assert table.match.seq == 1

    run(scene)


def test_an_open_seat_makes_everybody_wait() -> None:
    async def scene(house: House) -> None:
        table = await house.order(opponent="friend", colour="black")
        anna = Client(table)
        assert table.audience.snapshot(anna.viewer).waiting
        assert anna.mine == ["B"]
        assert anna.view.may == []
        assert (await anna.act("opening"))["code"] == "waiting"
        invite = table.live.seats.invite_for(ANNA)
        watcher = Client(table, BEA)
        assert table.live.seats.invite_for(BEA) == ""
        assert (await watcher.act("opening"))["code"] == "not_seated"
        with pytest.raises(Taken):
            await table.join(invite, person(ANNA, "Anna"))
        with pytest.raises(Taken):
            await table.join("", person(BEA, "Bea"))
        with pytest.raises(Taken):
            await table.join("guessed", person(BEA, "Bea"))
        await table.join(invite, person(BEA, "Bea"))
        assert watcher.mine == ["W"]
        assert table.match.record.players == ("Bea", "Anna")
        told = [m for m in watcher.hear() if m["type"] == "table"]
        assert told[-1]["mine"] == ["W"]
        assert not told[-1]["waiting"]
        with pytest.raises(Taken):
            await table.join(invite, person(CARL, "Carl"))
        assert (await watcher.act("opening"))["type"] == "accepted"

    run(scene)


def test_a_refused_step_says_why_and_where() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"
        table = await house.order(start=start)
        anna = Client(table)
        answer = await anna.act("step", **{"number": 5, "from": 1, "to": 6})
        assert answer["code"] == "blocked"
        assert answer["points"] == [6]
        assert "5 checkers" in answer["say"]
        again = await anna.ask("why")
        assert again["say"] == [answer["say"]]
        asked = await anna.ask("why", **{"from": 1, "to": 6})
        assert asked["say"] == [answer["say"]]
        fine = await anna.ask("why", **{"from": 12, "to": 18})
        assert fine["say"] == ["13/7 may be played with 6: you move from 13 to 7."]
        number = await anna.ask("why", **{"from": 12, "to": 18, "number": 5})
        assert "may be played" not in number["say"][0]
        unplayable = await anna.send(type="play", text="24/18 24/19")
        assert unplayable[0]["code"] == "blocked"
        unread = await anna.send(type="play", text="8 to 5")
        assert unread[0]["code"] == "unclear_play"
        wrong = await anna.act("step", **{"number": 4, "from": 12, "to": 16})
        assert wrong["code"] == "not_left"
        assert wrong["points"] == [12, 16]

    run(scene)


def test_a_typed_play_is_read_in_the_listeners_numbers() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"
        table = await house.order(start=start)
        anna = Client(table)
        await anna.send(type="play", text="24/18 13/8")
        assert table.match.seq == 2
        assert [event["say"] for event in anna.events] == [
            [],
            ["White moves from 13 to 8 and from 24 to 18."],
        ]
        await anna.send(type="act", do="undo")
        await anna.send(type="act", do="undo")
        await anna.send(type="listen", numbering="booklet", voice="brief")
        await anna.send(type="play", text="1/7/12")
        assert [code >> 5 & 31 for code in table.match.state.turn.steps] == [1, 7]
        assert anna.events[-1]["say"] == ["White: 1/12."]

    run(scene)


def test_a_double_is_taken_or_dropped() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
        rules = MatchRules(length=5, games=None)
        for answer, value, score in (("take", 2, (0, 0)), ("drop", 1, (1, 0))):
            table, anna, bea = await house.pair(start=start, match=rules)
            assert "double" in anna.view.may
            assert (await anna.act("double"))["type"] == "accepted"
            bea.hear()
            offer = bea.view.offer
            assert offer is not None
            assert (offer.kind, offer.side, offer.value) == ("double", "W", 2)
            assert offer.sentence == "Anna doubles to 2."
            assert bea.view.may == ["take", "drop"]
            assert anna.view.may == []
            assert (await anna.act(answer))["code"] == "not_your_turn"
            assert (await bea.act(answer))["type"] == "accepted"
            assert table.match.state.cube.value == value
            assert table.match.state.score == score
        cube = anna.view.cube
        assert cube is not None
        assert table.match.state.phase is Phase.OVER
        assert "you 1, Bea 0" in anna.view.result
        assert (await bea.act("next"))["type"] == "accepted"
        assert table.match.state.game == 2

    run(scene)


def test_a_beaver_and_the_doubler_who_takes_it() -> None:
    async def scene(house: House) -> None:
        money = MatchRules(games=None, beavers=True)
        table, anna, bea = await house.pair(start=NEAR_START, match=money)
        await anna.act("double")
        assert "beaver" in bea.view.may
        await bea.act("beaver")
        assert anna.view.offer is not None
        assert anna.view.offer.value == 4
        await anna.act("take")
        assert table.match.state.cube.owner is Side.BLACK

    run(scene)


def test_giving_up_and_a_draw() -> None:
    async def scene(house: House) -> None:
        start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"
        _, anna, bea = await house.pair(start=start)
        assert anna.view.resign == [1, 2, 3]
        assert bea.view.resign == []
        denied = await bea.act("resign", number=1)
        assert denied["code"] == "not_your_turn"
        assert denied["say"].startswith("You resign in your own turn")
        assert (await anna.act("resign", number=7))["code"] == "bad_resignation"
        await anna.act("resign", number=2)
        assert bea.view.offer is not None
        assert bea.view.offer.kind == "resign"
        assert [die.face for die in bea.view.dice] == [6, 5]
        await bea.act("refuse")
        assert anna.view.phase == "move"
        await anna.act("draw")
        assert bea.view.may == ["agree", "decline"]
        await bea.act("agree")
        assert anna.view.phase == "end"
        assert "draw" in anna.view.result

    run(scene)


def test_typed_dice_of_three() -> None:
    """One die each decides the start; then three are thrown, and asked for."""

    async def scene(house: House) -> None:
        _, anna, bea = await house.pair(game="tabula", dice="typed")
        assert "for example 3-1" in (await anna.act("opening"))["say"]
        await bea.act("opening", dice=[6, 2])
        assert "for example 6-3-1" in (await anna.act("throw"))["say"]

    run(scene)


def test_typed_dice() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(dice="typed", options={"opening": "fresh"})
        assert anna.view.typed
        assert "White’s and Black’s" in anna.view.say
        assert (await anna.act("opening"))["code"] == "throw_yours"
        assert (await bea.act("opening", dice=[6, 2]))["type"] == "accepted"
        assert anna.view.typed
        assert (await anna.act("throw"))["code"] == "throw_yours"
        assert (await bea.act("throw", dice=[3, 1]))["code"] == "not_your_turn"
        await anna.send(type="play", text="31")
        assert table.match.state.turn.dice == (3, 1)
        assert "correct" in anna.view.may
        await anna.act("correct", dice=[4, 1])
        assert table.match.state.turn.dice == (4, 1)
        await anna.act("step", **first_step(table))
        assert (await anna.act("correct", dice=[5, 1]))["code"] == "not_now"
        assert "correct" not in anna.view.may
        await play_on([anna, bea], random.Random(1), 60)
        check_same(house, table)
        assert table.match.record.dice == {"kind": "typed"}

    run(scene)


def test_presence() -> None:
    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        carl = Client(table, CARL)
        await asyncio.sleep(0)
        told = [m for m in anna.hear() if m["type"] == "presence"][-1]
        assert told["watching"] == 1
        assert [seat["here"] for seat in told["seats"]] == [True, True]
        bea.leave()
        carl.leave()
        await asyncio.sleep(0)
        [left] = [m for m in anna.hear() if m["type"] == "presence"]
        assert left["watching"] == 0
        assert [seat["here"] for seat in left["seats"]] == [True, False]
        assert [seat.here for seat in anna.view.seats] == [True, False]

    run(scene)


def test_listening_in_another_way() -> None:
    async def scene(house: House) -> None:
        _, anna, _ = await house.pair(start=NEAR_START)
        assert "throw the dice" in anna.view.say
        told = await anna.send(type="listen", language="de", voice="brief")
        assert told[-1]["type"] == "table"
        assert told[-1]["view"]["say"] != anna.view.say
        assert anna.connection.viewer == Viewer(ANNA, "de", "own", "brief")
        heard = await anna.send(type="act", do="throw")
        assert "Du bist dran" in json.dumps(heard, ensure_ascii=False)

    run(scene)


@pytest.mark.parametrize(("game", "mine"), [("no-hit", ["W"]), ("snake", ["B"])])
def test_a_rematch_swaps_the_roles_where_there_are_some(game: str, mine: list[str]) -> None:
    async def scene(house: House) -> None:
        rules = MatchRules(length=1, games=None)
        table, anna, bea = await house.pair(game, match=rules, start=NEAR_START)
        with pytest.raises(Refused):
            await table.rematch(ANNA)
        if game != "no-hit":
            table, anna, bea = await house.pair(game, match=rules)
            await anna.act("opening")
            while table.match.state.phase is Phase.OPENING:
                await anna.act("opening")
        loser = anna if table.match.state.side is Side.WHITE else bea
        winner = bea if loser is anna else anna
        await loser.act("resign", number=1)
        await winner.act("accept")
        assert table.match.state.phase is Phase.END
        with pytest.raises(Refused):
            await table.rematch(CARL)
        first, second = await asyncio.gather(table.rematch(ANNA), table.rematch(BEA))
        assert first == second != table.id
        await asyncio.sleep(0)
        told = [m for m in bea.hear() if m["type"] == "presence"]
        assert told[-1]["rematch"] == first
        again = await house.tables.get(first)
        assert again is not None
        assert again.match.record.game == game
        assert again.match.record.match == rules
        assert [side.letter for side in again.live.look(anna.viewer).mine] == mine
        assert again.match.record.dice["commitment"] != table.match.record.dice["commitment"]
        assert not again.live.scene.turns.waiting

    run(scene)
