"""How strong the levels of a game are on one scale: a round robin, and ratings that explain it.

Elo's scale: whoever stands 400 higher wins ten games for each that he loses.  The level expert,
which every game has, stands at 2000; where the others stand says how much there is to know.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scripts.figures.duel import GUESSER, Cast
from scripts.figures.measured_games import rules_of
from scripts.figures.nets import weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK, patient, written
from scripts.figures.store import Record, Sum

from tavola.bots.levels import levels_for
from tavola.games import GAMES

MEASURE, RANDOM, ANCHOR = "ratings", "random", "expert"
HEIGHT = 2000
"""Where the anchor stands."""
MINUTES, CLOSE = 2.0, 0.01
QUICK = 4
"""Pairs of games of a unit of work between two who look at no answer: they cost little, and less
than it costs to judge the luck of their dice."""
SAMPLE = 16
"""Games of the net against itself that tell how far luck decides."""
ROUNDS, NEAR = 100, 1e-9
"""How long, and how closely, the likeliest ratings are looked for."""
POINTS = 400 / math.log(10)
"""Of Elo's scale: as many make the odds e to one."""


@dataclass(frozen=True)
class Rating:
    """Points of Elo's scale, and the standard error of their difference from the anchor's."""

    elo: float
    error: float


# ------------------------------------------------------------------------------------ round robin


def round_robin(row: Row, options: Options) -> Step:
    """Games between all players of a game, those most often who stand beside each other.

    A sum `HIGHER:LOWER` is of scores of the higher one, a pair of games each: 1 for two wins, 0 for
    none.  Where one of them looks ahead, so that games are few, the luck of the dice is taken off,
    and a score may lie outside.
    """
    cast = Cast(rules_of(row.game), weights_for(row.game, options.net))
    players: dict[str, dict[str, Any]] = row.settings["players"]
    weight = _weight_of_luck(cast) if any(map(_looks_ahead, players.values())) else 0.0

    def score(one: str, two: str, seed: int, judged: bool) -> float:
        pair = players[one] or GUESSER, players[two] or GUESSER
        first, second = cast.pair(*pair, seed, judged)
        won = (_sign(first.points) - _sign(second.points)) / 2
        lucky = (first.luck - second.luck) / 2
        return 0.5 + (won - weight * lucky) / 2

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {}
        for low, high in meetings(list(players), unit + 1):
            ahead = _looks_ahead(players[high]) or _looks_ahead(players[low])
            seeds = (row.seed + unit * QUICK + i for i in range(1 if ahead else QUICK))
            news[f"{high}:{low}"] = [score(high, low, seed, ahead) for seed in seeds]
        return news

    return step


def meetings(names: Sequence[str], n: int) -> Iterator[tuple[str, str]]:
    """Who meets in round `n`, which counts from 1: neighbours in every one, players two apart in
    every fourth one, three apart in every ninth: results that are foreseen tell little."""
    places = {name: place for place, name in enumerate(names)}
    for low, high in combinations(names, 2):
        if n % (places[high] - places[low]) ** 2 == 0:
            yield low, high


def _looks_ahead(how: Mapping[str, Any]) -> bool:
    return bool(how.get("depth") or how.get("budget"))


def _sign(points: float) -> int:
    return (points > 0) - (points < 0)


def _weight_of_luck(cast: Cast) -> float:
    """How much of a win a point of luck is, by regression: that leaves scores with the smallest
    spread.  Luck is 0 on average, so that any weight leaves them right."""
    import numpy

    won, lucky = [], []
    for seed in range(SAMPLE):
        game = cast.judge.game(seed)
        won.append(float(_sign(game.points)))
        lucky.append(game.luck)
    spread = numpy.cov(won, lucky)
    return float(spread[0, 1] / spread[1, 1]) if spread[1, 1] > 0 else 0.0


# ---------------------------------------------------------------------------------------- ratings


def ratings(record: Record) -> dict[str, Rating]:
    """The ratings of all who played, those that make their scores most likely.

    Each two who have met are taken to have won one game each besides: without that one who has won
    all of his would stand infinitely high.
    """
    import numpy

    names = list(record.key["players"])
    anchor, free = names.index(ANCHOR), [i for i, name in enumerate(names) if name != ANCHOR]
    met = [(*_places(names, name), known) for name, known in record.sums.items() if known.n]
    strength, inner = numpy.zeros(len(names)), numpy.ix_(free, free)
    for _ in range(ROUNDS):
        force, stiff = numpy.zeros(len(names)), numpy.zeros((len(names), len(names)))
        for high, low, known in met:
            expected = 1 / (1 + math.exp(strength[low] - strength[high]))
            pull = known.n * (min(max(known.mean, 0.0), 1.0) - expected) + 0.5 - expected
            force[high] += pull
            force[low] -= pull
            stiff += (known.n + 1) * expected * (1 - expected) * _across(len(names), high, low)
        move = numpy.linalg.solve(stiff[inner], force[free])
        strength[free] += numpy.clip(move, -1.0, 1.0)
        if numpy.abs(move).max() < NEAR:
            break
    spread, errors = numpy.zeros_like(stiff), numpy.zeros(len(names))
    for high, low, known in met:
        spread += known.n**2 * _variance(known) * _across(len(names), high, low)
    inverse = numpy.linalg.inv(stiff[inner])
    errors[free] = numpy.sqrt(numpy.diag(inverse @ spread[inner] @ inverse))
    return {
        name: Rating(HEIGHT + POINTS * float(strength[i] - strength[anchor]), POINTS * errors[i])
        for i, name in enumerate(names)
    }


def rising(found: Mapping[str, Rating]) -> dict[str, int]:
    """Ratings of levels, to the next ten, none below that of a weaker level: where measured ones
    fall, all concerned get their mean, weighted by how well each is known.  The random mover is
    left out."""
    blocks: list[tuple[float, float, list[str]]] = []
    for name, one in found.items():
        if name == RANDOM:
            continue
        block = one.elo, 1 / max(one.error, 1.0) ** 2, [name]
        while blocks and blocks[-1][0] > block[0]:
            below = blocks.pop()
            weight = below[1] + block[1]
            mean = (below[0] * below[1] + block[0] * block[1]) / weight
            block = mean, weight, below[2] + block[2]
        blocks.append(block)
    return {name: 10 * round(elo / 10) for elo, _, names in blocks for name in names}


def _places(names: Sequence[str], pair: str) -> tuple[int, int]:
    high, _, low = pair.partition(":")
    return names.index(high), names.index(low)


def _across(count: int, high: int, low: int) -> Any:
    """A square table for the difference of two strengths."""
    import numpy

    line = numpy.zeros(count)
    line[high], line[low] = 1.0, -1.0
    return numpy.outer(line, line)


def _variance(known: Sum) -> float:
    """Of a mean score.  Few games that all ended alike prove little: it is not less than that of
    as many pairs of games with one draw more."""
    least = 0.25 / (known.n + 1) ** 2
    return max(known.error**2, least) if math.isfinite(known.error) else 0.25


# ------------------------------------------------------------------------------------------- rows


def row_of(game: str) -> Row | None:
    """The round robin of a game; None where it has one level."""
    rules = GAMES[game].ruleset()
    levels = levels_for(rules)
    if len(levels) < 2:
        return None
    players: dict[str, Any] = {RANDOM: {}} | {one.name: written(one) for one in levels}
    how = {"players": players, "quick": QUICK, **LOOK, **patient(rules)}
    main = f"{levels[-1].name}:{levels[-2].name}"
    return Row(f"{game}/{MEASURE}", round_robin, how, game, main, MINUTES, 100, target=CLOSE)


def rows() -> list[Row]:
    """The rows of every game."""
    return [row for row in map(row_of, GAMES) if row is not None]
