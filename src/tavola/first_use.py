"""The first use of the library in a program: nobody waits for the compiler.

Where nothing else is wished (`TAVOLA_COMPILE` is not set), the compiled kernel is used if it lies
in the cache.  Else the plain one begins at once, a process of its own compiles, at low priority,
for the next start, and one line on standard error says so where that is a terminal.
"""

from __future__ import annotations

import os
import sys
import time

SWITCH = "TAVOLA_COMPILE"
COMPILING = 900
"""Seconds in which a compiler that was started is not started again: a program may have many
processes."""
TOLD = (
    "tavola: runs as plain Python for now; the compiled rules are being made in the background, "
    "once, and used from the next start on (TAVOLA_COMPILE=1 waits for them)."
)


def prepare(*, wait: bool = False) -> None:
    """Choose how the kernel runs, unless it is loaded or the choice was made.

    `wait`: the compiler is waited for, since what is used next runs in the compiled kernel only.
    """
    if SWITCH in os.environ or "tavola.rules.kernel.backend" in sys.modules:
        return
    os.environ[SWITCH] = "1" if wait else "auto"
    from tavola.rules.kernel import backend

    if backend.compiled or not backend.numba_installed() or not _ours_to_start():
        return
    from tavola.rules.model.precompile import in_background

    in_background("tavola.bots.precompile")
    if sys.stderr is not None and sys.stderr.isatty():
        print(TOLD, file=sys.stderr)


def _ours_to_start() -> bool:
    """Whether no other process compiles already; also false where nothing can be kept."""
    if os.environ.get("TAVOLA_WARM") == "0":
        return False
    from tavola.rules.kernel import backend

    mark = backend.cache_folder() / "started"
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        if mark.exists() and time.time() - mark.stat().st_mtime < COMPILING:
            return False
        mark.touch()
    except OSError:
        return False
    return True
