"""The compile cache: what is compiled beforehand is all that play needs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tavola.bots import precompile
from tavola.rules.kernel import backend
from tavola.rules.model import precompile as kernel_warm

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parent.parent

COMPILED_BY_PLAY = """
import json, sys
from tavola.bots import precompile

def counted():
    modules = [m for name, m in sys.modules.items() if name.startswith("tavola.")]
    return {
        f"{made.py_func.__module__}.{name}": len(made.signatures)
        for module in modules
        for name, made in vars(module).items()
        if hasattr(made, "signatures")
    }

from test_player import player, state_of, EVEN
from seats import play
from tavola.games import GAMES
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.text.record import Record
from tavola.rules.model.match_rules import MatchRules

precompile.call_all()
before = counted()
for game in ("backgammon", "pin", "acey-deucey", "free-choice", "gioul", "open-throw"):
    match = Match.start(Record(game, match=MatchRules(games=3)), SeededDice(3))
    play(match, (player(game, "master").choose, player(game, "beginner").choose), cap=60)
state = state_of("backgammon", EVEN)
player("backgammon", "master").adviser.cube(state, depth=2)
player("backgammon", "master").adviser.chances(state, 2)
after = counted()
print(json.dumps([name for name in after if after[name] != before.get(name, 0)]))
"""


def test_every_function_that_play_needs_can_be_called() -> None:
    """What fills the compile cache runs as plain Python too."""
    precompile.call_all()


@pytest.mark.skipif(not backend.compiled, reason="nothing is compiled")
def test_play_compiles_nothing_more() -> None:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    done = subprocess.run(
        [sys.executable, "-c", COMPILED_BY_PLAY],
        env={**os.environ, "TAVOLA_COMPILE": "1", "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert json.loads(done.stdout) == []


def test_compiling_happens_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Begun:
        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def wait(self) -> None:
            """It has ended."""

    monkeypatch.setattr(backend, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(subprocess, "Popen", Begun)
    monkeypatch.delenv("TAVOLA_WARM", raising=False)
    precompile.in_background()
    assert started[0][-1] == "tavola.bots.precompile"


SLOW = """
import os, sys, time
from pathlib import Path
from tavola.rules.model.precompile import end_with_parent
end_with_parent()
(Path(os.environ["STARTED"]) / str(os.getpid())).touch()
time.sleep(600)
"""
PARENT = """
import sys
from tavola.rules.model import precompile
for _ in range(6):
    precompile.in_background("slow", tied=sys.argv[1] == "tied")
print("begun", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", ["tied", "free"])
def test_one_process_compiles_and_ends_with_its_server(tmp_path: Path, how: str) -> None:
    """Six starts before all is compiled, in two processes: one compiler."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    started = tmp_path / "started"
    started.mkdir()
    path = os.pathsep.join([str(ROOT / "src"), str(tmp_path)])
    env = {
        **{name: value for name, value in os.environ.items() if name != "TAVOLA_WARM"},
        "PYTHONPATH": path,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "STARTED": str(started),
    }
    parents = []
    for _ in range(2):
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, how],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"begun\n"
        parents.append(parent)
    until(lambda: any(started.iterdir()))
    [only] = [int(found.name) for found in started.iterdir()]
    for parent in parents:
        parent.kill()
        parent.communicate()
    if how == "tied":
        until(lambda: not _runs(only))
    else:
        assert _runs(only)
        os.kill(only, signal.SIGKILL)
    assert len(list(started.iterdir())) == 1


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def _runs(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_the_mark_is_left_when_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(os, "nice", called.append, raising=False)
    monkeypatch.setattr(precompile, "call_all", lambda: called.append("all"))
    monkeypatch.setattr(backend, "cache_folder", lambda: tmp_path / "x")
    for compiled in (False, True, True):
        monkeypatch.setattr(backend, "compiled", compiled)
        precompile.main()
        assert (tmp_path / "x" / "ready").exists() == compiled
    assert called == [10, 10, "all", 10], "nothing is done twice"


def test_one_process_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one waits, and then finds all done."""
    monkeypatch.setattr(backend, "cache_folder", lambda: tmp_path)
    done: list[str] = []

    def second() -> None:
        with kernel_warm.one_at_a_time():
            done.append("second")

    waiting = threading.Thread(target=second)
    with kernel_warm.one_at_a_time():
        waiting.start()
        waiting.join(0.2)
        done.append("first")
    waiting.join()
    assert done == ["first", "second"]


@pytest.mark.skipif(not backend.compiled, reason="nothing is compiled")
def test_copies_of_the_package_share_their_compiled_code() -> None:
    from tavola.rules.kernel.compile_cache import PackageLocator

    here = str(ROOT / "src" / "tavola" / "rules" / "kernel" / "generator.py")
    assert PackageLocator.get_suitable_cache_subpath(here) == "rules.kernel"
    assert PackageLocator.get_suitable_cache_subpath(__file__) != "rules.kernel"
    assert (backend.cache_folder() / "rules.kernel").is_dir()


def test_the_kernel_alone_leaves_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(os, "nice", lambda _: None, raising=False)
    monkeypatch.setattr(kernel_warm, "call_all", lambda: called.append("kernel"))
    monkeypatch.setattr(backend, "compiled", True)
    monkeypatch.setattr(backend, "ready_mark", lambda: pytest.fail("too early"))
    kernel_warm.main()
    assert called == ["kernel"]
