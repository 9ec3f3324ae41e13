"""What somebody saved at another server (`api/export.py`), read so that it can be his here, too.

Read in a process of its own: a file may hold hundreds of matches, and every event is replayed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

from tavola.games import GAMES
from tavola.play import log
from tavola.play.dice import MATCH_ID
from tavola.play.verify import verify
from tavola.rules.model.refusal import Refused
from tavola.server.match.imported import COLOURS, ORIGIN, id_from, imported
from tavola.server.store import Person, StoredMatch
from tavola.server.store.stored import ENDED
from tavola.study import deck

MOST_MATCHES, MOST_EVENTS, MOST_CARDS = 1000, 200_000, 2000
"""What one file may hold."""
_MOST_OF_CARD = 4000
"""Characters of a card."""

UNFINISHED, DAMAGED, OLD, OTHERS, KNOWN = "unfinished", "damaged", "old", "others", "known"
"""Why a match of a file is left: it goes on elsewhere, it is not sound, this house forgets such old
ones, its owner did not play there, it is here already."""
FORM, SIZE = "form", "size"
"""What is wrong with a whole file."""


class NotOwn(ValueError):
    """A file that nobody saved so, or that holds too much; its text is `FORM` or `SIZE`."""


@dataclass(frozen=True)
class Taken:
    """A match to be stored; `times` are those of its events, in unix milliseconds, or nothing."""

    match: StoredMatch
    times: tuple[int, ...]


@dataclass(frozen=True)
class Saved:
    """What a file holds: name and settings, matches that can stand here, how many of the others
    were left and why, cards as key, data and unix seconds when they are due."""

    name: str
    settings: dict[str, Any]
    matches: tuple[Taken, ...]
    left: Counter[str]
    cards: tuple[tuple[str, dict[str, Any], int], ...]
    reviews: int = 0


@dataclass(frozen=True)
class Terms:
    """Whose it becomes, the unix seconds `now`, those before which a match is too `old` to be kept
    (0: none is), and the ids of matches that he has here."""

    person: Person
    now: int
    old: int = 0
    here: Collection[str] = field(default_factory=frozenset)


def saved(data: bytes, terms: Terms) -> Saved:
    """Read a file.  Raises `NotOwn`; what is wrong with a single match leaves that one out."""
    found = _whole(data)
    left, matches, seen = Counter[str](), list[Taken](), set(terms.here)
    for entry in found["tables"]:
        one = _match(entry, terms, seen)
        if isinstance(one, str):
            left[one] += 1
        else:
            seen |= {one.match.id, str(one.match.options[ORIGIN])}
            matches.append(one)
    name, settings = found.get("name"), found.get("settings")
    return Saved(
        name if isinstance(name, str) else "",
        settings if isinstance(settings, dict) else {},
        tuple(matches),
        left,
        tuple(card for data in found.get("cards") or () if (card := _card(data))),
        sum(1 for entry in found["tables"] if isinstance(entry, dict) and entry.get("review")),
    )


def _whole(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise NotOwn(FORM) from None
    if not isinstance(found, dict) or not isinstance(found.get("tables"), list):
        raise NotOwn(FORM)
    if not isinstance(found.get("cards", []), list):
        raise NotOwn(FORM)
    events = sum(_length(entry) for entry in found["tables"])
    cards = len(found.get("cards", []))
    if len(found["tables"]) > MOST_MATCHES or events > MOST_EVENTS or cards > MOST_CARDS:
        raise NotOwn(SIZE)
    return found


def _length(entry: object) -> int:
    """How many events an entry says that it has."""
    record = entry.get("record") if isinstance(entry, dict) else None
    events = record.get("events") if isinstance(record, dict) else None
    return len(events) if isinstance(events, list) else 0


def _match(entry: object, terms: Terms, seen: Collection[str]) -> Taken | str:
    """A match, or why it is left."""
    if not isinstance(entry, dict):
        return DAMAGED
    origin = entry.get("origin") or entry.get("id")
    if not isinstance(origin, str) or not MATCH_ID.fullmatch(origin) or entry.get("damaged"):
        return DAMAGED
    id = id_here(terms.person, origin)
    if {id, origin, str(entry.get("id"))} & set(seen):
        return KNOWN
    if entry.get("status") not in ENDED:
        return UNFINISHED
    players: Any = entry.get("players")
    if players == []:
        return OTHERS
    # 0.0 and false equal 0, and are no places of a list.
    if players not in ([0], [1], [0, 1]) or any(type(player) is not int for player in players):
        return DAMAGED
    touched = _moment(entry.get("touched"), terms.now)
    if touched < terms.old:
        return OLD
    colour = COLOURS[0] if len(players) == 2 else COLOURS[1 + players[0]]
    try:
        data = json.dumps(entry.get("record")).encode()
        found = imported(data, terms.person, colour)
        sound = not found.trouble and not any(check.failed for check in verify(log.read(data)))
    except (Refused, RecursionError):  # what can just be read may be too deep to be written
        return DAMAGED
    match = found.match
    if not sound or match.status != entry["status"]:
        return DAMAGED
    times = entry.get("times")
    if not isinstance(times, list) or len(times) != match.seq:
        times = []
    return Taken(
        replace(
            match,
            id=id,
            options={**match.options, ORIGIN: origin},
            created=min(_moment(entry.get("created"), terms.now), touched),
            touched=touched,
        ),
        tuple(_moment(at, terms.now * 1000 + 999) for at in times),
    )


def id_here(person: Person, origin: str) -> str:
    """The id that a match from elsewhere gets: the same whenever he takes it in, and another one
    for everybody else who played there."""
    return id_from(f"{person.id} {origin}")


def _moment(value: object, now: int) -> int:
    """A time that is not in the future; now for what is none."""
    return value if type(value) is int and 0 < value < now else now


def _card(data: object) -> tuple[str, dict[str, Any], int] | None:
    """A card that can be asked here, or None."""
    try:
        card = deck.card_from_json(data)
        if card.game not in GAMES or len(json.dumps(data)) > _MOST_OF_CARD:
            return None
        deck.state_of(card)
        return card.key, card.to_json(), int(card.due.timestamp())
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, OSError, Refused):
        return None


__all__ = [
    "DAMAGED",
    "FORM",
    "KNOWN",
    "OLD",
    "OTHERS",
    "SIZE",
    "UNFINISHED",
    "NotOwn",
    "Saved",
    "Taken",
    "Terms",
    "id_here",
    "saved",
]
