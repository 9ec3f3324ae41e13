"""Fill the compile cache with what a batch needs: `python -m tavola.rl.precompile`.

Apart from what play needs (`bots/precompile.py`): who plays at a board need not wait for it.
"""

from __future__ import annotations

from tavola.games import GAMES
from tavola.rl.batch import Batch
from tavola.rules.kernel import backend
from tavola.rules.model import precompile


def compile_all() -> None:
    """Make a batch and step it.  Does nothing where Numba is not installed."""
    if not backend.compiled:
        return
    with precompile.one_at_a_time():
        for observe in ("features", "counts-2"):
            batch = Batch(next(iter(GAMES)), 1, observe=observe, threads=1)
            batch.step(batch.sample())


if __name__ == "__main__":
    compile_all()
