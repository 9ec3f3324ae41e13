"""How much more all cores do than one: random games, and the games that a net learns from.

    python -m scripts.bench_cores [--game backgammon] [--rounds 7]

One thread and as many as there are cores work in turn, the same work each time.  Ratios are those
of the times on the clock, of each round by itself: their mean and its standard error.  Whatever
else runs on the machine is in them, so that its load is printed, too.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial

from scripts.figures.store import Sum

import tavola
from tavola.bots import shipped_nets
from tavola.bots.training.jobs import Job
from tavola.bots.training.workers import ThreadWorkers
from tavola.games import find

RANDOM_GAMES, PIECES, LEARNT = 30_000, 32, 8
"""Random games of a round; pieces of training of a round, and the games of each."""


def timed(work: Callable[[], object]) -> float:
    """Seconds on the clock."""
    since = time.perf_counter()
    work()
    return time.perf_counter() - since


def random_games(game: str, threads: int) -> None:
    """The batch of games that `tavola.simulate` plays."""
    tavola.simulate(game, games=RANDOM_GAMES, seed=1, threads=threads)


def learning_games(game: str, threads: int) -> None:
    """Games with a look ahead, as a generation of a training plays them."""
    rules, weights = find(game).ruleset(), shipped_nets.load(game).weights
    workers = ThreadWorkers(threads)
    jobs = [Job(rules, weights, seed, LEARNT, 0.5, depth=1) for seed in range(PIECES)]
    try:
        for _ in workers.do(jobs):
            pass
    finally:
        workers.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--rounds", type=int, default=7)
    wish = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    print(f"{wish.game}, {cores} cores, load {os.getloadavg()[0]:.1f}")
    for name, work in (("random games", random_games), ("games to learn from", learning_games)):
        work(wish.game, cores)  # compiles
        ratios = Sum()
        for _ in range(wish.rounds):
            one = timed(partial(work, wish.game, 1))
            ratios.add(one / timed(partial(work, wish.game, cores)))
        print(f"{name:22} {ratios.mean:.2f} ± {ratios.error:.2f} times one thread")
    print(f"load afterwards {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
