"""What an engine request carries: the game as it is played, and a state of it.

The protocol keeps nothing between two lines, so every state goes out with all that is needed to
send it back: game, options, match, digest of the rules, and the state's own JSON under `now`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.games.agreement import Agreement, Wish, agree, said, settled
from tavola.protocol.wire import Fault, Field, Json, Shape
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.text.record import match_from_json, result_to_json, state_from_json, state_to_json
from tavola.rules.turn.state import Kind, Phase, State, Throw

FIELDS: dict[str, Field] = {
    "game": Field(str),
    "options": Field(dict),
    "match": Field(dict),
    "rules": Field(str),
    "now": Field(dict),
    "text": Field(str),
}
_STATE = Shape(needs=("game",), may=("options", "match", "rules"), one_of=("now", "text"))
_HIDDEN = (Phase.OVER, Phase.END)


def wished(request: Mapping[str, Any]) -> Agreement:
    """What a request that begins a match comes to: `game`, `profile`, `options`, `match`.

    Raises `Refused`.
    """
    wish = Wish(
        request["game"],
        profile=request.get("profile"),
        options=request.get("options", {}),
        **said(request.get("match", {})),
    )
    return agree(wish)


def state_json(agreed: Agreement, state: State) -> Json:
    """A state as it goes out, ready to be sent back."""
    return {
        "game": agreed.game.id,
        "options": dict(agreed.options),
        "match": agreed.match.to_json(),
        "rules": agreed.rules.digest(),
        "now": state_to_json(state),
    }


def read_state(data: Mapping[str, Any]) -> tuple[Agreement, State]:
    """What was agreed, word for word, and the state of a `state` object.

    Raises `Fault` or `Refused`.
    """
    _STATE.check(data, FIELDS)
    match = match_from_json(data.get("match"))
    agreed = settled(data["game"], data.get("options", {}), match)
    if data.get("rules", "") not in ("", agreed.rules.digest()):
        message = "the state belongs to other rules of this game"
        raise Fault("other_rules", message, rules=agreed.rules.digest())
    if "now" in data:
        return agreed, state_from_json(agreed.rules, agreed.match, data["now"])
    return agreed, one_line.read(agreed.rules, data["text"], agreed.match)


def view(state: State) -> Json:
    """What a program wants to know of a state without working it out."""
    now, offer = state.turn, state.offer
    return {
        "phase": state.phase.value,
        "actor": letter(state.actor),
        "text": None if state.phase in _HIDDEN else one_line.write(state),
        "position": state.position.to_json(),
        "dice": _dice(now.dice),
        "left": list(now.left),
        "ahead": {side.letter: _dice(state.ahead[side]) for side in Side},
        "fixed": _dice(state.fixed),
        "cube": {"value": state.cube.value, "owner": letter(state.cube.owner)},
        "may_double": [letter(s) for kind, s in turn.kinds(state) if kind is Kind.DOUBLE],
        "offer": None
        if offer is None
        else {"kind": offer.kind.value, "side": offer.side.letter, "value": offer.value},
        "score": {side.letter: state.score_of(side) for side in Side},
        "game": state.game,
        "swapped": state.swapped,
        "crawford": state.crawford == "now",
        "result": None if state.result is None else result_to_json(state.result),
    }


def _dice(throw: Throw | None) -> list[int] | None:
    return None if throw is None else list(throw)


def letter(side: Side | None) -> str | None:
    """`W`, `B` or null."""
    return None if side is None else side.letter
