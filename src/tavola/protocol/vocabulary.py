"""Every word that answers use, as data: what is awaited, actions, facts, endings, errors."""

from __future__ import annotations

from tavola.bots.cube.decisions import Answer, Verdict
from tavola.protocol import errors, event_facts, state_view
from tavola.protocol.errors import Json
from tavola.rules.model import refusal
from tavola.rules.turn.state import HOW, Kind
from tavola.study.reasons import CODES

_DICE, _NUMBER = ("dice",), ("number",)
ACTIONS: dict[Kind, tuple[str, ...]] = {
    Kind.OPENING: _DICE,
    Kind.THROW: _DICE,
    Kind.CORRECT: _DICE,
    Kind.NAME: _DICE,
    Kind.CHOOSE: _NUMBER,
    Kind.RESIGN: _NUMBER,
    Kind.STEP: ("number", "from", "to"),
    Kind.ILLEGAL: ("moves",),
    Kind.CONCEDE: _NUMBER,
    Kind.FORFEIT: _NUMBER,
}
"""Fields of an action besides `do` and `side`, for those that have some."""


def vocabulary(request: Json) -> Json:
    """All lists."""
    return {
        "awaits": list(state_view.AWAITS),
        "leads_to": sorted(set(state_view.LEADS_TO.values())),
        "actions": [{"do": kind.value, "fields": list(ACTIONS.get(kind, ()))} for kind in Kind],
        "facts": [_fact(kind, details) for kind, details in event_facts.KINDS.items()],
        "how": list(HOW),
        "verdicts": {
            "double": [verdict.value for verdict in Verdict],
            "answer": [verdict.value for verdict in Answer],
        },
        "refusals": [
            {"code": code, "details": list(details)} for code, details in refusal.CODES.items()
        ],
        "errors": list(errors.CODES),
        "reasons": list(CODES),
    }


def _fact(kind: str, details: tuple[str, ...]) -> Json:
    return {
        "kind": kind,
        "details": [name for name in details if name not in event_facts.SOMETIMES],
        "sometimes": [name for name in details if name in event_facts.SOMETIMES],
    }
