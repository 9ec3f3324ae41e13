"""The game as a state machine: which actions a state allows, and what they lead to.

    state = new_match(rules)
    state, facts = apply(state, action)

Everything is pure.  Chance is an action of nobody: `apply` takes the dice as an argument.  A
refused action raises `Refused` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import MatchRules, Ruleset
from tavola.rules.turn import offering, scoring, stepping, throwing
from tavola.rules.turn.allowed import may_correct
from tavola.rules.turn.state import Action, Fact, Kind, Outcome, Phase, State

ANY_SIDE = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.KEEP, Kind.NEXT)
_REMEMBERED = (Kind.OPENING, Kind.THROW, Kind.KEEP, Kind.NAME, Kind.CHOOSE, Kind.STEP)


def new_match(rules: Ruleset, match_rules: MatchRules | None = None) -> State:
    """The opening of the first game."""
    return scoring.begin_game(State(rules, match_rules or MatchRules(), Position.start(rules)))


def apply(state: State, action: Action) -> Outcome:
    """The state after an action, and what happened.  Raises `Refused` if it is not allowed."""
    if state.phase is Phase.END:
        raise refuse("match_over")
    if action.side is not None and action.kind not in ANY_SIDE:
        _check_turn(state, action)
    after, facts = _HANDLERS[action.kind](state, action)
    if action.kind in _REMEMBERED:
        after = replace(after, previous=state, last=action)
    return after, facts


def _check_turn(state: State, action: Action) -> None:
    if action.kind is Kind.DOUBLE:
        return
    if state.actor is not None and action.side is not state.actor:
        raise refuse("not_your_turn")


def _correct(state: State, action: Action) -> Outcome:
    """Typed dice put right before the first step (ruling D14)."""
    before, last = state.previous, state.last
    if before is None or last is None or not may_correct(state):
        raise refuse("not_now", action=action.kind.value)
    corrected, facts = apply(before, replace(last, dice=throwing.dice_of(action)))
    return corrected, (Fact("corrected", state.side), *facts)


_HANDLERS: dict[Kind, Callable[[State, Action], Outcome]] = {
    Kind.OPENING: throwing.opening,
    Kind.THROW: throwing.throw,
    Kind.CORRECT: _correct,
    Kind.KEEP: throwing.keep,
    Kind.NAME: throwing.name,
    Kind.CHOOSE: throwing.choose,
    Kind.STEP: stepping.step,
    Kind.UNDO: stepping.undo,
    Kind.DONE: stepping.done,
    Kind.DOUBLE: offering.double,
    Kind.TAKE: offering.take,
    Kind.DROP: offering.drop,
    Kind.BEAVER: offering.beaver,
    Kind.RESIGN: offering.resign,
    Kind.ACCEPT: offering.accept,
    Kind.REFUSE: offering.refuse_resignation,
    Kind.DRAW: offering.draw,
    Kind.AGREE: offering.agree,
    Kind.DECLINE: offering.decline,
    Kind.NEXT: offering.next_game,
}

__all__ = ["ANY_SIDE", "apply", "new_match"]
