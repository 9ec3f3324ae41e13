"""The kernel's buffers and its two ways to run."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from array import array
from pathlib import Path

import pytest

from bridge import walk
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import backend, generator, playout, slots
from tavola.rules.model import movement, precompile
from tavola.rules.model.movement import Workspace, workspace
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import LONG_LISTS, SHORT_LISTS, Tables, tables
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line, script
from tavola.rules.turn.state import Kind, Phase

pytestmark = pytest.mark.plain

ROOT = Path(__file__).resolve().parent.parent
SIGNATURE = "import test_kernel, json; print(json.dumps(test_kernel.signatures()))"


def signatures() -> dict[str, list[int]]:
    """For every game: parts, ends and steps of lists over a few random games, and a random game."""
    found = {}
    for name, game in GAMES.items():
        rng = random.Random(name)
        sums = [0, 0, 0]
        for state in walk(game.rules, rng, limit=12):
            for play in turn.plays(state):
                sums[0] += len(play.steps)
                sums[1] += sum(i * step for i, step in enumerate(play.steps, start=1))
                sums[2] += sum(play.position.row)
        found[name] = [*sums, *_random_game(game.rules)]
    return found


def _random_game(rules: Ruleset) -> list[int]:
    made = tables(rules)
    space, counters = workspace(made), backend.large(playout.COUNTERS)
    counters[playout.SEED] = 7
    space.rows[: slots.WIDTH] = backend.small(list(Position.start(rules).cells))
    playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 60)
    return [int(value) for value in counters]


def _run(code: str, **environment: str) -> str:
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "src")])
    given = {**os.environ, **environment}
    given["PYTHONPATH"] = os.pathsep.join([paths, os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=given, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(not backend.compiled, reason="compares compiled functions with plain ones")
def test_compiled_and_plain_are_one() -> None:
    """The same lists in the same order, the same random games, whichever way the kernel runs."""
    assert json.loads(_run(SIGNATURE, TAVOLA_COMPILE="0")) == signatures()


def test_the_wish_not_to_compile_is_heard() -> None:
    code = "from tavola.rules.kernel import backend; print(backend.compiled)"
    assert _run(code, TAVOLA_COMPILE="0").strip() == "False"


@pytest.mark.parametrize(("switch", "forbids"), [("1", "NUMBA_DISABLE_JIT=1"), ("0", ""), ("", "")])
def test_the_switch_of_numba_is_heard(
    switch: str, forbids: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAVOLA_COMPILE", raising=False)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", switch)
    assert backend.forbidden() == forbids


def test_a_game_is_played_where_numba_may_not_compile() -> None:
    code = (
        "import tavola; from tavola.rules.kernel import backend\n"
        "match = tavola.Match('backgammon', dice=7); match.roll()\n"
        "print(backend.compiled, len(match.plays))"
    )
    assert _run(code, TAVOLA_COMPILE="1", NUMBA_DISABLE_JIT="1").split() == ["False", "14"]


def test_nobody_waits_for_the_compiler(tmp_path: Path) -> None:
    """With `auto` and an empty cache the kernel runs as plain Python."""
    code = "from tavola.rules.kernel import backend; print(backend.compiled)"
    given = {"TAVOLA_COMPILE": "auto", "NUMBA_CACHE_DIR": str(tmp_path)}
    assert _run(code, **given).strip() == "False"


def test_filling_the_cache_without_a_compiler_does_nothing(tmp_path: Path) -> None:
    code = "from tavola.rules.model import precompile; precompile.main()"
    _run(code, TAVOLA_COMPILE="0", NUMBA_CACHE_DIR=str(tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("numbers", [(1, 1, 1, 1), (2, 1)])
def test_an_overflow_raises(numbers: tuple[int, ...]) -> None:
    """A buffer that is too small raises; it neither writes past its end nor drops plays."""
    rules = GAMES["backwards"].rules
    made = Tables(rules)
    made.T[slots.CAPACITY] = 20
    space = Workspace(20)
    space.rows[: slots.WIDTH] = backend.small(list(Position.start(rules).cells))
    for i, number in enumerate(numbers):
        space.numbers[i] = number
    with pytest.raises(OverflowError):
        generator.list_plays(made.T, made.Z, space.W, 0, space.numbers, len(numbers))


def test_an_overflow_while_wins_are_added_raises() -> None:
    rules = GAMES["backwards"].rules
    position = Position.parse(rules, "W 24:2 23:1 | B 1:15")
    used = len(movement.plays(rules, position, Side.WHITE, (3, 3, 3, 3)))
    for capacity in range(2, 400):
        made = Tables(rules)
        made.T[slots.CAPACITY] = capacity
        space = Workspace(capacity)
        space.rows[: slots.WIDTH] = backend.small(list(position.cells))
        for i in range(4):
            space.numbers[i] = 3
        try:
            begin, end = generator.list_plays(made.T, made.Z, space.W, 0, space.numbers, 4)
        except OverflowError:
            continue
        assert end - begin == used
        return
    pytest.fail("no capacity was large enough")


@pytest.mark.parametrize("number", range(1, 7))
def test_the_longest_forward_list_fits(number: int) -> None:
    """Fifteen checkers on fifteen points, an empty board before them."""
    rules = GAMES["backgammon"].rules
    cells = array("b", bytes(slots.WIDTH))
    for point in range(1, 16):
        cells[point] = 1
    cells[slots.OFF + 1] = 14
    cells[24] = -1
    plays = movement.plays(rules, Position(cells.tobytes()), Side.WHITE, (number,) * 4)
    assert 1000 < len(plays) <= 3060 < SHORT_LISTS


def test_the_longest_list_backwards_fits() -> None:
    """Spread out in the middle with blots on every other point, every step both ways."""
    rules = GAMES["backwards"].rules
    cells = array("b", bytes(slots.WIDTH))
    for point in range(1, 24, 2):
        cells[point] = 1
        cells[point + 1] = -1
    cells[1], cells[24] = 4, -4
    plays = movement.plays(rules, Position(cells.tobytes()), Side.WHITE, (1,) * 4)
    assert 5000 < len(plays) < LONG_LISTS


def test_an_open_run_of_doubles_stays_small() -> None:
    """Gioul, a double 1 in the open: six numbers four times each, decided part by part."""
    rules = GAMES["gioul"].rules
    text = "W 1:3 2:2 4:2 6:2 8:2 10:2 12:2 | B 24:3 23:2 21:2 19:2 17:2 15:2 13:2 | W 1-1"
    state = one_line.read(rules, text)
    parts = 0
    while state.turn.ending is None:
        plays = turn.plays(state)
        assert 0 < len(plays) < SHORT_LISTS
        for action in [next(iter(turn.next_steps(state)))]:
            state, _ = turn.apply(state, action)
        while state.turn.used:
            state, _ = turn.apply(state, turn.next_steps(state)[0])
        parts += 1
    assert parts >= 2


def test_the_workspace_of_another_thread_is_its_own() -> None:
    import threading

    made = tables(GAMES["pin"].rules)
    mine, theirs = workspace(made), []
    thread = threading.Thread(target=lambda: theirs.append(workspace(made)))
    thread.start()
    thread.join()
    assert theirs[0] is not mine


def test_random_games_count_what_they_did() -> None:
    """Random games are about as long as they were in many others, within wide bounds."""
    for name, low, high in (("eureka", 10, 25), ("no-hit", 2, 12), ("doublets", 25, 55)):
        rules = GAMES[name].rules
        made = tables(rules)
        space, counters = workspace(made), backend.large(playout.COUNTERS)
        counters[playout.SEED] = 99
        games = 40
        for _ in range(games):
            space.rows[: slots.WIDTH] = backend.small(list(Position.start(rules).cells))
            winner = playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 1500)
            assert winner in (0, 1)
            assert counters[playout.VALUE] >= 1
        assert low < counters[playout.TURNS] / games < high


def test_a_cap_leaves_a_random_game_unfinished() -> None:
    rules = GAMES["backwards"].rules
    assert _random_game(rules)[playout.WINNER] == -1


def test_lists_can_be_counted_in_one_call() -> None:
    rules = GAMES["backgammon"].rules
    made = tables(rules)
    space = workspace(made)
    rows = backend.small(list(Position.start(rules).cells))
    parts = backend.large([0, 2, 3, 1, 0, 0])
    found = playout.count_lists(made.T, made.Z, space.W, rows, parts, 1, space.numbers)
    assert found == 16


def test_the_bench_runs() -> None:
    script_path = ROOT / "scripts" / "bench.py"
    given = {
        **os.environ,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }
    command = [
        sys.executable,
        str(script_path),
        "--seconds",
        "0.02",
        "--games",
        "eureka",
        "--no-cold",
    ]
    done = subprocess.run(command, env=given, check=True, capture_output=True, text=True)
    assert "eureka" in done.stdout


def test_scripts_reach_the_kernel() -> None:
    """One whole throw through every layer: opening, play, done."""
    state = turn.new_match(GAMES["backgammon"].rules)
    state = script.run(state, "6-5; 1/12; done")
    assert state.phase is Phase.START
    assert turn.legal(state)[0].kind is Kind.THROW


def test_every_kernel_function_can_be_called() -> None:
    """What fills the compile cache runs as plain Python too."""
    precompile.call_all()


def test_compiling_happens_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    ended = threading.Event()

    class Begun:
        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def wait(self) -> None:
            ended.set()

    monkeypatch.setattr(subprocess, "Popen", Begun)
    monkeypatch.setenv("TAVOLA_WARM", "0")
    precompile.in_background()
    assert not started
    monkeypatch.delenv("TAVOLA_WARM")
    precompile.in_background()
    assert started[0][-1] == "tavola.rules.model.precompile"
    assert ended.wait(60), "nobody asked how it ended: it would stay in the list of processes"


def test_random_gioul_hands_numbers_over() -> None:
    """Inherited numbers are played, and a game may end with them."""
    rules = GAMES["gioul"].rules
    made = tables(rules)
    space, counters = workspace(made), backend.large(playout.COUNTERS)
    counters[playout.SEED] = 3
    ended_by_heir = "W 1:15 | B 2:1 3:1"
    for text in [Position.start(rules).text()] * 12 + [ended_by_heir] * 40:
        position = Position.parse(rules, text)
        space.rows[: slots.WIDTH] = backend.small(list(position.cells))
        assert playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 1500) in (0, 1)
    assert counters[playout.PARTS] > 0


@pytest.mark.skipif(not backend.compiled, reason="runs the plain source, whichever way it is run")
def test_no_index_is_negative() -> None:
    """Compiled code takes every index as it is; plain code would count from the end."""
    used = "import careful_buffers, test_kernel; from tavola.bots import precompile as all_of_play"
    code = f"{used}; test_kernel.signatures(); all_of_play.call_all()"
    _run(code, TAVOLA_COMPILE="0")


@pytest.mark.parametrize("made", ["small(3)", "large(3)", "reals(3)", "words_of(backend.small(8))"])
def test_careful_buffers_refuse(made: str) -> None:
    code = f"import careful_buffers; from tavola.rules.kernel import backend; backend.{made}[-1]"
    with pytest.raises(subprocess.CalledProcessError) as refused:
        _run(code, TAVOLA_COMPILE="0")
    assert "NegativeIndexError: -1" in refused.value.stderr
