"""Judging one question: what was done against the best, and how lucky a throw was."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser, AfterThrow, Candidate, usual_budget
from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context, context
from tavola.bots.cube.decisions import play_utility, turn_utility
from tavola.bots.cube.result_values import scale, worth
from tavola.bots.exact import tables_for
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import notation, one_line
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.questions import Question, What
from tavola.study.verdicts import Decision, Thrown, Way

SHOWN = 5
"""Ways that are kept, besides the one that was taken."""
CLOSE = 0.16
"""Units: a double that was rightly not offered counts as a decision only from here on."""
LOOK = 30_000
"""Positions that a look one throw ahead may cost.  A long double of Puff leaves thousands of plays;
with seven times as many positions its reviews take twice as long and say the same."""
CERTAIN = 2e-3
"""A smaller difference between ending a game and playing on is rounding."""
DIGITS = 5
"""Decimals of what is kept."""


class Judge:
    """The net of a game at work on questions; one thread.  Raises `Refused` (code `no_net`).

    It asks `adviser`, which is that of `rules`, or makes itself one without a clock.
    """

    def __init__(
        self,
        game: str,
        rules: Ruleset,
        depth: int = 1,
        budget: int | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self.rules, self.depth, self.budget = rules, depth, budget
        self.adviser = _patient(game, rules, depth) if adviser is None else adviser
        self.unit = self.adviser.unit

    # ------------------------------------------------------------------------------------- throws

    def throw(self, question: Question) -> Thrown:
        """How lucky a throw was, at depth 0; over all throws it comes to nothing."""
        state, action = question.state, question.actions[0]
        assert action.dice is not None
        opening = state.phase is Phase.OPENING
        side = Side.WHITE if opening else state.side
        here = context(state, side)
        values = luck_of_throws(self.adviser.throws(state), self.adviser, here)
        dice = action.dice if opening else tuple(sorted(action.dice))
        mean, luck = values[0], values[1][dice]
        sign = 1.0 if question.side is side else -1.0
        size, offset = scale(here)
        return Thrown(
            question.n,
            state.game,
            state.turns + 1,
            question.player,
            question.side,
            action.dice,
            _rounded(sign * luck),
            _rounded(sign * luck / self.unit),
            None if here.money else _rounded(sign * luck * size),
            _rounded(sign * luck * state.cube.value),
            _rounded(_of_first(state, side, mean, None if here.money else (size, offset))),
        )

    # ---------------------------------------------------------------------------------- decisions

    def decision(self, question: Question) -> Decision:
        """What a decision lost."""
        what = question.what
        if what.of_checkers:
            ways, taken, counts = self._chosen(question)
        elif what is What.DOUBLE:
            ways, taken, counts = self._doubled(question)
        elif what is What.ANSWER:
            ways, taken, counts = self._answered(question)
        elif what is What.ILLEGAL:
            ways, taken, counts = self._kept(question)
        else:
            ways, taken, counts = self._offered(question)
        return self._verdict(question, ways, taken, counts=counts)

    def _verdict(
        self, question: Question, ways: Sequence[Way], taken: Way, *, counts: bool
    ) -> Decision:
        state, side = question.state, question.side
        kept = list(ways[:SHOWN])
        if taken not in kept:
            kept.append(taken)
        loss = max(kept[0].equity - taken.equity, 0.0)
        here = context(state, side)
        dice = state.turn.dice if question.what is What.PLAY else state.opening
        return Decision(
            question.what,
            question.n,
            question.first,
            state.game,
            state.turns + 1,
            question.player,
            side,
            one_line.write(state.but(phase=_back(state), offer=None)),
            dice,
            tuple(kept),
            kept.index(taken),
            _rounded(loss),
            _rounded(loss / self.unit),
            None if here.money else _rounded(loss * scale(here)[0]),
            counts,
            self.depth,
            self.budget,
        )

    # ------------------------------------------------------------------- plays, and other choices

    def _chosen(self, question: Question) -> tuple[list[Way], Way, bool]:
        state, last = question.state, question.actions[-1]
        also = _position_after(question) if question.what is What.PLAY else _sorted(last)
        found = self.adviser.candidates(state, self.depth, self.budget, also)
        count = len(found)
        shown = [found[n] for n in range(min(count, SHOWN))]
        mine = next((one for one in found if _is(one, also)), None)
        if mine is None:
            mine = self._short_finish(question, found)
        ways = [self._way(state, one) for one in shown]
        taken = self._way(state, mine)
        if taken not in ways and taken.equity > ways[0].equity:
            ways = [taken, *ways]
        return ways, taken, count > 1

    def _short_finish(self, question: Question, found: Sequence[Candidate]) -> Candidate:
        """The play that wins alike, where somebody bore off his last checker with numbers left
        (ruling D15)."""
        rules, side = question.state.rules, question.side
        return next(one for one in found if movement.finished(rules, one.position, side))

    def _way(self, state: State, one: Candidate) -> Way:
        first = one.actions[0]
        text = notation.typed(state, one.actions, after=one.position)
        does = "play" if first.kind is Kind.STEP else first.kind.value
        return Way(does, one.actions, text, _rounded(one.equity), one.depth, _short(one.chances))

    # --------------------------------------------------------------------------------------- cube

    def _doubled(self, question: Question) -> tuple[list[Way], Way, bool]:
        state, side = question.state, question.side
        found = self.adviser.cube(state, side, self.depth, self.budget)
        chances = self._before_throw(state, side)
        gap = found.equities.no_double - found.equities.double
        # A lead that is smaller than the error of the model is none (`decisions.py`).
        waiting = found.equities.no_double - (max(gap, 0.0) if found.doubles else 0.0)
        held = Way("hold", (), "", _rounded(waiting), self.depth, chances)
        double = Action(Kind.DOUBLE, side)
        turned = Way("double", (double,), "", _rounded(found.equities.double), self.depth, chances)
        taken = turned if question.actions else held
        best, other = (turned, held) if found.doubles else (held, turned)
        counts = taken is turned or found.doubles or gap < CLOSE * self.unit
        return [best, other], taken, counts

    def _answered(self, question: Question) -> tuple[list[Way], Way, bool]:
        state = question.state
        found = self.adviser.answer(state, self.depth, self.budget)
        chances = _short(self.adviser.chances(state))
        worths = {Kind.TAKE: found.take, Kind.DROP: found.drop}
        if found.beaver is not None and turn.may_beaver(state):
            worths[Kind.BEAVER] = found.beaver
        ways = [
            Way(
                kind.value,
                (Action(kind, question.side),),
                "",
                _rounded(equity),
                self.depth,
                chances,
            )
            for kind, equity in worths.items()
        ]
        return _ordered(ways, question)

    def _before_throw(self, state: State, side: Side) -> Chances:
        chances = self.adviser.chances(state)
        return _short(chances if side is state.side else chances.swapped())

    # ---------------------------------------------------------------------------- against the rules

    def _kept(self, question: Question) -> tuple[list[Way], Way, bool]:
        """An illegal play beside the legal ones: it stands first whatever it is worth, so that it
        loses nothing and counts nowhere."""
        state, after, action = question.state, question.after, question.actions[0]
        here, chances = context(after, question.side), None
        if after.result is None:
            equity, chances = self._playing_on(after, question.side, here)
        else:
            before = context(state, question.side)
            won = after.result.winner is question.side
            equity = self._ended(before, after.result.points if won else -after.result.points)
        text = notation.write_moves(state.rules, question.side, action.moves, "own")
        taken = Way("illegal", (action,), text, equity, self.depth, chances)
        found = self.adviser.candidates(state, self.depth, self.budget) if state.turn.need else ()
        legal = [self._way(state, found[n]) for n in range(min(len(found), SHOWN - 1))]
        return [taken, *legal], taken, False

    def _ended(self, here: Context, points: int) -> float:
        """What it is worth to end a game with so many points."""
        size, offset = scale(here)
        return _rounded((worth(here, points) - offset) / size)

    # ---------------------------------------------------------------------------------- giving up

    def _offered(self, question: Question) -> tuple[list[Way], Way, bool]:
        """Resignations and draws: ending the game against playing on."""
        state, side, what = question.state, question.side, question.what
        offer, kind = state.offer, question.actions[0].kind
        here = context(state, side)
        if what in (What.DRAW, What.AGREE):
            points = 0
        elif what is What.RESIGN:
            points = -scoring.resigned_points(state, side, question.actions[0].number)
        else:
            assert offer is not None
            points = scoring.resigned_points(state, offer.side, offer.value)
        ended = self._ended(here, points)
        on, chances = self._playing_on(state, side, here)
        does = {What.ACCEPT: Kind.ACCEPT, What.AGREE: Kind.AGREE}.get(what, kind)
        stays = {What.ACCEPT: Kind.REFUSE, What.AGREE: Kind.DECLINE}.get(what)
        ending = question.actions[0] if stays is None else Action(does, side)
        ways = [
            Way(does.value, (ending,), "", ended, self.depth, None),
            Way(
                "on" if stays is None else stays.value,
                () if stays is None else (Action(stays, side),),
                "",
                on,
                self.depth,
                chances,
            ),
        ]
        return _ordered(ways, question)

    def _playing_on(self, state: State, side: Side, here: Context) -> tuple[float, Chances]:
        """What it is worth to a side to go on from where an offer was made."""
        before = state.but(phase=_back(state), offer=None)
        chances = self.adviser.chances(before, self.depth, self.budget)
        waits = before.phase is Phase.START
        mine = chances if side is before.side else chances.swapped()
        about_to_throw = waits is (side is before.side)
        value = turn_utility(mine, here) if about_to_throw else play_utility(mine, here)
        return _rounded(value), _short(mine)


def _patient(game: str, rules: Ruleset, depth: int) -> Adviser:
    """Whoever has no clock: the same record always gets the same review."""
    found = shipped_nets.load(game)
    if found.problem is not None:
        raise refuse("no_net", game=game)
    exact = tables_for(rules, compute=False)
    most = min(usual_budget(depth), LOOK) if depth == 1 else usual_budget(depth)
    return Adviser(rules, found.weights, exact, most, None)


def luck_of_throws(
    throws: Sequence[AfterThrow], adviser: Adviser, here: Context
) -> tuple[float, dict[Throw, float]]:
    """The mean value of all throws that could come, and by how much each is worth more."""
    values = [(one, adviser.utility(one.chances, here)) for one in throws]
    mean = sum(one.weight * value for one, value in values)
    return mean, {one.dice: value - mean for one, value in values}


def _of_first(state: State, side: Side, equity: float, match: tuple[float, float] | None) -> float:
    """A value of `side` from the view of player 0: a chance to win the match, or points."""
    first = state.player(side) == 0
    if match is None:
        return (equity if first else -equity) * state.cube.value
    chance = equity * match[0] + match[1]
    return chance if first else 1.0 - chance


def _back(state: State) -> Phase:
    """The phase without the offer on the table."""
    return state.phase if state.offer is None else state.offer.back


def _position_after(question: Question) -> Position:
    """Where the steps of a part lead: what the machine does after them is not looked at."""
    state, steps = question.state, [action.code for action in question.actions]
    return movement.played(state.rules, state.position, question.side, steps, state.turn.left)


def _sorted(action: Action) -> Action:
    """An action as candidates have it: of a named throw the higher number comes first."""
    if action.kind is Kind.NAME and action.dice is not None:
        dice = (max(action.dice), min(action.dice))
        return Action(action.kind, action.side, dice)
    return action


def _is(one: Candidate, also: Position | Action) -> bool:
    if isinstance(also, Position):
        return one.position == also
    first = one.actions[0]
    same = first.kind is also.kind and first.number == also.number
    return same and (first.dice == also.dice or also.kind is Kind.THROW)


def _ordered(ways: list[Way], question: Question) -> tuple[list[Way], Way, bool]:
    """Ways best first, and the one that was taken.  What is offered and accepted as it should be is
    no decision worth counting."""
    ways.sort(key=lambda way: -way.equity)
    kind = question.actions[0].kind.value
    taken = next(way for way in ways if way.does == kind)
    return ways, taken, question.what is What.ANSWER or ways[0].equity - taken.equity > CERTAIN


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0


def _short(chances: Chances) -> Chances:
    return Chances(*(_rounded(getattr(chances, name)) for name in Chances.__dataclass_fields__))
