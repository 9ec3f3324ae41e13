"""The engine protocol: every command, every error, the pages that describe it, one long process."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, cast

import jsonschema
import pytest

from hostile import NIGHTLY
from nets import keep, random_weights
from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.play.playout import random_playout
from tavola.play.verify import verify
from tavola.protocol import opinions, wire
from tavola.protocol.commands import COMMANDS
from tavola.protocol.serve import answer, serve
from tavola.protocol.wire import write_line
from tavola.rules.kernel import backend
from tavola.rules.model.refusal import CODES
from tavola.rules.model.ruleset import MatchRules
from tavola.rules.text import record
from tavola.rules.turn.state import Phase

ROOT = Path(__file__).parents[1]
ENGINE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
RECORD = (ROOT / "docs/record.md").read_text(encoding="utf-8")
START = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"


@cache
def schema() -> dict[str, Any]:
    path = ROOT / "src/tavola/protocol/engine.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def validator(name: str) -> Any:
    whole = {**schema(), "$ref": f"#/$defs/{name}"}
    del whole["anyOf"]
    return jsonschema.Draft202012Validator(whole)


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
    assert found["code"] in (*wire.CODES, *CODES)
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
    validator("answer").validate(reply)
    if sign == "<":
        assert reply == json.loads(shown)
    else:
        assert part_of(json.loads(shown), reply), reply
    if reply["ok"]:
        validator("request").validate(json.loads(request_))


def test_the_page_names_every_command_and_code() -> None:
    for name in (*COMMANDS, *wire.CODES):
        assert f"`{name}`" in ENGINE, name


def test_the_records_of_the_page() -> None:
    for block in fenced(RECORD, "record"):
        paper = json.loads(block)
        validator("record").validate(paper)
        assert ask(command="replay", record=paper)["view"]["phase"] == "end"
    (positions,) = fenced(RECORD, "positions")
    for line in positions.splitlines():
        game, _, text = line.partition(": ")
        assert ask(command="state", state={"game": game, "text": text})["view"]["text"]


def test_hello_and_games() -> None:
    assert ask(command="hello")["commands"] == list(COMMANDS)
    listed = ask(command="games")["games"]
    assert [game["id"] for game in listed] == list(GAMES)
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
        state, phase = shown["state"], shown["view"]["phase"]
        if phase == "end":
            break
        again = ask(command="state", state=state)
        assert (again["state"], again["view"]) == (state, shown["view"])
        legal = ask(command="legal", state=state, states=round_ % 10 == 0)
        chance = ask(command="chance", state=state)
        ask(command="pips", state=state)
        assert ask(command="result", state=state)["match_over"] is False
        if legal["plays"]:
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
        action = rng.choice([a for a in legal["actions"] if a["do"] not in ("undo", "draw")])
        if action["do"] in ("opening", "throw"):
            assert action["do"] == chance["kind"]
            action["dice"] = rng.choice(chance["throws"])["dice"]
        assert ask(command="why", state=state, action=action)["refusal"] is None
        shown = ask(command="apply", state=state, action=action)


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
    assert found["unfinished"] == (found["view"]["phase"] != "end")
    paper = record.record_from_json(found["record"])
    assert all(check.passed for check in verify(paper))


# ------------------------------------------------------------------------- what the computer thinks


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Random nets for some games."""
    weights = random_weights()
    for game in ("backgammon", "acey-deucey", "free-choice", "pin"):
        keep(tmp_path, game, weights, monkeypatch)
    opinions._made.cache_clear()
    yield tmp_path
    shipped_nets.forget()
    opinions._made.cache_clear()


@pytest.mark.plain
@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice", "pin"])
def test_the_computer_plays_through_the_protocol(game: str, nets: Path) -> None:
    """Its actions are applied as they come; what it thinks fits the schema everywhere."""
    rng = random.Random(game)
    shown = ask(command="new", game=game, match={"length": 3, "games": None})
    for round_ in range(40 if backend.compiled else 5):
        state = shown["state"]
        if shown["view"]["phase"] == "end":
            break
        if shown["view"]["phase"] != "over":
            found = ask(command="evaluate", state=state)
            assert found["equity"] == pytest.approx(
                found["chances"]["gain"] - found["chances"]["loss"], abs=1e-4
            )
            ask(command="cube", state=state)
        level = ("beginner", "expert")[round_ % 2]
        if shown["view"]["phase"] == "over":
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


def run_process(text: bytes, **environment: str) -> bytes:
    """What a process of its own answers."""
    found = subprocess.run(
        [sys.executable, "-m", "tavola.protocol.serve"],
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
    command = [sys.executable, "-m", "tavola.protocol.serve"]
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
    line = head + b" " * (wire.LONGEST_LINE - len(head) - 1) + b"}"
    out = io.BytesIO()
    serve(io.BytesIO(line + b"\n" + line[:-1] + b" }\n" + line), out)
    assert [json.loads(reply)["ok"] for reply in out.getvalue().splitlines()] == [True, False, True]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    shapes = schema()["$defs"]["request"]["oneOf"]
    assert [shape["properties"]["command"]["const"] for shape in shapes] == list(COMMANDS)
    assert not validator("request").is_valid({"command": "new"})
    assert not validator("answer").is_valid({"id": 1, "ok": True, "command": "hello"})
