"""Fill the compile cache with the kernel: `python -m tavola.rules.model.precompile`.

Calls every function of the kernel once with the types that it meets in play.
`tavola.bots.precompile` does the same for all that play needs, and leaves the mark that
`backend.py` looks for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tavola.rules.kernel import backend

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


def in_background(module: str = "tavola.rules.model.precompile") -> None:
    """Start compiling in a process of its own, at low priority, and do not wait for it.

    `TAVOLA_WARM=0` forbids it.
    """
    if os.environ.get("TAVOLA_WARM") == "0":
        return
    environment = {**os.environ, "TAVOLA_COMPILE": "1"}
    quiet = subprocess.DEVNULL
    started = subprocess.Popen(
        [sys.executable, "-m", module],
        env=environment,
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,
    )
    # Somebody has to ask how it ended, or it stays in the list of processes.
    threading.Thread(target=started.wait, daemon=True).start()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until nobody else fills this cache: each would do all of it.

    The system lets go of the lock however a process ends.
    """
    folder = backend.cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "compiling").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def compile_all() -> None:
    """Compile the kernel.  Does nothing where Numba is not installed."""
    if backend.compiled:
        call_all()


def call_all() -> None:
    """Call every function of the kernel with the types that it meets in play."""
    from tavola.rules.kernel import playout
    from tavola.rules.model import movement
    from tavola.rules.model.position import Position
    from tavola.rules.model.rule_table import tables
    from tavola.rules.model.ruleset import Ruleset, Side

    rules, side = Ruleset(), Side.WHITE
    position = Position.start(rules)
    movement.plays(rules, position, side, (1, 1))
    need, only = movement.due(rules, position, side, (3, 1))
    step = movement.next_steps(rules, position, side, (3, 1), 0, need, only)[0]
    movement.single_steps(rules, position, side, 3)
    movement.after(rules, position, side, step)
    movement.settled(rules, position, side)
    movement.next_part(rules, position, side, (3, 1), 0, 0, True, 0)
    movement.heir_part(3, 4, True, True)
    movement.finished(rules, position, side)
    movement.over(rules, position, side)
    movement.result(rules, position, side, False)
    movement.multiple(rules, position, side)
    movement.pip_count(rules, position, side)
    movement.landing(rules, position, side, 1, 2)
    movement.rearmost(rules, position, side)
    movement.leaving(rules, position, side, 19, 6)
    movement.what_throws_do(rules, position, side, [(3, 1)])
    movement.exposed(rules, position, side)
    movement.in_the_way(rules, position, side)
    movement.longest_wall(rules, position, side)
    movement.closed_entries(rules, position, side)
    made = tables(rules)
    space = movement.workspace(made)
    counters = backend.large(playout.COUNTERS)
    counters[playout.SEED] = 1
    playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 2)
    start, found = backend.small(64), backend.large(2)
    playout.random_games(made.T, made.Z, space.W, counters, space.numbers, 2, start, 1, 0, found)
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
