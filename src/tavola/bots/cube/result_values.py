"""What results and chances are worth in a context: from points to the cube model of a position.

All equities are normalised to the present cube: winning a simple game is +1, losing one -1.  In
money play these are points a cube; in a match it is a linear scale of the chance to win the match
("equivalent to money").
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context
from tavola.bots.cube.cubeful import (
    MINE_TO_TURN,
    SAME,
    CubeModel,
    Height,
    Holder,
    endless_cube,
    finite_cube,
)
from tavola.bots.cube.match_equity import STORED, MatchEquity, banned, cubes, table

GAME_SPREAD = 3.0
"""Standard deviation of the points of a game with a cube, in a match over a number of games."""
LONGEST = 99
"""Points of the longest match the rules allow."""
HIGHEST = 6
"""Doubles looked ahead where a number of games decides."""


class Stakes(NamedTuple):
    """One height of the cube: values of winning and losing one, two and three games."""

    win: tuple[float, float, float]
    loss: tuple[float, float, float]
    mine: bool
    theirs: bool


def worth(context: Context, points: float) -> float:
    """Value of winning `points` (losing them if negative), cube included, in this game.

    Money: points a cube.  Match: the chance to win it.  Fractions of points are interpolated.
    """
    if context.left is not None:
        return _over_games(context, points)
    if context.away is None:
        return points / context.cube
    mine, theirs = context.away
    whole = math.floor(abs(points))
    share = abs(points) - whole
    equities, value = equity_table(context), 0.0
    for extra, part in ((0, 1.0 - share), (1, share)):
        if part:
            won, lost = (whole + extra, 0) if points >= 0 else (0, whole + extra)
            value += part * equities.chance(mine - won, theirs - lost, context.crawford_reached)
    return value


def equity_table(context: Context) -> MatchEquity:
    """The match equity table of the context."""
    assert context.away is not None
    return table(context.terms, STORED if max(context.away) <= STORED else LONGEST)


def _over_games(context: Context, points: float) -> float:
    """Chance to have won most points after a number of games; half for a tie.

    Exact in the last game; before it the games to come are taken as one normal deviation.
    """
    lead, left = context.lead + points, context.left or 0
    if left == 0:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    shares = context.terms.shares
    spread = GAME_SPREAD
    if not context.terms.cube:
        spread = math.sqrt(1.0 + 3.0 * shares.gammon + 5.0 * shares.backgammon)
    if shares.amount:
        spread = 1.4 * shares.amount
    return 0.5 + 0.5 * math.erf(lead / spread / math.sqrt(2.0 * left))


@lru_cache(maxsize=4096)
def stakes(context: Context) -> tuple[Stakes, ...]:
    """Values at the present cube and at each further double that can matter."""
    if context.money:
        plain = Stakes((1.0, 2.0, 3.0), (-1.0, -2.0, -3.0), True, True)
        turned = Stakes((2.0, 4.0, 6.0), (-2.0, -4.0, -6.0), True, True)
        if context.jacoby and context.holder is Holder.CENTRE:
            plain = Stakes((1.0, 1.0, 1.0), (-1.0, -1.0, -1.0), True, True)
        return plain, turned
    mine, theirs = context.away or (0, 0)
    values = cubes(context.cube, max(mine, theirs))
    if context.left is not None:
        values = tuple(context.cube << k for k in range(HIGHEST + 1))
    found = []
    for cube in values:
        ban = context.terms.ban and context.away is not None
        win = worth(context, cube), worth(context, 2 * cube), worth(context, 3 * cube)
        loss = worth(context, -cube), worth(context, -2 * cube), worth(context, -3 * cube)
        can = not (ban and banned(mine, cube)), not (ban and banned(theirs, cube))
        found.append(Stakes(win, loss, *can))
    return tuple(found)


def doubles_for_free(context: Context) -> bool:
    """Whether a double costs the side nothing: it loses all with this game anyway, and wins more.

    This is so for the trailer after the Crawford game.
    """
    now, nxt = stakes(context)[:2]
    if context.holder not in MINE_TO_TURN or not now.mine:
        return False
    return now.loss[0] - nxt.loss[2] < SAME < nxt.win[2] - now.win[0]


def pays(context: Context, times: int, step: int = 0) -> tuple[bool, bool]:
    """Whether the side gains by winning 2 or 3 `times` the cube instead of one time less, and
    whether it loses by losing that; at the cube `step` doubles higher, or after further doubles.
    """
    held = stakes(context)[step:]
    return (
        any(one.win[times - 1] - one.win[times - 2] > SAME for one in held),
        any(one.loss[times - 2] - one.loss[times - 1] > SAME for one in held),
    )


def scale(context: Context) -> tuple[float, float]:
    """(size, offset): normalised equity = (value - offset) / size.

    Where a simple game decides nothing (last of a number of games), the first cube that does.
    """
    for stake in stakes(context):
        size = (stake.win[0] - stake.loss[0]) / 2.0
        if size > SAME:
            return size, (stake.win[0] + stake.loss[0]) / 2.0
    return 0.5, 0.5


class Hopes(NamedTuple):
    """Chances as the cube model wants them: drawn games apart, multiples as shares of wins."""

    win: float
    draw: float
    wins: tuple[float, float]
    """Shares of gammons and backgammons among the wins; of amounts, the mean and 0."""
    losses: tuple[float, float]


def hopes(chances: Chances, counts: int) -> Hopes:
    """Tidy chances of a game that counts up to `counts`; noise of a net cannot leave 0-1."""
    win = min(max(chances.win, 0.0), 1.0)
    lose = 1.0 - win
    if not counts:
        return Hopes(
            win, 0.0, (chances.gain / max(win, 1e-9), 0.0), (chances.loss / max(lose, 1e-9), 0.0)
        )
    draw = 1.0 - (chances.gain - chances.gammon - chances.backgammon)
    draw -= chances.loss - chances.gammon_lost - chances.backgammon_lost
    draw = min(max(draw, 0.0), 2.0 * min(win, lose))
    if draw < 1e-9:
        draw = 0.0
    won, lost = win - draw / 2.0, lose - draw / 2.0
    return Hopes(
        won / (1.0 - draw) if draw < 1.0 else 0.5,
        draw,
        _parts(won, chances.gammon, chances.backgammon),
        _parts(lost, chances.gammon_lost, chances.backgammon_lost),
    )


def _parts(total: float, gammon: float, backgammon: float) -> tuple[float, float]:
    """Shares of gammons and backgammons."""
    if total < 1e-9:
        return 0.0, 0.0
    gammons = min(max(gammon / total, 0.0), 1.0)
    return gammons, min(max(backgammon / total, 0.0), gammons)


def cube_model(hoped: Hopes, context: Context) -> CubeModel:
    """The cube model of a position: what its wins and losses are worth at each height."""
    if not context.counts:
        return _model_of_amounts(hoped, context)
    heights = tuple(
        Height(
            stake.win[0],
            stake.loss[0],
            _mean(stake.win, hoped.wins),
            _mean(stake.loss, hoped.losses),
            stake.mine,
            stake.theirs,
        )
        for stake in stakes(context)
    )
    return endless_cube(*heights) if context.money else finite_cube(heights)


def _mean(values: tuple[float, float, float], parts: tuple[float, float]) -> float:
    gammon, backgammon = parts
    return values[0] + gammon * (values[1] - values[0]) + backgammon * (values[2] - values[1])


def _model_of_amounts(hoped: Hopes, context: Context) -> CubeModel:
    """Wins and losses are worth their mean amounts; a dropped double still costs the cube only."""
    heights = []
    for step, stake in enumerate(stakes(context)):
        cube = context.cube << step
        win, loss = worth(context, hoped.wins[0] * cube), worth(context, -hoped.losses[0] * cube)
        heights.append(Height(stake.win[0], stake.loss[0], win, loss, stake.mine, stake.theirs))
    return endless_cube(*heights) if context.money else finite_cube(tuple(heights))
