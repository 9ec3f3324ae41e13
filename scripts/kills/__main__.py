"""Kill the server while people play, and look whether all that it acknowledged is there.

    python -m scripts.kills [--kills 200] [--tables 38] [--seed 1] [--postgresql | --workers N]
                            [--replaced 10] [--folder DIR]

With `--workers` the server is N processes over PostgreSQL: mostly one of them is killed, and who
sat at its tables must play on at another within `--replaced` seconds.  With `--folder` a run that
was stopped goes on where it was.  The last line is JSON; the exit code is 1 if anything is missing.
With `--too-early` the server acknowledges before it has stored: that must be found.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from functools import partial
from pathlib import Path

from scripts.kills.players import REPLACED
from scripts.kills.run import Wishes, run

_KEPT = ("HOME", "TAVOLA_CACHE")


def main() -> None:
    """Read what is wanted, do it, and print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--kills", type=int, default=200)
    reader.add_argument("--tables", type=int, default=38)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--wait", type=float, default=2.0)
    reader.add_argument("--postgresql", action="store_true")
    reader.add_argument("--workers", type=int, default=0)
    reader.add_argument("--replaced", type=float, default=REPLACED)
    reader.add_argument("--too-early", action="store_true")
    reader.add_argument("--folder", type=Path)
    given = reader.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    wishes = Wishes(
        kills=given.kills,
        tables=given.tables,
        seed=given.seed,
        wait=given.wait,
        postgresql=given.postgresql,
        workers=given.workers,
        replaced=given.replaced,
        too_early=given.too_early,
        fail_fast=given.too_early,
        patient=1.0 if given.too_early else 0.75,
        environment=environment | {"TAVOLA_COMPILE": "auto"},
    )
    outcome = run(wishes, given.folder, partial(print, flush=True))
    for sentence in outcome.figures.faults:
        print("fault:", sentence)
    print(json.dumps(outcome.summary()))
    raise SystemExit(1 if outcome.figures.faults else 0)


if __name__ == "__main__":
    main()
