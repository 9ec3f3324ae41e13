"""What clients send to a table of the server, whatever it is."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from at_table import (
    ANNA,
    BEA,
    CARL,
    Client,
    House,
    check_same,
    first_step,
    play_on,
    run,
    until,
)
from tavola.play import match as play_match
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Kind, Phase
from tavola.server.match import length
from tavola.server.wire import messages

WAYS_OUT = {"resign", "draw"}
_WORDS = st.sampled_from(
    [
        *("act", "play", "ask", "listen", "back", "ping", *[kind.value for kind in Kind]),
        *("points", "log", "why", "last", "moves", "W", "B", "bar", "res", "off"),
        *("8/5 6/5", "31", "", "{x}"),
    ]
)
_VALUES = st.one_of(
    _WORDS, st.integers(-2, 30), st.none(), st.booleans(), st.lists(st.integers(0, 7), max_size=3)
)
_KEYS = st.sampled_from(
    [
        *("v", "type", "id", "seq", "do", "side", "dice", "number", "from", "to", "text"),
        *("what", "place", "language", "numbering", "voice"),
    ]
)
_MESSAGES = st.dictionaries(_KEYS, _VALUES | st.text(max_size=20), max_size=8)
_SOUND = st.fixed_dictionaries(
    {"v": st.just(1), "type": st.sampled_from(["act", "play", "ask", "listen", "back", "ping"])}
)


def _mended(base: dict[str, Any], more: dict[str, Any], seq: int) -> dict[str, Any]:
    """A message that gets past the schema more often: what its type needs is there."""
    needs: dict[str, dict[str, Any]] = {
        "act": {"id": 1, "seq": seq, "do": "step"},
        "play": {"id": 1, "seq": seq, "text": "8/5"},
        "ask": {"id": 1, "what": "points"},
        "back": {"id": 1, "seq": seq},
    }
    allowed: dict[str, tuple[str, ...]] = {
        "act": ("do", "side", "dice", "number", "from", "to"),
        "play": ("text",),
        "ask": ("what", "place", "from", "to", "number"),
        "listen": ("language", "numbering", "voice"),
    }
    kind = base["type"]
    found = {key: more[key] for key in allowed.get(kind, ()) if key in more}
    return {**base, **needs.get(kind, {}), **found}


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(
    st.lists(st.tuples(_SOUND, _MESSAGES, st.booleans()), min_size=5, max_size=25),
    st.sampled_from(["backgammon", "free-choice", "mexican", "doublets", "open-throw"]),
    st.integers(0, 40),
)
def test_nothing_that_a_client_sends_breaks_a_table(
    sent: list[tuple[dict[str, Any], dict[str, Any], bool]], game: str, begun: int
) -> None:
    """Whatever is sent is answered or refused; what is stored can be replayed."""

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(game)
        await play_on([anna, bea], random.Random(begun), begun)
        carl = Client(table, CARL)
        for base, more, mend in sent:
            data = _mended(base, more, table.match.seq) if mend else {**base, **more}
            try:
                message = messages.INCOMING.validate_json(json.dumps(data))
            except ValidationError:
                continue
            for client in (anna, bea, carl):
                await table.handle(client.connection, message)
                client.hear()
        await asyncio.sleep(0)
        check_same(house, table)
        changes = [m for m in carl.heard if m["type"] == "accepted"]
        assert not changes, "who only watches changes nothing"

    run(scene)


def test_steps_and_undos_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who steps and takes back for ever is told so, and can play on."""
    monkeypatch.setattr(length, "MOST_UNDONE", 5)

    async def scene(house: House) -> None:
        table = await house.order()
        anna = Client(table)
        await until(anna, lambda state: state.phase is Phase.MOVE, random.Random(1))
        for _ in range(5):
            assert (await anna.act("step", **first_step(table)))["type"] == "accepted"
            assert (await anna.act("undo"))["type"] == "accepted"
        assert (await anna.act("step", **first_step(table)))["type"] == "accepted"
        assert "undo" not in anna.view.may, "what would be refused is not offered"
        answer = await anna.act("undo")
        assert (answer["type"], answer["code"]) == ("refused", "too_long")
        assert answer["say"] == "You have taken back enough steps of this throw: play it now."
        game = table.match.state.turns
        await until(anna, lambda state: state.turns > game + 2, random.Random(1))
        await until(anna, lambda state: state.phase is Phase.MOVE, random.Random(1))
        assert (await anna.act("step", **first_step(table)))["type"] == "accepted"
        assert (await anna.act("undo"))["type"] == "accepted", "it counts for one throw"

    run(scene)


def test_a_match_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(length, "MOST_EVENTS", 30)

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(2), 25)
        answers: set[str] = set()
        while table.match.seq < 30:
            for client in (anna, bea):
                do = next((kind for kind in client.view.may if kind not in WAYS_OUT), "")
                fields = first_step(table) if client.view.paths else {}
                if (fields or do) and table.match.seq < 30:
                    answer = await client.act("step" if fields else do, **fields)
                    answers.add(answer.get("code", ""))
        assert answers == {""}, "what is offered is done"
        on_turn = anna if table.match.state.side == 0 else bea
        other = bea if on_turn is anna else anna
        assert set(on_turn.view.may) <= WAYS_OUT
        assert not on_turn.view.paths
        for do in ("step", "done", "undo", "throw"):
            fields = first_step(table) if do == "step" and table.match.state.turn.need else {}
            answer = await on_turn.act(do, **fields)
            assert answer["type"] == "refused"
            answers.add(answer["code"])
        assert "too_long" in answers
        assert table.match.seq == 30
        assert (await on_turn.act("resign", number=1))["type"] == "accepted"
        assert (await other.act("accept"))["type"] == "accepted"

    run(scene)


def test_a_match_that_is_too_long_between_two_games_can_be_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the dice of a game lie nobody can resign."""

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair(match=MatchRules(length=9, games=None))
        await play_on([anna, bea], random.Random(1), 10)
        for game in range(5):
            on_turn = anna if table.match.state.side == 0 else bea
            other = bea if on_turn is anna else anna
            assert (await on_turn.act("resign", number=3))["type"] == "accepted", game
            assert (await other.act("accept"))["type"] == "accepted"
            monkeypatch.setattr(length, "MOST_EVENTS", table.match.seq)
            if table.match.over:
                return
            assert "next" in anna.view.may
            assert (await anna.act("next"))["type"] == "accepted"
            while table.match.state.phase is Phase.OPENING:
                assert (await anna.act("opening"))["type"] == "accepted"
        pytest.fail("it goes on")

    run(scene)


def test_a_long_match_is_stored_with_milestones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_match, "MILE", 20)

    async def scene(house: House) -> None:
        table, anna, bea = await house.pair()
        await play_on([anna, bea], random.Random(2), 150)
        stored = house.memory.matches[table.id]
        numbers = [mile["n"] for mile in stored.milestones]
        assert len(numbers) >= 4
        assert numbers[-1] > table.match.seq - 45
        other, again = await house.reopened(table)
        assert again.match.state == table.match.state
        assert again.match.events == table.match.events
        clients = [Client(again, ANNA), Client(again, BEA)]
        await play_on(clients, random.Random(4), 200)
        check_same(other, again)
        await other.close()

    run(scene)


def test_all_kinds_of_actions_out_of_turn() -> None:
    """Every kind at every phase by everybody: accepted only if the view offered it."""

    async def scene(house: House) -> None:
        for game in ("backgammon", "mexican", "free-choice"):
            table, anna, bea = await house.pair(game)
            rng = random.Random(17)
            for events in range(0, 40, 3):
                await play_on([anna, bea], rng, events)
                for client in (anna, bea):
                    for kind in Kind:
                        may, before = client.view.may, table.match.seq
                        if kind.value in may or kind is Kind.STEP:
                            continue
                        answer = await client.act(kind.value, dice=[1, 2], number=1)
                        named = kind is Kind.THROW and "opening" in may
                        assert answer["type"] == "refused" or named, (kind, may)
                        assert table.match.seq == before

    run(scene)


def test_orders_that_make_no_sense() -> None:
    async def scene(house: House) -> None:
        for wrong in (
            {"game": "ludo"},
            {"options": {"nonsense": True}},
            {"options": {"triple": "sometimes"}},
            {"profile": "unknown"},
            {"start": "W 1:99 | B 24:2 | W"},
        ):
            with pytest.raises(Refused):
                await house.order(**wrong)
        assert house.memory.matches == {}
        table = await house.order(profile="tavola-reale", options={"triple": "none_off"})
        assert table.match.record.options == {"big_number": "any_lower", "cube_ban": True}

    run(scene)


def test_turn_legal_agrees_with_what_views_offer() -> None:
    """The one on turn is offered exactly what the rules list."""

    async def scene(house: House) -> None:
        for game in ("backgammon", "mexican", "acey-deucey", "free-choice", "open-throw"):
            table, anna, bea = await house.pair(game)
            rng = random.Random(18)
            for events in range(1, 60, 4):
                await play_on([anna, bea], rng, events)
                offered = {*anna.view.may, *bea.view.may}
                legal = {action.kind.value for action in turn.legal(table.match.state)} - {"step"}
                assert offered == legal, (game, table.match.state.phase)

    run(scene)
