"""The engine protocol: every command, every error, and the pages that describe them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from engine_talk import (
    BAD_LINES,
    ENGINE,
    ROOT,
    SEAT,
    ask,
    error,
    led_as_told,
    part_of,
    run_process,
    schema,
    validator,
)
from hostile import NIGHTLY
from tavola.games import GAMES, OFFERED
from tavola.play.random_match import random_playout
from tavola.play.verify import verify
from tavola.protocol import errors
from tavola.protocol.commands import COMMANDS
from tavola.protocol.lines import write_line
from tavola.protocol.serve import answer
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import record
from tavola.rules.turn.state import Phase

RECORD = (ROOT / "docs/record.md").read_text(encoding="utf-8")


def fenced(page: str, language: str) -> Iterator[str]:
    yield from re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def exchanges() -> list[tuple[str, str, str]]:
    """(request, `<` or `<~`, answer) of the page."""
    found = []
    for block in fenced(ENGINE, "exchange"):
        lines = block.splitlines()
        for request, reply in zip(lines[::2], lines[1::2], strict=True):
            sign, _, text = reply.partition(" ")
            assert request.startswith("> ")
            found.append((request[2:], sign, text))
    return found


@pytest.mark.parametrize(("request_", "sign", "shown"), exchanges())
def test_the_exchanges_of_the_page(request_: str, sign: str, shown: str) -> None:
    reply = json.loads(write_line(answer(request_.encode())))
    protocol = 1 if '"protocol": 1' in request_ else 2
    validator("answer", protocol).validate(reply)
    if sign == "<":
        assert reply == json.loads(shown)
    else:
        assert part_of(json.loads(shown), reply), reply
    if reply["ok"]:
        validator("request", protocol).validate(json.loads(request_))


def test_the_page_names_every_command_and_code() -> None:
    for name in (*COMMANDS, *errors.CODES):
        assert f"`{name}`" in ENGINE, name


def test_the_records_of_the_page() -> None:
    for block in fenced(RECORD, "record"):
        paper = json.loads(block)
        validator("record").validate(paper)
        assert ask(command="replay", record=paper)["view"]["awaits"]["what"] == "nothing"
    (positions,) = fenced(RECORD, "positions")
    for line in positions.splitlines():
        game, _, text = line.partition(": ")
        assert ask(command="state", state={"game": game, "text": text})["view"]["text"]


def test_hello_and_games() -> None:
    assert ask(command="hello")["commands"] == list(COMMANDS)
    listed = ask(command="games")["games"]
    assert [game["id"] for game in listed] == list(OFFERED)
    for game in listed:
        for option in game["options"]:
            assert option["default"] == option["values"][0]
            for value in option["values"]:
                ask(command="new", game=game["id"], options={option["name"]: value})
        for profile in game["profiles"]:
            state = ask(command="new", game=game["id"], profile=profile["name"])["state"]
            assert state["match"] == profile["match"]


@pytest.mark.parametrize("name", ["x", "", 0, -5, 2**53 - 1, None])
def test_ids_come_back(name: Any) -> None:
    assert ask(id=name, command="hello")["id"] == name
    reply = answer(json.dumps({"id": name, "command": "nothing"}).encode())
    assert not reply["ok"]
    assert reply["id"] == name


@pytest.mark.parametrize("name", [True, 1.5, [], {}, "x" * 201, 2**53])
def test_ids_that_are_none(name: Any) -> None:
    reply = answer(json.dumps({"id": name, "command": "hello"}).encode())
    assert reply["id"] is None
    assert reply["error"]["code"] == "wrong_type"


@pytest.mark.parametrize(("line", "code"), BAD_LINES)
def test_bad_lines(line: bytes, code: str) -> None:
    assert error(line)["code"] == code


@pytest.mark.parametrize(
    ("match", "field"),
    [
        ({"length": 0}, "length"),
        ({"games": 100}, "games"),
        ({"length": 5, "games": 2}, "games"),
        ({"length": 5, "beavers": True}, "beavers"),
    ],
)
def test_the_field_of_a_match_that_does_not_fit_is_named(match: dict[str, Any], field: str) -> None:
    details = error({"command": "state", "state": {**SEAT, "match": match}})["details"]
    assert details == {"what": "combination", "field": field}


def test_a_field_that_no_match_has_is_named() -> None:
    state = {**SEAT, "match": {"points": 5}}
    for request in (
        {"command": "state", "state": state},
        {"command": "new", "game": "pin", "match": {"points": 5}},
    ):
        assert error(request)["details"] == {"what": "form", "field": "points"}


def test_what_is_no_action_is_shown_as_json() -> None:
    action = {"do": "fly", "high": True, "to": None}
    wrong = {"command": "apply", "state": SEAT, "action": action}
    assert json.loads(error(wrong)["details"]["text"]) == action
    first = error({**wrong, "protocol": 1})["details"]["text"]
    assert first == "{'do': 'fly', 'high': True, 'to': None}"
    record = {"tavola": 1, "game": "eureka", "events": [{"do": "fly", "to": None}]}
    replay = {"command": "replay", "record": record}
    assert error(replay)["details"]["details"]["text"] == '{"do": "fly", "to": null}'
    older = error({**replay, "protocol": 1})["details"]["details"]["text"]
    assert older == "{'do': 'fly', 'to': None}"


BAD_REQUESTS: list[tuple[dict[str, Any], str]] = [
    ({"command": "new"}, "missing_field"),
    ({"command": "new", "game": 5}, "wrong_type"),
    ({"command": "new", "game": "chess"}, "no_game"),
    ({"command": "new", "game": "pin", "options": []}, "wrong_type"),
    ({"command": "new", "game": "pin", "options": {"cube": True}}, "bad_option"),
    ({"command": "new", "game": "pin", "profile": "none"}, "bad_option"),
    ({"command": "new", "game": "pin", "match": {"length": 5, "games": 2}}, "bad_match"),
    ({"command": "new", "game": "pin", "match": {"length": True}}, "bad_match"),
    ({"command": "state", "state": {"game": "pin"}}, "missing_field"),
    ({"command": "state", "state": {**SEAT, "now": {}}}, "unknown_field"),
    ({"command": "state", "state": {**SEAT, "rules": "0" * 16}}, "other_rules"),
    ({"command": "state", "state": {**SEAT, "phase": "move"}}, "unknown_field"),
    ({"command": "state", "state": {"game": "pin", "now": {}}}, "bad_state"),
    ({"command": "state", "state": {"game": "pin", "text": "W 1:2"}}, "bad_position"),
    ({"command": "apply", "state": SEAT}, "missing_field"),
    ({"command": "apply", "state": SEAT, "play": "8/5", "action": {}}, "unknown_field"),
    ({"command": "apply", "state": SEAT, "actions": [3]}, "bad_action"),
    ({"command": "apply", "state": SEAT, "action": {"do": "fly"}}, "bad_action"),
    ({"command": "apply", "state": SEAT, "action": {"do": "name", "dice": [7, 1]}}, "bad_action"),
    ({"command": "apply", "state": SEAT, "action": {"do": "done"}}, "not_now"),
    ({"command": "apply", "state": SEAT, "play": "8/5", "numbering": "roman"}, "bad_value"),
    ({"command": "why", "state": SEAT, "actions": []}, "unknown_field"),
    ({"command": "playout", "game": "pin"}, "missing_field"),
    ({"command": "playout", "game": "pin", "seed": True}, "wrong_type"),
    ({"command": "playout", "game": "pin", "seed": -1}, "bad_value"),
    ({"command": "playout", "game": "pin", "seed": 1, "cap": 10**9}, "bad_value"),
    ({"command": "legal", "state": SEAT, "texts": 1}, "wrong_type"),
    ({"command": "legal", "state": SEAT, "limit": 0}, "bad_value"),
    ({"command": "legal", "state": SEAT, "offset": -1}, "bad_value"),
    ({"command": "legal", "state": SEAT, "offers": "no"}, "wrong_type"),
    ({"command": "game"}, "missing_field"),
    ({"command": "game", "game": "pin", "options": {"cube": 7}}, "bad_option"),
    ({"command": "vocabulary", "state": SEAT}, "unknown_field"),
    ({"command": "hello", "protocol": 3}, "bad_value"),
    ({"command": "hello", "protocol": 0}, "bad_value"),
    ({"command": "hello", "protocol": "2"}, "wrong_type"),
    ({"command": "hello", "protocol": None}, "wrong_type"),
    ({"command": "replay", "record": {"game": "pin"}}, "bad_record"),
    ({"command": "replay", "record": {"tavola": 2, "game": "pin"}}, "bad_record"),
]


@pytest.mark.parametrize(("request_", "code"), BAD_REQUESTS)
def test_bad_requests(request_: dict[str, Any], code: str) -> None:
    assert error(request_)["code"] == code


def test_a_refused_action_in_a_list_is_named() -> None:
    opening = {"do": "opening", "dice": [3, 1]}
    request = {"command": "apply", "state": SEAT, "actions": [opening, {"do": "done"}]}
    found = error(request)
    assert found["code"] == "numbers_left"
    assert found["details"]["index"] == 1


def random_game(name: str, rng: random.Random, limit: int) -> None:
    """Play through the protocol, asking everything on the way."""
    shown = ask(command="new", game=name, match={"length": 3, "games": None})
    for round_ in range(limit):
        state, awaits = shown["state"], shown["view"]["awaits"]
        if awaits["what"] == "nothing":
            break
        again = ask(command="state", state=state)
        assert (again["state"], again["view"]) == (state, shown["view"])
        legal = ask(command="legal", state=state, states=round_ % 10 == 0, offers=False)
        assert not {"resign", "draw"} & {action["do"] for action in legal["actions"]}
        chance = ask(command="chance", state=state)
        assert chance["dice_of"] == awaits["dice_of"]
        ask(command="pips", state=state)
        assert ask(command="result", state=state)["match_over"] is False
        if legal["plays"]:
            assert awaits["what"] == "steps"
            assert len(legal["plays"]) == legal["of"]
            play = rng.choice(legal["plays"])
            numbering = rng.choice(("own", "booklet"))
            text = play["text"][numbering]
            assert (
                ask(command="why", state=state, play=text, numbering=numbering)["refusal"] is None
            )
            shown = ask(command="apply", state=state, actions=play["steps"])
            if "state" in play:
                assert play["state"] == shown["state"]
            if name not in ("catch-me", "gioul"):
                typed = ask(command="apply", state=state, play=text, numbering=numbering)
                assert typed["view"]["position"] == play["position"]
            continue
        action = rng.choice([a for a in legal["actions"] if a["do"] not in ("undo", "correct")])
        if action["do"] in ("opening", "throw"):
            assert action["do"] == chance["kind"]
            action["dice"] = rng.choice(chance["throws"])["dice"]
        assert ask(command="why", state=state, action=action)["refusal"] is None
        told = shown["view"]["leads_to"] if action["do"] == "done" else None
        shown = ask(command="apply", state=state, action=action)
        if told:
            led_as_told(told, shown["view"])


@pytest.mark.parametrize("name", GAMES)
def test_random_games_through_the_protocol(name: str) -> None:
    random_game(name, random.Random(name), limit=min(max(NIGHTLY, 14), 400))


@pytest.mark.parametrize("name", GAMES)
def test_playouts_replay_and_verify(name: str) -> None:
    found = ask(command="playout", game=name, seed=11, cap=60)
    assert found == ask(command="playout", game=name, seed=11, cap=60)
    replayed = ask(command="replay", record=found["record"])
    assert replayed["view"] == found["view"]
    assert replayed["warnings"] == []
    assert found["unfinished"] == (found["view"]["awaits"]["what"] != "nothing")
    paper = record.record_from_json(found["record"])
    assert all(check.passed for check in verify(paper))


def test_playouts_of_matches() -> None:
    game = GAMES["eureka"]
    played = random_playout(game, match=MatchRules(length=5, games=None), seed=2)
    assert played.finished
    assert max(played.state.score) >= 5
    money = random_playout(game, match=MatchRules(games=None), seed=2)
    assert money.finished
    assert money.state.phase is Phase.OVER
    cut = random_playout(game, match=MatchRules(length=50, games=None), seed=2, cap=40)
    assert not cut.finished
    assert cut.state.phase is Phase.START


def test_playouts_are_the_same_compiled_and_not() -> None:
    """Four games that differ much; in a night all of them, and longer."""
    few = ("backgammon", "gioul", "pin", "catch-me")
    lines = [
        json.dumps({"command": "playout", "game": game, "seed": 3, "cap": 200 if NIGHTLY else 40})
        for game in (GAMES if NIGHTLY else few)
    ]
    text = "\n".join(lines).encode()
    plain, compiled = (run_process(text, TAVOLA_COMPILE=value) for value in ("0", "1"))
    assert plain == compiled


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema())
    shapes = schema()["$defs"]["request"]["oneOf"]
    assert [shape["properties"]["command"]["const"] for shape in shapes] == list(COMMANDS)
    assert not validator("request").is_valid({"command": "new"})
    assert not validator("answer").is_valid({"id": 1, "ok": True, "command": "hello"})
    assert not validator("fact").is_valid({"kind": "turn", "side": "W", "details": {"x": 1}})
    assert not validator("fact").is_valid({"kind": "dance", "side": "W", "details": {}})
