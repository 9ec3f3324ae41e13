"""What a position is worth and which play is best: a net, exact tables and a look ahead.

One `Analyst` serves one game (a `Ruleset`) and one thread.  It reads a `State`, so that whatever
the rules let a player do next is what it weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tavola.bots.cube.chances import COUNTS, Chances, counted
from tavola.bots.cube.compiled_play_value import EFFICIENCY, fill
from tavola.bots.cube.context import Context, context, efficiency_of, usual
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
    CUT,
    DONE,
    FILTERS,
    FOUND,
    LOOKED,
    MOST,
    ORDER,
    PROGRESS,
    SCORES,
    STEPS,
    VALUES,
    WAYS,
    Filter,
    ahead,
    begin_ahead,
    bench_for,
    collect,
    first_look,
    pick_of,
    set_filters,
    stride_for,
    tools,
    weigh,
)
from tavola.bots.search.compiled_analyst import greedy
from tavola.bots.search.effort import MOST as MOST_SPENT
from tavola.bots.search.effort import filters_for, price
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
from tavola.rules.model.throws import every_throw, is_double, packed, throws_of
from tavola.rules.turn.state import Action, Kind, Phase, State

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
        self._amounts = self._counts == 0 and rules.cube
        self._greedy = {dice for dice in every_throw(rules) if greedy(self.net.T, packed(dice))}
        self._valued: object = None
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
        self._value(state)
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
        return self.chances(state.position, side, depth, first_throws(state), packed(state.fixed))

    def _ended(self, state: State, depth: int) -> Chances:
        """After the last part of a throw: who throws next is known."""
        self._prepare(state)
        self._load(state.position)
        self._request[f.DEPTH], self._request[f.PLAYED_OUT] = depth, 1
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
        filters: tuple[Filter, ...] | None = FILTERS,
        also: Position | None = None,
    ) -> Ranking:
        """All plays of the part that is to be played, best first; those looked at deeper first.

        `budget` ends the look ahead after so many evaluated positions, the same ones every time;
        `seconds` is a safety for slow machines.  `filters` say which plays are worth a look; None
        lets the budget choose (`effort.py`), at most `depth` deep.  `report` says what it cost.
        A play that leads to `also` is looked at as deep as the best one, whatever the limits say.

        Where the limits do not even allow to play the rest of a throw on from every play, the
        others come last, with depth -1: judged as if the throw ended with them.
        """
        limits = Limits(self._spent, budget, seconds)
        amount = self._first_look(state, limits)
        if filters is None and depth > 0:
            dice = state.turn.dice
            double = dice is not None and is_double(dice)
            look = price(limits.count(), double, len(throws_of(self.rules)))
            filters = filters_for(limits.budget or MOST_SPENT, look)
            depth = min(depth, len(filters))
        if depth > 0 and amount and filters:
            self._look_ahead(state, amount, depth, filters, limits)
        if amount and also is not None:
            self._look_at_both(state, amount, depth, also)
        self.report = limits.report()
        return Ranking(self._bench, amount, self._counted)

    def _spent(self) -> int:
        return int(self.net.K[lookahead.EVALUATED])

    def _first_look(self, state: State, limits: Limits) -> int:
        """Put the plays of the part on the bench, scored at depth 0; how many there are."""
        now = state.turn
        self._value(state)
        self._prepare(state)
        simple = state.phase is Phase.MOVE and not now.used and not self._amounts
        if not simple or not now.need or (limits.limited and self._goes_on(state)):
            return self._first_look_slowly(state, limits)
        self._load_part(state)
        return int(first_look(self._tools, self._bench, len(now.numbers), now.hit))

    def _first_look_slowly(self, state: State, limits: Limits) -> int:
        """The same in the middle of a part, where limits may end it, and by amounts with a cube."""
        self.net.K[lookahead.EVALUATED] = 0
        self._bench[CUBE][EFFICIENCY] = efficiency_of(state)
        amount = self._gather(state)
        if not limits.limited or not self._goes_on(state):
            self._weigh(state, range(amount))
            return amount
        self._request[f.PLAYED_OUT] = 1
        self._weigh(state, range(amount))
        quick = self._mixed(self._best_first(range(amount)))
        self._prepare(state)
        before, done, count = limits.count(), 0, 1
        while count:
            self._weigh(state, quick[done : done + count])
            done += count
            cost = (limits.count() - before) // done
            count = limits.afford(min(AT_ONCE, amount - done), cost)
        for i in quick[done:]:
            self._bench[LOOKED][i] = -1
        return amount

    def _look_ahead(
        self, state: State, amount: int, depth: int, filters: tuple[Filter, ...], limits: Limits
    ) -> None:
        """Look deeper at those that are worth it; where a clock runs one after the other."""
        bench, throws, more = self._bench, 1 if state.fixed else len(throws_of(self.rules)), True
        set_filters(bench, filters, self._scale)
        begin_ahead(bench)
        at_once = 1 if self._amounts or limits.seconds is not None else amount * depth
        while more:
            allowed = limits.allowed()
            more = bool(ahead(self._tools, bench, amount, depth, throws, allowed, at_once))
            if self._amounts and bench[PROGRESS][DONE]:
                self._correct(state, bench[ORDER][bench[PROGRESS][DONE] - 1])
        limits.note(bool(bench[PROGRESS][CUT]))

    def _look_at_both(self, state: State, amount: int, depth: int, also: Position) -> None:
        """Look at the best play and at the one that leads to a position as deep as each other.

        A best play far ahead of all others is not looked at deeper by itself; here it is.
        """
        bench, row = self._bench, bytes(also.row)
        best = int(pick_of(bench[SCORES], bench[LOOKED], amount))
        cells = bench[CELLS]
        played = next(
            (i for i in range(amount) if bytes(cells[i * WIDTH : (i + 1) * WIDTH]) == row), None
        )
        if played is None:
            played = self._bring(state, amount, also)
        if played in (None, best):
            return
        depth = max(depth, int(bench[LOOKED][best]))
        for i in (best, played):
            if bench[LOOKED][i] < depth:
                bench[ORDER][0] = i
                weigh(self._tools, bench, 0, 1, depth)
                if self._amounts:
                    self._correct(state, i)

    def _bring(self, state: State, amount: int, also: Position) -> int | None:
        """Put a play on the bench that found no room there, in the place of the one that looks
        worst: that place; None where no play leads to the position."""
        found = next((one for one in complete_plays(state) if one[1] == also), None)
        if found is None:
            return None
        looked, scores = self._bench[LOOKED], self._bench[SCORES]
        place = min(range(amount), key=lambda i: (looked[i], scores[i]))
        self._put(state, [found], place)
        self._weigh(state, [place])
        return place

    def _gather(self, state: State) -> int:
        """Put the plays of the part on the bench; how many there are."""
        now = state.turn
        if state.phase is not Phase.MOVE or now.used:
            return self._gather_slowly(state)
        if not now.need:
            return 0
        self._load_part(state)
        side, count = int(state.side), len(now.numbers)
        return int(collect(self._tools, self._bench, side, count, now.hit))

    def _load_part(self, state: State) -> None:
        """Position and numbers of the part into the buffers."""
        self._load(state.position)
        numbers = self.net.numbers
        for i, number in enumerate(state.turn.numbers):
            numbers[i] = number

    def _gather_slowly(self, state: State) -> int:
        """The same in the middle of a part, step by step through the rules."""
        candidates = complete_plays(state)[:MOST]
        self._put(state, candidates)
        return len(candidates)

    def _put(
        self,
        state: State,
        candidates: Sequence[tuple[tuple[int, ...], Position]],
        begin: int = 0,
    ) -> None:
        """Put plays, as steps and the position they lead to, on the bench from a place on."""
        current, other = state.turn, state.side.other
        ways, steps = self._bench[WAYS], self._bench[STEPS]
        bar, done = state.position.bar(other), bin(current.used).count("1")
        for i, (codes, position) in enumerate(candidates, begin):
            _copy(position, self._bench[CELLS], i)
            left = len(current.numbers) - done - len(codes)
            ways[3 * i], ways[3 * i + 1] = int(left == 0), left
            ways[3 * i + 2] = int(current.hit or position.bar(other) > bar)
            for n in range(SLOTS):
                steps[i * SLOTS + n] = codes[n] if n < len(codes) else 0

    def _goes_on(self, state: State) -> bool:
        """Whether another part of the throw follows a complete play of this one."""
        dice = state.turn.dice
        if dice is None or dice in self._greedy:
            return False
        code, _ = turn.part_of(state, replace(state.turn, index=state.turn.index + 1))
        return code > 0 or code == turn_program.CHOOSE_DOUBLE

    def _mixed(self, quick: Sequence[int]) -> list[int]:
        """By turns the next of a list and one from all over it, for the reason that
        `candidates.score_some` gives."""
        amount = len(quick)
        stride = stride_for(amount) if amount else 1
        far = (n * stride % amount for n in range(amount))
        return list(dict.fromkeys(i for both in zip(quick, far, strict=True) for i in both))

    def _best_first(self, some: Iterable[int]) -> list[int]:
        scores = self._bench[SCORES]
        return sorted(some, key=lambda i: (-int(scores[i]), i))

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

    def _weigh(self, state: State, which: Sequence[int]) -> None:
        """Score some of the candidates on the bench at depth 0, as `_prepare` has asked for."""
        order = self._bench[ORDER]
        for n, i in enumerate(which):
            order[n] = i
        weigh(self._tools, self._bench, 0, len(which), 0)
        if self._amounts:
            for i in which:
                self._correct(state, i)

    def _correct(self, state: State, i: int) -> None:
        """Score a candidate by amounts with a cube: seldom, and not in the plain subset."""
        bench = self._bench
        chances = self._chances(bench[FOUND][i * OUTPUTS : (i + 1) * OUTPUTS])
        value = play_utility(chances, context(state, state.side))
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

    def _value(self, state: State) -> None:
        """Tell net and bench what outputs are worth to the side on turn at this cube and score.

        How efficient the cube is depends on the position as well: `first_look` sees to that.
        """
        side, score = state.side, (state.score, state.game, state.swapped, state.crawford)
        valued = side, state.cube, state.match, score, state.offer
        if valued == self._valued:
            self.net.K[lookahead.ERA] += 1
            return
        self._valued = valued
        here = context(state, side)
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

    def _prepare(self, state: State) -> None:
        """Fill the request: what follows a candidate of the part that is being played."""
        now, q, trail, side = state.turn, self._request, self.net.K, int(state.side)
        heir, throws = now.dice is None, first_throws(state)
        again = heir or now.ending == turn_program.THROW_AGAIN
        if again or throws > 1:
            who, left = side, throws if again else throws - 1
        else:
            who = 1 - side
            left = _turn_throws(self.rules, state.side.other)
        q[f.SIDE], q[f.CHOSEN], q[f.INDEX] = side, now.chosen, now.index + 1
        q[f.DICE] = packed(now.dice)
        q[f.TURN_THROWS] = throws
        q[f.FIXED_DICE] = packed(state.fixed)
        q[f.OPEN_DICE] = packed(state.ahead[1 - side])
        q[f.PLAYED_OUT] = int(heir)
        q[f.THEN], q[f.THEN_THROWS] = who, left
        trail[lookahead.WHO], trail[lookahead.THROWS] = who, left

    def _chances(self, y: Any) -> Chances:
        return self._counted(_floats(y))

    def _counted(self, outputs: list[float]) -> Chances:
        win, a, b, c, d = outputs
        if self._counts and (min(outputs) < 0.0 or max(outputs) > 1.0):
            # Means over throws are added up in single precision.
            win, a, b, c, d = (min(max(one, 0.0), 1.0) for one in outputs)
        if self._counts == 0:
            return Chances(win, gain=a * self._unit, loss=c * self._unit)
        if self._counts < 3:
            b = d = 0.0
        return counted(win, a, b, c, d) if self._counts > 1 else counted(win)


if compiled:
    import numpy as np

    def _cells(position: Position) -> Any:
        return np.frombuffer(position.row, dtype=np.int8)

    def _floats(y: Any) -> list[float]:
        found: list[float] = y[:OUTPUTS].tolist()
        return found

else:

    def _cells(position: Position) -> Any:
        return position.cells

    def _floats(y: Any) -> list[float]:
        return list(y[:OUTPUTS])


def _copy(position: Position, rows: Any, index: int) -> None:
    rows[index * WIDTH : (index + 1) * WIDTH] = _cells(position)


def _turn_throws(rules: Ruleset, side: Side) -> int:
    return 2 if rules.namer is side.other else 1


def first_throws(state: State) -> int:
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
    found = {name: sum(w * getattr(c, name) for w, c in parts) for name in names}
    amounts = {name: found.pop(name) for name in ("gain", "loss")}
    return Chances(**{name: min(chance, 1.0) for name, chance in found.items()}, **amounts)
