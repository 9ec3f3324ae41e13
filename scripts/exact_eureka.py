"""What is lost by bearing off for oneself alone, against exact play of both sides.

    python scripts/exact_eureka.py [checkers]     # up to so many checkers a side, default 6
    python scripts/exact_eureka.py start          # the game that begins with 15 at home: 4 GB

Two players who do not look at both sides together are judged:

- *one-sided*: needs the fewest turns on average, whatever the opponent does;
- *table*: takes the play with the best chances as `tavola.bots.exact` states them, that is, from
  what one-sided play of both would give, and exactly where few checkers are left.

The loss is the chance to win that a player gives away, about to throw, against the best answer to
him.  Gammons are left out: in this game they do not come about.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy

from tavola.bots.exact import coverage, home, lookup, pairs, tables_for
from tavola.bots.exact.successors import THROWS, chance_of
from tavola.bots.exact.typed_buffers import Reals
from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.model.ruleset import Ruleset, Score

START = (2, 2, 2, 3, 3, 3)
"""Checkers on the six points at the start, farthest first."""


@jit
def throw_first(
    begins: Ints,
    finals: Ints,
    size: int,
    j: int,
    judge: Reals,
    other: Reals,
    row: Reals,
    best: Reals,
    value: Reals,
) -> None:
    """row[i]: chance of a player with arrangement j about to throw against i, for i < j.

    other[a * size + b] is that of the other player about to throw with b against a; `judge` is what
    the player believes it to be.
    """
    for i in range(j):
        row[i] = 0.0
    for t in range(THROWS):
        at = j * THROWS + t
        for i in range(j):
            best[i] = 2.0
        for q in range(begins[at], begins[at + 1]):
            line = finals[q] * size
            for i in range(j):
                better = judge[line + i] < best[i]
                best[i] = judge[line + i] if better else best[i]
                value[i] = other[line + i] if better else value[i]
        for i in range(j):
            row[i] += chance_of(t) * (1.0 - value[i])
    row[0] = 0.0


@jit
def store(
    begins: Ints,
    finals: Ints,
    size: int,
    j: int,
    judge: Reals,
    row: Reals,
    other_row: Reals,
    mine: Reals,
) -> None:
    """Keep `row`, and the chances of the player about to throw with i <= j against j.

    `judge` is a row like `other_row`: what the player believes it to be.
    """
    for i in range(1, j):
        mine[i * size + j] = row[i]
    for i in range(1, j + 1):
        total = 0.0
        for t in range(THROWS):
            at = i * THROWS + t
            least, value = 2.0, 0.0
            for q in range(begins[at], begins[at + 1]):
                if judge[finals[q]] < least:
                    least, value = judge[finals[q]], other_row[finals[q]]
            total += chance_of(t) * (1.0 - value)
        mine[j * size + i] = total


@jit
def stated(tab: lookup.Arrays, ranks: Ints, size: int, made: Reals) -> None:
    """made[a * size + b]: what the tables say of a side about to throw with b against a."""
    head = tab[lookup.HEAD]
    known, turns = head[lookup.PAIRS], head[lookup.TURNS]
    for a in range(1, size):
        theirs = ranks[a]
        for b in range(1, size):
            mine = ranks[b]
            if mine < known and theirs < known:
                chance = tab[lookup.VALUES][mine * known + theirs]
            else:
                chance = lookup.meets(
                    tab[lookup.STARTS], tab[lookup.CELLS], turns + mine, turns + theirs, 0
                )
            made[a * size + b] = chance


class Plays:
    """What each throw leads to from each arrangement: all of it, or the best for oneself."""

    def __init__(self, rules: Ruleset, start: tuple[int, ...] | None = None) -> None:
        race = home.Race(rules)
        race.run()
        self.rules = rules
        self.ways = home.binomials()
        lists = pairs.finals_of(race.sides)
        begins, ends, finals = (numpy.asarray(buffer) for buffer in lists[:3])
        best = numpy.asarray(race.best).reshape(race.size, THROWS) >> 1

        def leads(rank: int, t: int) -> Any:
            at = t * race.size + rank
            return finals[begins[at] : ends[at]] >> 1

        ranks = set(range(race.size))
        if start is not None:
            ranks, fresh = set(), {0, self.rank(start)}
            while fresh:
                ranks |= fresh
                found = {int(f) for r in fresh if r for t in range(THROWS) for f in leads(r, t)}
                fresh = found - ranks
        self.ranks = sorted(ranks)
        self.size = len(self.ranks)
        place = {rank: i for i, rank in enumerate(self.ranks)}
        asked = [(rank, t) for rank in self.ranks for t in range(THROWS)]
        self.every = _flat([[place[int(f)] for f in leads(r, t)] if r else [] for r, t in asked])
        self.own = _flat([[place[int(best[r, t])]] if r else [] for r, t in asked])

    def rank(self, counts: tuple[int, ...]) -> int:
        """The number of an arrangement given by its counts, farthest first."""
        sums = numpy.cumsum(counts)
        return sum(int(self.ways[16 * i + int(s)]) for i, s in enumerate(sums))

    def exact(self) -> Any:
        """Values of the game, at theirs * size + mine."""
        size, values = self.size, self._square()
        row, best, value = self._row(), self._row(), self._row()
        for j in range(1, size):
            throw_first(*self.every, size, j, values, values, row, best, value)
            store(*self.every, size, j, row, row, row, values)
        return values

    def answered(self, lists: tuple[Any, Any], judge: Any = None) -> Any:
        """Values of a player who chooses from `lists` by `judge`, against the best answer."""
        size, mine, theirs = self.size, self._square(), self._square()
        row, answer, best, value = (self._row() for _ in range(4))
        for j in range(1, size):
            believed = theirs if judge is None else judge
            throw_first(*lists, size, j, believed, theirs, row, best, value)
            throw_first(*self.every, size, j, mine, mine, answer, best, value)
            beliefs = answer if judge is None else numpy.ascontiguousarray(judge[j::size])
            store(*lists, size, j, beliefs, row, answer, mine)
            store(*self.every, size, j, row, answer, row, theirs)
        return mine

    def table(self) -> Any:
        """What the tables say, as the judge of a player who goes by them."""
        made = self._square()
        exact = tables_for(self.rules)
        assert exact is not None
        stated(exact.arrays, numpy.array(self.ranks), self.size, made)
        return made

    def _row(self) -> Any:
        return numpy.zeros(self.size, "float32")

    def _square(self) -> Any:
        return numpy.zeros(self.size * self.size, "float32")


def _flat(lists: list[list[int]]) -> tuple[Any, Any]:
    begins = numpy.cumsum([0] + [len(one) for one in lists])
    return begins, numpy.array([f for one in lists for f in one], dtype="int32")


def race() -> Ruleset:
    """The race of ordinary bearing off."""
    found = coverage.race_rules(Ruleset(score=Score.SINGLE))
    assert found is not None
    return found


def small(most: int) -> None:
    """Losses over all pairs of positions with n checkers a side."""
    plays = Plays(home.smaller(race(), most))
    size = plays.size
    exact = plays.exact()
    players = {
        "one-sided": plays.answered(plays.own),
        "table": plays.answered(plays.every, plays.table()),
    }
    print("player      checkers a side   pairs     mean loss   largest   pairs that lose > 0.001")
    for name, values in players.items():
        loss = (exact - values).reshape(size, size)
        for n in range(1, most + 1):
            block = slice(home.arrangements(n - 1), home.arrangements(n))
            part = loss[block, block]
            share = float((part > 0.001).mean())
            mean, most_lost = float(part.mean()), float(part.max())
            print(f"{name:10} {n:9} {part.size:14} {mean:13.7f} {most_lost:9.5f} {share:12.4%}")


def start() -> None:
    """The loss at the start of the game, exactly."""
    begun = time.time()
    plays = Plays(race(), START)
    at = plays.ranks.index(plays.rank(START)) * (plays.size + 1)

    def say(what: str, values: Any) -> None:
        print(f"{what}: {float(values[at]):.6f}, {time.time() - begun:.0f} s", flush=True)

    print(f"{plays.size} arrangements a side, {time.time() - begun:.0f} s", flush=True)
    say("exact play of both", plays.exact())
    say("one-sided, against the best answer", plays.answered(plays.own))
    judge = plays.table()
    say("stated by the tables", judge)
    say("going by the tables, against the best answer", plays.answered(plays.every, judge))


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else "6"
    if wanted == "start":
        start()
    else:
        small(int(wanted))
