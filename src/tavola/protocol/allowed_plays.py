"""What may be done now: every action, and every distinct play of the part that begins."""

from __future__ import annotations

from collections.abc import Callable

from tavola.games.agreement import Agreement
from tavola.protocol.actions import applied
from tavola.protocol.errors import Json
from tavola.protocol.state_view import position_json
from tavola.protocol.states import read_state, state_json
from tavola.rules import turn
from tavola.rules.model.movement import Play
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

_OFFERS = (Kind.RESIGN, Kind.DRAW)


def legal(request: Json) -> Json:
    """All actions that `apply` accepts, and a page of the plays where a part begins."""
    agreed, state = read_state(request["state"])
    offers = request.get("offers", True)
    actions = [action for action in allowed(state) if offers or action.kind not in _OFFERS]
    return {
        "actions": [action.to_json() for action in actions],
        **_plays(request, agreed, state),
    }


def allowed(state: State) -> tuple[Action, ...]:
    """Every action that the state accepts; dice that the program adds are missing.

    Also what boards do not offer: a last checker borne off although more numbers could be used
    (ruling D15), and dice put right.
    """
    correct = (Action(Kind.CORRECT),) if turn.may_correct(state) else ()
    return (*turn.legal(state), *turn.short_finishes(state), *correct)


def _plays(request: Json, agreed: Agreement, state: State) -> Json:
    if not (begins_part(state) and request.get("plays", True)):
        return {"plays": None, "of": 0}
    found = turn.plays(state)
    first = request.get("offset", 0)
    page = found[first : first + request.get("limit", len(found))]
    show = _shown(request, agreed, state)
    return {"plays": [show(play) for play in page], "of": len(found)}


def begins_part(state: State) -> bool:
    """Whether the plays of a part can be listed: none of its numbers has been played yet."""
    return state.phase is Phase.MOVE and state.turn.need > 0 and not state.turn.used


def _shown(request: Json, agreed: Agreement, state: State) -> Callable[[Play], Json]:
    """How a play is shown: its position, and what else is wanted of it."""
    steps, texts = request.get("steps", True), request.get("texts", True)
    states = request.get("states", False)

    def show(play: Play) -> Json:
        actions = [step_action(state.side, code) for code in play.steps]
        answer: Json = {}
        if steps:
            answer["steps"] = [step.to_json() for step in actions]
        if texts:
            answer["text"] = notation.texts_of(
                state.rules, state.position, state.side, play.steps, play.position
            )
        answer["position"] = position_json(play.position)
        if states:
            answer["state"] = state_json(agreed, applied(state, actions)[0])
        return answer

    return show
