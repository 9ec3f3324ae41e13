"""The compiled code of training; `python -m tavola.bots.training.precompile` keeps it in the cache.

A process that compiles and one that finds the code in the cache may round sums differently, since
the compiler inlines anew; so may one that loads the functions in another order.  To make nets
reproducible to the last bit, every process that trains takes all from the cache, in the order of
`load`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tavola.rules.kernel import backend
from tavola.rules.model.ruleset import Ruleset, Setup

SMALLEST = Ruleset(start=(Setup(points=((19, 1),)), Setup(points=((6, 1),))))
"""A game of a few throws."""


def _mark() -> Path:
    return backend.cache_folder() / "ready-training"


def is_cached() -> bool:
    """Whether `load` finds everything in the cache."""
    return _mark().exists()


def compile_apart() -> bool:
    """Fill the cache in a process of its own and wait for it: one to two minutes.  Whether it could
    be filled."""
    quiet = subprocess.DEVNULL
    subprocess.run(
        [sys.executable, "-m", "tavola.bots.training.precompile"],
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        check=False,
    )
    return is_cached()


def load() -> None:
    """Call all compiled functions once, always in the same order."""
    import numpy

    from tavola.bots.net.file import Net
    from tavola.bots.training.adam import AdamStudent
    from tavola.bots.training.jobs import Job, do_job
    from tavola.bots.training.student import Student

    weights = Net.fresh(SMALLEST, 1).weights
    for depth in (0, 1):
        job = Job(SMALLEST, weights, seed=1, games=1, trace=0.9, depth=depth, rare=1000 * depth)
        lessons = do_job(job)
    for learner in (Student, AdamStudent):
        learner(SMALLEST, weights).learn(lessons, numpy.arange(len(lessons)), 0.01)


def _call_trial() -> None:
    from tavola.bots.net.file import Net
    from tavola.bots.training import trial

    weights = Net.fresh(SMALLEST, 1).weights
    for match in (
        trial.against_net(SMALLEST, weights, weights, 1, 1),
        trial.against_rule_of_thumb(SMALLEST, weights, 1, 1),
    ):
        list(match)


def main() -> None:
    """Compile what `load` and the matches at the end need, and leave a mark."""
    if backend.compiled:
        load()
        _call_trial()
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()


if __name__ == "__main__":
    main()
