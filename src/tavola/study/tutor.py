"""A tutor: looks at a decision before it is final, and says so if there is something better.

He never speaks of what leaves no choice.  Gentle, he stops blunders in plays and choices, a double
that is wrong, and a wrong answer to one; strict, smaller errors, and a double that is missed.
Resignations and draws he leaves alone: those who offer them have other reasons than chances.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules import turn
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Action, Kind, State
from tavola.study.questions import Question, What, of_action, of_this_throw
from tavola.study.summary import THRESHOLDS
from tavola.study.teacher import Teacher, Verdict

GENTLE, STRICT = "gentle", "strict"
MODES = ("off", GENTLE, STRICT)
"""What a tutor may be."""
USUAL = {GENTLE: THRESHOLDS[2], STRICT: THRESHOLDS[1]}
"""Units from which on each stops: blunders, and errors."""
LEAST, MOST = 0.01, 2.0
"""Units that may be chosen instead."""


@dataclass(frozen=True)
class Tutor:
    """How a tutor is wanted: `strict` or not, and from which loss on, in units, he speaks."""

    strict: bool = False
    limit: float = USUAL[GENTLE]

    def look(
        self, teacher: Teacher, state: State, action: Action, depth: int = 0
    ) -> Verdict | None:
        """What is wrong with an action that is about to be taken, `done` with the throw that was
        played; None where he says nothing, also of what the rules refuse."""
        if not _allowed(state, action):
            return None
        if action.kind is Kind.DONE:
            asked = of_this_throw(state)
        else:
            one = of_action(state, action)
            asked = () if one is None else (one,)
        found = [teacher.verdict(one, depth) for one in asked if self._asks(one)]
        wrong = [one for one in found if one.decision.counts and self._stops(one)]
        return max(wrong, key=lambda one: one.decision.units, default=None)

    def _asks(self, question: Question) -> bool:
        missed = question.what is What.DOUBLE and not question.actions
        return self.strict or not missed

    def _stops(self, verdict: Verdict) -> bool:
        return verdict.decision.units >= self.limit and not verdict.good


def _allowed(state: State, action: Action) -> bool:
    """Whether an action can be taken; of a throw whose dice have not fallen yet it is not known."""
    if action.kind is Kind.THROW and action.dice is None:
        return True
    try:
        turn.apply(state, action)
    except Refused:
        return False
    return True


def tutor_of(mode: str, limit: float | None = None) -> Tutor | None:
    """The tutor of a name and a threshold, None for the usual one; None where he is off."""
    if mode not in USUAL:
        return None
    wanted = USUAL[mode] if limit is None else min(max(limit, LEAST), MOST)
    return Tutor(mode == STRICT, wanted)


__all__ = ["GENTLE", "LEAST", "MODES", "MOST", "STRICT", "USUAL", "Tutor", "tutor_of"]
