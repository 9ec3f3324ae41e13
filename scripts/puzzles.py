"""Puzzles of the games, found in games of the novice: `puzzles.json` in their folders.

    python -m scripts.puzzles [--count 200] [--games G] [--seed 1] [--seconds S]
        [--budget B] [--kept FOLDER] [GAME ...]

Stopped and started again it goes on where it was, if `--kept` names a folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tavola.bots.adviser import BUDGET
from tavola.games import SHIPPED, folder
from tavola.study import puzzles
from tavola.study.mining import Found, mine


def main() -> None:
    """Search the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=None, help="so many games are searched")
    parser.add_argument("--budget", type=int, default=BUDGET, help="positions of a confirming look")
    parser.add_argument("--seconds", type=float, default=None, help="at most so long a game")
    parser.add_argument("--kept", type=Path, default=None, help="where a search is kept")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    if asked.kept is not None:
        asked.kept.mkdir(parents=True, exist_ok=True)
    for name in asked.names or SHIPPED:
        file = f"{name}.{asked.seed}.{asked.budget}.jsonl"
        kept = None if asked.kept is None else asked.kept / file
        limits = (asked.seconds, asked.games, asked.budget)
        found = mine(name, asked.count, asked.seed, kept, *limits, progress=_told)
        puzzles.write(folder(name) / puzzles.FILE, found)
        print(f"{name}: {len(found.puzzles)} puzzles from {found.games} games", flush=True)


def _told(found: Found) -> None:
    if found.games % 25 == 0:
        print(f"  {found.games} games, {len(found.puzzles)} puzzles", flush=True)


if __name__ == "__main__":
    main()
