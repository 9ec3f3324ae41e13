"""The wire of the engine protocol: one line in, one checked request out; errors as values.

Everything a line can do wrong is caught here or by the rules; `docs/engine.md` lists the codes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavola.rules.model.refusal import Refusal

LONGEST_LINE = 1_000_000
"""Most bytes of a request, its line feed not counted."""
DEEPEST = 32
"""Most levels of objects and arrays inside each other in a request."""
LONGEST_ID = 200
LARGEST_ID = 2**53 - 1
"""Integers up to here survive in every language."""

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

_TYPES: dict[type, str] = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    dict: "an object",
    list: "an array",
}


class Fault(Exception):
    """A request that gets an error for an answer: `code`, an English `message`, plain `details`."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = details


@dataclass(frozen=True)
class Field:
    """One field of a request: its type, for strings the allowed values, for integers the range."""

    kind: type
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def check(self, name: str, value: object) -> None:
        """Raise `Fault` unless the value fits."""
        if type(value) is not self.kind:
            message = f"{name} must be {_TYPES[self.kind]}"
            raise Fault("wrong_type", message, field=name, expected=_TYPES[self.kind])
        if self.values and value not in self.values:
            allowed = list(self.values)
            message = f"{name} must be one of {', '.join(allowed)}"
            raise Fault("bad_value", message, field=name, allowed=allowed)
        if isinstance(value, int) and self.high and not self.low <= value <= self.high:
            message = f"{name} must be from {self.low} to {self.high}"
            raise Fault("bad_value", message, field=name, low=self.low, high=self.high)


@dataclass(frozen=True)
class Shape:
    """Which fields an object has: those it needs, those it may have, groups of which one is due."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = field(default=())

    def check(self, data: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
        """Raise `Fault` for the first thing wrong with the names and types of an object."""
        known = (*self.needs, *self.may, *self.one_of)
        for name in self.needs:
            if name not in data:
                raise Fault("missing_field", f"{name} is missing", field=name)
        for name, value in data.items():
            if name not in known:
                raise Fault("unknown_field", "a field is not known here", field=name[:40])
            fields[name].check(name, value)
        given = [name for name in self.one_of if name in data]
        if self.one_of and not given:
            choice = " or ".join(self.one_of)
            raise Fault("missing_field", f"one of {choice} is missing", field=self.one_of[0])
        if len(given) > 1:
            message = f"{' and '.join(given)} exclude each other"
            raise Fault("unknown_field", message, field=given[1])


def read_line(line: bytes) -> Json:
    """The object that a line holds.  Raises `Fault`."""
    line = line[:-1] if line.endswith(b"\n") else line
    if len(line) > LONGEST_LINE:
        raise Fault("too_long", f"a request has at most {LONGEST_LINE} bytes", most=LONGEST_LINE)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("not_utf8", "the line is not UTF-8", at=error.start) from None
    data = _parse(text)
    _walk(data)
    if not isinstance(data, dict):
        raise Fault("not_an_object", "a request is one JSON object")
    return data


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_integer, parse_float=_float)
    except json.JSONDecodeError as error:
        raise Fault("not_json", f"not JSON: {error.msg}", at=error.pos) from None
    except RecursionError:
        raise _too_deep() from None


def _no_number(text: str) -> Any:
    raise Fault("bad_number", "this number cannot be read", text=text[:40])


def _integer(text: str) -> int:
    if len(text) > 20:
        _no_number(text)
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else float(_no_number(text))


def _too_deep() -> Fault:
    return Fault("too_deep", f"a request nests at most {DEEPEST} levels", most=DEEPEST)


def _walk(data: Any) -> None:
    """Raise `Fault` for what is nested too deep and for text that is no text."""
    level = [data]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.keys()
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str) and not _is_text(value):
                raise Fault("bad_text", "half of a surrogate pair stands alone")
        level = inner
    if level:
        raise _too_deep()


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_id(data: Mapping[str, Any]) -> str | int | None:
    """The `id` to be echoed.  Raises `Fault` unless it is a short string, an integer or null."""
    value = data.get("id")
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_ID):
        return value
    if type(value) is int and abs(value) <= LARGEST_ID:
        return value
    raise Fault("wrong_type", "id must be a short string, an integer or null", field="id")


def of_refusal(refusal: Refusal, **more: object) -> Json:
    """A refusal of the rules as the error of an answer."""
    details = {**refusal.details, **more}
    listed = ", ".join(f"{name} {json.dumps(value)}" for name, value in details.items())
    name = refusal.code.replace("_", " ")
    message = f"refused: {name} ({listed})" if listed else f"refused: {name}"
    return {"code": refusal.code, "message": message, "details": details}


def of_fault(fault: Fault) -> Json:
    """A fault as the error of an answer."""
    return {"code": fault.code, "message": fault.message, "details": dict(fault.details)}


def write_line(answer: Mapping[str, Any]) -> bytes:
    """An answer as one line of ASCII."""
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
