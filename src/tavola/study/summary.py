"""What a review comes to for one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tavola.games import find
from tavola.rules.model.ruleset import Score
from tavola.rules.turn.asked import wanted
from tavola.study.likeness import plays_at, plays_like
from tavola.study.review import Review
from tavola.study.verdicts import Decision

THRESHOLDS = (0.03, 0.08, 0.16)
"""Units from which a loss is doubtful, an error, a blunder."""
CLASSES = ("doubtful", "error", "blunder")
"""What losses are called from each threshold on."""
PR = 500.0
"""A performance rating is that many times the points that a decision loses."""
CLASSIC = "classic"
"""The family of games whose players know performance ratings."""


@dataclass(frozen=True)
class Count:
    """Decisions that left a choice: how many, and what they lost together, in units and in
    points."""

    decisions: int
    units: float
    points: float

    @property
    def mean(self) -> float:
        """Units lost a decision; 0 without any."""
        return self.units / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Summary:
    """What a review says of a player.

    `checkers` are plays and choices, `cube` doubles and their answers, `others` resignations and
    draws.  `errors` counts losses by class, as `CLASSES`.  `luck` is that of his throws in units;
    `net_luck` his less that of the other player: points, or the chance to win the match where there
    is a score, and `result` without it is `adjusted`.  `like` is the level that plays its checkers
    alike and `elo` the strength of such play.  `rating` (PR) is None outside classic games.
    """

    player: int
    checkers: Count
    cube: Count
    others: Count
    errors: tuple[int, ...]
    luck: float
    net_luck: float
    result: float | None
    like: str
    elo: int | None
    rating: float | None

    @property
    def all(self) -> Count:
        """All decisions together."""
        parts = (self.checkers, self.cube, self.others)
        return Count(
            sum(part.decisions for part in parts),
            sum(part.units for part in parts),
            sum(part.points for part in parts),
        )

    @property
    def adjusted(self) -> float | None:
        """The result without the luck of the dice; None while a game is going on."""
        return None if self.result is None else self.result - self.net_luck


def class_of(units: float, thresholds: Sequence[float] = THRESHOLDS) -> int:
    """The class of a loss: 0 for none, then counting from 1 as `CLASSES`."""
    return sum(units >= least for least in thresholds)


def summary(review: Review, player: int, thresholds: Sequence[float] = THRESHOLDS) -> Summary:
    """What a review comes to for player 0 or 1.

    Raises TypeError for what is no review, ValueError for another player, and for thresholds that
    are not three growing numbers above 0.
    """
    if not isinstance(review, Review):
        raise wanted("a Review, as `tavola.review(match)` makes", review)
    if player not in (0, 1):
        raise ValueError(f"a review is summed up for player 0 or 1, not {str(player)[:40]!r}")
    grow = all(low < high for low, high in pairwise((0.0, *thresholds)))
    if len(thresholds) != len(CLASSES) or not grow:
        raise ValueError(f"thresholds are three growing numbers, not {str(thresholds)[:40]}")
    mine = [one for one in review.decisions if one.player == player and one.counts]
    checkers = [one for one in mine if one.what.of_checkers]
    cube = [one for one in mine if one.what.of_the_cube]
    others = [one for one in mine if not (one.what.of_checkers or one.what.of_the_cube)]
    classes = [class_of(one.units, thresholds) for one in mine]
    counted = _count(checkers)
    return Summary(
        player,
        counted,
        _count(cube),
        _count(others),
        tuple(classes.count(n + 1) for n in range(len(thresholds))),
        sum(one.units for one in review.throws if one.player == player),
        _net_luck(review, player),
        _result(review, player),
        plays_like(review.game, counted.mean, counted.decisions),
        plays_at(review.game, counted.mean, counted.decisions),
        _rating(review, mine),
    )


def _count(decisions: Sequence[Decision]) -> Count:
    return Count(
        len(decisions), sum(one.units for one in decisions), sum(one.loss for one in decisions)
    )


def _net_luck(review: Review, player: int) -> float:
    total = 0.0
    for one in review.throws:
        gain = one.points if one.chance is None else one.chance
        total += gain if one.player == player else -gain
    return total


def _result(review: Review, player: int) -> float | None:
    """Points won less points lost; where there is a score 1, 0 or a half.  None before the end."""
    last = max((one.n for one in review.judged), default=0)
    if not review.games or review.games[-1].n < last:
        return None
    if not review.scored:
        won = (one for one in review.games if one.winner is not None)
        return float(sum(one.points if one.winner == player else -one.points for one in won))
    score, length = review.games[-1].score, review.match.length
    over = max(score) >= length if length else len(review.games) >= (review.match.games or 1)
    if not over:
        return None
    return 0.5 if score[0] == score[1] else float((score[1] > score[0]) == (player == 1))


def _rating(review: Review, mine: Sequence[Decision]) -> float | None:
    game = find(review.game)
    if game.family != CLASSIC or game.rules.score is not Score.BACKGAMMON or not mine:
        return None
    return PR * sum(one.loss for one in mine) / len(mine)


__all__ = ["CLASSES", "PR", "THRESHOLDS", "Count", "Summary", "class_of", "summary"]
