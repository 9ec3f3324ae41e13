"""What can be read of a damaged record, and what may have been played: everything before its first
error, and the error."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tavola.games.agreement import of_record
from tavola.play import log
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.text import record as records
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import State

_EVENTS = re.compile(r'"events"\s*:\s*\[')
_BETWEEN = re.compile(r"\s*,?\s*")


def read(data: bytes) -> tuple[Record, Refusal | None]:
    """The record in the bytes of a file of either form as far as it can be read, and what ends it
    there.

    Raises `Refused` (code `bad_record`) where not even the beginning can be read.
    """
    try:
        return log.read(data), None
    except Refused as refused:
        problem = refused.refusal
    what, details = problem.details.get("what"), problem.details
    if "line" in details:
        found, sooner = read(_first_lines(data, int(str(details["line"])) - 1))
        return found, sooner or problem
    if what == "event" and _is_log(data):
        return log.read(_first_lines(data, int(str(details["event"])))), problem
    if what in ("json", "text", "event"):
        return _as_far(*_pieces(data, problem))
    raise Refused(problem)


def allowed(record: Record) -> tuple[Record, State, Refusal | None]:
    """A record without its first event that the rules forbid and those after it, where it stands
    then, and why there.

    Raises `Refused` (code `bad_record`, `bad_position`) for a game, an option or a start that is
    none.
    """
    game = of_record(record).game
    state, stands, wrong = records.start_of(record, game), 0, None
    try:
        for moment in records.replay(record, game):
            if moment.event is not None:
                state, stands = moment.state, moment.index + 1
    except Refused as refused:
        wrong = refused.refusal
    return replace(record, events=record.events[:stands]), state, wrong


def _first_lines(data: bytes, count: int) -> bytes:
    return b"\n".join(data.split(b"\n")[:count]) + b"\n"


def _is_log(data: bytes) -> bool:
    header = _value(data.partition(b"\n")[0].decode("utf-8-sig", "replace"))
    return isinstance(header, dict) and header.get("log") is True


def _pieces(data: bytes, problem: Refusal) -> tuple[dict[str, Any], list[Any], Refusal]:
    """Of one JSON object that cannot be read as it is: what it says, the events that stand in it,
    and what is wrong after them.  Where its text is damaged, it is what stands before that."""
    text = data.decode("utf-8-sig", "replace")
    whole, begin = _value(text), _EVENTS.search(text)
    if isinstance(whole, dict):
        return whole, whole.get("events", []), problem
    header = None if begin is None else _value(text[: begin.end()] + "]}")
    if begin is None or not isinstance(header, dict):
        raise Refused(problem)
    events, at = list[Any](), begin.end()
    with suppress(ValueError, RecursionError):
        while True:
            event, after = log.DECODER.raw_decode(text, _begins(text, at))
            events.append(event)
            at = after
    line = text.count("\n", 0, _begins(text, at)) + 1
    return header, events, Refusal("bad_record", {"what": "line", "line": line})


def _begins(text: str, at: int) -> int:
    """Where an event begins that is to follow at a place."""
    between = _BETWEEN.match(text, at)
    return at if between is None else between.end()


def _as_far(
    header: dict[str, Any], events: list[Any], problem: Refusal
) -> tuple[Record, Refusal | None]:
    """A record up to its first event that is none, or else up to its `problem`."""
    try:
        return record_from_json({**header, "events": events}), problem
    except Refused as refused:
        number = refused.refusal.details.get("event")
        if number is None:
            raise
        return _as_far(header, events[: int(str(number)) - 1], refused.refusal)


def _value(text: str) -> object:
    """What a JSON text says; None for what is none."""
    try:
        return log.DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


__all__ = ["allowed", "read"]
