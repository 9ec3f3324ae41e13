"""The engine protocol asked in this process, and in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tavola.protocol import errors
from tavola.protocol.lines import write_line
from tavola.protocol.serve import answer
from tavola.rules.model.refusal import CODES

ROOT = Path(__file__).parents[1]
ENGINE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
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


SEAT = {"game": "backgammon", "text": START}


def part_of(shown: Any, whole: Any) -> bool:
    """Whether everything shown is in the whole; lists have the same length."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(
            key in whole and part_of(value, whole[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return len(shown) == len(whole) and all(map(part_of, shown, whole))
    return bool(shown == whole)


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


def apply(shown: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
    return ask(command="apply", state=shown["state"], action=action)


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
