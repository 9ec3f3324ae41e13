"""The actions of a request: read, and taken one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tavola.protocol.errors import Json
from tavola.rules import turn
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Fact, Kind, State


def wanted(request: Json, state: State) -> list[Action]:
    """The actions of a request: one, a list, or a typed play.  Raises `Refused`."""
    if "play" in request:
        numbering = request.get("numbering", "own")
        return list(notation.read_play(state, request["play"], numbering, stars=False))
    given = [request["action"]] if "action" in request else request["actions"]
    return [_signed(state, Action.from_json(data)) for data in given]


def _signed(state: State, action: Action) -> Action:
    """A step without a side is taken as the step of the side on turn."""
    if action.kind is Kind.STEP and action.side is None:
        return replace(action, side=state.side)
    return action


def applied(state: State, actions: Iterable[Action]) -> tuple[State, list[tuple[State, Fact]]]:
    """The state after all of them, and what happened, each with the state it led to.

    Raises `Refused` with the `index` of the first action, from 0, that is not allowed.
    """
    facts: list[tuple[State, Fact]] = []
    for index, action in enumerate(actions):
        try:
            state, more = turn.apply(state, action)
        except Refused as refused:
            reason = refused.refusal
            details = {**reason.details, "index": index}
            raise Refused(Refusal(reason.code, details)) from None
        facts += [(state, fact) for fact in more]
    return state, facts


def refusal_of(request: Json, state: State) -> Refusal | None:
    """Why the action or the play of a request is not allowed, or None if it is.

    Raises `Refused` for an action that is none.
    """
    if "play" in request:
        numbering = request.get("numbering", "own")
        return notation.why(state, request["play"], numbering, stars=False)
    (action,) = wanted(request, state)
    try:
        turn.apply(state, action)
    except Refused as refused:
        return refused.refusal
    return None
