"""Speed of the rules: random games and lists of plays a second, one core, side by side.

    python scripts/bench.py [--seconds 1.0] [--games backgammon,pin] [--cold]

Every figure is the median of three runs; the spread is printed beside it.  OpenSpiel (extra
`bench`) plays the same classic positions in the same run; figures without it say "not measured".
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import playout, turn_program
from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import compiled, large, small
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import throws_of
from tavola.rules.turn.state import Action, Kind, Phase, State

RUNS = 3


def rate(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Units of work a CPU second: median of three runs and half their spread, relative."""
    work()  # compiles, or loads what was compiled
    found = []
    for _ in range(RUNS):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / RUNS:
            done += work()
        found.append(done / spent)
    return median(found), (max(found) - min(found)) / 2 / median(found)


def random_games(rules: Ruleset) -> Callable[[], int]:
    """A unit of work: one random game of at most 1500 turns."""
    made = tables(rules)
    space, counters = movement.workspace(made), large(playout.COUNTERS)
    counters[playout.SEED] = 12345
    start = Position.start(rules)

    def work() -> int:
        space.rows[: k.WIDTH] = small(list(start.cells))
        playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 1500)
        return 1

    return work


def sample(
    rules: Ruleset, amount: int, seed: int = 1
) -> list[tuple[Position, Side, tuple[int, ...]]]:
    """Positions of random games, each with the first part of every throw."""
    rng = random.Random(seed)
    found: list[tuple[Position, Side, tuple[int, ...]]] = []
    while len(found) < amount:
        state = turn.new_match(rules)
        while state.phase not in (Phase.OVER, Phase.END) and state.turns < 300:
            if state.phase is Phase.START and state.fresh and rng.random() < 0.2:
                found += parts_of(rules, state.position, state.side)
            state = turn.apply(state, _random_action(state, rng))[0]
    rng.shuffle(found)
    return found[:amount]


def parts_of(
    rules: Ruleset, position: Position, side: Side
) -> list[tuple[Position, Side, tuple[int, ...]]]:
    """The first part of each throw."""
    found = []
    for dice, _ in throws_of(rules):
        code, numbers = movement.next_part(rules, position, side, dice, 0, 0, True, 0)
        if code == turn_program.CHOOSE_DOUBLE:
            numbers = (dice[0],) * 4
        if numbers and code != turn_program.HAND_OVER:
            found.append((position, side, numbers))
    return found


def _random_action(state: State, rng: random.Random) -> Action:
    if state.phase is Phase.OPENING:
        return Action(Kind.OPENING, None, (rng.randint(1, 6), rng.randint(1, 6)))
    dull = (Kind.RESIGN, Kind.DRAW, Kind.DOUBLE, Kind.UNDO)
    action = rng.choice([a for a in turn.legal(state) if a.kind not in dull])
    if action.kind is Kind.THROW:
        dice = rng.choice([t for t, weight in turn.throws(state) for _ in range(weight)])
        return Action(Kind.THROW, action.side, dice)
    return action


def lists(
    rules: Ruleset, positions: list[tuple[Position, Side, tuple[int, ...]]]
) -> tuple[Callable[[], int], int]:
    """A unit of work: all lists of the sample; and the ends they have together."""
    made = tables(rules)
    space = movement.workspace(made)
    rows, parts = small(len(positions) * k.WIDTH), large(len(positions) * 6)
    for i, (position, side, numbers) in enumerate(positions):
        rows[i * k.WIDTH : (i + 1) * k.WIDTH] = small(list(position.cells))
        parts[6 * i : 6 * i + 2 + len(numbers)] = large([int(side), len(numbers), *numbers])
    count = len(positions)

    def work() -> int:
        playout.count_lists(made.T, made.Z, space.W, rows, parts, count, space.numbers)
        return count

    ends = playout.count_lists(made.T, made.Z, space.W, rows, parts, count, space.numbers)
    return work, int(ends)


def openspiel_states(amount: int) -> list[Any]:
    """Decisions of OpenSpiel's own random games; of a double the first half only."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    rng = random.Random(1)
    states: list[Any] = []
    while len(states) < amount:
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < 300:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            if rng.random() < 0.2 and "Extra turn: 0" in str(state):
                states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    return states[:amount]


def from_openspiel(state: Any) -> tuple[Position, Side, tuple[int, ...]]:
    """The same decision for our generator: its X is White, its O Black, its places count from 0."""
    text = str(state)
    bars = re.search(r"Bar:(.*)", text)
    fields = []
    for side, letter in ((0, "x"), (1, "o")):
        places = [(place + 1, state.board(side, place)) for place in range(24)]
        words = [f"{point}:{count}" for point, count in places if count]
        bar = bars[1].count(letter) if bars else 0
        fields.append(" ".join(["WB"[side], *words, *([f"bar:{bar}"] if bar else [])]))
    dice = re.search(r"Dice: (\d)(\d)", text)
    assert dice is not None
    a, b = int(dice[1]), int(dice[2])
    position = Position.parse(GAMES["backgammon"].rules, " | ".join(fields))
    return position, Side(state.current_player()), (a,) * 4 if a == b else (a, b)


def openspiel_rates(
    seconds: float,
) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """Lists a second on the same positions: OpenSpiel's, ours, and the mean ends of ours.

    A list is everything a throw allows. OpenSpiel plays a double as two turns and is asked for the
    first only; ours are complete, and hold each position once.
    """
    try:
        states = openspiel_states(2000)
    except ImportError:
        return None

    def work() -> int:
        for state in states:
            state.clone().legal_actions()
        return len(states)

    positions = [from_openspiel(state) for state in states]
    ours, ends = lists(GAMES["backgammon"].rules, positions)
    return rate(work, seconds), rate(ours, seconds), ends / len(positions)


def _line(name: str, games: tuple[float, float], listed: tuple[float, float], mean: float) -> str:
    return (
        f"{name:20} {games[0]:10,.0f} ±{games[1]:4.0%} {listed[0]:12,.0f} ±{listed[1]:4.0%}"
        f" {mean:8.1f} {listed[0] * mean:14,.0f}"
    )


def cold_start() -> tuple[float, float]:
    """Seconds to compile everything with an empty cache, and to load it from the cache after."""
    command = [sys.executable, "-m", "tavola.rules.model.precompile"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "TAVOLA_COMPILE": "1"}
        times = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True)
            times.append(time.perf_counter() - start)
    return times[0], times[1]


def start_times() -> tuple[float, float]:
    """Seconds to `tavola --help`, and to the first prompt of a game with an empty compile cache."""
    command = [sys.executable, "-m", "tavola"]
    game = ["play", "eureka", "--plain", "--vs", "human", "--dice", "typed", "--new"]
    helps, prompts = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            given = {**os.environ, "NUMBA_CACHE_DIR": folder, "TAVOLA_HOME": folder}
            given.update(TAVOLA_COMPILE="auto", TAVOLA_WARM="0", PYTHONPATH="src")
            start = time.perf_counter()
            subprocess.run([*command, "--help"], env=given, check=True, stdout=subprocess.DEVNULL)
            helps.append(time.perf_counter() - start)
            start = time.perf_counter()
            with subprocess.Popen(
                [*command, *game], env=given, stdin=-1, stdout=-1, stderr=subprocess.DEVNULL
            ) as process:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdout.readline()
                prompts.append(time.perf_counter() - start)
                process.stdin.close()
                process.stdout.read()
    return median(helps), median(prompts)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--no-cold", action="store_true")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {'compiled' if compiled else 'not compiled'}")
    print(f"{'game':20} {'games/s':>16} {'lists/s':>18} {'ends':>8} {'ends/s':>14}")
    for name in arguments.games.split(","):
        rules = GAMES[name].rules
        games = rate(random_games(rules), arguments.seconds)
        positions = sample(rules, 4000 if compiled else 200)
        work, ends = lists(rules, positions)
        listed = rate(work, arguments.seconds)
        print(_line(name, games, listed, ends / len(positions)), flush=True)
        if name == "backgammon":
            _compare(arguments.seconds)
    if compiled and not arguments.no_cold:
        cold, warm = cold_start()
        print(
            f"compiling everything with an empty cache: {cold:.1f} s; from the cache: {warm:.1f} s"
        )
    if not arguments.no_cold:
        helped, prompted = start_times()
        print(f"tavola --help: {helped:.2f} s; first line of a game, empty cache: {prompted:.2f} s")


def _compare(seconds: float) -> None:
    rates = openspiel_rates(seconds)
    if rates is None:
        print("  OpenSpiel: not measured (pip install open_spiel)")
        return
    theirs, ours, mean = rates
    print(f"{'  OpenSpiel':20} {'':16} {theirs[0]:12,.0f} ±{theirs[1]:4.0%}")
    print(f"{'  same positions':20} {'':16} {ours[0]:12,.0f} ±{ours[1]:4.0%} {mean:8.1f}")
    print(f"{'  ratio':20} {'':16} {ours[0] / theirs[0]:12.1f}")


if __name__ == "__main__":
    main()
