"""What games of a net against itself teach, in the plain subset.

A *lesson* is a stand before a throw with the outputs that a net should give there, its *goal*.  The
stands come with the net's own outputs, which are here replaced by goals:

- `returns`: lambda-returns, a mixture of later opinions of the net and the outcome;
- `looked_returns`: what a look ahead by one throw says, plus what later looks ahead say that the
  net did not know.  The luck of the dice cancels out, so that one game is worth many.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.arena.selfplay import STAND, STRAYED, UNKNOWN
from tavola.bots.net.evaluate import OUTPUTS, WIN, flip
from tavola.rules.kernel.backend import Ints, inline, jit

Floats = Any


@inline
def _hurry(y: Floats, at: int, haste: float) -> None:
    """Bring outputs nearer to those of a draw, by the share `haste`."""
    for k in range(OUTPUTS):
        y[at + k] -= haste * y[at + k]
    y[at + WIN] += 0.5 * haste


@jit
def returns(
    values: Floats, stands: Ints, first: int, end: int, trace: float, haste: float, goal: Floats
) -> None:
    """Turn the outputs of stands first..end into lambda-returns.

    With each stand that a result is away `haste` of it is lost.
    `goal` is the outcome as the last stand's side sees it.  What follows a random play says nothing
    about the stand before it, which keeps its output.
    """
    for back in range(end - first):
        i = end - 1 - back
        strayed = stands[i * STAND + STRAYED] != 0
        _hurry(goal, 0, haste)
        for k in range(OUTPUTS):
            value = values[i * OUTPUTS + k]
            if strayed:
                goal[k] = value
            values[i * OUTPUTS + k] = goal[k]
            goal[k] = trace * goal[k] + (1.0 - trace) * value
        if i > first and stands[(i - 1) * STAND] != stands[i * STAND]:
            flip(goal)


@jit
def looked_returns(
    values: Floats,
    looked: Floats,
    expected: Floats,
    rivalled: Floats,
    stands: Ints,
    first: int,
    end: int,
    trace: float,
    haste: float,
    news: Floats,
) -> None:
    """Turn the outputs of stands first..end into what looking ahead says, there and later.

    The goal of a stand is its looked-ahead outputs plus `trace` times the difference between the
    goal of the next stand and what was expected there: the net's output of it or, where the throw
    was played otherwise than the look ahead supposes, of the stand that was supposed.  The mean of
    that over all throws is in the look ahead already.  With a trace of 1 the goal is the outcome of
    the game without the luck of its throws.  `haste` as in `returns`.  Luck that is left may lead
    out of 0-1; cut off there, the mean of the goals would no longer be that of the outcomes.

    Where a play was turned down for the stand, the looked-ahead outputs of what it would have led
    to become a goal in `rivalled`, by adding the same: the two goals are as far apart as the looks
    ahead, without noise.
    """
    for k in range(OUTPUTS):
        news[k] = 0.0
    for back in range(end - first):
        i = end - 1 - back
        strayed = stands[i * STAND + STRAYED] != 0
        rival = rivalled[i * OUTPUTS] != UNKNOWN
        _hurry(looked, i * OUTPUTS, haste)
        if rival:
            _hurry(rivalled, i * OUTPUTS, haste)
        for k in range(OUTPUTS):
            at = i * OUTPUTS + k
            later = 0.0 if strayed else trace * news[k]
            goal = looked[at] + later
            news[k] = goal - expected[at]
            values[at] = goal
            if rival:
                rivalled[at] += later
        if i > first and stands[(i - 1) * STAND] != stands[i * STAND]:
            flip(news)
            news[WIN] -= 1.0
