"""What can be read of a damaged record, and what may have been played: everything before its first
error, and the error."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tavola.games.agreement import of_record
from tavola.play import log
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.text import record as records
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import State

_EVENTS = b'"events":['


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
    if what == "event":
        return _without_events(data, int(str(details["event"]))), problem
    if what == "line":
        return _first_lines(data, int(str(details["line"])) - 1), problem
    if what in ("json", "text") and _EVENTS in data:
        return _cut_short(data)
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


def _first_lines(data: bytes, count: int) -> Record:
    return log.read(b"\n".join(data.split(b"\n")[:count]) + b"\n")


def _without_events(data: bytes, bad: int) -> Record:
    """Without the event that cannot be read and those after it."""
    header = _value(data.partition(b"\n")[0])
    if isinstance(header, dict) and header.get("log") is True:
        return _first_lines(data, bad)
    whole = json.loads(data.decode("utf-8-sig"))
    return record_from_json({**whole, "events": whole["events"][: bad - 1]})


def _cut_short(data: bytes) -> tuple[Record, Refusal | None]:
    """A record as it is written, an event a line, whose text breaks off or is damaged."""
    head, _, rest = data.partition(_EVENTS)
    events, number = list[Any](), head.count(b"\n") + 1
    for text in rest.split(b"\n")[1:]:
        number += 1
        event = _value(text.strip().removesuffix(b","))
        if not isinstance(event, dict):
            break
        events.append(event)
    header = _value(head + b'"events":[]}')
    if not isinstance(header, dict):
        raise refuse("bad_record", what="json")
    problem = Refusal("bad_record", {"what": "line", "line": number})
    return record_from_json({**header, "events": events}), problem


def _value(text: bytes) -> object:
    try:
        return json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


__all__ = ["allowed", "read"]
