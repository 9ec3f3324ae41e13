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
from typing import Any

from tavola.cores import usable_cores
from tavola.games import by_itself, find
from tavola.rules.kernel import playout
from tavola.rules.kernel.backend import compiled, large, small
from tavola.rules.model.declaration import Game
from tavola.rules.model.movement import workspace
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.model.whole_numbers import is_whole, whole_seed

CAP = 1500
"""Turns after which a game counts as unfinished, unless told otherwise."""
MOST = 1_000_000_000
"""The most games, and the most turns of one: what the memory for their results can hold."""
MOST_THREADS = 64
MOST_SHARES = 100_000
LONGEST_SHARE = 1000
"""Games that a thread plays at most before it asks for more."""


@dataclass(frozen=True)
class Simulation:
    """What came of a batch of random games.

    `points`: how many games ended by so many points, positive ones won by White, negative ones by
    Black; 0 counts the games that were drawn or not finished.  `turns`: how many games took so many
    turns.  `drawn`: how many a play ended without a winner.  Points are those of the game's own
    score, without a cube.
    """

    game: str
    games: int
    seed: int
    points: Mapping[int, int]
    turns: Mapping[int, int]
    drawn: int = 0

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by White and by Black."""
        white = sum(count for points, count in self.points.items() if points > 0)
        return white, self.games - self.points.get(0, 0) - white

    @property
    def unfinished(self) -> int:
        """Games that had not ended after the most turns."""
        return self.points.get(0, 0) - self.drawn

    @property
    def mean_turns(self) -> float:
        """Turns of both sides in a game, on average."""
        return sum(length * count for length, count in self.turns.items()) / self.games


def simulate(
    game: str | Game,
    games: int = 1000,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    cap: int = CAP,
    threads: int | None = None,
) -> Simulation:
    """Play `games` games of a game at random.

    The same seed gives the same games, with any number of `threads` and with or without the
    compiled kernel; threads help only there, since it lets others work meanwhile.  Unless told
    otherwise there is one for each core.  `cap` is the most turns of a game.  Raises `Refused`
    (codes `no_game`, `bad_option`), and ValueError for numbers below one, for more than a thousand
    million games or turns, for a seed that is no whole number, and for a rotation.
    """
    known = find(game)
    if known.rotation:
        raise ValueError(f"random games are all of one kind; {by_itself(known)}")
    rules = known.ruleset(options)
    if threads is None:
        threads = min(usable_cores(), MOST_THREADS) if compiled else 1
    seed = whole_seed(seed)
    if (
        not is_whole(games, cap, threads)
        or not 1 <= games <= MOST
        or not 1 <= cap <= MOST
        or not 1 <= threads <= MOST_THREADS
    ):
        raise ValueError(
            "games, cap and threads are whole numbers from 1 on, threads to 64, the others to 10**9"
        )
    games, cap, threads = int(games), int(cap), int(threads)
    play = partial(_games, rules, _batch_of(seed), cap)
    share = max(min(LONGEST_SHARE, -(-games // (16 * threads))), games // MOST_SHARES)
    shares = [range(first, min(first + share, games)) for first in range(0, games, share)]
    if threads == 1:
        found = [play(numbers) for numbers in shares]
    else:
        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(play, shares))
    points, turns, drawn = Counter[int](), Counter[int](), 0
    for ended, lengths, level in found:
        points += ended
        turns += lengths
        drawn += level
    told = dict(sorted(points.items())), dict(sorted(turns.items()))
    return Simulation(known.id, games, seed, *told, drawn)


def _games(
    rules: Ruleset, batch: int, cap: int, numbers: range
) -> tuple[Counter[int], Counter[int], int]:
    """Points and lengths of the games with these numbers, and how many were drawn; each has a seed
    of its own."""
    made = tables(rules)
    space, counters = workspace(made), large(playout.COUNTERS)
    start = small(list(Position.start(rules).cells))
    found: Any = large(3 * len(numbers))
    first = numbers.start
    playout.random_games(
        made.T, made.Z, space.W, counters, space.numbers, cap, start, batch, first, found
    )
    told = found.tolist() if compiled else found
    return Counter(told[::3]), Counter(told[1::3]), sum(told[2::3])


def _batch_of(seed: int) -> int:
    """32 bits of a seed of any size."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")


__all__ = ["Simulation", "simulate"]
