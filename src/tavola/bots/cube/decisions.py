"""Cube decisions: when to double, take, drop and beaver; what a position is worth with the cube.

Everything follows from three equities of the side that may double (`CubeEquities`), and these from
the `CubeModel` of the position: no double, double and take, double and drop.  Scores, Crawford,
dead cubes, free drops and automatic redoubles after the Crawford game need no rules of their own.

Chances are those before the throw of the side about to throw.  Equities are normalised: see
`result_values.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context
from tavola.bots.cube.cubeful import MINE_TO_TURN, SAME, CubeModel, Holder, Turn
from tavola.bots.cube.result_values import (
    Hopes,
    cube_model,
    doubles_for_free,
    hopes,
    scale,
    stakes,
    worth,
)

FORGOTTEN = 1e-4
"""How often the other side forgets a double: so that of plays that all end in a drop the best is
chosen."""
PLAIN_WIN = 1e-3
"""What playing on for a gammon must gain over a dropped double."""


Leaf = Callable[[Context], float]
"""What a position after a play is worth to the side that has played, in a context of that side."""


class Verdict(StrEnum):
    """The best decisions of both sides: double or not, and what the other side should answer."""

    NO_CUBE = "no_cube"  # the side may not double
    NO_DOUBLE_TAKE = "no_double_take"
    NO_DOUBLE_BEAVER = "no_double_beaver"
    DOUBLE_TAKE = "double_take"
    DOUBLE_BEAVER = "double_beaver"
    DOUBLE_DROP = "double_drop"
    TOO_GOOD_TAKE = "too_good_take"
    TOO_GOOD_DROP = "too_good_drop"

    @property
    def doubles(self) -> bool:
        """Whether the side should double."""
        return self in (Verdict.DOUBLE_TAKE, Verdict.DOUBLE_BEAVER, Verdict.DOUBLE_DROP)


class Answer(StrEnum):
    """What to do with a double on the table."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


@dataclass(frozen=True)
class CubeEquities:
    """Equities of the side that may double, in units of the present cube.

    `no_double` is that of playing on with the cube where it is; `double_drop` is always +1.
    `double_beaver` is None where beavers are not played; it counts points of the present cube, too.
    """

    no_double: float
    double_take: float
    double_drop: float = 1.0
    double_beaver: float | None = None

    @property
    def too_good(self) -> bool:
        """Playing on is worth more than the drop of the other side."""
        return self.no_double > self.double_drop

    @property
    def double(self) -> float:
        """Equity of a double with the best answer."""
        return min(self.double_take, self.double_drop, *self._beaver)

    @property
    def best(self) -> float:
        """Equity with the best decisions of both sides."""
        return max(self.no_double, self.double)

    @property
    def answer(self) -> Answer:
        """The best answer to a double; a take where it is worth as much as a drop."""
        if self.double_beaver is not None and self.double_beaver < self.double_take:
            return Answer.BEAVER
        return Answer.TAKE if self.double_take <= self.double_drop else Answer.DROP

    @property
    def _beaver(self) -> tuple[float, ...]:
        return () if self.double_beaver is None else (self.double_beaver,)


@dataclass(frozen=True)
class Decision:
    """A cube decision: the verdict and the equities it comes from."""

    verdict: Verdict
    equities: CubeEquities

    @property
    def doubles(self) -> bool:
        """Whether the side should double now."""
        return self.verdict.doubles


class _Valued:
    """A position with its cube model: normalised equities on demand."""

    def __init__(self, chances: Chances, context: Context, efficiency: float | None) -> None:
        self.context = context
        self.hoped: Hopes = hopes(chances, context.counts)
        self.model: CubeModel = cube_model(self.hoped, context)
        self.efficiency = context.efficiency if efficiency is None else efficiency
        self.size, self.offset = scale(context)

    def at(self, step: int, holder: Holder, turn: Turn = Turn.LATER) -> float:
        """Equity with the cube `step` doubles higher and with another holder."""
        value = self.model.equity(step, holder, self.hoped.win, self.efficiency, turn)
        if self.hoped.draw:
            value += self.hoped.draw * (worth(self.context, 0.0) - value)
        return self.normal(value)

    def normal(self, value: float) -> float:
        return (value - self.offset) / self.size


def may_turn(context: Context) -> bool:
    """Whether the side has access to a cube that it may turn at this score."""
    return context.holder in MINE_TO_TURN and stakes(context)[0].mine


def cube_equities(
    chances: Chances, context: Context, efficiency: float | None = None
) -> CubeEquities:
    """The equities of a side about to throw, whether or not it may double."""
    valued = _Valued(chances, context, efficiency)
    taken = valued.at(1, Holder.THEIRS)
    drop = valued.normal(valued.model.heights[0].cash)
    held = valued.at(0, context.holder, Turn.MINE)
    return CubeEquities(held, taken, drop, _beavered(taken, context))


def _beavered(taken: float, context: Context) -> float | None:
    """The doubler's equity after a beaver: he may drop it for twice the present cube."""
    return max(2.0 * taken, -2.0) if context.beavers and context.money else None


def equities_ahead(leaves: Iterable[tuple[float, Leaf]], context: Context) -> CubeEquities:
    """The equities of a side about to throw from what its throws lead to.

    `leaves` are weights, which add up to 1, and what the position after the best play of each throw
    is worth.  A throw that ends the game counts exactly, so that last-throw positions need no
    efficiency of their own.
    """
    after = turned(context)
    size, offset = scale(after)
    base, shift = scale(context)
    held = taken = 0.0
    for weight, leaf in leaves:
        held += weight * leaf(context)
        taken += weight * leaf(after)
    taken = (taken * size + offset - shift) / base
    if context.money:
        taken *= 2.0
    drop = (stakes(context)[0].win[0] - shift) / base
    return CubeEquities(held, taken, drop, _beavered(taken, context))


def leaf_of(chances: Chances) -> Leaf:
    """What a position with such chances of the side that has played is worth."""
    return partial(play_utility, chances)


def answered_leaf(leaves: Iterable[tuple[float, Leaf]], efficiency: float) -> Leaf:
    """What a position is worth from what the throws of the other side, which may double before,
    lead to; `leaves` are its own, `efficiency` is that of the cube before its throw."""
    found = list(leaves)

    def worth_of(context: Context) -> float:
        theirs = replace(context.swapped, efficiency=efficiency)
        equities = equities_ahead(found, theirs)
        return -(equities.best if may_turn(theirs) else equities.no_double)

    return worth_of


def turned(context: Context) -> Context:
    """The context of the side that has doubled, after a take."""
    return replace(context, cube=2 * context.cube, holder=Holder.THEIRS, offered=0, beavered=False)


def double_decision(
    chances: Chances, context: Context, efficiency: float | None = None
) -> Decision:
    """Whether the side about to throw should double, and what the other side should answer."""
    return decided(cube_equities(chances, context, efficiency), context)


def decided(equities: CubeEquities, context: Context) -> Decision:
    """The decision that follows from equities."""
    if not may_turn(context):
        return Decision(Verdict.NO_CUBE, equities)
    return Decision(_verdict(equities, _leaning(equities, context)), equities)


def _leaning(equities: CubeEquities, context: Context) -> float:
    """By how much a double may look worse and is still made.

    A free double can wait in the model; really each throw tells the other side whether to drop.
    And a game is not played on for a gain smaller than the error of the chances.
    """
    if doubles_for_free(context):
        return SAME
    return PLAIN_WIN if equities.answer is Answer.DROP else 0.0


def _verdict(equities: CubeEquities, leaning: float) -> Verdict:
    answer = equities.answer
    if equities.double + leaning > equities.no_double:
        return {
            Answer.TAKE: Verdict.DOUBLE_TAKE,
            Answer.DROP: Verdict.DOUBLE_DROP,
            Answer.BEAVER: Verdict.DOUBLE_BEAVER,
        }[answer]
    if answer is Answer.DROP:
        return Verdict.TOO_GOOD_DROP
    if answer is Answer.BEAVER:
        return Verdict.NO_DOUBLE_BEAVER
    return Verdict.TOO_GOOD_TAKE if equities.too_good else Verdict.NO_DOUBLE_TAKE


@dataclass(frozen=True)
class TakeEquities:
    """Equities of the side that is doubled, in units of the cube before the double."""

    take: float
    drop: float
    beaver: float | None = None

    @property
    def answer(self) -> Answer:
        """The best answer."""
        if self.beaver is not None and self.beaver > max(self.take, self.drop):
            return Answer.BEAVER
        return Answer.TAKE if self.take >= self.drop else Answer.DROP


def take_decision(
    chances: Chances, context: Context, efficiency: float | None = None
) -> TakeEquities:
    """What to answer to a double or beaver on the table.

    Chances and context are those of the side that answers; the other side is about to throw after
    a double, this one after a beaver.
    """
    valued = _Valued(chances, context, efficiency)
    if context.beavered:
        # The beaver keeps the cube; four times the present value, and a drop costs half of that.
        return TakeEquities(2.0 * valued.at(1, Holder.THEIRS), -2.0)
    taken = valued.at(1, Holder.MINE)
    drop = valued.normal(valued.model.heights[0].drop)
    beaver = _beavered(-taken, context)
    return TakeEquities(taken, drop, None if beaver is None else -beaver)


# ------------------------------------------------------------------------------ worth of positions


def turn_utility(chances: Chances, context: Context, efficiency: float | None = None) -> float:
    """Equity of a side about to throw, which doubles first if it may and should."""
    equities = cube_equities(chances, context, efficiency)
    return equities.best if may_turn(context) else equities.no_double


def play_utility(chances: Chances, context: Context, efficiency: float | None = None) -> float:
    """Equity of a side that has just played: the other side is about to throw and may double.

    Chances and context are those of the side that has played.  Searches choose the play with the
    highest value; it never falls with a better chance.
    """
    valued = _Valued(chances, context, efficiency)
    equity = valued.at(0, context.holder, Turn.THEIRS)
    if context.holder.swapped not in MINE_TO_TURN or not stakes(context)[0].theirs:
        return equity
    taken = valued.at(1, Holder.MINE)
    beaver = _beavered(-taken, context)
    if beaver is not None:
        taken = max(taken, -beaver)
    doubled = max(taken, valued.normal(valued.model.heights[0].drop))
    return equity if equity <= doubled else doubled + FORGOTTEN * (equity - doubled)
