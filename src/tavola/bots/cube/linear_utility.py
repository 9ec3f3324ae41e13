"""A linear utility of chances at a score and a cube, for searches that compare many positions."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context
from tavola.bots.cube.result_values import Stakes, doubles_for_free, scale, stakes, worth


class LinearUtility(NamedTuple):
    """A linear utility of chances: what one unit of each of them is worth."""

    win: float
    gammon: float
    backgammon: float
    gammon_lost: float
    backgammon_lost: float
    constant: float
    gain: float = 0.0
    loss: float = 0.0
    """`gain` and `loss` are used where wins are amounts; elsewhere they are 0."""

    def of(self, chances: Chances) -> float:
        """The utility of chances, a normalised equity."""
        return (
            self.constant
            + self.win * chances.win
            + self.gammon * chances.gammon
            + self.backgammon * chances.backgammon
            + self.gammon_lost * chances.gammon_lost
            + self.backgammon_lost * chances.backgammon_lost
            + self.gain * chances.gain
            + self.loss * chances.loss
        )


@lru_cache(maxsize=4096)
def linear_utility(context: Context) -> LinearUtility:
    """The linear utility at this score and cube, as if the cube were not turned any more.

    It is the cubeless equity of money play; with Jacoby and a centred cube gammons are worth
    nothing.  Where a side that has nothing to lose will double at once, the doubled cube counts.
    """
    size, offset = scale(context)
    if not context.counts:
        return _utility_of_amounts(context, size, offset)
    stake = _played_for(context)
    (one, two, three), (l_one, l_two, l_three) = stake.win, stake.loss
    return LinearUtility(
        (one - l_one) / size,
        (two - one) / size,
        (three - two) / size,
        (l_two - l_one) / size,
        (l_three - l_two) / size,
        (l_one - offset) / size,
    )


def _played_for(context: Context) -> Stakes:
    """The height at which the game will be played: the next one where a double costs nothing."""
    free = doubles_for_free(context) or doubles_for_free(context.swapped)
    return stakes(context)[1 if free else 0]


def _utility_of_amounts(context: Context, size: float, offset: float) -> LinearUtility:
    """Tangent of the value of wins and losses at the mean amount of the game."""
    if context.money:
        return LinearUtility(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0)
    mean = max(context.terms.shares.amount, 1.0)
    half = max(mean / 2.0, 0.5)
    win, lose = (worth(context, sign * mean * context.cube) for sign in (1, -1))
    slopes = []
    for sign in (1, -1):
        high = worth(context, sign * (mean + half) * context.cube)
        low = worth(context, sign * (mean - half) * context.cube)
        slopes.append(sign * (high - low) / (2.0 * half))
    gain, loss = slopes
    return LinearUtility(
        (win - gain * mean - lose - loss * mean) / size,
        0.0,
        0.0,
        0.0,
        0.0,
        (lose + loss * mean - offset) / size,
        gain / size,
        -loss / size,
    )
