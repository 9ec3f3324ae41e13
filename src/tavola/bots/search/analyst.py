"""What a position is worth and which play is best: a net, exact tables and a look ahead.

One `Analyst` serves one game (a `Ruleset`) and one thread.  It reads a `State`, so that whatever
the rules let a player do next is what it weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tavola.bots.cube.chances import COUNTS, Chances, counted
from tavola.bots.cube.compiled_play_value import fill
from tavola.bots.cube.context import Context, context, usual
from tavola.bots.cube.decisions import play_utility
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.exact.store import Exact
from tavola.bots.net.evaluate import OUTPUTS, Y, outputs, rounded, unit_of
from tavola.bots.search import candidate_value as f
from tavola.bots.search import lookahead
from tavola.bots.search.candidates import (
    ASKED,
    CELLS,
    CUBE,
    FILTERS,
    FOUND,
    LOOKED,
    MOST,
    ORDER,
    SCORES,
    STEPS,
    VALUES,
    WAYS,
    Filter,
    bench_for,
    collect,
    tools,
    weigh,
)
from tavola.bots.search.compiled_analyst import greedy
from tavola.bots.search.expectation import expect
from tavola.bots.search.limits import Limits, Report
from tavola.bots.search.ranking import Ranked, Ranking
from tavola.bots.search.working_net import WorkingNet
from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.kernel.backend import compiled
from tavola.rules.kernel.generator import KEYS, SLOTS
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State, Throw

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

AT_ONCE = 16
"""Candidates between two looks at the limits."""


class Analyst:
    """A net at work; `weights` as in `Net`; exact tables (`exact.tables_for`) go before it."""

    def __init__(
        self, rules: Ruleset, weights: Array | list[float], exact: Exact | None = None
    ) -> None:
        self.rules = rules
        self.net = WorkingNet(rules, weights, exact)
        self._tools = tools(self.net)
        self._bench = bench_for(rules, len(self.net.W[KEYS]))
        self._request = self._bench[ASKED]
        self._unit = float(unit_of(self.net.T))
        self._counts = COUNTS[rules.score]
        self._scale = 1.0 if self._counts else usual(rules).amount
        self._valued: tuple[Context, Side] | None = None
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
        self._value(context(state, side), side)
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
        self._run(f.value_candidate, self._request, net.numbers, 0)
        return self._chances(net.best)

    # -------------------------------------------------------------------------------- candidates

    def rank(
        self,
        state: State,
        depth: int = 0,
        budget: int | None = None,
        seconds: float | None = None,
        filters: tuple[Filter, ...] = FILTERS,
    ) -> Sequence[Ranked]:
        """All plays of the part that is to be played, best first; those looked at deeper first.

        `budget` ends the look ahead after so many evaluated positions, the same ones every time;
        `seconds` is a safety for slow machines.  `report` says what it cost.  Where the limits do
        not even allow to play the rest of a throw on from every play, the others come last, with
        depth -1: judged as if the throw ended with them.
        """
        net = self.net
        net.K[lookahead.EVALUATED] = 0
        limits = Limits(lambda: int(net.K[lookahead.EVALUATED]), budget, seconds)
        amount = min(self._gather(state), budget or MOST)
        if not amount:
            return []
        here = context(state, state.side)
        self._value(here, state.side)
        self._first_look(state, amount, here, limits)
        throws, cost = 1 if state.fixed else len(turn.THROWS), 0
        for level in range(1, depth + 1):
            chosen = self._worth_a_look(amount, filters[min(level, len(filters)) - 1])
            if len(chosen) < 2 and level == depth:
                break
            chosen = chosen[: limits.afford(len(chosen), cost)]
            before, deeper = limits.count(), list[_Kept]()
            for i in chosen:
                if deeper and not limits.afford(1, (limits.count() - before) // len(deeper)):
                    break
                deeper.append(self._kept(i))
                self._weigh(state, [i], level, here)
            if len(deeper) < min(len(chosen), 2) or not deeper:
                for kept in deeper:
                    self._put_back(kept)
                break
            cost = throws * (limits.count() - before) // len(deeper)
        self.report = limits.report()
        return Ranking(self._bench, amount, self._chances)

    def _gather(self, state: State) -> int:
        """Put the plays of the part on the bench; how many there are."""
        now, side = state.turn, state.side
        if state.phase is not Phase.MOVE or now.used:
            return self._gather_slowly(state)
        if not now.need:
            return 0
        net = self.net
        self._load(state.position)
        for i, number in enumerate(now.numbers):
            net.numbers[i] = number
        return int(collect(self._tools, self._bench, int(side), len(now.numbers), now.hit))

    def _gather_slowly(self, state: State) -> int:
        """The same in the middle of a part, step by step through the rules."""
        candidates = complete_plays(state)[:MOST]
        self._put(state, candidates)
        return len(candidates)

    def _put(self, state: State, candidates: Sequence[tuple[tuple[int, ...], Position]]) -> None:
        """Put plays, as steps and the position they lead to, on the bench."""
        current, other = state.turn, state.side.other
        ways, steps = self._bench[WAYS], self._bench[STEPS]
        bar, done = state.position.bar(other), bin(current.used).count("1")
        for i, (codes, position) in enumerate(candidates):
            _copy(position, self._bench[CELLS], i)
            left = len(current.numbers) - done - len(codes)
            ways[3 * i], ways[3 * i + 1] = int(left == 0), left
            ways[3 * i + 2] = int(current.hit or position.bar(other) > bar)
            for n in range(SLOTS):
                steps[i * SLOTS + n] = codes[n] if n < len(codes) else 0

    def _first_look(self, state: State, amount: int, here: Context, limits: Limits) -> None:
        """All candidates at depth 0; the better ones first where there may be no time for all."""
        everyone = range(amount)
        limited = limits.budget is not None or limits.seconds is not None
        if not limited or not self._goes_on(state):
            self._weigh(state, everyone, 0, here)
            return
        self._weigh(state, everyone, 0, here, played_out=True)
        quick = self._best_first(everyone)
        before, done, count = limits.count(), 0, 1
        while count:
            self._weigh(state, quick[done : done + count], 0, here)
            done += count
            cost = (limits.count() - before) // done
            count = limits.afford(min(AT_ONCE, amount - done), cost)
        for i in quick[done:]:
            self._bench[LOOKED][i] = -1

    def _goes_on(self, state: State) -> bool:
        """Whether another part of the throw follows a complete play of this one."""
        dice = state.turn.dice
        if dice is None or greedy(self.net.T, 10 * dice[0] + dice[1]):
            return False
        code, _ = turn.part_of(state, replace(state.turn, index=state.turn.index + 1))
        return code > 0 or code == turn_program.CHOOSE_DOUBLE

    def _best_first(self, some: Iterable[int]) -> list[int]:
        scores = self._bench[SCORES]
        return sorted(some, key=lambda i: (-int(scores[i]), i))

    def _worth_a_look(self, amount: int, limit: Filter) -> list[int]:
        """The candidates at the greatest depth so far that come near the best of them."""
        looked, values = self._bench[LOOKED], self._bench[VALUES]
        depths = [int(looked[i]) for i in range(amount)]
        deepest = max(depths)
        same = self._best_first(i for i, depth in enumerate(depths) if depth == deepest)
        least = values[same[0]] - limit.within * self._scale
        return [i for i in same if values[i] >= least][: limit.keep]

    def _kept(self, i: int) -> _Kept:
        bench = self._bench
        found = [float(y) for y in bench[FOUND][i * OUTPUTS : (i + 1) * OUTPUTS]]
        return i, found, float(bench[VALUES][i]), int(bench[SCORES][i]), int(bench[LOOKED][i])

    def _put_back(self, kept: _Kept) -> None:
        i, found, *rest = kept
        for k, y in enumerate(found):
            self._bench[FOUND][i * OUTPUTS + k] = y
        self._bench[VALUES][i], self._bench[SCORES][i], self._bench[LOOKED][i] = rest

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

    def _weigh(
        self,
        state: State,
        which: Sequence[int],
        depth: int,
        here: Context,
        played_out: bool = False,
    ) -> None:
        """Score some of the candidates on the bench."""
        bench, order = self._bench, self._bench[ORDER]
        self._prepare(state, depth, played_out)
        for n, i in enumerate(which):
            order[n] = i
        weigh(self._tools, bench, len(which), depth)
        if self._counts or not self.rules.cube:
            return
        for i in which:  # amounts with a cube: seldom, and not in the plain subset
            value = play_utility(self._chances(bench[FOUND][i * OUTPUTS : (i + 1) * OUTPUTS]), here)
            bench[VALUES][i], bench[SCORES][i] = value, rounded(value)

    def equity(self, chances: Chances, here: Context) -> float:
        """What chances are worth to a side that has just played."""
        if self.rules.cube:
            return play_utility(chances, here)
        return linear_utility(here).of(chances)

    # ----------------------------------------------------------------------------------- buffers

    def _run(self, function: Callable[..., object], *rest: Any) -> None:
        """Call a function of the plain subset with the buffers that all of them begin with."""
        net = self.net
        function(net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals, *rest)

    def _load(self, position: Position) -> None:
        _copy(position, self.net.space.rows, 0)

    def _value(self, here: Context, side: Side) -> None:
        """Tell net and bench what outputs are worth at this cube and score."""
        if (here, side) == self._valued:
            self.net.K[lookahead.ERA] += 1
            return
        self._valued = here, side
        w = linear_utility(here)
        if self._counts and self.rules.cube:
            fill(self._bench[CUBE], here)
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


_Kept = tuple[int, list[float], float, int, int]
"""What the bench said of a candidate: its number, outputs, equity, rounded, and depth."""


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
