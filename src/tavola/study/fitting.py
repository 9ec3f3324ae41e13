"""What each fact is worth in a game: fitted to what its net says of plays in its own games.

For pairs of plays of one throw the difference of their equities is regressed on the differences of
all measures: ridge, every measure in its own spread.  A measure that is good in any game may not
come out bad (and the other way round), except where the goal is turned round: a reason that nobody
would believe explains nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.games import by_itself, find
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import State
from tavola.study.after import after
from tavola.study.decisions import decisions
from tavola.study.measures import MEASURES, counted, difference, free_sign
from tavola.study.weights import Weights

RIDGE = 0.02
"""The penalty of a worth, as a share of the pairs, in spreads of the measures."""
RIVALS = (1, 2, 4, 8)
"""The places of the plays that the best one is compared with."""
SHARE = 0.34
"""The share of the decisions of a game that are looked at."""
SWEEPS = 400
"""Rounds of the descent; it has converged long before."""
DIGITS = 6

Row = tuple[list[float], float]
"""The differences of the measures of two plays, and that of their equities."""


def fit(
    game_id: str,
    positions: int = 400,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Weights:
    """The figures of a game from so many positions of its net's own games.

    `progress` is told how many positions are done.  Raises `Refused` (`no_game`, `no_net`), and
    ValueError for a rotation.
    """
    game = find(game_id)
    if game.rotation:
        raise ValueError(f"the facts are worth something else in each game; {by_itself(game)}")
    net = shipped_nets.load(game_id)
    if net.problem is not None:
        raise refuse("no_net", game=game_id)
    rules = replace(game.ruleset(None), cube=False)
    adviser, rng = Adviser(rules, net.weights), random.Random(seed)
    rows, done = list[Row](), 0
    for state in _positions(rules, adviser, rng, positions):
        rows += pairs(state, adviser)
        done += 1
        progress(done, positions)
    worth, r2 = regress(rows, [0 if free_sign(rules) else one.sign for one in MEASURES])
    named = {one.name: round(w, DIGITS) for one, w in zip(MEASURES, worth, strict=True) if w}
    return Weights(named, round(r2, 3), len(rows), done, seed, shipped_nets.mark(game_id))


def _positions(
    rules: Ruleset, adviser: Adviser, rng: random.Random, wanted: int
) -> Iterator[State]:
    """Decisions of game after game, until many in a row leave nothing to decide."""
    found, empty = 0, 0
    while found < wanted and empty < 20:
        empty += 1
        for state in decisions(rules, adviser.analyst, rng):
            if rng.random() < SHARE:
                yield state
                found, empty = found + 1, 0
                if found == wanted:
                    return


def pairs(state: State, adviser: Adviser) -> list[Row]:
    """The best play beside some others."""
    found = adviser.candidates(state)
    best = found[0]
    here, rows = counted(after(state, best)), list[Row]()
    for place in RIVALS:
        if place >= len(found):
            break
        rival = found[place]
        there = counted(after(state, rival))
        row = [difference(here[one.name], there[one.name]) for one in MEASURES]
        rows.append((row, best.equity - rival.equity))
    return rows


def regress(rows: Sequence[Row], signs: Sequence[int]) -> tuple[list[float], float]:
    """What one more of each measure is worth, and which part of the variation that explains.

    There is no constant: plays that do not differ are worth the same.  Coordinate descent; a worth
    that leaves its sign stays at 0.
    """
    count = len(signs)
    if not rows:
        return [0.0] * count, 0.0
    spread = [(sum(x[i] ** 2 for x, _ in rows) / len(rows)) ** 0.5 for i in range(count)]
    scaled = [([x[i] / spread[i] if spread[i] else 0.0 for i in range(count)], y) for x, y in rows]
    gram = [[0.0] * count for _ in range(count)]
    aims = [0.0] * count
    for x, y in scaled:
        filled = [i for i in range(count) if x[i]]
        for i in filled:
            aims[i] += x[i] * y
            for j in filled:
                gram[i][j] += x[i] * x[j]
    found, penalty = [0.0] * count, RIDGE * len(rows)
    for _ in range(SWEEPS):
        for i in range(count):
            if spread[i]:
                rest = aims[i] - sum(gram[i][j] * found[j] for j in range(count) if j != i)
                wanted = rest / (gram[i][i] + penalty)
                found[i] = 0.0 if wanted * signs[i] < 0 else wanted
    left = sum((y - sum(a * b for a, b in zip(x, found, strict=True))) ** 2 for x, y in scaled)
    whole = sum(y * y for _, y in scaled)
    worth = [w / s if s else 0.0 for w, s in zip(found, spread, strict=True)]
    return worth, 1.0 - left / whole if whole else 0.0
