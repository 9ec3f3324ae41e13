"""What the computer thinks: the best actions of a state, its chances, and what the cube says.

An `Adviser` answers for any state of a running game and knows nothing but the state: hints, the
engine protocol and the computer players ask the same one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context, context, efficiency_of
from tavola.bots.cube.decisions import (
    Decision,
    Leaf,
    TakeEquities,
    Verdict,
    answered_leaf,
    decided,
    double_decision,
    equities_ahead,
    leaf_of,
    take_decision,
)
from tavola.bots.exact import Exact
from tavola.bots.search import alpha_beta
from tavola.bots.search.analyst import Analyst, mean
from tavola.bots.search.candidates import FILTERS
from tavola.bots.search.effort import reach
from tavola.bots.search.ranking import OnDemand, Parts, Ranked, Ranking
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

BUDGET = 200_000
"""Positions that may be evaluated for a decision."""
PLAIN_BUDGET = 2000
"""The same without a look ahead where there is no compiler: about a second."""
SECONDS = 5.0
"""A safety for slow machines: after so long a decision is taken as it stands."""
CLEAR = 0.25
"""From this difference of the two best ways on a cube decision is not looked into any deeper."""
LEAST = 1000
"""Positions for one throw of many below which a look ahead is not worth beginning."""
CERTAIN = 1e-6
"""A chance that is nothing but rounding."""


@dataclass(frozen=True)
class Candidate:
    """Something the side on turn may do: actions in order, and what comes of them.

    `position` is the one after the play (after the best one that follows a choice), `equity` is
    normalised to the cube and the score, `depth` is that of the look ahead.
    """

    actions: tuple[Action, ...]
    position: Position
    chances: Chances
    equity: float
    depth: int


@dataclass(frozen=True)
class AfterThrow:
    """A throw that may come, how likely it is, and the chances of the side on turn after its best
    play."""

    dice: Throw
    weight: float
    chances: Chances


class Plays(OnDemand[Candidate]):
    """The plays of a `Ranking` as candidates; `actions` of one of them need nothing else of it."""

    def __init__(self, state: State, ranking: Ranking) -> None:
        super().__init__(len(ranking), self._made, self._all_of)
        self.ranking, self._side = ranking, state.side

    def _made(self, n: int) -> Candidate:
        return self._candidate(self.ranking.parts(n))

    def _all_of(self, ranks: Sequence[int]) -> list[Candidate]:
        return [self._candidate(parts) for parts in self.ranking.several(ranks)]

    def _candidate(self, parts: Parts) -> Candidate:
        steps, position, chances, equity, depth = parts
        return Candidate(_steps(self._side, steps), position, chances, equity, max(depth, 0))

    def actions(self, n: int) -> tuple[Action, ...]:
        """The actions of the play of rank `n`, from 0."""
        return self.actions_at(self.ranking.place(n))

    def actions_at(self, place: int) -> tuple[Action, ...]:
        """The actions of the play that stands at a place of the ranking."""
        return _steps(self._side, self.ranking.steps_at(place))


def usual_budget(depth: int) -> int:
    """Positions for a decision at a depth in this process."""
    return BUDGET if backend.compiled or depth else PLAIN_BUDGET


class Adviser:
    """One game, one thread; `weights` and `exact` as for `Analyst`.

    A question has a `depth`, how many throws are looked ahead, or else a `budget` of positions to
    be evaluated, from which the search chooses (`search/effort.py`).  `late` says that the last
    answer was cut short by the clock.  Every question about a game that is over is refused (codes
    `game_over`, `match_over`).
    """

    def __init__(
        self,
        rules: Ruleset,
        weights: Any,
        exact: Exact | None = None,
        budget: int = BUDGET,
        seconds: float | None = None,
    ) -> None:
        self.rules = rules
        self.exact = exact
        self.analyst = Analyst(rules, weights, exact)
        self.budget = budget
        self.seconds = seconds
        self.late = False
        self._frugal, self._most = False, budget

    @cached_property
    def unit(self) -> float:
        """The mean absolute result of a game, in which errors are measured."""
        start = self.analyst.evaluate(turn.new_match(self.rules))
        return max(start.gain + start.loss, 0.1)

    # ------------------------------------------------------------------------------------ actions

    def candidates(
        self,
        state: State,
        depth: int = 0,
        budget: int | None = None,
        also: Position | Action | None = None,
    ) -> Sequence[Candidate]:
        """What may be played, named, chosen or kept now, best first; empty where dice must fall,
        an offer is open, or nothing is left to decide.

        `also` is looked at as deep as the best: a choice, or the play that leads to a position.
        """
        depth = self._begin(state, depth, budget)
        if state.phase is Phase.CHOOSE or state.names:
            return self._choices(state, depth, also)
        if state.phase is Phase.START and state.opening is not None:
            return self._opening(state, min(depth, 1))
        if state.phase is not Phase.MOVE or state.turn.ending is not None:
            return []
        position = also if isinstance(also, Position) else None
        ranked = self._ranked(state, depth, self._most, also=position)
        if isinstance(ranked, Ranking):
            return Plays(state, ranked)
        return [_of_play(state, one) for one in ranked]

    def _begin(self, state: State, depth: int, budget: int | None) -> int:
        """Before any answer: the game must be going on.  How many throws it looks ahead."""
        self.late = False
        if state.phase in (Phase.OVER, Phase.END):
            raise refuse("game_over" if state.phase is Phase.OVER else "match_over")
        self._frugal = budget is not None
        self._most = self.budget if budget is None else min(budget, self.budget)
        return depth if budget is None else reach(budget)

    def _ranked(
        self,
        state: State,
        depth: int,
        budget: int,
        part: float = 1.0,
        also: Position | None = None,
    ) -> Sequence[Ranked]:
        seconds = None if self.seconds is None else part * self.seconds
        if depth > 0 and alpha_beta.foreseen(state):
            # Who asks for one throw wants to compare plays; a player wants the best one.
            most = alpha_beta.BUDGET if self._frugal else alpha_beta.usual_budget()
            compared = depth == 1 and not self._frugal
            found: Sequence[Ranked] = alpha_beta.deepened(
                state, self.analyst, depth, min(budget, most), seconds, also, compared
            )
        else:
            filters = None if self._frugal and depth > 0 else FILTERS
            found = self.analyst.rank(state, depth, budget, seconds, filters, also)
        self.late = self.late or self.analyst.report.late
        return found

    def _choices(self, state: State, depth: int, also: object = None) -> list[Candidate]:
        """Named throws or numbers of a double, the better ones and `also` looked at deeper."""
        kinds = (Kind.NAME, Kind.CHOOSE)
        actions = [action for action in turn.legal(state) if action.kind in kinds]
        share = max(self._most // len(actions), LEAST)
        found = [self._after(state, action, 0, share) for action in actions]
        found.sort(key=_best_first)
        if depth == 0:
            return found
        limit = FILTERS[0]
        least = found[0].equity - limit.within * max(abs(found[0].equity), 1.0)
        worthy = [one for one in found if one.equity >= least][: limit.keep]
        worthy += [one for one in found[len(worthy) :] if one.actions[0] == also]
        share = max(self._most // len(worthy), 1)
        part = 1 / len(worthy)
        deeper = [self._after(state, one.actions[0], depth, share, part) for one in worthy]
        left = [one for one in found if one not in worthy]
        return sorted(deeper, key=_best_first) + left

    def _after(
        self, state: State, action: Action, depth: int, budget: int, part: float = 1.0
    ) -> Candidate:
        """A choice with the best play that follows."""
        here = context(state, state.side)
        after, _ = turn.apply(state, action)
        chances, position, reached = self._played(after, depth, budget, part)
        return Candidate((action,), position, chances, self.utility(chances, here), reached)

    def _opening(self, state: State, depth: int) -> list[Candidate]:
        """Playing the dice of the opening, or throwing afresh."""
        here, side = context(state, state.side), state.side
        keep = self._after(state, Action(Kind.KEEP, side), depth, self._most)
        ahead = self._leaves(state, depth)
        equity = sum(weight * self.utility(chances, here) for weight, chances in ahead)
        throw = (Action(Kind.THROW, state.thrower),)
        afresh = Candidate(throw, state.position, mean(ahead), equity, depth)
        return sorted([keep, afresh], key=_best_first)

    def utility(self, chances: Chances, here: Context) -> float:
        """What chances are worth to a side that has just played."""
        return self.analyst.equity(chances, here)

    # -------------------------------------------------------------------------------- evaluations

    def chances(self, state: State, depth: int = 0, budget: int | None = None) -> Chances:
        """Chances of the side on turn; where an offer is open, of the side that answers."""
        return self._chances(state, self._begin(state, depth, budget))

    def _chances(self, state: State, depth: int) -> Chances:
        if state.phase in (Phase.MOVE, Phase.CHOOSE) or state.names:
            return self._played(state, depth, self._most)[0]
        if state.phase is Phase.START and state.opening is not None:
            return self._opening(state, min(depth, 1))[0].chances
        if state.phase is Phase.START and depth > 0:
            return mean(self._leaves(state, depth - 1))
        if state.phase is Phase.ANSWER and state.offer is not None:
            before = state.but(phase=state.offer.back, offer=None)
            found = self._chances(before, depth)
            return found if state.actor is state.side else found.swapped()
        return self.analyst.evaluate(state, depth)

    def throws(self, state: State, depth: int = 0) -> list[AfterThrow]:
        """What each throw that may come now leads to, after its best play.

        In the opening the chances are White's, and throws that are thrown again are left out.
        Raises `Refused` where no dice are awaited (code `not_now`).
        """
        depth = self._begin(state, depth, None)
        if not turn.throws(state):
            raise refuse("not_now", action=Kind.THROW.value)
        return self._throws(state, depth)

    def _throws(self, state: State, depth: int) -> list[AfterThrow]:
        side = Side.WHITE if state.phase is Phase.OPENING else state.side
        thrown = self._thrown(state)
        depth, share, part = self._shared(depth, len(thrown))
        found = []
        for dice, weight, after in thrown:
            if after.phase is Phase.START and after.opening is not None:
                chances = self._opening(after, depth)[0].chances
            else:
                chances = self._played(after, depth, share, part)[0]
            mine = chances if after.side is side else chances.swapped()
            found.append(AfterThrow(dice, weight, mine))
        return found

    def _thrown(self, state: State) -> list[tuple[Throw, float, State]]:
        """The throws that may come now, how likely each is, and the state with it; those of the
        opening that are thrown again are left out."""
        opening = state.phase is Phase.OPENING
        kind, thrower = (Kind.OPENING, None) if opening else (Kind.THROW, state.thrower)
        found = [
            (dice, weight, turn.apply(state, Action(kind, thrower, dice))[0])
            for dice, weight in turn.throws(state)
        ]
        found = [one for one in found if one[2].phase is not Phase.OPENING]
        total = sum(weight for _, weight, _ in found)
        return [(dice, weight / total, after) for dice, weight, after in found]

    def _shared(self, depth: int, throws: int) -> tuple[int, int, float]:
        """Depth, budget and part of the time for each of so many throws."""
        share = self._most // throws
        return (depth if share >= LEAST else 0), max(share, LEAST), 1 / throws

    def _leaves(self, state: State, depth: int = 0) -> list[tuple[float, Chances]]:
        """(weight, chances) of each throw that may come now, after its best play; the weights add
        up to 1 and the chances are those of the side on turn."""
        if state.names:
            return [(1.0, self._choices(state, depth)[0].chances)]
        return [(one.weight, one.chances) for one in self._throws(state, depth)]

    def _played(
        self, state: State, depth: int, budget: int, part: float = 1.0
    ) -> tuple[Chances, Position, int]:
        """Chances of the side on turn after its best play, the position then, and the depth.

        `part` is the share of the time that it may take.
        """
        if state.phase is Phase.CHOOSE or state.names:
            best = self._choices(state, depth)[0]
            return best.chances, best.position, best.depth
        if state.phase is Phase.START and state.ahead != (None, None):
            # The own throw lies open already: each throw of the opponent, then the best play.
            return mean(self._leaves(state, depth)), state.position, depth
        ranked: Sequence[Ranked] = []
        if state.phase is Phase.MOVE and state.turn.ending is None:
            ranked = self._ranked(state, depth, budget, part)
        if ranked:
            return ranked[0].chances, ranked[0].position, ranked[0].depth
        return self.analyst.evaluate(state, depth), state.position, depth

    # --------------------------------------------------------------------------------------- cube

    def cube(
        self,
        state: State,
        side: Side | None = None,
        depth: int = 0,
        budget: int | None = None,
    ) -> Decision:
        """Whether `side` (by default the one on turn) should double before the throw; `NO_CUBE`
        with the equities where it may not.  Raises `Refused`: `no_cube`, `cube_before_throw`."""
        depth = self._begin(state, depth, budget)
        if not self.rules.cube:
            raise refuse("no_cube")
        if state.phase is not Phase.START:
            raise refuse("cube_before_throw")
        side = state.side if side is None else side
        here = context(state, side)
        chances = self.analyst.evaluate(state)
        found = double_decision(chances if side is state.side else chances.swapped(), here)
        clear = abs(found.equities.double - found.equities.no_double) > CLEAR
        if depth > 0 and not clear and side is state.side:
            found = decided(equities_ahead(self._cube_leaves(state, depth - 1), here), here)
        # Equities know the cube and the score; that a throw of the turn was played they do not.
        return found if turn.may_double(state, side) else replace(found, verdict=Verdict.NO_CUBE)

    def answer(self, state: State, depth: int = 0, budget: int | None = None) -> TakeEquities:
        """What the answers to the double or beaver on the table are worth to the side that
        answers.  Raises `Refused` (code `not_now`) where no double is on the table."""
        depth = self._begin(state, depth, budget)
        offer = state.offer
        if offer is None or offer.kind is not Kind.DOUBLE:
            raise refuse("not_now", action=Kind.TAKE.value)
        here = context(state, offer.side.other)
        found = take_decision(self.analyst.evaluate(state), here)
        worths = (found.take, found.drop, found.beaver)
        *_, second, best = sorted(worth for worth in worths if worth is not None)
        clear = best - second > CLEAR
        if depth == 0 or clear or here.beavered or offer.side is not state.side:
            return found
        before = state.but(phase=offer.back, offer=None)
        ahead = equities_ahead(self._cube_leaves(before, depth - 1), context(before, offer.side))
        beaver = ahead.double_beaver
        return TakeEquities(
            -ahead.double_take, -ahead.double_drop, None if beaver is None else -beaver
        )

    def _cube_leaves(self, state: State, depth: int) -> list[tuple[float, Leaf]]:
        """Weight of each throw that may come now, and what it leads to after its best play."""
        if state.names:
            return [(1.0, leaf_of(self._choices(state, depth)[0].chances))]
        thrown = self._thrown(state)
        depth, share, part = self._shared(depth, len(thrown))
        return [
            (weight, self._cube_leaf(after, depth, share, part, state.side))
            for _, weight, after in thrown
        ]

    def _cube_leaf(self, state: State, depth: int, budget: int, part: float, side: Side) -> Leaf:
        """What a throw of `side` leads to; looked further ahead, the other side may double next.

        That is left out where positions are counted, or a clock has cut the search short.
        """
        if depth > 0 and state.phase is Phase.MOVE and not self._frugal:
            open_to_play = state.turn.ending is None
            ranked = self._ranked(state, depth, budget, part) if open_to_play else ()
            then = alpha_beta.played(state, ranked[0].steps if ranked else ())
            theirs = then.phase is Phase.START and then.side is not side
            if theirs and then.ahead == (None, None) and not self.late:
                return answered_leaf(self._cube_leaves(then, depth - 1), efficiency_of(then))
            if ranked:
                return leaf_of(ranked[0].chances)
        chances, _, _ = self._played(state, depth, budget, part)
        return leaf_of(chances if state.side is side else chances.swapped())

    # ---------------------------------------------------------------------------------- giving up

    def certainly(self, state: State) -> Chances | None:
        """Chances of a side about to throw that are known, not estimated, or None.

        They are known where exact tables reach, and where the side loses within two throws
        whatever happens.
        """
        if self.exact is not None and state.fresh:
            known = self.exact.chances(state.position, state.side)
            if known is not None:
                return known
        found = self.analyst.evaluate(state, 2)
        return found if found.win < CERTAIN else None


def comparable(found: Sequence[Candidate], most: int) -> list[Candidate]:
    """The first candidates whose figures can stand side by side, best first.

    Not all were looked at equally deep, and a quick look may think more of a play than the deep one
    thinks of the best: such a play stays out, or a list would show a worse play first.
    """
    shown: list[Candidate] = []
    for one in found:
        if len(shown) == most:
            break
        if not shown or one.depth == shown[0].depth or one.equity <= shown[-1].equity:
            shown.append(one)
    return shown


def _of_play(state: State, play: Ranked) -> Candidate:
    actions = _steps(state.side, play.steps)
    return Candidate(actions, play.position, play.chances, play.equity, max(play.depth, 0))


def _steps(side: Side, codes: Sequence[int]) -> tuple[Action, ...]:
    return tuple([step_action(side, code) for code in codes])


def _best_first(candidate: Candidate) -> float:
    return -round(candidate.equity, 5)


def without_dice(actions: Sequence[Action]) -> bool:
    """Whether actions are nobody's choice: dice must fall."""
    return any(action.kind is Kind.THROW for action in actions)
