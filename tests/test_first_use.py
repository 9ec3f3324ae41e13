"""The first use of the library: nothing is compiled while somebody waits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tavola.rules.kernel import backend

_USE = """
import io, json, subprocess, sys
started = []
real = subprocess.Popen
def fake(command, *rest, **more):
    if not command[-1].startswith("tavola."):
        return real(command, *rest, **more)
    started.append([command[-1], more["env"]["TAVOLA_COMPILE"]])
    return real(["true"])
subprocess.Popen = fake
class Screen(io.StringIO):
    def isatty(self):
        return TERMINAL
sys.stderr = Screen()
import tavola
assert "tavola.rules" not in sys.modules
state = tavola.new_match(tavola.find("eureka").ruleset())
from tavola.rules.kernel import backend
print(json.dumps([backend.compiled, started, sys.stderr.getvalue()]))
"""
ABROAD = [["tavola.bots.precompile", "1"]]


def use(
    folder: Path, wish: dict[str, str] | None = None, *, terminal: bool = True
) -> tuple[bool, list[list[str]], str]:
    """Whether the kernel was compiled, what was started, and what was said."""
    kept = ("TAVOLA_COMPILE", "TAVOLA_WARM")
    env = {name: value for name, value in os.environ.items() if name not in kept}
    env |= {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_CACHE_DIR": str(folder)}
    env |= wish or {}
    code = _USE.replace("TERMINAL", str(terminal))
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True
    )
    compiled, started, said = json.loads(done.stdout)
    return compiled, started, said


@pytest.mark.skipif(not backend.numba_installed(), reason="there is no compiler")
def test_the_plain_kernel_begins_at_once(tmp_path: Path) -> None:
    compiled, started, said = use(tmp_path)
    assert not compiled
    assert started == ABROAD
    assert said.count("\n") == 1
    assert said.startswith("tavola: ")


@pytest.mark.skipif(not backend.numba_installed(), reason="there is no compiler")
def test_many_processes_start_one_compiler(tmp_path: Path) -> None:
    assert use(tmp_path)[1] == ABROAD
    assert use(tmp_path) == (False, [], "")


@pytest.mark.skipif(not backend.numba_installed(), reason="there is no compiler")
def test_only_a_terminal_is_told(tmp_path: Path) -> None:
    assert use(tmp_path, terminal=False) == (False, ABROAD, "")


@pytest.mark.parametrize("wish", [{"TAVOLA_COMPILE": "0"}, {"TAVOLA_WARM": "0"}])
def test_wishes_are_heard(tmp_path: Path, wish: dict[str, str]) -> None:
    assert use(tmp_path, wish) == (False, [], "")
