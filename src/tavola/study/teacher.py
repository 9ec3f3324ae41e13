"""A teacher beside the board: the best play and why, and what a decision gives up.

    teacher = Teacher("gioul", adviser)
    teacher.hint(state, depth)                  # what to do now
    teacher.verdict(of_play(state, steps))      # a play that somebody has in mind, or has made

The natural rival of the best play is what a lower level would play: a beginner's judgement without
his slips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser, Candidate, comparable
from tavola.bots.cube.chances import Chances
from tavola.bots.cube.decisions import Verdict as CubeVerdict
from tavola.bots.levels import LEVELS, Level
from tavola.bots.player import Player
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.turn.state import Action, Phase, State
from tavola.study import cube_reasons
from tavola.study.after import played
from tavola.study.doing import doing, entered
from tavola.study.judge import Judge
from tavola.study.questions import Question, What, of_offer
from tavola.study.reasons import Fact, reasons
from tavola.study.verdicts import Decision, Way
from tavola.study.weights import Weights, weights_of

NATURAL = Level("natural", naive=LEVELS[0].naive)
"""A beginner's judgement without his slips: fewer pips are better, and the rear must run."""
SHOWN = 5
"""Plays that a hint lists."""
FEW = 2
"""Reasons that are told of one play."""
LEVEL = 0.0005
"""Points: below this two plays are worth the same to whoever reads it."""
HARDLY = 0.005
"""Points: a play that gives up less is called nearly as good, and nothing is said against it."""
NEAR = 0.02
"""Units: a play that comes to mind and gives up less than this is as good as the best."""


@dataclass(frozen=True)
class CubeHint:
    """What the cube asks for: before the throw a verdict, to a double an answer; what the ways are
    worth, the first decides: (no double, double and take, double and drop), or (take, drop)."""

    verdict: str
    worths: tuple[float, ...]
    asked: bool
    """Somebody has doubled: it is the answer."""


@dataclass(frozen=True)
class Hint:
    """What to do now, and why.

    `plays` are the best ones, best first.  `facts` tell the best play from its `rival`, the play
    that comes to mind first (`natural`), or where that is as good and little is to be said of it
    the second best, if that is clearly worse; without a rival they say what the best play does.
    Without plays, `cube` says what it asks for, and `facts` why; `answers` are those to a
    resignation or a draw that is offered, best first.
    """

    plays: tuple[Candidate, ...] = ()
    rival: Candidate | None = None
    facts: tuple[Fact, ...] = ()
    cube: CubeHint | None = None
    natural: Candidate | None = None
    answers: tuple[Way, ...] = ()
    only: bool = False
    """There is one play, and no other."""

    def loss(self, play: Candidate) -> float:
        """What a play gives up against the best, in points."""
        return max(self.plays[0].equity - play.equity, 0.0)


@dataclass(frozen=True)
class Verdict:
    """What a decision gives up against the best, and the facts that say why.

    Facts of plays are those of the play that was made: `more_hits_me (17, 11, 36)`, 17 throws hit
    after it, 11 after the best.
    """

    state: State
    decision: Decision
    facts: tuple[Fact, ...] = ()

    @property
    def best(self) -> Way:
        """What was to be done."""
        return self.decision.best

    @property
    def good(self) -> bool:
        """Nothing is better."""
        return self.decision.loss < LEVEL

    @property
    def is_best(self) -> bool:
        """It is the best way itself, no other one as good."""
        return self.decision.taken == 0


class Teacher:
    """Knows the net of one game, by the rules of its adviser; one thread."""

    def __init__(self, game: str, adviser: Adviser) -> None:
        self.game, self.adviser = game, adviser
        weights = shipped_nets.load(game).weights
        self._novice = Player(adviser.rules, NATURAL, weights, exact=adviser.exact, seconds=None)
        self._worth = weights_of(game)

    # --------------------------------------------------------------------------------------- hints

    def hint(self, state: State, depth: int = 0) -> Hint:
        """What to do in a state, and why; empty where there is nothing to choose.

        Raises `Refused` where the game is over.
        """
        offered = of_offer(state)
        if offered is not None:
            return Hint(answers=self._judge(depth).decision(offered).ways)
        natural = self.natural(state)
        found = self.adviser.candidates(state, depth, also=natural)
        if not found:
            return self._of_cube(state, depth)
        rival = next((one for one in found if is_it(one, natural)), None)
        return self.explained(state, comparable(found, SHOWN), rival)

    def explained(self, state: State, plays: Sequence[Candidate], rival: Candidate | None) -> Hint:
        """The hint that some plays are, best first; `rival` is the one that comes to mind."""
        best, other, told = plays[0], rival, list[Fact]()
        if rival is not None and best.equity - rival.equity >= NEAR * self.adviser.unit:
            told = reasons(state, best, rival, self._worth, FEW)
        only = len(plays) == 1 and len(self.adviser.candidates(state)) == 1
        if not told:
            other, told = None, doing(state, best, FEW)
            if only:
                told = [one for one in told if one.code not in _RACE]
            if len(plays) > 1 and best.equity - plays[1].equity >= HARDLY:
                second = plays[1]
                little = _is_little(told, state, second)
                found = reasons(state, best, second, self._worth, FEW) if little else []
                other, told = (second, found) if found else (None, told)
        return Hint(tuple(plays), other, tuple(told), natural=rival, only=only)

    def natural(self, state: State) -> Position | Action | None:
        """The play that comes to mind, as the position it leads to; a choice as it is."""
        choice = state.phase is Phase.CHOOSE or state.names
        if not choice and (state.phase is not Phase.MOVE or state.turn.ending is not None):
            return None
        actions = self._novice.choose(state)
        if choice or not actions:
            return actions[0] if actions else None
        return played(state, [action.code for action in actions]).position

    def _of_cube(self, state: State, depth: int) -> Hint:
        offer = state.offer
        if state.phase is Phase.ANSWER and offer is not None:
            taken = self.adviser.answer(state, depth)
            cube = CubeHint(taken.answer.value, (taken.take, taken.drop), asked=True)
            drops = taken.answer.value == "drop"
            return Hint(cube=cube, facts=self._why_answer(state, drops=drops))
        if not turn.may_double(state, state.side):
            return Hint()
        decision = self.adviser.cube(state, depth=depth)
        found = decision.equities
        worths = (found.no_double, found.double_take, found.double_drop)
        cube = CubeHint(decision.verdict.value, worths, asked=False)
        return Hint(cube=cube, facts=self._why_double(state, decision.verdict))

    # ------------------------------------------------------------------------------------- verdicts

    def verdict(self, question: Question, depth: int = 0) -> Verdict:
        """What a decision gives up.  Half a play is gone on with as well as can be."""
        if question.what is What.PLAY:
            question = self._whole(question, depth)
        decision = self._judge(depth).decision(question)
        return Verdict(question.state, decision, tuple(self._why(question, decision)))

    def _judge(self, depth: int) -> Judge:
        return Judge(self.game, self.adviser.rules, depth, None, self.adviser)

    def _whole(self, question: Question, depth: int) -> Question:
        """The question with a play that is whole."""
        before, after = question.state, question.after
        goes_on = (
            after.phase is Phase.MOVE
            and after.turn.ending is None
            and after.turn.index == before.turn.index
        )
        found = self.adviser.candidates(after, depth) if goes_on else ()
        if not found:
            return question
        actions = (*question.actions, *found[0].actions)
        return Question(What.PLAY, question.n, question.first, before, before.side, actions, after)

    def _why(self, question: Question, decision: Decision) -> Sequence[Fact]:
        state, best = question.state, decision.best
        if question.what is What.PLAY:
            return why_play(state, decision, self._worth)
        if decision.loss < LEVEL:
            return ()
        if question.what in (What.NAME, What.CHOOSE):
            return self._why_choice(state, best, decision.done)
        if question.what is What.DOUBLE and question.side is state.side:
            return self._why_double(state, self.adviser.cube(state, depth=decision.asked).verdict)
        if question.what is What.ANSWER:
            return self._why_answer(state, drops=best.does == "drop")
        return ()

    def _why_choice(self, state: State, best: Way, done: Way) -> Sequence[Fact]:
        """Why another throw was to be chosen: what the best play of each leads to, as it looks at
        sight."""
        found = self.adviser.candidates(state)

        def made(way: Way) -> _Made | None:
            here = (one.position for one in found if is_it(one, way.actions[0]))
            position = next(here, None)
            return None if position is None else _Made(way.actions, position, way.chances)

        first, second = made(best), made(done)
        if first is None or second is None:
            return ()
        return [turned(one) for one in reasons(state, first, second, self._worth, FEW)]

    # ----------------------------------------------------------------------------------------- cube

    def _why_double(self, state: State, verdict: CubeVerdict) -> tuple[Fact, ...]:
        """Why to double or not, as far as the chances at sight say the same as the look ahead."""
        chances = self.adviser.chances(state)
        told = cube_reasons.double_reasons(state, chances)
        codes = {fact.code for fact in told}
        wait, good = "cube_wait" in codes, "cube_too_good" in codes
        fits = verdict.doubles == bool(codes & {"cube_double", "cube_he_drops"})
        fits = fits and wait == (verdict in _WAITS) and good == (verdict in _TOO_GOOD)
        if "cube_he_drops" in codes and verdict is not CubeVerdict.DOUBLE_DROP:
            told = [fact for fact in told if fact.code != "cube_he_drops"]
        return tuple(told) if fits else ()

    def _why_answer(self, state: State, *, drops: bool) -> tuple[Fact, ...]:
        """Why to take or to drop, under the same condition."""
        told = cube_reasons.answer_reasons(state, self.adviser.chances(state))
        against = "cube_take" if drops else "cube_drop"
        return () if any(fact.code == against for fact in told) else tuple(told)


def why_play(state: State, decision: Decision, worth: Weights) -> Sequence[Fact]:
    """Facts of the play that was made: how it differs from the best one where that is better, else
    what it does."""
    done = _made(state, decision.done)
    if decision.loss < LEVEL:
        return doing(state, done, FEW)
    told = reasons(state, _made(state, decision.best), done, worth, FEW)
    return [turned(one) for one in told]


_RACE = ("does_lead", "does_trail")
_ENTERING = ("does_enter", "does_come_in")


def _is_little(told: Sequence[Fact], state: State, second: Candidate) -> bool:
    """Whether no more is said of a play than how the race stands, or that checkers come in where
    the second best play brings in as many."""
    as_many = entered(state, second)
    return all(
        fact.code in _RACE or (fact.code in _ENTERING and as_many >= fact.numbers[0])
        for fact in told
    )


_WAITS = (CubeVerdict.NO_DOUBLE_TAKE, CubeVerdict.NO_DOUBLE_BEAVER)
_TOO_GOOD = (CubeVerdict.TOO_GOOD_TAKE, CubeVerdict.TOO_GOOD_DROP)


TURNED = {
    "does_win": "other_wins",
    "other_loses": "does_lose",
    "does_draw": "other_draws",
    "other_draws": "does_draw",
}
"""What is said of the other play where one decides the game."""


@dataclass(frozen=True)
class _Made:
    """A play that was made, with its chances."""

    actions: tuple[Action, ...]
    position: Position
    chances: Chances | None


def _made(state: State, way: Way) -> _Made:
    position = played(state, [one.code for one in way.actions]).position
    return _Made(way.actions, position, way.chances)


def turned(fact: Fact) -> Fact:
    """The same fact said of the other play."""
    if fact.code in TURNED:
        return Fact(TURNED[fact.code])
    code, (mine, other, *rest) = fact.code, fact.numbers
    sign, _, name = code.partition("_")
    return Fact(f"{'fewer' if sign == 'more' else 'more'}_{name}", (other, mine, *rest))


def is_it(one: Candidate, natural: Position | Action | None) -> bool:
    """Whether a candidate is the play that comes to mind."""
    if isinstance(natural, Action):
        return one.actions[0] == natural
    return one.position == natural


__all__ = [
    "FEW",
    "HARDLY",
    "LEVEL",
    "NATURAL",
    "SHOWN",
    "CubeHint",
    "Hint",
    "Teacher",
    "Verdict",
    "is_it",
    "turned",
    "why_play",
]
