"""Many games at random inside the kernel: how long they are, who wins, and how much.

    simulate("pin", games=1000, seed=1).mean_turns

Every distinct play of a part is equally likely; nobody doubles, resigns or agrees to a draw.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from tavola.games import find
from tavola.rules.kernel import playout
from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import large, small
from tavola.rules.model.movement import workspace
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset

CAP = 1500
"""Turns after which a game counts as unfinished, unless told otherwise."""
MOST_THREADS = 64


@dataclass(frozen=True)
class Simulation:
    """What came of a batch of random games.

    `points`: how many games ended by so many points, positive ones won by White, negative ones by
    Black; 0 counts the games that were not finished.  `turns`: how many games took so many turns.
    Points are those of the game's own score, without a cube.
    """

    game: str
    games: int
    seed: int
    points: Mapping[int, int]
    turns: Mapping[int, int]

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by White and by Black."""
        white = sum(count for points, count in self.points.items() if points > 0)
        return white, self.games - self.unfinished - white

    @property
    def unfinished(self) -> int:
        """Games that had not ended after the most turns."""
        return self.points.get(0, 0)

    @property
    def mean_turns(self) -> float:
        """Turns of both sides in a game, on average."""
        return sum(length * count for length, count in self.turns.items()) / self.games

    @property
    def mean_points(self) -> float:
        """Points that White wins in a game, on average."""
        return sum(points * count for points, count in self.points.items()) / self.games


def simulate(
    game: str,
    games: int = 1000,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    cap: int = CAP,
    threads: int = 1,
) -> Simulation:
    """Play `games` games of a game at random.

    The same seed gives the same games, with any number of `threads` and with or without the
    compiled kernel; threads help only there, since it lets others work meanwhile.  `cap` is the
    most turns of a game.  Raises `Refused` (codes `no_game`, `bad_option`), and ValueError for
    numbers below one.
    """
    rules = find(game).ruleset(options)
    whole = all(isinstance(number, int) for number in (games, cap, threads))
    if not whole or games < 1 or cap < 1 or not 1 <= threads <= MOST_THREADS:
        raise ValueError("games, cap and threads are whole numbers from 1 on, threads to 64")
    play = partial(_games, rules, seed, cap)
    shares = [range(first, games, threads) for first in range(min(threads, games))]
    if len(shares) == 1:
        found = [play(shares[0])]
    else:
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(play, shares))
    points, turns = Counter[int](), Counter[int]()
    for ended, lengths in found:
        points += ended
        turns += lengths
    return Simulation(game, games, seed, dict(sorted(points.items())), dict(sorted(turns.items())))


def _games(
    rules: Ruleset, seed: int, cap: int, numbers: range
) -> tuple[Counter[int], Counter[int]]:
    """Points and lengths of the games with these numbers; each has a seed of its own."""
    made = tables(rules)
    space, counters = workspace(made), large(playout.COUNTERS)
    start = small(list(Position.start(rules).cells))
    points, turns = Counter[int](), Counter[int]()
    for number in numbers:
        space.rows[: k.WIDTH] = start
        counters[playout.SEED] = _seed_of(seed, number)
        counters[playout.TURNS] = 0
        winner = playout.random_game(made.T, made.Z, space.W, counters, space.numbers, cap)
        value = int(counters[playout.VALUE])
        points[value if winner == 0 else -value] += 1
        turns[int(counters[playout.TURNS])] += 1
    return points, turns


def _seed_of(seed: int, number: int) -> int:
    """32 bits that are never all zero."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") or 1


__all__ = ["Simulation", "simulate"]
