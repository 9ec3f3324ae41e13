"""Deep search where chance is out of the game: the throw is fixed, so that all can be foreseen.

Alpha-beta over the state machine, which knows draws by repetition and by standstill.  The net says
which plays are worth a try and what the positions at the end are worth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.bots.analyst import Analyst, Ranked
from tavola.bots.chances import COUNTS, Chances, counted
from tavola.bots.context import context
from tavola.bots.weights import weights
from tavola.rules import turn
from tavola.rules.ruleset import Ruleset, Side
from tavola.rules.state import Action, Kind, Phase, State, step_action

WIDTH = 4
"""Plays tried at every stand."""
PLIES = {1: 2, 2: 4}
"""Turns foreseen for each depth of a level; beyond 2 as for 2."""
STANDS = 200
"""Stands that a decision may look at."""
DRAW = Chances(0.5)


@dataclass
class _Dive:
    analyst: Analyst
    root: Side
    left: int

    def value(self, state: State, plies: int, low: float, high: float) -> tuple[float, Chances]:
        """(equity, chances) of the root side; `low` and `high` as in alpha-beta."""
        state = _to_a_choice(state)
        if state.phase is not Phase.MOVE:
            return self._judged(state, _ended(state))
        if plies <= 0 or self.left <= 0:
            return self._judged(state, self.analyst.evaluate(state))
        self.left -= 1
        mine = state.side is self.root
        best: tuple[float, Chances] | None = None
        for play in self.analyst.rank(state)[:WIDTH]:
            found = self.value(played(state, play.steps), plies - 1, low, high)
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

    def _judged(self, state: State, chances: Chances) -> tuple[float, Chances]:
        """Chances of the side on turn (of a finished game: of White) as the root side sees them."""
        viewer = state.side if state.phase is Phase.MOVE else Side.WHITE
        seen = chances if viewer is self.root else chances.swapped()
        return weights(context(state, self.root)).of(seen), seen


def deepened(state: State, analyst: Analyst, depth: int, stands: int = STANDS) -> list[Ranked]:
    """All plays of the part, best first; the `WIDTH` best ones of the net by deep search.

    `state` must wait for a play of a game whose throw is fixed.
    """
    ranked = analyst.rank(state)
    plies = PLIES[min(depth, max(PLIES))]
    dive = _Dive(analyst, state.side, stands)
    found = []
    low = -1e9
    for play in ranked[:WIDTH]:
        equity, chances = dive.value(played(state, play.steps), plies - 1, low, 1e9)
        found.append(replace(play, equity=equity, chances=chances, depth=depth))
        low = max(low, equity)
    found.sort(key=lambda play: -round(play.equity, 5))
    return found + ranked[WIDTH:]


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


def _ended(state: State) -> Chances:
    """The chances of White in a finished game."""
    result = state.result
    if result is None or result.winner is None:
        return DRAW
    points = result.points // state.cube.value
    chances = won(state.rules, points)
    return chances if result.winner is Side.WHITE else chances.swapped()


def won(rules: Ruleset, points: int) -> Chances:
    """The chances of a side that has won so many points before the cube."""
    if COUNTS[rules.score]:
        return counted(1.0, float(points >= 2), float(points >= 3))
    return Chances(1.0, gain=float(points))
