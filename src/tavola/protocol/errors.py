"""Errors as values: what may be wrong with a request, and how an answer says so.

`docs/engine.md` lists the codes; those of the rules are in `rules.model.refusal`.
"""

from __future__ import annotations

import json
from typing import Any

from tavola.rules.model.refusal import Refusal
from tavola.rules.model.ruleset import Side

CODES = (
    "too_long",
    "not_utf8",
    "not_json",
    "bad_number",
    "bad_text",
    "too_deep",
    "not_an_object",
    "missing_field",
    "unknown_field",
    "wrong_type",
    "bad_value",
    "unknown_command",
    "other_rules",
    "no_net",
    "internal",
)
"""Codes of the protocol itself; the others are those of the rules (`refusal.CODES`)."""

Json = dict[str, Any]


class Fault(Exception):
    """A request that gets an error for an answer: `code`, an English `message`, plain `details`."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = details


def of_fault(fault: Fault) -> Json:
    """A fault as the error of an answer."""
    return {"code": fault.code, "message": fault.message, "details": dict(fault.details)}


def of_refusal(refusal: Refusal) -> Json:
    """A refusal of the rules as the error of an answer; sides are `W` and `B`."""
    return as_it_is(Refusal(refusal.code, _lettered(dict(refusal.details))))


def _lettered(details: Json) -> Json:
    return {name: _letter(name, value) for name, value in details.items()}


def _letter(name: str, value: Any) -> Any:
    """A letter for a side; the details of a record's bad event lie one level deeper."""
    if isinstance(value, dict):
        return _lettered(value)
    return Side(value).letter if name == "side" and isinstance(value, int) else value


def as_it_is(refusal: Refusal) -> Json:
    """A refusal with the details that the rules give it: sides are 0 and 1."""
    details = dict(refusal.details)
    listed = ", ".join(f"{name} {json.dumps(value)}" for name, value in details.items())
    name = refusal.code.replace("_", " ")
    message = f"refused: {name} ({listed})" if listed else f"refused: {name}"
    return {"code": refusal.code, "message": message, "details": details}
