"""The engine protocol in a process of its own, and clients that talk to one."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, BinaryIO, cast

import pytest

from engine_talk import BAD_LINES, ENGINE, ROOT, run_process
from tavola.protocol import lines
from tavola.protocol.serve import serve


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
