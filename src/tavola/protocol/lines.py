"""The lines of the engine protocol: bytes in, one JSON object out, and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from tavola.protocol.errors import Fault, Json

LONGEST_LINE = 1_000_000
"""Most bytes of a request, its line feed not counted."""
DEEPEST = 32
"""Most levels of objects and arrays inside each other in a request."""
LONGEST_ID = 200
LARGEST_ID = 2**53 - 1
"""Integers up to here survive in every language."""


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
    if "\\u" in text or text.count("{") + text.count("[") > DEEPEST:
        _walk(data)
    if not isinstance(data, dict):
        raise Fault("not_an_object", "a request is one JSON object")
    return data


def _parse(text: str) -> Any:
    try:
        return _decoder().decode(text)
    except json.JSONDecodeError as error:
        raise Fault("not_json", f"not JSON: {error.msg}", at=error.pos) from None
    except RecursionError:
        raise _too_deep() from None


@lru_cache(maxsize=1)
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(parse_constant=_no_number, parse_int=_integer, parse_float=_float)


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


def write_line(answer: Mapping[str, Any]) -> bytes:
    """An answer as one line of ASCII."""
    line = to_json(answer, inf_nan_mode="null")
    if not line.isascii():  # escaping takes half as long again, and hardly any answer needs it
        line = to_json(answer, ensure_ascii=True, inf_nan_mode="null")
    return line + b"\n"
