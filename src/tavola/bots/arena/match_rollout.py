"""Rollouts with the cube and the score: what a stand of a match is worth, by playing it many times.

As in `rollout.py` a trial plays on with the net at depth 0, and the luck of its throws is taken
off; but before each turn the sides double, take and drop as the net thinks best, and a result
counts what it is worth at the cube and the score.  Beavers are not made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tavola.bots.arena.duel import luck, luck_ahead, stir
from tavola.bots.arena.rollout import Rolling
from tavola.bots.cube.context import Context, context
from tavola.bots.cube.cubeful import Holder
from tavola.bots.cube.decisions import Answer, cube_equities, decided, may_turn
from tavola.bots.cube.efficiency import CONTACT, contact_efficiency, efficiency_here
from tavola.bots.cube.result_values import scale, worth
from tavola.bots.net.evaluate import Y, outputs
from tavola.bots.search import candidate_value as f
from tavola.bots.search.analyst import first_throws
from tavola.bots.search.candidates import CELLS, WAYS, bring
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import (
    THROWS,
    VALUE,
    WHO,
    WINNER,
    best_named,
    play_turn,
)
from tavola.bots.search.open_throws import play_seeing
from tavola.rules.kernel.playout import dice_for
from tavola.rules.kernel.slots import FIXED, NAMER, NOBODY
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import packed
from tavola.rules.turn.state import Cube, State


@dataclass(frozen=True)
class Start:
    """Where trials begin: with a throw of the side on turn, or with a play of its throw, as the
    codes of its steps and the position they lead to.

    `decided`: whether to double before that throw is decided already.
    """

    state: State
    play: tuple[tuple[int, ...], Position] | None = None
    decided: bool = False


@dataclass
class _Trial:
    """A trial under way: who began, the cube as it lies, whether the side about to throw begins its
    turn, a throw that lies open, that of the whole game, and luck that is to be taken off."""

    state: State
    cube: Cube
    fresh: bool
    known: int
    fixed: int
    lucky: float = 0.0

    def seen(self, side: Side) -> Context:
        """Cube and score from the view of a side."""
        return _seen(self.state, self.cube, side)


@lru_cache(maxsize=256)
def _seen(state: State, cube: Cube, side: Side) -> Context:
    return context(state.but(cube=cube), side, efficiency=CONTACT)


class MatchRoller(Rolling):
    """An analyst that rolls out what may come of a stand, cube and score included."""

    def trials(
        self, start: Start, side: Side, seed: int, count: int, cube: Cube | None = None
    ) -> list[float]:
        """What `side` gets in each trial: an equity at the score, in units of `cube`, by default
        that of the start.

        Trial t of a seed has the same dice as trial 0 of seed + t, wherever it starts.
        """
        unit = _seen(start.state, cube or start.state.cube, side)
        return [self._trial(start, side, seed + t, unit) for t in range(count)]

    def _trial(self, start: Start, side: Side, seed: int, unit: Context) -> float:
        now, trail = self._begun(start), self.net.K
        for n in range(self.horizon):
            who = Side(int(trail[WHO]))
            if trail[WINNER] >= 0:
                break
            if now.fresh and self._doubled(now, who):
                return _given(now, who, side, now.cube.value, unit) - now.lucky
            self._throw(now, who, side, seed, n, unit)
            now.fresh = int(trail[WHO]) != who
        return self._worth_now(now, side, unit) - now.lucky

    # ---------------------------------------------------------------------------------- one trial

    def _begun(self, start: Start) -> _Trial:
        """Put the start on the board: row 0 and the trail say how it stands."""
        state, trail, request = start.state, self.net.K, self._request
        self._value(state)
        fixed = packed(state.fixed)
        if start.play is None:
            self._load(state.position)
            trail[WHO], trail[THROWS] = int(state.side), first_throws(state)
            trail[WINNER], trail[VALUE] = -1, 0
            fresh = state.fresh and not start.decided
            return _Trial(state, state.cube, fresh, packed(state.ahead[state.side]), fixed)
        self._put(state, [start.play])
        self._prepare(state)
        ways = self._bench[WAYS]
        request[f.COMPLETE], request[f.LEFT], request[f.STRUCK] = ways[0], ways[1], ways[2]
        request[f.DEPTH] = 0
        bring(self.net.space.rows, self._bench[CELLS], 0)
        self._run(f.value_candidate, request, self.net.numbers, 0)  # plays the rest of the throw
        other = int(trail[WHO]) != state.side
        known = packed(state.ahead[state.side.other]) if other else 0
        return _Trial(state, state.cube, other, known, fixed)

    def _doubled(self, now: _Trial, who: Side) -> bool:
        """Whether a side doubles and the other one drops; if that takes, the cube is turned."""
        here = now.seen(who)
        if here.holder is Holder.NOBODY or not may_turn(here):
            return False
        net = self.net
        outputs(net.T, net.space.rows, 0, int(who), int(net.K[THROWS]), now.fixed, net.M, 0)
        found = decided(cube_equities(self._chances(net.M[Y]), here, self._efficiency()), here)
        if not found.doubles:
            return False
        if found.equities.answer is Answer.DROP:
            return True
        now.cube = Cube(2 * now.cube.value, who.other)
        self._value(now.state.but(cube=now.cube))
        return False

    def _throw(self, now: _Trial, who: Side, side: Side, seed: int, n: int, unit: Context) -> None:
        """Throw, note the luck, and play."""
        net, mover, throws = self.net, int(who), int(self.net.K[THROWS])
        T, Z, W, M, K, best = net.T, net.Z, net.W, net.M, net.K, net.best
        stir(self._dice, seed, n)
        if now.known:
            dice, now.known = now.known, 0
        elif T[NAMER] == mover:
            dice = int(best_named(T, Z, W, M, K, best, mover, net.numbers))
        else:
            dice = int(dice_for(T, self._dice, mover, now.fixed))
            if not T[FIXED]:
                gain = luck(self._tools, self._bench, mover, throws, dice, False)
                now.lucky += self._luck(now, who, side, gain, unit)
            elif not now.fixed:
                now.fixed = dice
        if self.sees:
            other = who.other
            now.known = int(dice_for(T, self._dice, int(other), 0))
            gain = luck_ahead(self._tools, mover, dice, throws, now.known)
            now.lucky += self._luck(now, other, side, gain, unit)
            self._run(play_seeing, mover, dice, throws, now.known, net.numbers)
            return
        play_turn(T, Z, W, M, K, best, mover, dice, throws, now.fixed, net.numbers)

    def _luck(self, now: _Trial, who: Side, side: Side, gain: float, unit: Context) -> float:
        """The luck of a throw of `who`, who gains so much, as `side` counts it."""
        return _size(now.seen(who), unit) * (gain if who is side else -gain)

    def _worth_now(self, now: _Trial, side: Side, unit: Context) -> float:
        """What the stand is worth to `side`: by its end, or by a look at all throws."""
        net, trail = self.net, self.net.K
        if trail[WINNER] >= 0:
            if trail[WINNER] == NOBODY:
                return _given(now, side, side, 0, unit)
            winner = Side(int(trail[WINNER]))
            here = now.seen(winner)
            plainly = here.jacoby and here.holder is Holder.CENTRE
            value = 1 if plainly else int(trail[VALUE])
            return _given(now, winner, side, value * now.cube.value, unit)
        who, throws = Side(int(trail[WHO])), int(trail[THROWS])
        self._run(expect, int(who), throws, now.fixed, now.known, 1, net.numbers)
        here = now.seen(who)
        found = cube_equities(self._chances(net.totals), here, self._efficiency())
        doubles = now.fresh and may_turn(here)
        equity = found.best if doubles else found.no_double
        size, offset = scale(here)
        return _counted(here, equity * size + offset, who, side, unit)

    def _efficiency(self) -> float:
        """How efficient the cube is in row 0."""
        contact = contact_efficiency(self.rules)
        return float(efficiency_here(self.net.T, self.net.space.rows, 0, contact))


def settled(state: State, side: Side, winner: Side | None, points: int) -> float:
    """What a game that ended is worth to `side`, as an equity at the cube and score of `state`."""
    here = context(state, side, efficiency=CONTACT)
    size, offset = scale(here)
    won = 0 if winner is None else points if winner is side else -points
    return (worth(here, won) - offset) / size


def _given(now: _Trial, winner: Side, side: Side, points: int, unit: Context) -> float:
    here = now.seen(winner)
    return _counted(here, worth(here, points), winner, side, unit)


def _counted(here: Context, value: float, whose: Side, side: Side, unit: Context) -> float:
    """A value in the view of `whose` as an equity of `side` in units of another cube."""
    size, offset = scale(unit)
    if here.money:
        return (value if whose is side else -value) * here.cube / unit.cube
    return ((value if whose is side else 1.0 - value) - offset) / size


def _size(here: Context, unit: Context) -> float:
    """How many of the units a point at the cube as it lies is."""
    return here.cube / unit.cube if here.money else scale(here)[0] / scale(unit)[0]


__all__ = ["MatchRoller", "Start", "settled"]
