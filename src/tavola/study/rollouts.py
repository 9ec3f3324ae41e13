"""Rollouts of a position: its best plays, played on from many times with the same dice.

    rolled = Rollout("backgammon", state, most=4)
    rolled.go_on(100)
    rolled.results()[0].text, rolled.results()[0].mean, rolled.results()[0].error

A trial plays on with the net and takes the luck of every throw off (`bots/arena/rollout.py`).  What
is counted are sums, so that a rollout can be stopped, kept and gone on with; the trials are
numbered, and number n has the same dice wherever and whenever it is played.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser, Candidate
from tavola.bots.arena.rollout import HORIZON, Roller
from tavola.bots.exact import tables_for
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import notation
from tavola.rules.turn.state import Phase, State

LOOK = 1
"""Throws looked ahead to choose the plays that are rolled out."""
DIGITS = 12


@dataclass
class Tally:
    """Sums of the points of plays side by side: how many trials, each sum, each product."""

    wide: int
    count: int = 0
    sums: list[float] = field(default_factory=list)
    products: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sums = self.sums or [0.0] * self.wide
        self.products = self.products or [[0.0] * self.wide for _ in range(self.wide)]

    def add(self, trials: Iterable[Sequence[float]]) -> None:
        """Count trials, each the points of all plays."""
        for points in trials:
            self.count += 1
            for i, one in enumerate(points):
                self.sums[i] += one
                for j, other in enumerate(points):
                    self.products[i][j] += one * other

    def mean(self, i: int) -> float:
        """The mean points of a play."""
        return self.sums[i] / self.count if self.count else 0.0

    def error(self, i: int) -> float:
        """The standard error of that mean; infinite before the second trial."""
        return self._error(self.products[i][i], self.mean(i))

    def gap(self, i: int, j: int) -> tuple[float, float]:
        """By how much play i is worth more than play j, and the standard error of that."""
        mean = self.mean(i) - self.mean(j)
        squares = self.products[i][i] - 2.0 * self.products[i][j] + self.products[j][j]
        return mean, self._error(squares, mean)

    def _error(self, squares: float, mean: float) -> float:
        n = self.count
        if n < 2:
            return math.inf
        return math.sqrt(max(squares / n - mean * mean, 0.0) / (n - 1))


@dataclass(frozen=True)
class Result:
    """What a play is worth by a rollout, in points of the side that plays: mean and standard error;
    how far it is behind the best one, with the standard error of that."""

    play: Candidate
    text: str
    mean: float
    error: float
    behind: float
    behind_error: float


class Rollout:
    """A rollout under way; one thread.

    `horizon` throws are played on, `bots.arena.rollout.WHOLE` of them to the end.  `rules` without
    a cube are rolled out.  `plays` are those that are compared; without them the best `most` at a
    first look.  Raises `Refused`: `no_game`, `no_net`; `no_advice` where no play is to be chosen.
    """

    def __init__(
        self,
        game: str,
        state: State,
        most: int = 4,
        seed: int = 1,
        horizon: int = HORIZON,
        plays: Sequence[Candidate] | None = None,
    ) -> None:
        found = shipped_nets.load(game)
        if found.problem is not None:
            raise refuse("no_net", game=game)
        if state.phase is not Phase.MOVE or state.turn.ending is not None:
            raise refuse("no_advice", what="done" if state.phase is Phase.MOVE else "dice")
        rules = without_cube(state.rules)
        self.game, self.seed, self.horizon = game, seed, horizon
        self.state = replace(state, rules=rules)
        exact = tables_for(rules, compute=False)
        self._adviser = Adviser(rules, found.weights, exact)
        self._roller = Roller(rules, found.weights, exact, horizon)
        if plays is None:
            ranked = self._adviser.candidates(self.state, LOOK)
            plays = [ranked[n] for n in range(min(most, len(ranked)))]
        self.plays = list(plays)
        self.tally = Tally(len(self.plays))

    @property
    def unit(self) -> float:
        """The mean absolute result of a game."""
        return self._adviser.unit

    def trials(self, first: int, count: int) -> list[list[float]]:
        """The trials from a number on: the points of all plays in each; nothing is counted."""
        plays = [(tuple(a.code for a in one.actions), one.position) for one in self.plays]
        return self._roller.trials(self.state, plays, self.seed + first, count)

    def go_on(self, count: int) -> None:
        """Play so many trials more."""
        self.tally.add(self.trials(self.tally.count, count))

    def drop(self, keep: Sequence[int]) -> None:
        """Go on with some of the plays only; what was counted of them stays."""
        old = self.tally
        self.plays = [self.plays[i] for i in keep]
        products = [[old.products[i][j] for j in keep] for i in keep]
        self.tally = Tally(len(keep), old.count, [old.sums[i] for i in keep], products)

    def order(self) -> list[int]:
        """The places of the plays, the best first."""
        return sorted(range(len(self.plays)), key=lambda i: -self.tally.mean(i))

    def results(self) -> list[Result]:
        """What the trials so far say of the plays, the best first."""
        order, tally = self.order(), self.tally
        found = []
        for i in order:
            behind, error = tally.gap(order[0], i) if i != order[0] else (0.0, 0.0)
            play = self.plays[i]
            text = notation.typed(self.state, play.actions, after=play.position)
            mean = tally.mean(i)
            found.append(Result(self.plays[i], text, mean, tally.error(i), behind, error))
        return found


def without_cube(rules: Ruleset) -> Ruleset:
    """The rules with the cube left out."""
    return replace(rules, cube=False) if rules.cube else rules
