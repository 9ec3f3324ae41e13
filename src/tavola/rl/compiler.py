"""A batch and the compiler: that it is there, and that somebody waits for it once."""

from __future__ import annotations

import sys
from pathlib import Path

from tavola.rl.extras import missing
from tavola.rules.kernel import backend

WAITING = "tavola: compiling the rules for batches, once; this takes a minute or two."


def need() -> None:
    """Say on a terminal that the compiler will be waited for, if it has not been here yet.

    Raises ImportError where the kernel of this process is not compiled.
    """
    if not backend.numba_installed():
        raise missing("A batch", "fast")
    if setting := backend.forbidden():
        raise ImportError(
            f"A batch runs in the compiled kernel: take {setting} out of the environment"
        )
    if not backend.compiled:
        raise ImportError(
            "A batch runs in the compiled kernel, and this program runs without it: set "
            "TAVOLA_COMPILE=1 before tavola is imported, or use tavola.rl.Batch first of all"
        )
    if not _mark().exists() and sys.stderr is not None and sys.stderr.isatty():
        print(WAITING, file=sys.stderr)


def done() -> None:
    """Leave the mark that a batch was made and stepped."""
    if _mark().exists():
        return
    try:
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()
    except OSError:  # nothing can be kept: it is said again next time
        return


def _mark() -> Path:
    return backend.cache_folder() / "batch"


__all__ = ["done", "need"]
