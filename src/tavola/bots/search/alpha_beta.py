"""Deep search where chance is out of the game: the throw is fixed, so that all can be foreseen.

Alpha-beta over the state machine, which knows draws by repetition and by standstill; first for a
few plays, then always one further, until a limit is reached or nothing is left open.  The net says
which of many plays are worth a try, in what order, and what the positions at the end are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tavola.bots.cube.chances import COUNTS, Chances, counted
from tavola.bots.cube.context import context
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.limits import Limits
from tavola.bots.search.ranking import Ranked
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

FEW, WIDTH = 8, 4
"""Plays that are tried: all of them where there are few, else those the net likes best.  Those to
choose from are as many as few."""
NEAREST, FARTHEST = 2, {1: 2, 2: 16}
"""Plays to foresee at first and, by the depth of the level, at most; beyond depth 2 as for 2."""
BUDGET = 12_000
"""Positions that may be evaluated for a decision."""
DRAW = Chances(0.5)
ENDLESS = 1e9
"""More than any equity."""


class _Cut(Exception):
    """A limit was reached."""


class _Dive:
    """A search for the side on turn; `left_open` says that not all was played to its end."""

    def __init__(
        self, state: State, analyst: Analyst, budget: int | None, seconds: float | None
    ) -> None:
        self.analyst, self.root = analyst, state.side
        self.here = context(state, state.side)
        self.evaluated, self.left_open = 0, False
        self.limits = Limits(lambda: self.evaluated, budget, seconds)

    def rank(self, state: State) -> Sequence[Ranked]:
        """What the net says of all plays, best first."""
        ranked = self.analyst.rank(state)
        self.evaluated += self.analyst.report.evaluated
        return ranked

    def try_all(
        self,
        state: State,
        plays: Sequence[Ranked],
        ahead: int,
        depth: int,
        also: Position | None = None,
    ) -> list[Ranked]:
        """The plays of `root`, best first, by foreseeing so many of them and of their answers.

        The best one and the one that leads to `also` are worth what they say, the others at most
        what they say.
        """
        found, low = list[Ranked](), -ENDLESS
        for play in plays:
            least = -ENDLESS if play.position == also else low
            equity, chances = self._value(played(state, play.steps), ahead - 1, least, ENDLESS)
            found.append(replace(play, equity=equity, chances=chances, depth=depth))
            low = max(low, equity)
        return sorted(found, key=lambda play: -round(play.equity, 5))

    def _value(self, state: State, ahead: int, low: float, high: float) -> tuple[float, Chances]:
        """(equity, chances) of the root side; `low` and `high` as in alpha-beta."""
        state = _to_a_choice(state)
        if state.phase is not Phase.MOVE:
            chances = _ended(state, self.root)
            return linear_utility(self.here).of(chances), chances
        if not self.limits.afford(1, 1):
            raise _Cut
        ranked = self.rank(state)
        mine = state.side is self.root
        if ahead <= 1:
            self.left_open = True
            chances = ranked[0].chances if mine else ranked[0].chances.swapped()
            return self.analyst.equity(chances, self.here), chances
        if len(ranked) > FEW:
            self.left_open = True
            ranked = ranked[:WIDTH]
        best: tuple[float, Chances] | None = None
        for play in ranked:
            found = self._value(played(state, play.steps), ahead - 1, low, high)
            if best is None or (found[0] > best[0] if mine else found[0] < best[0]):
                best = found
            if mine:
                low = max(low, found[0])
            else:
                high = min(high, found[0])
            if low >= high:
                break
        assert best is not None
        return best


def deepened(
    state: State,
    analyst: Analyst,
    depth: int,
    budget: int | None = BUDGET,
    seconds: float | None = None,
    also: Position | None = None,
) -> list[Ranked]:
    """All plays of the part, best first, the `FEW` best ones of the net and the one that leads to
    `also` by deep search.

    `state` must wait for a play of a game whose throw is fixed.  The limits are those of
    `Analyst.rank`, and so is the report.
    """
    dive = _Dive(state, analyst, budget, seconds)
    ranked = dive.rank(state)
    tried = [play for n, play in enumerate(ranked) if n < FEW or play.position == also]
    others = [play for n, play in enumerate(ranked) if n >= FEW and play.position != also]
    for ahead in range(NEAREST, FARTHEST[min(depth, max(FARTHEST))] + 1):
        dive.left_open = bool(others)
        try:
            tried = dive.try_all(state, tried, ahead, depth, also)
        except _Cut:
            break
        if not dive.left_open:
            break
    analyst.report = dive.limits.report()
    return tried + others


def played(state: State, steps: tuple[int, ...]) -> State:
    """The state after the steps of a play, and after the turn is ended if they end it."""
    side = state.side
    for code in steps:
        state, _ = turn.apply(state, step_action(side, code))
    if state.turn.ending is not None:
        state, _ = turn.apply(state, Action(Kind.DONE, side))
    return state


def _to_a_choice(state: State) -> State:
    """On to the next stand where something can be played, or to the end of the game."""
    while True:
        if state.phase is Phase.START:
            assert state.fixed is not None
            state, _ = turn.apply(state, Action(Kind.THROW, state.side, state.fixed))
        elif state.phase is Phase.MOVE and state.turn.ending is not None:
            state, _ = turn.apply(state, Action(Kind.DONE, state.side))
        else:
            return state


def _ended(state: State, side: Side) -> Chances:
    """The chances of a side in a finished game."""
    result = state.result
    if result is None or result.winner is None:
        return DRAW
    chances = won(state.rules, result.points // state.cube.value)
    return chances if result.winner is side else chances.swapped()


def won(rules: Ruleset, points: int) -> Chances:
    """The chances of a side that has won so many points before the cube."""
    if COUNTS[rules.score]:
        return counted(1.0, float(points >= 2), float(points >= 3))
    return Chances(1.0, gain=float(points))
