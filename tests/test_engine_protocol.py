"""The engine protocol: every command, every error, the pages that describe it, one long process."""

from __future__ import annotations

import ast
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, BinaryIO, cast

import jsonschema_rs
import pytest

from hostile import NIGHTLY
from nets import constant_weights, keep, random_weights
from tavola.bots import shipped_nets
from tavola.bots.exact import tables_for
from tavola.bots.levels import NAMES, level_of
from tavola.bots.player import Player
from tavola.games import GAMES, OFFERED
from tavola.games.agreement import of_record
from tavola.play.random_match import random_playout
from tavola.play.verify import verify
from tavola.protocol import errors, event_facts, lines, opinions, state_view
from tavola.protocol.allowed_plays import allowed
from tavola.protocol.commands import COMMANDS
from tavola.protocol.lines import write_line
from tavola.protocol.serve import answer, serve
from tavola.protocol.states import read_state, state_json
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.geometry import own_number
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import CODES, Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import record
from tavola.rules.turn import scoring
from tavola.rules.turn.state import HOW, Action, Kind, Phase, State

ROOT = Path(__file__).parents[1]
ENGINE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
RECORD = (ROOT / "docs/record.md").read_text(encoding="utf-8")
START = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"


@cache
def schema(protocol: int = 2) -> dict[str, Any]:
    name = "engine.schema.json" if protocol == 2 else f"engine_{protocol}.schema.json"
    path = ROOT / "src/tavola/protocol" / name
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def validator(name: str, protocol: int = 2) -> Any:
    whole = {**schema(protocol), "$ref": f"#/$defs/{name}"}
    del whole["anyOf"]
    return jsonschema_rs.Draft202012Validator(whole)


def ask(**request: Any) -> dict[str, Any]:
    """A good answer to a good request, both true to the schema."""
    validator("request").validate(request)
    reply = answer(json.dumps(request).encode())
    assert reply["ok"], reply
    validator("answer").validate(json.loads(write_line(reply)))
    return reply


def error(line: bytes | str | dict[str, Any]) -> dict[str, Any]:
    """The error of a bad request."""
    if isinstance(line, dict):
        line = json.dumps(line)
    reply = answer(line if isinstance(line, bytes) else line.encode())
    validator("error").validate(json.loads(write_line(reply)))
    found: dict[str, Any] = reply["error"]
    assert found["code"] in (*errors.CODES, *CODES)
    assert found["code"] != "internal"
    return found


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


def part_of(shown: Any, whole: Any) -> bool:
    """Whether everything shown is in the whole; lists have the same length."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(
            key in whole and part_of(value, whole[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return len(shown) == len(whole) and all(map(part_of, shown, whole))
    return bool(shown == whole)


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


BAD_LINES: list[tuple[bytes, str]] = [
    (b"", "not_json"),
    (b"\n", "not_json"),
    (b"hello", "not_json"),
    (b'{"command": "hello"}{}', "not_json"),
    (b'\xef\xbb\xbf{"command": "hello"}', "not_json"),
    (b'{"command": "hel\xff"}', "not_utf8"),
    ('{"command": "hello"}'.encode("utf-16"), "not_utf8"),
    (b"[]", "not_an_object"),
    (b"null", "not_an_object"),
    (b'"hello"', "not_an_object"),
    (b'{"command": NaN}', "bad_number"),
    (b'{"command": -Infinity}', "bad_number"),
    (b'{"command": 1e999}', "bad_number"),
    (b'{"command": ' + b"9" * 5000 + b"}", "bad_number"),
    (b'{"command": "\\ud800"}', "bad_text"),
    (b'{"\\udc00": "hello"}', "bad_text"),
    (b'{"command": ' + b"[" * 40 + b"]" * 40 + b"}", "too_deep"),
    (b"[" * 200_000, "too_deep"),
    (b'{"a":' * 150_000, "too_deep"),
    (b'{"command": "' + b"x" * 1_000_000 + b'"}', "too_long"),
    (b"{}", "missing_field"),
    (b'{"command": null}', "missing_field"),
    (b'{"command": 7}', "wrong_type"),
    (b'{"command": "Hello"}', "unknown_command"),
    (b'{"command": "hello", "extra": 1}', "unknown_field"),
]


@pytest.mark.parametrize(("line", "code"), BAD_LINES)
def test_bad_lines(line: bytes, code: str) -> None:
    assert error(line)["code"] == code


SEAT = {"game": "backgammon", "text": START}


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


def led_as_told(told: dict[str, Any], after: dict[str, Any]) -> None:
    """What `done` led to is what was said before."""
    over = told["what"] in ("game_over", "match_over")
    assert after["on_turn"] == told["side"]
    assert after["result"] == told["result"]
    awaited = {
        "turn": ("throw", "name"),
        "throw": ("throw", "name"),
        "handed": ("steps", "done"),
        "game_over": ("next",),
        "match_over": ("nothing",),
    }
    assert after["awaits"]["what"] in awaited[told["what"]]
    assert over == (told["side"] is None)
    if after["awaits"]["what"] == "steps":
        assert after["left"] == told["numbers"]


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


# ------------------------------------------------------------------------- what the computer thinks


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Random nets for some games."""
    weights = random_weights()
    for game in ("backgammon", "acey-deucey", "free-choice", "pin"):
        keep(tmp_path, game, weights, monkeypatch)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Let nobody be asked who knows other nets."""
    shipped_nets.forget()
    for kept in (opinions.made, opinions._player):
        kept.cache_clear()


@pytest.mark.plain
@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice", "pin"])
def test_the_computer_plays_through_the_protocol(game: str, nets: Path) -> None:
    """Its actions are applied as they come; what it thinks fits the schema everywhere."""
    rng = random.Random(game)
    shown = ask(command="new", game=game, match={"length": 3, "games": None})
    for round_ in range(40 if backend.compiled else 6):
        state, awaited = shown["state"], shown["view"]["awaits"]["what"]
        if awaited == "nothing":
            break
        if awaited != "next":
            found = ask(command="evaluate", state=state)
            assert found["equity"] == pytest.approx(
                found["chances"]["gain"] - found["chances"]["loss"], abs=1e-4
            )
            ask(command="cube", state=state)
        level = ("beginner", "expert")[round_ % 2]
        if awaited == "next":
            shown = ask(command="apply", state=state, action={"do": "next"})
            continue
        best = ask(command="best", state=state, level=level, seed=round_, count=2)
        assert best == ask(command="best", state=state, level=level, seed=round_, count=2)
        assert len(best["candidates"]) == min(best["of"], 2)
        equities = [one["equity"] for one in best["candidates"]]
        assert equities == sorted(equities, reverse=True)
        if best["actions"]:
            shown = ask(command="apply", state=state, actions=best["actions"])
            continue
        chance = ask(command="chance", state=state)
        action = {"do": chance["kind"], "dice": rng.choice(chance["throws"])["dice"]}
        shown = ask(command="apply", state=state, action=action)


def decided(state: dict[str, Any], level: str, seed: int) -> list[dict[str, Any]]:
    """What a player decides that was made for this one question."""
    agreed, found = read_state(state)
    game = agreed.game.id
    known = level_of(game, agreed.rules, level)
    weights = shipped_nets.load(game).weights
    exact = tables_for(agreed.rules, compute=False)
    player = Player(agreed.rules, known, weights, seed, exact, seconds=None)
    return [action.to_json() for action in player.choose(found)]


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice"])
def test_a_player_that_is_kept_decides_like_a_new_one(game: str, nets: Path) -> None:
    """Whatever was asked before, of whom, and by which seed."""
    rng = random.Random(game)
    paper = record.record_from_json(ask(command="playout", game=game, seed=20261122)["record"])
    agreed = of_record(paper)
    states = [agreed.begin()]
    for event in paper.events[:60]:
        states.append(turn.apply(states[-1], event)[0])
    for _ in range(40 if backend.compiled else 8):
        state, level = state_json(agreed, rng.choice(states)), rng.choice(NAMES[:-1])
        seed = rng.randrange(4)
        best = ask(command="best", state=state, level=level, seed=seed)
        assert best["actions"] == decided(state, level, seed)
    assert 0 < opinions._player.cache_info().currsize <= opinions.KEPT


@pytest.mark.skipif(not backend.compiled, reason="plain, it looks only where tables are kept")
def test_a_player_that_is_kept_resigns_again(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table it resigns once a game, to a request whenever it is asked."""
    never = 1e-5
    keep(nets, "backgammon", constant_weights(never, never, never, 0.5, never), monkeypatch)
    text = "W 24:1 | B 6:8 5:4 | B"
    lost = ask(command="state", state={"game": "backgammon", "text": text})["state"]
    first = ask(command="best", state=lost, level="expert")["actions"]
    assert [one["do"] for one in first] == ["resign"]
    assert ask(command="best", state=lost, level="expert")["actions"] == first


def test_the_cube_through_the_protocol(nets: Path) -> None:
    state = ask(command="state", state={"game": "backgammon", "text": START + " | W"})["state"]
    asked = ask(command="cube", state=state)
    assert asked["decision"] == "double"
    assert asked["equities"]["double_drop"] == 1.0
    doubled = ask(command="apply", state=state, action={"do": "double", "side": "W"})["state"]
    answered = ask(command="cube", state=doubled)
    assert (answered["decision"], answered["side"]) == ("answer", "B")
    assert answered["verdict"] in ("take", "drop")
    assert answered["equities"]["drop"] == -1.0
    assert ask(command="best", state=doubled)["candidates"] == []
    reply = ask(command="best", state=doubled, level="club")["actions"]
    assert [one["do"] for one in reply] in (["take"], ["drop"])
    kept = {**SEAT, "game": "acey-deucey", "text": "W 1:15 | B 24:15 | W"}
    assert ask(command="cube", state=kept)["decision"] is None


@pytest.mark.parametrize(
    ("game", "turn", "options"),
    [
        ("backgammon", "W cube:2B", {}),
        ("backgammon", "W cube:2W", {"cube_ban": True}),
        ("free-choice", "B second", {}),
        ("backgammon", "W", {"opening": "choice"}),
    ],
)
def test_a_side_that_may_not_double_is_told_so(
    game: str, turn: str, options: dict[str, Any], nets: Path
) -> None:
    match = {"length": 3}
    state = {"game": game, "options": options, "match": match, "text": f"{START} | {turn}"}
    if "opening" in options:
        begun = {**state, "text": START}
        opening = {"do": "opening", "dice": [3, 1]}
        state = ask(command="apply", state=begun, action=opening)["state"]
    assert ask(command="state", state=state)["view"]["may_double"] == []
    found = ask(command="cube", state=state)
    assert (found["decision"], found["verdict"]) == ("double", "no_cube")
    assert found["equities"]["no_double"] is not None


def test_opinions_that_cannot_be_had(nets: Path) -> None:
    puff = {"game": "puff", "text": "W res:15 | B res:15 | W"}
    for command in ("evaluate", "best", "cube"):
        found = error({"command": command, "state": puff})
        assert (found["code"], found["details"]) == ("no_net", {"problem": "missing"})
    (nets / "backgammon.net").write_bytes(b"no net")
    shipped_nets.forget()
    found = error({"command": "best", "state": SEAT, "level": "master"})
    assert found["details"] == {"problem": "damaged"}
    for more in ({"depth": 3}, {"depth": -1}, {"depth": True}, {"level": "god"}, {"count": 0}):
        code = error({"command": "best", "state": SEAT, **more})["code"]
        assert code in ("bad_value", "wrong_type")
    over = ask(command="new", game="pin", match={"games": 2})["state"]
    over = ask(
        command="apply",
        state=over,
        actions=[
            {"do": "opening", "dice": [6, 1]},
            {"do": "resign", "side": "W", "number": 1},
            {"do": "accept", "side": "B"},
        ],
    )["state"]
    assert error({"command": "evaluate", "state": over})["code"] == "game_over"


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


def run_process(text: bytes, *command: str, **environment: str) -> bytes:
    """What a process of its own answers."""
    found = subprocess.run(
        [sys.executable, "-m", *(command or ("tavola.protocol",))],
        input=text,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        timeout=600,
        check=True,
    )
    assert found.stderr == b""
    return found.stdout


def test_a_long_process_with_bad_lines_in_between() -> None:
    sound = b'{"id": %d, "command": "new", "game": "pin"}'
    lines = []
    for number, (line, _) in enumerate(BAD_LINES):
        lines += [line.rstrip(b"\n"), sound % number]
    lines += [b'{"command": "quit"}', b'{"command": "hello"}']
    replies = run_process(b"\n".join(lines), TAVOLA_COMPILE="0").splitlines()
    assert len(replies) == 2 * len(BAD_LINES) + 1
    for number, (_, code) in enumerate(BAD_LINES):
        bad, good = (json.loads(reply) for reply in replies[2 * number : 2 * number + 2])
        assert bad["error"]["code"] == code
        assert good["ok"]
        assert good["id"] == number


def test_answers_come_one_by_one() -> None:
    """A program may wait for each answer before it goes on."""
    command = [sys.executable, "-m", "tavola.protocol"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TAVOLA_COMPILE": "0"}
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, env=env) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for number in range(3):
            process.stdin.write(b'{"id": %d, "command": "hello"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdout.close()
        process.stdin.write(b'{"command": "hello"}\n' * 3)
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_serve_ends_with_input_and_without_a_last_line_feed() -> None:
    out = io.BytesIO()
    assert serve(io.BytesIO(b'{"command": "hello"}\r\n{"command": "hello"}'), out) == 0
    assert [json.loads(line)["ok"] for line in out.getvalue().splitlines()] == [True, True]


class Gone(io.BytesIO):
    """A reader that has gone."""

    def write(self, data: Any, /) -> int:
        raise BrokenPipeError


def test_a_broken_pipe_is_no_accident() -> None:
    assert serve(io.BytesIO(b"{}\n{}\n"), cast(BinaryIO, Gone())) == 0


def test_a_line_of_just_the_most_bytes() -> None:
    head = b'{"command": "hello"'
    line = head + b" " * (lines.LONGEST_LINE - len(head) - 1) + b"}"
    out = io.BytesIO()
    serve(io.BytesIO(line + b"\n" + line[:-1] + b" }\n" + line), out)
    assert [json.loads(reply)["ok"] for reply in out.getvalue().splitlines()] == [True, False, True]


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema())
    shapes = schema()["$defs"]["request"]["oneOf"]
    assert [shape["properties"]["command"]["const"] for shape in shapes] == list(COMMANDS)
    assert not validator("request").is_valid({"command": "new"})
    assert not validator("answer").is_valid({"id": 1, "ok": True, "command": "hello"})
    assert not validator("fact").is_valid({"kind": "turn", "side": "W", "details": {"x": 1}})
    assert not validator("fact").is_valid({"kind": "dance", "side": "W", "details": {}})


# ------------------------------------------------------------------------------- what may be done


def conceivable(state: State) -> Iterator[dict[str, Any]]:
    """Every action that could be meant; steps from everywhere but points without own checkers."""
    actor = state_view.awaits(state)["side"]
    for do in Kind:
        if do in (Kind.OPENING, Kind.NEXT):
            yield {"do": do.value}
        elif do is Kind.DOUBLE:
            yield from ({"do": do.value, "side": side} for side in "WB")
        elif do is Kind.NAME:
            for a in range(1, 7):
                yield from ({"do": "name", "side": actor, "dice": [a, b]} for b in range(1, a + 1))
        elif do in (Kind.CHOOSE, Kind.RESIGN):
            yield from ({"do": do.value, "side": actor, "number": n} for n in range(8))
        elif do is Kind.STEP:
            sources = [*state.position.points(state.side), "bar", "res", "off"]
            targets = [*range(1, 25), "bar", "res", "off"]
            for number, source, target in product(sorted(set(state.turn.left)), sources, targets):
                step = {"number": number, "from": source, "to": target}
                yield {"do": "step", "side": actor, **step}
        elif do is Kind.CORRECT:
            yield {"do": do.value}
        elif do is Kind.THROW:
            yield from ({"do": do.value, "side": side} for side in "WB")
        else:
            yield {"do": do.value, "side": actor}


def with_dice(action: dict[str, Any], state: State) -> dict[str, Any]:
    """An action with the dice that a program would add."""
    if action["do"] in ("opening", "throw"):
        dice = [3, 1, 2][: turn.awaited(state)]
        return {**action, "dice": dice if state.fixed is None else list(state.fixed)}
    if action["do"] == "correct":
        before = state.previous
        dice = [3, 1] if before is None else [3, 1, 2][: turn.awaited(before)]
        fixed = None if before is None else before.fixed
        return {**action, "dice": dice if fixed is None else list(fixed)}
    return action


def accepted(state: State, data: dict[str, Any]) -> bool:
    try:
        turn.apply(state, Action.from_json(data))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_is_what_is_accepted(name: str) -> None:
    """`legal` names each action that `apply` takes, and no other, all along a match."""
    rng = random.Random(f"agree {name}")
    state = turn.new_match(GAMES[name].rules, MatchRules(length=5, games=None))
    for _ in range(max(NIGHTLY, 24)):
        if state.phase is Phase.END:
            break
        listed = [action.to_json() for action in allowed(state)]
        assert len({json.dumps(one, sort_keys=True) for one in listed}) == len(listed)
        taken = [one for one in conceivable(state) if accepted(state, with_dice(one, state))]
        key = partial(json.dumps, sort_keys=True)
        assert sorted(map(key, listed)) == sorted(map(key, taken))
        action = rng.choice([one for one in listed if one["do"] not in ("undo", "resign", "draw")])
        if action["do"] in ("opening", "throw"):
            action["dice"] = list(rng.choice(turn.throws(state))[0])
        elif action["do"] == "correct":
            continue
        state, _ = turn.apply(state, Action.from_json(action))


def test_a_last_checker_may_leave_with_the_larger_number() -> None:
    """Ruling D15: `legal`, `why` and `apply` say the same of it."""
    state = {"game": "backgammon", "text": "W 22:1 | B 1:15 | W 4-1"}
    step = {"do": "step", "side": "W", "number": 4, "from": 22, "to": "off"}
    assert step in ask(command="legal", state=state)["actions"]
    assert ask(command="why", state=state, action=step)["refusal"] is None
    shown = ask(command="apply", state=state, action=step)["view"]
    assert shown["leads_to"]["what"] == "match_over"
    assert shown["leads_to"]["result"] == {"winner": "W", "points": 2, "how": "gammon"}


def test_a_throw_can_be_put_right() -> None:
    state = ask(
        command="apply",
        state={"game": "backgammon", "text": START + " | W"},
        action={"do": "throw", "dice": [3, 1]},
    )["state"]
    assert {"do": "correct"} in ask(command="legal", state=state)["actions"]
    put_right = ask(command="apply", state=state, action={"do": "correct", "dice": [6, 5]})
    assert put_right["view"]["dice"] == [6, 5]
    assert put_right["facts"][0] == {"kind": "corrected", "side": "W", "details": {}}
    step = {"do": "step", "number": 6, "from": 1, "to": 7}
    moved = ask(command="apply", state=put_right["state"], action=step)["state"]
    assert {"do": "correct"} not in ask(command="legal", state=moved)["actions"]


def test_plays_in_pages_and_in_part() -> None:
    state = {"game": "backgammon", "text": START + " | W 6-5"}
    whole = ask(command="legal", state=state)
    pages: list[Any] = []
    while len(pages) < whole["of"]:
        page = ask(command="legal", state=state, offset=len(pages), limit=7)
        assert page["of"] == whole["of"]
        pages += page["plays"]
    assert pages == whole["plays"]
    assert ask(command="legal", state=state, offset=1000)["plays"] == []
    assert ask(command="legal", state=state, plays=False)["plays"] is None
    for wish in ({}, {"steps": False}, {"texts": False}, {"steps": False, "texts": False}):
        shown = ask(command="legal", state=state, **wish)["plays"]
        names = {"steps", "text", "position"} - {n.removesuffix("s") for n in wish} - set(wish)
        assert [set(play) for play in shown] == [names] * whole["of"]
    offers = {"resign", "draw"}
    assert offers <= {action["do"] for action in whole["actions"]}
    few = ask(command="legal", state=state, offers=False)["actions"]
    assert few == [action for action in whole["actions"] if action["do"] not in offers]


# ---------------------------------------------------------------------------------- what is awaited


AWAITED: list[tuple[str, str, dict[str, Any], str, str | None, list[str]]] = [
    # game, text, options, what, side, whose dice
    ("backgammon", START, {}, "opening", None, ["W", "B"]),
    ("backgammon", START + " | B", {}, "throw", "B", ["B"]),
    ("backgammon", START + " | B 3-1", {}, "steps", "B", []),
    ("backgammon", START + " | B 3-1 ended:end", {}, "done", "B", []),
    ("open-throw", START + " | W ahead:W3-1", {}, "throw", "W", ["B"]),
    ("open-throw", START + " | W", {}, "throw", "W", ["W"]),
    ("free-choice", START + " | B", {}, "throw", "B", ["B"]),
    ("free-choice", START + " | W", {}, "name", "W", []),
    ("acey-deucey", "W res:15 | B 6:1 res:14 | B 1-2 part:1 choose", {}, "choose", "B", []),
]


@pytest.mark.parametrize(("game", "text", "options", "what", "side", "dice_of"), AWAITED)
def test_what_is_awaited_and_of_whom(
    game: str, text: str, options: dict[str, Any], what: str, side: str | None, dice_of: list[str]
) -> None:
    state = {"game": game, "options": options, "text": text}
    assert ask(command="state", state=state)["view"]["awaits"] == {
        "what": what,
        "side": side,
        "dice_of": dice_of,
    }
    assert ask(command="chance", state=state)["dice_of"] == dice_of


def test_awaited_in_a_match() -> None:
    """The phases that no text can hold: an offer, opening dice to keep, the end of a game."""
    shown = ask(command="new", game="backgammon", options={"opening": "choice"}, match={"games": 2})
    opened = apply(shown, {"do": "opening", "dice": [2, 5]})
    assert opened["view"]["opening"] == [2, 5]
    assert opened["view"]["awaits"] == {"what": "keep_or_throw", "side": "B", "dice_of": ["B"]}
    thrown = apply(opened, {"do": "throw", "dice": [6, 6]})
    resigned = apply(thrown, {"do": "resign", "side": "B", "number": 2})
    assert resigned["view"]["awaits"] == {"what": "answer", "side": "W", "dice_of": []}
    assert resigned["view"]["on_turn"] == "B"
    over = apply(resigned, {"do": "accept"})
    assert over["view"]["awaits"] == {"what": "next", "side": None, "dice_of": []}
    assert over["view"]["result"] == {"winner": "W", "points": 2, "how": "resign"}
    again = apply(over, {"do": "next"})
    assert again["view"]["awaits"]["what"] == "opening"


def apply(shown: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    return ask(command="apply", state=shown["state"], action=action)


LED = [
    ("backgammon", START + " | B 3-1 ended:end", "turn", "W", []),
    ("russian", "W res:13 1:2 | B res:15 | W 3-3 part:2 ended:again", "throw", "W", []),
    ("free-choice", START + " | B 3-1 ended:end", "throw", "B", []),
    ("free-choice", START + " | B 3-1 ended:end second", "turn", "W", []),
    ("gioul", "W 1:15 | B 24:14 20:1 | W 4-4 part:1 ended:hand:5x4", "handed", "B", [5, 5, 5, 5]),
    ("gioul", "W 1:15 | B 24:14 20:1 | B heir:6x4 ended:end", "turn", "B", []),
    ("backgammon", "W | B 24:2 | W 3-1 ended:end", "match_over", None, []),
]


@pytest.mark.parametrize(("game", "text", "what", "side", "numbers"), LED)
def test_what_done_leads_to(
    game: str, text: str, what: str, side: str | None, numbers: list[int]
) -> None:
    shown = ask(command="state", state={"game": game, "text": text})
    told = shown["view"]["leads_to"]
    assert (told["what"], told["side"], told["numbers"]) == (what, side, numbers)
    assert (told["result"] is not None) == what.endswith("over")
    led_as_told(told, apply(shown, {"do": "done"})["view"])


# -------------------------------------------------------------------------------------- boards


@pytest.mark.parametrize("name", GAMES)
def test_tracks_count_pips_as_the_rules_do(name: str) -> None:
    """A checker on each point of a track, outside and off: `pips` agrees with the table."""
    (board,) = (game["board"] for game in ask(command="games")["games"] if game["id"] == name)
    rules = GAMES[name].rules
    for side in Side:
        track = board["tracks"][side.letter]
        assert [own_number(rules, side, point) for point in track["points"]] == track["own"]
        if track["pips"] is None:
            assert ask(command="pips", state=ask(command="new", game=name)["state"])["pips"] is None
            continue
        start = ask(command="new", game=name)
        half = start["view"]["position"][side.letter]
        need = dict(zip(map(str, track["points"]), track["pips"], strict=True))
        count = sum(need[point] * n for point, n in half["points"].items())
        count += track["outside"] * (half.get("bar", 0) + half.get("res", 0))
        assert ask(command="pips", state=start["state"])["pips"][side.letter] == count


def test_boards_of_their_own() -> None:
    boards = {game["id"]: game["board"] for game in ask(command="games")["games"]}
    assert boards["backgammon"]["tracks"]["W"]["points"] == list(range(1, 25))
    assert boards["backgammon"]["off"] == "borne_off"
    assert boards["french-2"]["tracks"]["B"]["points"] == list(range(24, 12, -1))
    assert boards["french-2"]["facing"][0] == [1, 24]
    assert boards["french-2"]["goals"] == {"W": 12, "B": 13}
    assert boards["french-2"]["tracks"]["B"]["pips"][-1] == 0
    assert boards["french-2"]["off"] is None
    assert boards["catch-me"]["off"] == "captured"
    assert boards["catch-me"]["loops"]
    assert len(boards["catch-me"]["corners"]) == 8
    assert boards["doublets"]["tracks"]["W"]["own"] == [1, 2, 3, 4, 5, 6]
    assert sum(1 for board in boards.values() if board["corners"]) == 1
    for board in boards.values():
        assert board["shape"] in ("table", "half", "rows", "ring", "towers")


def test_a_game_with_other_options() -> None:
    few = ask(command="game", game="catch-me", options={"corners": 4})["game"]
    assert len(few["board"]["corners"]) == 4
    assert few["chosen"] == {"corners": 4}
    state = ask(command="new", game="catch-me", options={"corners": 4})["state"]
    assert few["rules"] == state["rules"]
    assert few["match"] == state["match"]
    cup = ask(command="game", game="backgammon", profile="tournament")["game"]
    assert cup["match"]["length"] == cup["profiles"][0]["match"]["length"] or cup["match"]["length"]


# -------------------------------------------------------------------------------------- words


def calls(function: str) -> Iterator[ast.Call]:
    """Every call of a function in the rules."""
    for path in sorted((ROOT / "src/tavola/rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                yield node


def constants(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_every_fact_that_the_rules_make_is_listed() -> None:
    made = {kind for call in calls("Fact") for kind in constants(call.args[:1])}
    asked = {kind for call in calls("_ask") for kind in constants(call.args[2:])}
    assert made | asked == set(event_facts.KINDS)
    unnamed = [call for call in calls("Fact") if not isinstance(call.args[0], ast.Constant)]
    assert len(unnamed) == 1, "offering._ask, whose kinds are its callers'"


def test_every_end_that_the_rules_make_is_listed() -> None:
    given = {how for call in calls("Result") for how in constants(call.args[2:])}
    text = (ROOT / "src/tavola/rules/turn/scoring.py").read_text(encoding="utf-8")
    set_later = set(re.findall(r'\bhow = "(\w+)"|, "(\w+)"$', text, re.MULTILINE))
    named = {how for pair in set_later for how in pair if how}
    early = set(scoring._EARLY.values())
    assert given | named | early | set(scoring._NAMES) == set(HOW)


def test_the_vocabulary_is_that_of_the_code_the_schema_and_the_page() -> None:
    words = ask(command="vocabulary")
    assert words["awaits"] == list(state_view.AWAITS)
    assert {one["code"]: tuple(one["details"]) for one in words["refusals"]} == CODES
    assert words["errors"] == list(errors.CODES)
    assert [one["do"] for one in words["actions"]] == [kind.value for kind in Kind]
    defs = schema()["$defs"]
    assert defs["awaited"]["enum"] == words["awaits"]
    assert defs["how"]["enum"] == words["how"]
    assert defs["refusal"]["enum"] == [one["code"] for one in words["refusals"]]
    assert defs["fault"]["enum"] == words["errors"]
    assert defs["action"]["properties"]["do"]["enum"] == [one["do"] for one in words["actions"]]
    in_schema = {
        kind: set(shape["properties"]["details"].get("properties", {}))
        for shape in defs["fact"]["oneOf"]
        for kind in shape["properties"]["kind"]["enum"]
    }
    assert in_schema == {kind: set(details) for kind, details in event_facts.KINDS.items()}
    for word in (*words["awaits"], *words["leads_to"], *words["how"], *event_facts.KINDS, *CODES):
        assert f"`{word}`" in ENGINE, word
    assert tables_of_the_page("`kind`") == {
        kind: set(details) for kind, details in event_facts.KINDS.items()
    }
    assert tables_of_the_page("`code`") == {code: set(names) for code, names in CODES.items()}


def tables_of_the_page(head: str) -> dict[str, set[str]]:
    """Words of the first column with those of the second, of the table with such a head."""
    (table,) = re.findall(rf"^\| {head} \| `details` \|.*\n\|[-|]+\n((?:\|.*\n)+)", ENGINE, re.M)
    found = {}
    for row in table.splitlines():
        first, second = row.split("|")[1:3]
        for word in re.findall(r"`(\w+)`", first):
            found[word] = set(re.findall(r"`(\w+)`", second))
    return found


def test_sides_are_letters_in_errors_too() -> None:
    found = error({"command": "state", "state": {"game": "eureka", "text": "W 18:1 | B 6:1"}})
    assert found["details"] == {"what": "off_track", "side": "W", "point": 18}
    paper = {"tavola": 1, "game": "eureka", "from": "W 18:1 | B 6:1", "events": []}
    assert error({"command": "replay", "record": paper})["details"]["side"] == "W"


# -------------------------------------------------------------------------------------- clients


def test_a_process_may_be_asked_for_version_1() -> None:
    lines_in = b'{"command": "hello"}\n{"command": "hello", "protocol": 2}\n'
    for command in ("tavola.protocol", "tavola"):
        arguments = ["engine"] if command == "tavola" else []
        first, second = run_process(lines_in, command, *arguments, "--protocol", "1").splitlines()
        assert json.loads(first)["protocol"] == 1
        assert json.loads(second)["protocol"] == 2
        first, second = run_process(lines_in, command, *arguments).splitlines()
        assert first == second


def example(*command: str) -> str:
    """What a client of docs/examples prints."""
    engine = f"{sys.executable} -m tavola.protocol"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TAVOLA_ENGINE": engine}
    found = subprocess.run(
        command, capture_output=True, text=True, env=env, timeout=600, cwd=ROOT, check=False
    )
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    return found.stdout


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
@pytest.mark.parametrize(("game", "points"), [("backgammon", "3"), ("open-throw", "1")])
def test_a_client_in_javascript_plays_a_whole_match(game: str, points: str) -> None:
    told = example("node", "docs/examples/match.mjs", game, points, "casual")
    assert re.search(r"^The match is over: (W|B) wins, \d+ to \d\.$", told, re.MULTILINE), told


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_a_client_in_the_shell_plays_a_game() -> None:
    told = example("bash", "docs/examples/game.sh", "eureka")
    assert re.fullmatch(r"(W|B) wins \d, (single|gammon|backgammon)\n", told), told


def test_the_page_shows_the_clients_as_they_are() -> None:
    for name in ("match.mjs", "game.sh"):
        assert f"examples/{name}" in ENGINE
