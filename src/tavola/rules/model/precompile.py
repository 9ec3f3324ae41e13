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


TIED = "TAVOLA_TIED"
"""Set for a process that ends with the one that started it: with its standard input."""


def in_background(module: str = "tavola.rules.model.precompile", *, tied: bool = False) -> None:
    """Start compiling in a process of its own, at low priority, and do not wait for it; nothing is
    started while such a process is at work.

    `tied`: it ends with this process, however that ends.  `TAVOLA_WARM=0` forbids it.
    """
    if os.environ.get("TAVOLA_WARM") == "0":
        return
    environment = {**os.environ, "TAVOLA_COMPILE": "1", **({TIED: "1"} if tied else {})}
    quiet = subprocess.DEVNULL
    with _only_one() as lock:
        if lock is None:
            return
        started = subprocess.Popen(
            [sys.executable, "-m", module],
            env=environment,
            stdin=subprocess.PIPE if tied else quiet,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
            pass_fds=() if fcntl is None else (lock,),
        )
    # Somebody has to ask how it ended, or it stays in the list of processes; whoever does holds its
    # input open meanwhile.
    threading.Thread(target=started.wait, daemon=True).start()


@contextmanager
def _only_one() -> Iterator[int | None]:
    """A lock to be handed on to the process that compiles; None while another one has it.

    The system lets go of it however that process ends.
    """
    folder = backend.cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "background", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # nothing can be kept here, so nothing is compiled either
        yield None
        return
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield None
    else:
        yield lock
    finally:
        os.close(lock)


def end_with_parent() -> None:
    """End as soon as the process ends that started this one, if it is to be so."""
    if os.environ.get(TIED):
        threading.Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


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
    movement.play_whole(rules, position, side, (3, 1), (step,))
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
    start, found = backend.small(64), backend.large(3)
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
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    compile_all()


if __name__ == "__main__":
    main()
