"""What a position is worth and which play is best: a net, exact tables and a look ahead.

One `Analyst` serves one game (a `Ruleset`) and one thread.  It reads a `State`, so that whatever
the rules let a player do next is what it weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tavola.bots.cube.chances import COUNTS, Chances, counted
from tavola.bots.cube.context import Context, context, usual
from tavola.bots.cube.decisions import play_utility
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.exact.store import Exact
from tavola.bots.net.evaluate import OUTPUTS, Y, outputs, unit_of
from tavola.bots.search import candidate_value as f
from tavola.bots.search import lookahead
from tavola.bots.search.expectation import expect
from tavola.bots.search.limits import Limits, Report
from tavola.bots.search.working_net import WorkingNet
from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.kernel.backend import compiled, large, reals, small
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State, Throw

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

MOST = 4096
"""Candidates that are weighed; of more the first ones."""
AT_ONCE = 16
"""Candidates between two looks at the limits."""


@dataclass(frozen=True)
class Filter:
    """Which candidates a deeper look is worth: at most `keep`, at most `within` behind the best.

    `within` counts points of a game that scores 1, 2 or 3; for amounts it is multiplied by the
    usual amount.
    """

    keep: int
    within: float


FILTERS = (Filter(8, 0.16), Filter(3, 0.05))
"""From depth 0 to 1, and from depth 1 to 2 and further."""


@dataclass(frozen=True)
class Ranked:
    """A play and what it is worth: its steps as kernel integers, the position they lead to, the
    chances of the side that plays, its equity at this cube and score, and the depth of the look."""

    steps: tuple[int, ...]
    position: Position
    chances: Chances
    equity: float
    depth: int


class Analyst:
    """A net at work; `weights` as in `Net`; exact tables (`exact.tables_for`) go before it."""

    def __init__(
        self, rules: Ruleset, weights: Array | list[float], exact: Exact | None = None
    ) -> None:
        self.rules = rules
        self.net = WorkingNet(rules, weights, exact)
        self._request = large(f.REQUEST)
        self._rows = small(MOST * WIDTH)
        self._ways = large(MOST * 3)
        self._order = large(MOST)
        self._found = reals(MOST * OUTPUTS)
        self._unit = float(unit_of(self.net.T))
        self._counts = COUNTS[rules.score]
        self._scale = 1.0 if self._counts else usual(rules).amount
        self.report = Report(0, 0.0)

    # -------------------------------------------------------------------------------- evaluation

    def chances(
        self, position: Position, side: Side, depth: int = 0, throws: int = 1, fixed: int = 0
    ) -> Chances:
        """Chances of `side`, which is about to throw; `throws` and `fixed` as in `encode`."""
        net = self.net
        self._load(position)
        if depth == 0:
            outputs(net.T, net.space.rows, 0, int(side), throws, fixed, net.M, 0)
            net.K[lookahead.EVALUATED] += 1
            return self._chances(net.M[Y])
        self._run(expect, int(side), throws, fixed, 0, depth, net.numbers)
        return self._chances(net.totals)

    def evaluate(self, state: State, depth: int = 0) -> Chances:
        """Chances of the side on turn in any state of a running game (of the side that must answer
        an offer: of that side)."""
        side = state.side
        self._value(state, side)
        if state.phase is Phase.OPENING:
            white, black = (self.chances(state.position, s, depth) for s in Side)
            return mean([(0.5, white), (0.5, black.swapped())])
        if state.phase is Phase.ANSWER:
            assert state.offer is not None
            before = state.but(phase=state.offer.back, offer=None)
            there = self.evaluate(before, depth)
            return there if state.actor is side else there.swapped()
        if state.phase is Phase.START:
            return self._before_throw(state, depth)
        if state.phase is Phase.CHOOSE:
            return self.choices(state, depth)[0][1].chances
        ranked = self.rank(state, depth)
        return ranked[0].chances if ranked else self._ended(state, depth)

    def _before_throw(self, state: State, depth: int) -> Chances:
        side = state.side
        if state.names:
            return self.choices(state, depth)[0][1].chances
        return self.chances(state.position, side, depth, _throws(state), _plain(state.fixed))

    def _ended(self, state: State, depth: int) -> Chances:
        """After the last part of a throw: who throws next is known."""
        self._prepare(state, depth, played_out=True)
        self._load(state.position)
        self._request[f.STRUCK] = int(state.turn.hit)
        net = self.net
        self._run(f.value_candidate, self._request, net.numbers)
        return self._chances(net.best)

    # -------------------------------------------------------------------------------- candidates

    def rank(
        self,
        state: State,
        depth: int = 0,
        budget: int | None = None,
        seconds: float | None = None,
        filters: tuple[Filter, ...] = FILTERS,
    ) -> list[Ranked]:
        """All plays of the part that is to be played, best first; those looked at deeper first.

        `budget` ends the look ahead after so many evaluated positions, the same ones every time;
        `seconds` is a safety for slow machines.  `report` says what it cost.  Where the limits do
        not even allow to play the rest of a throw on from every play, the others come last, with
        depth -1: judged as if the throw ended with them.
        """
        net = self.net
        net.K[lookahead.EVALUATED] = 0
        limits = Limits(lambda: int(net.K[lookahead.EVALUATED]), budget, seconds)
        candidates = complete_plays(state)[: min(MOST, budget or MOST)]
        if not candidates:
            return []
        self._value(state, state.side)
        here = context(state, state.side)
        self._store(state, candidates)
        ranked = self._first_look(state, candidates, here, limits)
        throws, cost = 1 if state.fixed else len(turn.THROWS), 0
        for level in range(1, depth + 1):
            chosen = self._worth_a_look(ranked, filters[min(level, len(filters)) - 1])
            if len(chosen) < 2 and level == depth:
                break
            chosen = chosen[: limits.afford(len(chosen), cost)]
            before, deeper = limits.count(), list[Candidate]()
            for i, _ in chosen:
                if deeper and not limits.afford(1, (limits.count() - before) // len(deeper)):
                    break
                deeper += self._weigh(state, candidates, [i], level, here)
            if len(deeper) < min(len(chosen), 2) or not deeper:
                break
            cost = throws * (limits.count() - before) // len(deeper)
            deeper.sort(key=_by_equity)
            ranked = deeper + [item for item in ranked if item[0] not in {i for i, _ in deeper}]
        self.report = limits.report()
        return [item for _, item in ranked]

    def _first_look(
        self,
        state: State,
        candidates: list[tuple[tuple[int, ...], Position]],
        here: Context,
        limits: Limits,
    ) -> list[Candidate]:
        """All candidates at depth 0; the better ones first where there may be no time for all."""
        everyone = list(range(len(candidates)))
        limited = limits.budget is not None or limits.seconds is not None
        if not limited or not _goes_on(state):
            return self._weigh(state, candidates, everyone, 0, here)
        quick = self._weigh(state, candidates, everyone, 0, here, played_out=True)
        before, found, count = limits.count(), list[Candidate](), 1
        while count:
            some = [i for i, _ in quick[len(found) : len(found) + count]]
            found += self._weigh(state, candidates, some, 0, here)
            cost = (limits.count() - before) // len(found)
            count = limits.afford(min(AT_ONCE, len(quick) - len(found)), cost)
        rest = [(i, replace(item, depth=-1)) for i, item in quick[len(found) :]]
        return sorted(found, key=_by_equity) + rest

    def _worth_a_look(self, ranked: list[Candidate], limit: Filter) -> list[Candidate]:
        best = ranked[0][1]
        within = limit.within * self._scale
        same = [item for item in ranked if item[1].depth == best.depth]
        return [item for item in same if item[1].equity >= best.equity - within][: limit.keep]

    def choices(self, state: State, depth: int = 0) -> list[tuple[Action, Ranked]]:
        """Named throws or numbers of a double that may be chosen, best first, each with the best
        play that follows."""
        kinds = (Kind.NAME, Kind.CHOOSE)
        found = []
        for action in turn.legal(state):
            if action.kind not in kinds:
                continue
            after, _ = turn.apply(state, action)
            ranked = self.rank(after, depth)
            best = ranked[0] if ranked else self._unplayed(after, depth)
            found.append((action, best))
        return sorted(found, key=lambda item: -round(item[1].equity, 5))

    def _unplayed(self, state: State, depth: int) -> Ranked:
        chances = self._ended(state, depth)
        here = context(state, state.side)
        return Ranked((), state.position, chances, self.equity(chances, here), depth)

    def _store(self, state: State, candidates: list[tuple[tuple[int, ...], Position]]) -> None:
        current, other = state.turn, state.side.other
        bar = state.position.bar(other)
        done = bin(current.used).count("1")
        for i, (steps, position) in enumerate(candidates):
            self._put(position, i)
            left = len(current.numbers) - done - len(steps)
            self._ways[3 * i] = int(left == 0)
            self._ways[3 * i + 1] = left
            self._ways[3 * i + 2] = int(current.hit or position.bar(other) > bar)

    def _weigh(
        self,
        state: State,
        candidates: list[tuple[tuple[int, ...], Position]],
        which: list[int],
        depth: int,
        here: Context,
        played_out: bool = False,
    ) -> list[Candidate]:
        net = self.net
        self._prepare(state, depth, played_out)
        for n, i in enumerate(which):
            self._order[n] = i
        self._run(
            f.value_candidates,
            self._request,
            net.numbers,
            self._rows,
            self._order,
            len(which),
            self._ways,
            self._found,
        )
        ranked = []
        for i in which:
            steps, position = candidates[i]
            chances = self._chances(self._found[i * OUTPUTS : (i + 1) * OUTPUTS])
            ranked.append((i, Ranked(steps, position, chances, self.equity(chances, here), depth)))
        return sorted(ranked, key=_by_equity)

    def equity(self, chances: Chances, here: Context) -> float:
        """What chances are worth to a side that has just played."""
        if self.rules.cube:
            return play_utility(chances, here)
        return linear_utility(here).of(chances)

    # ----------------------------------------------------------------------------------- buffers

    def _run(self, function: Callable[..., None], *rest: Any) -> None:
        """Call a function of the plain subset with the buffers that all of them begin with."""
        net = self.net
        function(net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals, *rest)

    def _load(self, position: Position) -> None:
        _copy(position, self.net.space.rows, 0)

    def _put(self, position: Position, index: int) -> None:
        _copy(position, self._rows, index)

    def _value(self, state: State, side: Side) -> None:
        """Tell the net what its outputs are worth at this cube and score."""
        w = linear_utility(context(state, side))
        if self._counts:
            worths = (w.win, w.gammon, w.backgammon, w.gammon_lost, w.backgammon_lost, w.constant)
            if self._counts == 1:
                worths = (w.win, 0.0, 0.0, 0.0, 0.0, w.constant)
        else:
            worths = (w.win, w.gain * self._unit, 0.0, w.loss * self._unit, 0.0, w.constant)
        self.net.value(worths, int(side))

    def _prepare(self, state: State, depth: int, played_out: bool = False) -> None:
        """Fill the request: what follows a candidate of the part that is being played."""
        now, q, trail = state.turn, self._request, self.net.K
        side = state.side
        ahead = state.ahead[side.other]
        heir = now.dice is None
        q[f.SIDE] = int(side)
        q[f.FACE_A], q[f.FACE_B] = (0, 0) if now.dice is None else now.dice
        q[f.CHOSEN], q[f.INDEX] = now.chosen, now.index + 1
        q[f.TURN_THROWS] = _throws(state)
        q[f.FIXED_DICE] = _plain(state.fixed)
        q[f.OPEN_DICE] = _plain(ahead)
        q[f.DEPTH] = depth
        q[f.PLAYED_OUT] = int(heir or played_out)
        again = now.ending == turn_program.THROW_AGAIN or heir
        who = side if again or _throws(state) > 1 else side.other
        left = _throws(state) if again else max(1, _throws(state) - 1)
        trail[lookahead.WHO] = int(who)
        trail[lookahead.THROWS] = left if who is side else _turn_throws(self.rules, who)

    def _chances(self, y: Iterable[float]) -> Chances:
        win, a, b, c, d = (float(v) for v in list(y)[:OUTPUTS])
        if self._counts == 0:
            return Chances(win, gain=a * self._unit, loss=c * self._unit)
        if self._counts < 3:
            b = d = 0.0
        return counted(win, a, b, c, d) if self._counts > 1 else counted(win)


Candidate = tuple[int, Ranked]


def _by_equity(item: Candidate) -> tuple[float, int]:
    return -round(item[1].equity, 5), item[0]


def _copy(position: Position, rows: Any, index: int) -> None:
    at = index * WIDTH
    if compiled:
        import numpy

        rows[at : at + WIDTH] = numpy.frombuffer(position.row, dtype="int8")
    else:
        rows[at : at + WIDTH] = position.cells


def _plain(dice: Throw | None) -> int:
    return 0 if dice is None else 10 * dice[0] + dice[1]


def _turn_throws(rules: Ruleset, side: Side) -> int:
    return 2 if rules.namer is side.other else 1


def _throws(state: State) -> int:
    """How many throws the turn has, this one included."""
    return _turn_throws(state.rules, state.side) if state.fresh else 1


def _goes_on(state: State) -> bool:
    """Whether another part of the throw follows a complete play of this one."""
    now = state.turn
    if now.dice is None:
        return False
    code, _ = turn.part_of(state, replace(now, index=now.index + 1))
    return code > 0 or code == turn_program.CHOOSE_DOUBLE


def complete_plays(state: State) -> list[tuple[tuple[int, ...], Position]]:
    """Every distinct way to play the part from here on: steps and the position they lead to."""
    if not state.turn.used:
        return [(play.steps, play.position) for play in turn.plays(state)]
    found: dict[Position, tuple[int, ...]] = {}
    _go_on(state, state.turn.index, (), found)
    return [(steps, position) for position, steps in found.items()]


def _go_on(
    state: State, part: int, steps: tuple[int, ...], found: dict[Position, tuple[int, ...]]
) -> None:
    over = state.turn.ending is not None or state.turn.index != part
    if steps and (over or state.phase is not Phase.MOVE):
        found.setdefault(state.position, steps)
        return
    for action in turn.next_steps(state):
        after, _ = turn.apply(state, action)
        _go_on(after, part, (*steps, action.code), found)


def mean(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """The weighted mean of chances; the weights add up to 1."""
    parts = list(parts)
    names = Chances.__dataclass_fields__
    return Chances(**{name: sum(w * getattr(c, name) for w, c in parts) for name in names})
