"""Deep search where chance is out of the game: the throw is fixed, so that all can be foreseen.

Alpha-beta over states, with draws by repetition and by standstill as the rules count them; first
for a few plays, then always one further, until a limit is reached or nothing is left open.  The net
says which of many plays are worth a try, and what the positions at the end are worth.  A position
is judged once a decision, whatever way leads to it and however deep the search goes; of its plays
the one that was best there last is tried first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tavola.bots.cube.chances import COUNTS, Chances, counted
from tavola.bots.cube.context import context
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.limits import Limits
from tavola.bots.search.ranking import Ranked
from tavola.rules import turn
from tavola.rules.kernel import backend, turn_program
from tavola.rules.model import known_axes, movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import AceDeuce, Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State, Turn, sightings, step_action

_STRAIGHT: known_axes.Known = {
    **known_axes.whatever(*known_axes.WORTH, *known_axes.AROUND),
    **known_axes.whatever("start", "dice", "fixed_double", "repetition", "stack", "block"),
}
"""Rules by which a throw is one part and a turn one throw, and only the position counts after."""
REVISIT = 2
"""What it counts for, in evaluated positions, to come by one that was judged before."""
FEW, WIDTH = 8, 4
"""Plays that are tried: all of them where there are few, else those the net likes best.  Those to
choose from are as many as few."""
NEAREST, FARTHEST = 2, 16
"""Plays to foresee at first and at most."""
BUDGET = 24_000
"""Positions that may be evaluated for a decision, whatever depth is asked for.  Reviews ask for
depth 1: where they foresaw less than the expert they took good plays of his for errors."""
PLAIN = 20
"""So many times fewer where there is no compiler, so that a decision takes no longer."""
DRAW = Chances(0.5)
ENDLESS = 1e9
"""More than any equity."""


class _Cut(Exception):
    """A limit was reached."""


@dataclass
class _Judged:
    """A position with a side to play: its plays that are tried, the best one first, whether that is
    all of them, and what the net says it is worth to the side."""

    plays: list[Ranked]
    whole: bool
    chances: Chances


class _Dive:
    """A search for the side on turn; `left_open` says that not all was played to its end."""

    def __init__(
        self, state: State, analyst: Analyst, budget: int | None, seconds: float | None
    ) -> None:
        self.analyst, self.root = analyst, state.side
        self.here = context(state, state.side)
        self.evaluated, self.left_open = 0, False
        self.limits = Limits(lambda: self.evaluated, budget, seconds)
        self.judged: dict[tuple[bytes, Side], _Judged] = {}
        self.begun: dict[tuple[bytes, Side], tuple[tuple[str, ...], Turn]] = {}
        self.straight = known_axes.covers(_STRAIGHT, state.rules) and not state.turn.used

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
        compared: bool = False,
    ) -> list[Ranked]:
        """The plays of `root`, best first, by foreseeing so many of them and of their answers.

        The best one and the one that leads to `also` are worth what they say, the others at most
        what they say, unless all are `compared`.
        """
        found, low = list[Ranked](), -ENDLESS
        for play in plays:
            least = -ENDLESS if compared or play.position == also else low
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
        here, mine = self._judge(state), state.side is self.root
        if ahead <= 1:
            self.left_open = True
            chances = here.chances if mine else here.chances.swapped()
            return self.analyst.equity(chances, self.here), chances
        self.left_open = self.left_open or not here.whole
        best, liked, plays = (-ENDLESS if mine else ENDLESS, DRAW), 0, here.plays
        for n, play in enumerate(plays):
            found = self._value(self._after(state, play), ahead - 1, low, high)
            if found[0] > best[0] if mine else found[0] < best[0]:
                best, liked = found, n
            if mine:
                low = max(low, found[0])
            else:
                high = min(high, found[0])
            if low >= high:
                break
        here.plays = [plays[liked], *plays[:liked], *plays[liked + 1 :]]
        return best

    def _judge(self, state: State) -> _Judged:
        """What is known of a position that can be played from."""
        key = state.position.row, state.side
        if not self.limits.afford(1, 1):
            raise _Cut
        if key in self.judged:
            self.evaluated += REVISIT
        else:
            ranked = self.rank(state)
            tried = list(ranked[: FEW if len(ranked) <= FEW else WIDTH])
            whole = len(tried) == len(ranked)
            self.judged[key] = _Judged(tried, whole, tried[0].chances)
        return self.judged[key]

    def _after(self, state: State, play: Ranked) -> State:
        """The state after a play; where the rules are straight, without step after step."""
        side, position = state.side, play.position
        if not self.straight or movement.over(state.rules, position, side):
            return played(state, play.steps)
        after = state.but(position=position, idle=0)
        key = position.row, side.other
        if key not in self.begun:
            self.begun[key] = _beginning(after, side.other)
        return _begun(after, side.other, *self.begun[key])


def _beginning(state: State, side: Side) -> tuple[tuple[str, ...], Turn]:
    """How the turn of a side begins in a position by straight rules, where it plays the fixed throw
    if it can: what is to be remembered of the position, and the turn."""
    thrown = Turn(dice=state.fixed)
    _, numbers = turn.part_of(state.but(side=side), thrown)
    need, only = movement.due(state.rules, state.position, side, numbers)
    if need:
        begun = thrown.but(numbers=numbers, need=need, only=only)
    else:
        begun = thrown.but(index=1, ending=turn_program.END)
    return sightings(state.but(seen=()), side), begun


def _begun(state: State, side: Side, here: tuple[str, ...], begun: Turn) -> State:
    """The state where a turn begins; drawn by repetition it goes through the state machine."""
    seen = state.seen + here
    if here and seen.count(here[0]) >= 3:
        ended = Turn(dice=state.fixed, ending=turn_program.END, steps=(1,))
        drawn = state.but(phase=Phase.MOVE, side=side.other, turn=ended)
        return turn.apply(drawn, Action(Kind.DONE, side.other))[0]
    return state.but(phase=Phase.MOVE, side=side, turn=begun, turns=state.turns + 1, seen=seen)


def foreseen(state: State) -> bool:
    """Whether nothing but plays is decided from here on: the throw is fixed, and nobody names one
    or chooses a double."""
    rules = state.rules
    choosing = rules.namer is not None or rules.ace_deuce is not AceDeuce.ORDINARY
    return state.fixed is not None and not choosing


def usual_budget() -> int:
    """Positions that may be evaluated for a decision in this process."""
    return BUDGET if backend.compiled else BUDGET // PLAIN


def deepened(
    state: State,
    analyst: Analyst,
    depth: int,
    budget: int | None = BUDGET,
    seconds: float | None = None,
    also: Position | None = None,
    compared: bool = False,
) -> list[Ranked]:
    """All plays of the part, best first, the `FEW` best ones of the net and the one that leads to
    `also` by deep search.

    `state` must wait for a play, and all must be `foreseen` from there.  The limits are those of
    `Analyst.rank`, and so is the report; `depth` is what the plays say of themselves.  What the
    plays beside the best one are worth is found out if they are to be `compared`: that costs about
    a play of foresight.
    """
    dive = _Dive(state, analyst, budget, seconds)
    ranked = dive.rank(state)
    tried = [play for n, play in enumerate(ranked) if n < FEW or play.position == also]
    others = [play for n, play in enumerate(ranked) if n >= FEW and play.position != also]
    for ahead in range(NEAREST, FARTHEST + 1):
        dive.left_open = bool(others)
        try:
            tried = dive.try_all(state, tried, ahead, depth, also, compared)
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
