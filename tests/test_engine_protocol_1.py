"""Version 1 of the engine protocol, for this release: it answers as it did, to the byte.

`golden/engine_protocol_1.txt` holds the exchanges of the page of version 1 and the beginning of a
match of each game, written down before there was a version 2: `<` is the whole answer, `<~` a part
of one that depends on nets.  It goes with version 1.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from engine_talk import part_of
from tavola import __version__
from tavola.games import GAMES
from tavola.protocol.lines import write_line
from tavola.protocol.serve import answer

ROOT = Path(__file__).parents[1]
GOLDEN = (ROOT / "tests/golden/engine_protocol_1.txt").read_text(encoding="utf-8").splitlines()
EXCHANGES = list(zip(GOLDEN[::2], GOLDEN[1::2], strict=True))
NET_COMMANDS = {"evaluate", "best", "cube"}


@cache
def schema() -> dict[str, Any]:
    path = ROOT / "src/tavola/protocol/engine_1.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def validator(name: str) -> Any:
    whole = {**schema(), "$ref": f"#/$defs/{name}"}
    del whole["anyOf"]
    return jsonschema_rs.Draft202012Validator(whole)


def compared(line: str) -> str:
    """A line without what no version promises: the release, and digests of rules."""
    line = line.replace(f'"version":"{__version__}"', '"version":"0.1.0"')
    return re.sub(r'"[0-9a-f]{16}"', '"0123456789abcdef"', line)


def today(request: str) -> str:
    """A golden request with today's digest of its game, as a program would send it today."""
    asked = json.loads(request)
    state = asked.get("state")
    if isinstance(state, dict) and state.get("rules", "0" * 16) != "0" * 16:
        state["rules"] = GAMES[state["game"]].ruleset(state["options"]).digest()
    return json.dumps(asked)


@pytest.mark.parametrize("by", ["the process", "the request"])
def test_the_answers_are_those_of_version_1(by: str) -> None:
    for asked, told in EXCHANGES:
        request = asked.removeprefix("> ")
        sound = request.endswith("}")
        if sound:
            request = today(request)
        if by == "the request" and sound:
            request = json.dumps({**json.loads(request), "protocol": 1})
            reply = answer(request.encode())
        else:
            reply = answer(request.encode(), 1)
        line = write_line(reply).decode().rstrip()
        if told.startswith("<~ "):
            assert part_of(json.loads(told.removeprefix("<~ ")), json.loads(line)), line
        else:
            assert compared(line) == compared(told.removeprefix("< ")), asked
        validator("answer").validate(reply)
        if reply["ok"]:
            validator("request").validate(json.loads(request))


def test_the_golden_exchanges_name_every_command() -> None:
    named = set()
    for asked, _ in EXCHANGES:
        found = re.search(r'"command": "(\w+)"', asked)
        if found:
            named.add(found[1])
    assert named >= {"hello", "new", "state", "legal", "apply", "why", "chance", "result", "pips"}
    assert named >= {"playout", "replay", *NET_COMMANDS}
    games = {json.loads(a[2:]).get("game") for a, _ in EXCHANGES if '"command": "new"' in a}
    assert len(games) > 20


def test_games_and_new_commands() -> None:
    reply = answer(b'{"command": "games"}', 1)
    validator("answer").validate(reply)
    assert [game["id"] for game in reply["games"]] == list(GAMES)
    assert {game["board"] for game in reply["games"]} >= {"contrary", "facing"}
    for command in ("vocabulary", "game"):
        assert (
            answer(b'{"command": "%s"}' % command.encode(), 1)["error"]["code"] == "unknown_command"
        )
    assert answer(b'{"command": "quit"}', 1)["ok"]
    state = {"game": "pin", "text": "W 1:15 | B 24:15 | W"}
    thumb = {"command": "best", "state": state, "level": "thumb"}
    refused = answer(json.dumps(thumb).encode(), 1)["error"]
    assert refused["code"] == "bad_value"
    assert "thumb" not in refused["details"]["allowed"]
    for field, value in (("texts", False), ("limit", 3), ("offers", False)):
        request = {"command": "legal", "state": state, field: value}
        assert answer(json.dumps(request).encode(), 1)["error"]["code"] == "unknown_field"


def test_a_state_goes_from_one_version_to_the_other() -> None:
    old = answer(b'{"command": "new", "game": "doublets"}', 1)
    new = answer(b'{"command": "new", "game": "doublets"}')
    assert old["state"] == new["state"]
    request = json.dumps({"command": "state", "state": old["state"]}).encode()
    assert answer(request)["view"] == new["view"]
    assert answer(request, 1)["view"] == old["view"]


def test_a_number_that_is_not_there_is_refused_without_newer_details() -> None:
    """The golden exchanges have the same of a number that is there."""
    step = {"do": "step", "number": 3, "from": 19, "to": 23}
    state = {"game": "backgammon", "text": "W 1:2 19:5 | B 24:2 | W 5-4"}
    request = json.dumps({"command": "apply", "state": state, "actions": [step]}).encode()
    told = {"number": 3, "left": [5, 4], "from": 19, "to": 23, "index": 0}
    assert answer(request, 1)["error"]["details"] == told
    assert answer(request)["error"]["details"] == {**told, "needed": 4}


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema())
