"""Speed of the batch environment: steps a second with exact masks, on all cores, beside pgx.

    python -m scripts.bench_batch [--games backgammon,pin] [--threads 2] [--pgx PYTHON]

A step is one decision in one game.  `step` is the stepping alone, `loop` has the decisions at
random in it, `seen` is the loop with the counts observed as well.  `--pgx` is a Python that has the
package pgx: its backgammon is stepped in turn with ours, with its own masks and observations and
decisions at random, all in one compiled loop.  Figures are medians of the runs by the clock on the
wall, half the spread beside them.  `/core` is `step` by the time that processors spent (of pgx the
whole loop), which tells more where others are at work; the load of the machine is printed, too.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import time
from statistics import median

from tavola.games import GAMES
from tavola.rl.batch import Batch

SIZE = 4096
RUNS = 5
Rates = list[float]

PGX = """
import sys, time
import jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
SIZE, STEPS = int(sys.argv[1]), 20
env = pgx.make("backgammon")
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))
def one(carry, key):
    state = carry
    a, b = jax.random.split(key)
    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
    action = jax.random.categorical(a, logits, axis=1)
    return step(state, action, jax.random.split(b, SIZE)), None
@jax.jit
def many(state, key):
    return jax.lax.scan(one, state, jax.random.split(key, STEPS))[0]
key = jax.random.PRNGKey(1)
state = jax.jit(init)(jax.random.split(key, SIZE))
state = jax.block_until_ready(many(state, key))
print(f"pgx {pgx.__version__}, jax {jax.__version__}", flush=True)
for line in sys.stdin:
    seconds, done, began, spending = float(line), 0, time.perf_counter(), time.process_time()
    while (spent := time.perf_counter() - began) < seconds:
        key, now = jax.random.split(key)
        state = jax.block_until_ready(many(state, now))
        done += STEPS * SIZE
    print(done / spent, done / (time.process_time() - spending), flush=True)
"""


class Pgx:
    """The backgammon of pgx in a process of its own, which waits while ours is measured."""

    def __init__(self, python: str, size: int) -> None:
        env = {**os.environ, "JAX_PLATFORMS": "cpu"}
        self._process = subprocess.Popen(
            [python, "-c", PGX, str(size)], env=env, text=True, stdin=-1, stdout=-1
        )
        self.version = self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise SystemExit("pgx did not answer: see above")
        return line

    def rates(self, seconds: float) -> tuple[float, float]:
        """Steps a second, and steps a second of one core."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        wall, core = self._answer().split()
        return float(wall), float(core)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def warmed(game: str, size: int, threads: int, observe: str) -> Batch:
    """A batch whose games stand at all stages."""
    batch = Batch(game, size, seed=1, threads=threads, observe=observe)
    for _ in range(60):
        batch.step(batch.sample())
    return batch


def rates(batch: Batch, seconds: float) -> tuple[float, float, float]:
    """Steps a second: stepping alone, with decisions at random, and stepping alone on one core."""
    stepping, working, done, began = 0.0, 0.0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        chosen = batch.sample()
        before, worked = time.perf_counter(), time.process_time()
        batch.step(chosen)
        stepping += time.perf_counter() - before
        working += time.process_time() - worked
        done += batch.games
    return done / stepping, done / spent, done / working


def told(found: Rates) -> str:
    """The median in millions, and half the spread."""
    middle = median(found)
    return f"{middle / 1e6:8.3f} ±{(max(found) - min(found)) / 2 / middle:4.0%}"


def load() -> str:
    """The load of the machine, of one minute."""
    return f"load {os.getloadavg()[0]:.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--size", type=int, default=SIZE, help="games in a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one run")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--pgx", help="a Python that has pgx")
    given = parser.parse_args()
    other = Pgx(given.pgx, given.size) if given.pgx else None
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {load()}")
    print(f"{given.threads} threads, batches of {given.size}, {given.runs} runs; millions a second")
    print(f"{'game':20} {'step':>14} {'loop':>14} {'seen':>14} {'/core':>14}", flush=True)
    for game in given.games.split(","):
        bare, seeing = (warmed(game, given.size, given.threads, kind) for kind in ("", "counts"))
        ours: list[tuple[float, ...]] = []
        theirs: list[tuple[float, float]] = []
        for _ in range(given.runs):
            step, loop, core = rates(bare, given.seconds)
            ours.append((step, loop, rates(seeing, given.seconds)[1], core))
            if other is not None and game == "backgammon":
                theirs.append(other.rates(given.seconds))
        columns = (told(list(column)) for column in zip(*ours, strict=True))
        print(f"{game:20}", *columns, flush=True)
        if other is not None and theirs:
            wall, core_of = (told(list(column)) for column in zip(*theirs, strict=True))
            print(f"  {other.version:18} {'':14} {'':14} {wall} {core_of}", flush=True)
    if other is not None:
        other.close()
    print(load())


if __name__ == "__main__":
    main()
