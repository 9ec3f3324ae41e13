"""Fill the compile cache with the kernel: `python -m tavola.rules.warm`.

Calls every function of the kernel once with the types that it meets in play.  `tavola.bots.warm`
does the same for all that play needs, and leaves the mark that `backend.py` looks for.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tavola.rules import backend


def in_background(module: str = "tavola.rules.warm") -> None:
    """Start compiling in a process of its own, at low priority, and do not wait for it.

    `TAVOLA_WARM=0` forbids it.
    """
    if os.environ.get("TAVOLA_WARM") == "0":
        return
    environment = {**os.environ, "TAVOLA_COMPILE": "1"}
    quiet = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-m", module],
        env=environment,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
    )


def compile_all() -> None:
    """Compile the kernel.  Does nothing where Numba is not installed."""
    if backend.compiled:
        call_all()


def call_all() -> None:
    """Call every function of the kernel with the types that it meets in play."""
    from tavola.rules import engine, playout
    from tavola.rules.position import Position
    from tavola.rules.ruleset import Ruleset, Side
    from tavola.rules.tables import tables

    rules, side = Ruleset(), Side.WHITE
    position = Position.start(rules)
    engine.plays(rules, position, side, (1, 1))
    need, only = engine.due(rules, position, side, (3, 1))
    step = engine.next_steps(rules, position, side, (3, 1), 0, need, only)[0]
    engine.single_steps(rules, position, side, 3)
    engine.after(rules, position, side, step)
    engine.settled(rules, position, side)
    engine.next_part(rules, position, side, (3, 1), 0, 0, True, 0)
    engine.heir_part(3, 4, True, True)
    engine.finished(rules, position, side)
    engine.over(rules, position, side)
    engine.result(rules, position, side, False)
    engine.multiple(rules, position, side)
    engine.pip_count(rules, position, side)
    engine.landing(rules, position, side, 1, 2)
    engine.rearmost(rules, position, side)
    engine.leaving(rules, position, side, 19, 6)
    made = tables(rules)
    space = made.workspace
    counters = backend.large(playout.COUNTERS)
    counters[playout.SEED] = 1
    playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 2)
    playout.count_lists(
        made.T,
        made.Z,
        space.W,
        backend.small(64),
        backend.large([0, 1, 1, 0, 0, 0]),
        1,
        space.numbers,
    )


def main() -> None:
    """Compile at low priority."""
    if hasattr(os, "nice"):
        os.nice(10)
    compile_all()


if __name__ == "__main__":
    main()
