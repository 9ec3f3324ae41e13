"""What reviews say of somebody over many matches: loss a decision, luck, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

from tavola.study.review import Review

LEAST = 100
"""Decisions, or throws, below which nothing is said of a mean."""


@dataclass(frozen=True)
class Mean:
    """So many figures: their sum and the sum of their squares, in units."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Mean) -> Mean:
        return Mean(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """Their mean; 0 without any."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.count < 2:
            return 0.0
        spread = max(self.squares / self.count - self.mean**2, 0.0)
        return sqrt(spread / (self.count - 1))

    @property
    def enough(self) -> bool:
        """Whether there are enough of them to say something."""
        return self.count >= LEAST


@dataclass(frozen=True)
class Luck(Mean):
    """The luck of throws: the mean of fair dice is nothing at every stand.  As
    `words.comparisons` wants it."""

    @property
    def throws(self) -> int:
        """How many throws there are."""
        return self.count

    @property
    def came(self) -> float:
        """What they brought."""
        return self.total

    @property
    def expected(self) -> float:
        """What fair dice bring."""
        return 0.0

    @property
    def chance(self) -> float:
        """In what share of all cases fair dice go as far astray."""
        return erfc(abs(self.total) / sqrt(2.0 * self.squares)) if self.squares else 1.0

    def __add__(self, other: Mean) -> Luck:
        both = Mean.__add__(self, other)
        return Luck(both.count, both.total, both.squares)


@dataclass(frozen=True)
class OwnPlay:
    """Reviewed `matches` of somebody: what his decisions lost that left a choice, and his luck."""

    matches: int = 0
    loss: Mean = Mean()
    luck: Luck = Luck()

    def __add__(self, other: OwnPlay) -> OwnPlay:
        return OwnPlay(self.matches + other.matches, self.loss + other.loss, self.luck + other.luck)


def own_play(review: Review, player: int) -> OwnPlay:
    """One match, for player 0 or 1."""
    lost = [one.units for one in review.decisions if one.player == player and one.counts]
    luck = [one.units for one in review.throws if one.player == player]
    return OwnPlay(
        1,
        Mean(len(lost), sum(lost), sum(one * one for one in lost)),
        Luck(len(luck), sum(luck), sum(one * one for one in luck)),
    )
