"""What a net wins of another one: pairs of games with the same dice and the colours changed,
without luck.

    python -m scripts.net_duel GAME NEW.net [OLD.net] [--pairs 2000] [--depth 0] [--seed 7]

Without OLD it plays against the net that ships.  An older one is in the history:

    git show COMMIT:src/tavola/bots/nets/GAME.net > old.net

The same pairs come out the same on any number of processes.  Interrupted, it tells what it has.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.figures.store import Sum

from tavola.bots import shipped_nets
from tavola.bots.adviser import BUDGET
from tavola.bots.arena.duel import Duel, Duellist, difference
from tavola.bots.net.file import BadNet, Net
from tavola.games import GAMES

STEP = 1_000_003
"""From the seed of a duel to the next: more pairs than anybody plays."""
PATIENCE = 10.0
"""Seconds from one telling to the next."""

_duels: list[Duel] = []
"""The duel of this process, once it is ready."""


def _ready(game: str, new: Path, old: Path, depth: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it tells the end
    sides = [Duellist(Net.load(path).weights, depth=depth) for path in (new, old)]
    _duels[:] = [Duel(GAMES[game].rules, *sides, budget=BUDGET)]


def _pair(number: int) -> float:
    return difference(_duels[0].pair(number))[1]


def differences(
    game: str, new: Path, old: Path, *, depth: int, seed: int, pairs: int, processes: int
) -> Iterator[float]:
    """Points a game that NEW wins of OLD, pair by pair, in their order."""
    numbers = range(seed * STEP, seed * STEP + pairs)
    with multiprocessing.Pool(processes, _ready, (game, new, old, depth)) as pool:
        yield from pool.imap(_pair, numbers, chunksize=4)


def told(found: Sum) -> str:
    """Mean and standard error in words."""
    return f"{found.mean:+.4f} +-{found.error:.4f} points a game, {found.n} pairs"


def main(arguments: list[str] | None = None) -> int:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("new", type=Path)
    parser.add_argument("old", type=Path, nargs="?")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=0, choices=(0, 1, 2))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args(arguments)
    try:
        old = wish.old or shipped_nets.NETS / f"{shipped_nets.owner(wish.game)}.net"
        for path in (wish.new, old):  # a pool would wait for ever for processes that cannot read it
            Net.load(path)
    except (OSError, BadNet) as error:
        parser.error(str(error))
    how = {name: getattr(wish, name) for name in ("depth", "seed", "pairs", "processes")}
    found = Sum()
    last = time.monotonic()
    try:
        for one in differences(wish.game, wish.new, old, **how):
            found.add(one)
            if time.monotonic() - last > PATIENCE:
                last = time.monotonic()
                print(told(found), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
    print(told(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
