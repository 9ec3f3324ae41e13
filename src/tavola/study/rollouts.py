"""Rollouts of a position: its best plays, played on from many times with the same dice.

What is no play is rolled out by `choices.py`, with the cube and the score.

    rolled = Rollout("backgammon", state, most=4)
    rolled.go_on(100)
    rolled.results()[0].text, rolled.results()[0].mean, rolled.results()[0].error

A trial plays on with the net and takes the luck of every throw off (`bots/arena/rollout.py`).  What
is counted are sums, so that a rollout can be stopped, kept and gone on with; the trials are
numbered, and number n has the same dice wherever and whenever it is played.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

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
    how far it is behind the best one, with the standard error of that.

    `counts` is false for an answer that the other side would not give, by these trials.
    """

    text: str
    mean: float
    error: float
    behind: float
    behind_error: float
    counts: bool = True


class Rolled(ABC):
    """What is rolled out side by side, and what the trials say of it; one thread.

    `state` is where somebody decides in a `game`, `unit` the mean absolute result of a game, `seed`
    and `horizon` are as of `Rollout`.
    """

    game: str
    state: State
    seed: int
    horizon: int
    tally: Tally
    whole = False
    """Whether cube and score count."""

    @property
    @abstractmethod
    def texts(self) -> list[str]:
        """What is compared, as it is typed or called."""

    @property
    def ways(self) -> list[list[int]]:
        """The places of what belongs together: of one way, by the answers of the other side, who
        gives the best one."""
        return [[i] for i in range(self.tally.wide)]

    @property
    @abstractmethod
    def unit(self) -> float:
        """The mean absolute result of a game."""

    @abstractmethod
    def trials(self, first: int, count: int) -> list[list[float]]:
        """The trials from a number on: the points of all in each; nothing is counted."""

    @abstractmethod
    def recipe(self) -> tuple[Any, ...]:
        """What another process makes the same with: arguments of the class."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, in another process too, makes its tools anew and has the same trials behind
        it."""
        return _copied, (type(self), self.recipe(), self.tally)

    def go_on(self, count: int) -> None:
        """Play so many trials more."""
        self.tally.add(self.trials(self.tally.count, count))

    def order(self) -> list[int]:
        """The places of what counts, the best first."""
        worst = [min(way, key=self.tally.mean) for way in self.ways]
        return sorted(worst, key=lambda i: -self.tally.mean(i))

    def results(self) -> list[Result]:
        """What the trials so far say, the best first; after a way its answers that do not count."""
        order, tally, texts, found = self.order(), self.tally, self.texts, list[Result]()
        ways = {i: way for way in self.ways for i in way}
        for i in order:
            behind = tally.gap(order[0], i) if i != order[0] else (0.0, 0.0)
            found.append(Result(texts[i], tally.mean(i), tally.error(i), *behind))
            found += [
                Result(texts[j], tally.mean(j), tally.error(j), *behind, counts=False)
                for j in ways[i]
                if j != i
            ]
        return found


def _copied(kind: Callable[..., Rolled], recipe: tuple[Any, ...], tally: Tally) -> Rolled:
    made = kind(*recipe)
    made.tally = tally
    return made


class Rollout(Rolled):
    """A rollout of plays under way.

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
        if state.phase is not Phase.MOVE or state.turn.ending is not None:
            raise refuse("no_advice", what="done" if state.phase is Phase.MOVE else "dice")
        rules, weights = without_cube(state.rules), weights_of(game)
        self.game, self.seed, self.horizon, self._most = game, seed, horizon, most
        self.state = replace(state, rules=rules)
        exact = tables_for(rules, compute=False)
        self._adviser = Adviser(rules, weights, exact)
        self._roller = Roller(rules, weights, exact, horizon)
        if plays is None:
            ranked = self._adviser.candidates(self.state, LOOK)
            plays = [ranked[n] for n in range(min(most, len(ranked)))]
        self.plays = list(plays)
        self.tally = Tally(len(self.plays))

    @property
    def texts(self) -> list[str]:
        """The plays as they are typed."""
        return [notation.typed(self.state, one.actions, after=one.position) for one in self.plays]

    @property
    def unit(self) -> float:
        """The mean absolute result of a game."""
        return self._adviser.unit

    def recipe(self) -> tuple[Any, ...]:
        """Arguments of the class."""
        return self.game, self.state, self._most, self.seed, self.horizon, self.plays

    def trials(self, first: int, count: int) -> list[list[float]]:
        """The trials from a number on: the points of all plays in each; nothing is counted."""
        plays = [(tuple(a.code for a in one.actions), one.position) for one in self.plays]
        return self._roller.trials(self.state, plays, self.seed + first, count)

    def drop(self, keep: Sequence[int]) -> None:
        """Go on with some of the plays only; what was counted of them stays."""
        old = self.tally
        self.plays = [self.plays[i] for i in keep]
        products = [[old.products[i][j] for j in keep] for i in keep]
        self.tally = Tally(len(keep), old.count, [old.sums[i] for i in keep], products)


def weights_of(game: str) -> Any:
    """The net of a game.  Raises `Refused`: `no_game`, `no_net`."""
    found = shipped_nets.load(game)
    if found.problem is not None:
        raise refuse("no_net", game=game)
    return found.weights


def without_cube(rules: Ruleset) -> Ruleset:
    """The rules with the cube left out."""
    return replace(rules, cube=False) if rules.cube else rules
