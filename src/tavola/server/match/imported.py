"""Matches from elsewhere as finished matches, to be looked back at and reviewed like all others.

What is sent is a record of Tavola, or a file of another program (`formats/reading.py`).
"""

from __future__ import annotations

import hashlib
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tavola.formats import reading
from tavola.formats.transcribe import Transcribed
from tavola.play import salvage
from tavola.play.dice import SystemDice, source_of
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase
from tavola.server.store import BROKEN_OFF, OVER, Person, StoredMatch, StoredSeat

MOST_EVENTS = 20_000
"""Events of a record: a match to 25 points has some thousands."""
MOST_MATCHES = 50
"""Matches of a file."""
COLOURS = ("both", "white", "black")
"""Whose side somebody was: nobody's, or both, or one of them."""
IMPORTED = "imported"
"""What stands in the options of such a match for the kind of opponent."""
NOTE = "note"
"""Where its options tell what was left out, although nothing is wrong: a code and its details."""
ORIGIN = "origin"
"""Where they tell the id that it had where it was played first."""


@dataclass(frozen=True)
class Imported:
    """A record as a match; `trouble` is JSON: what is wrong after its last event, or ''."""

    match: StoredMatch
    trouble: str


def imported(data: bytes, person: Person, colour: str) -> Imported:
    """The match of a record's file, as far as it can stand; of several the first.  As `all_of`."""
    return all_of(data, person, colour)[0]


def all_of(data: bytes, person: Person, colour: str) -> list[Imported]:
    """The matches of a file, each as far as it can stand; `person`, who is stored, sits where he
    says that he played.  Their ids follow from him and what is read: who sends a file again, since
    he heard no answer or the disk was full, has them once.

    Raises `Refused` (`bad_record`, `bad_file`, `bad_option` ...) where not even the beginning of
    one can be read, where one is too long or they are too many, or for a colour that is none.
    """
    if colour not in COLOURS:
        raise refuse("bad_option", option="colour", value=colour[:40], values=list(COLOURS))
    found = enumerate(reading.read(data, MOST_MATCHES))
    return [_match(one, person, colour, number) for number, one in found]


def id_from(text: str) -> str:
    """The id of a match that is always the same for a text which nobody else knows."""
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()


def _match(found: Transcribed, person: Person, colour: str, number: int) -> Imported:
    record, trouble = found.record, found.trouble
    if len(record.events) > MOST_EVENTS:
        raise refuse("too_many_events", most=MOST_EVENTS)
    record, state, wrong = salvage.allowed(_with_dice(record))
    wrong = wrong or trouble
    if not record.events:
        raise Refused(wrong or Refusal("bad_record", {"what": "form"}))
    mine = [n for n in (0, 1) if colour in ("both", COLOURS[n + 1])]
    first, second = (_seat(n, record, person, own=n in mine) for n in (0, 1))
    now = int(time.time())
    match = StoredMatch(
        id=id_from(f"{person.id} {colour} {number} {json.dumps(record.to_json())}"),
        header=record.header(),
        secret="",
        options={
            **{"takeback": False, "hints": False, "profile": "", "opponent": IMPORTED},
            **({} if found.note is None else {NOTE: _json(found.note)}),
        },
        epoch=0,
        seq=len(record.events),
        status=OVER if state.phase is Phase.END else BROKEN_OFF,
        created=now,
        touched=now,
        next="",
        seats=(first, second),
        events=tuple(event.to_json() for event in record.events),
        score=f"{state.score[0]} {state.score[1]}",
    )
    return Imported(match, json.dumps(_json(wrong)) if wrong else "")


def _json(refusal: Refusal) -> dict[str, Any]:
    """A reason as it is kept."""
    told: dict[str, Any] = json.loads(
        json.dumps({"code": refusal.code, "details": dict(refusal.details)}, default=str)
    )
    return told


def note_of(match: StoredMatch) -> Refusal | None:
    """What was left out of a match that was taken in, if anything was."""
    note = match.options.get(NOTE)
    return Refusal(note["code"], note["details"]) if note else None


def without(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for another match of the same players: that one was not taken in."""
    return {key: value for key, value in options.items() if key not in (NOTE, ORIGIN)}


def _with_dice(record: Record) -> Record:
    """A record with dice that can be thrown: sealed ones cannot if their secret was never told."""
    try:
        source_of(record.dice)
    except Refused:
        return replace(record, dice=SystemDice().header())
    return record


def _seat(player: int, record: Record, person: Person, *, own: bool) -> StoredSeat:
    """A seat with the name that stands in the record."""
    name = record.players[player]
    kind, _, level = name.partition(":")
    if not own and kind == "computer":
        return StoredSeat(player, None, "", "computer", level or None, "")
    return StoredSeat(player, person.id if own else None, name, "person", None, "")


__all__ = [
    "COLOURS",
    "IMPORTED",
    "MOST_EVENTS",
    "MOST_MATCHES",
    "ORIGIN",
    "Imported",
    "all_of",
    "id_from",
    "imported",
    "note_of",
    "without",
]
