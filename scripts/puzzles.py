"""Puzzles of the games, found in games of the novice: `puzzles.json` in their folders.

    python -m scripts.puzzles [--count 200] [--games G] [--seed S] [--budget B]
        [--seconds N] [--themes] [--sift] [GAME ...]

What is found stands in the file after each game; stopped and started again, the search goes on.
Where no seed or budget is given, those of the file hold.  With `--themes` nothing is searched: the
puzzles that are there get the themes that the reasons of today name.  With `--sift` neither: those
that do not stand a thorough look are left out.
"""

from __future__ import annotations

import argparse
from functools import partial

from scripts.game_names import add_names

from tavola.games import SHIPPED, folder
from tavola.study import puzzles
from tavola.study.mining import mine, sifted, themed


def main() -> None:
    """Search the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--games", type=int, default=None, help="so many games are searched")
    parser.add_argument("--budget", type=int, default=None, help="positions of a confirming look")
    parser.add_argument("--seconds", type=float, default=None, help="at most so long a game")
    parser.add_argument("--themes", action="store_true", help="name the themes anew, no more")
    parser.add_argument("--sift", action="store_true", help="leave out what does not stand")
    add_names(parser)
    asked = parser.parse_args()
    for name in asked.names or SHIPPED:
        file = folder(name) / puzzles.FILE
        begun = puzzles.read(file, name) or puzzles.Collection(name, seed=1)
        if asked.themes or asked.sift:
            if begun.puzzles:
                puzzles.write(file, themed(begun) if asked.themes else sifted(begun))
            continue
        seed = begun.seed if asked.seed is None else asked.seed
        budget = begun.budget if asked.budget is None else asked.budget
        keep = partial(puzzles.write, file)
        found = mine(name, asked.count, seed, begun, asked.seconds, asked.games, budget, keep)
        print(f"{name}: {len(found.puzzles)} puzzles from {found.games} games", flush=True)


if __name__ == "__main__":
    main()
