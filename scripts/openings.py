"""Opening tables of the games, from rollouts: `openings.json` in their folders.

    python -m scripts.openings [--trials 144] [--seed 1] [--kept FOLDER] [GAME ...]

Stopped and started again it goes on where it was, if `--kept` names a folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scripts.game_names import add_names

from tavola.games import SHIPPED, find, folder
from tavola.rules.model.throws import written
from tavola.study import openings


def main() -> None:
    """Roll out the first throws of the games named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=144)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=None, help="where a table is kept")
    add_names(parser)
    asked = parser.parse_args()
    if asked.kept is not None:
        asked.kept.mkdir(parents=True, exist_ok=True)
    for name in asked.names or SHIPPED:
        if not openings.tabled(find(name).rules):
            print(f"{name}: no table, as its rules are", flush=True)
            continue
        file = f"{name}.{asked.seed}.{asked.trials}.jsonl"
        kept = None if asked.kept is None else asked.kept / file
        table = openings.make(name, asked.trials, asked.seed, kept=kept, progress=_told)
        openings.write(folder(name) / openings.FILE, table)
        print(f"{name}: {len(table.openings)} throws", flush=True)


def _told(one: openings.Opening) -> None:
    dice = f"{one.side} {written(one.dice)}"
    print(f"  {dice} {one.plays[0]} {one.gap:+.3f} ({one.error:.3f}), {one.trials}", flush=True)


if __name__ == "__main__":
    main()
