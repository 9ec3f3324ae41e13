"""What an engine request carries: the game as it is played, and a state of it.

The protocol keeps nothing between two lines, so every state goes out with all that is needed to
send it back: game, options, match, digest of the rules, and the state's own JSON under `now`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tavola.games.agreement import Agreement, Wish, agree, said, settled
from tavola.protocol.errors import Fault, Json
from tavola.protocol.fields import Field, Shape
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.text.record import match_from_json, state_from_json, state_to_json
from tavola.rules.turn.state import State

FIELDS: dict[str, Field] = {
    "game": Field(str),
    "options": Field(dict),
    "match": Field(dict),
    "rules": Field(str),
    "now": Field(dict),
    "text": Field(str),
}
KEPT = 64
"""Agreements that are kept, so that their rules need not be made for each state anew."""
_STATE = Shape(needs=("game",), may=("options", "match", "rules"), one_of=("now", "text"))


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
        "rules": agreed.digest,
        "now": state_to_json(state),
    }


def read_state(data: Mapping[str, Any]) -> tuple[Agreement, State]:
    """What was agreed, word for word, and the state of a `state` object.

    Raises `Fault` or `Refused`.
    """
    _STATE.check(data, FIELDS)
    agreed = _agreed(json.dumps([data["game"], data.get("options", {}), data.get("match")]))
    if data.get("rules", "") not in ("", agreed.digest):
        message = "the state belongs to other rules of this game"
        raise Fault("other_rules", message, rules=agreed.digest)
    if "now" in data:
        return agreed, state_from_json(agreed.rules, agreed.match, data["now"], agreed.rotation)
    return agreed, one_line.read(agreed.rules, data["text"], agreed.match, agreed.rotation)


@lru_cache(maxsize=KEPT)
def _agreed(text: str) -> Agreement:
    """What was agreed, from game, options and match as JSON: every state of a match says it."""
    game, options, match = json.loads(text)
    return settled(game, options, match_from_json(match))


def letter(side: Side | None) -> str | None:
    """`W`, `B` or null."""
    return None if side is None else side.letter
