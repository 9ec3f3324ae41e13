"""What somebody saved with `/api/v1/me/export` at another server, taken in here."""

from __future__ import annotations

import json
import time

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tavola.server.api.contract import RECORD, workers_of
from tavola.server.http import guests
from tavola.server.http.errors import Trouble, half_way
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of, settings_of, store_of, words_of
from tavola.server.match import taken_in
from tavola.server.match.taken_in import NotOwn, Saved, Terms
from tavola.server.store import NotStored, Person, Store, Taken
from tavola.words.translations import Words, mark

router = APIRouter()

_DAY = 86_400
_NOT_OWN = mark("This is no file that Tavola saved with everything of yours.")
_TOO_MUCH = mark(
    "This file holds too much to be taken in at once: at most {matches} matches with {events} "
    "events."
)
_LEFT = {
    taken_in.KNOWN: mark("Already here: {count}."),
    taken_in.UNFINISHED: mark("Not finished, so left where they are played: {count}."),
    taken_in.DAMAGED: mark("Damaged, or against the rules: {count}."),
    taken_in.OLD: mark("Older than this house keeps matches: {count}."),
    taken_in.OTHERS: mark("Played by others: {count}."),
}


class TakenIn(BaseModel):
    """How many matches and cards are here now that were not before, how many matches were left and
    why (known, unfinished, damaged, old, others), and all of it in sentences."""

    matches: int
    cards: int
    left: dict[str, int]
    say: list[str]


@router.post("/me/import", openapi_extra=RECORD)
async def take_in(request: Request) -> TakenIn:
    """Take in what `/api/v1/me/export` gave elsewhere: finished matches, cards, and for somebody
    new here name and settings.  A match is taken whole or not at all, and never twice."""
    return await take(request, await request.body())


async def take(request: Request, data: bytes) -> TakenIn:
    """Take in a file.  Raises `Trouble`, `Busy`, `NotStored`."""
    slow_down(request, request.app.state.imports)
    person, store = person_of(request), store_of(request)
    here = await store.own_ids(person.id) if person.created else []
    now, days = int(time.time()), settings_of(request).match_days
    terms = Terms(person, now, now - days * _DAY if days else 0, frozenset(here))
    try:
        found = await workers_of(request).do(taken_in.saved, data, terms)
    except NotOwn as wrong:
        if wrong.args == (taken_in.SIZE,):
            matches, events = taken_in.MOST_MATCHES, taken_in.MOST_EVENTS
            raise Trouble(422, "too_much", _TOO_MUCH, matches=matches, events=events) from None
        raise Trouble(422, "bad_export", _NOT_OWN) from None
    if not person.created:
        person = await guests.change(request, name=found.name, settings=found.settings)
    if found.matches or found.cards:
        person = await guests.kept(request)
    return await _stored(store, person, found, words_of(request))


async def _stored(store: Store, person: Person, found: Saved, words: Words) -> TakenIn:
    """Store what was read, one match after the other, so that nobody at a table waits for all."""
    left, count, cards = found.left.copy(), 0, 0
    try:
        for one in found.matches:
            try:
                await store.create(one.match, times=one.times)
                count += 1
            except Taken:  # taken in a moment ago by another request
                left[taken_in.KNOWN] += 1
        mine = {_key(card) for card in await store.cards_of(person.id)} if found.cards else set()
        for key, card, due in found.cards:
            if _key(card) not in mine:
                cards += await store.keep_card(person.id, key, card, due)
    except NotStored:
        if not count:
            raise
        raise half_way(count, "60") from None
    return TakenIn(
        matches=count,
        cards=cards,
        left=dict(left),
        say=_sentences(words, found, left, count, cards),
    )


def _key(card: dict[str, object]) -> str:
    """What tells a card from others: its question."""
    puzzle = card.get("puzzle")
    at = puzzle[0] if isinstance(puzzle, list) and puzzle else None
    return json.dumps([card.get("game"), card.get("options"), at], sort_keys=True)


def _sentences(
    words: Words, found: Saved, left: dict[str, int], count: int, cards: int
) -> list[str]:
    say = [words.text("Matches taken in: {count}.", count=count)]
    if cards:
        say.append(words.text("Cards taken in: {count}.", count=cards))
    say += [words.text(_LEFT[why], count=left[why]) for why in _LEFT if left.get(why)]
    if found.reviews and count:
        say.append(words.text("Reviews were not taken along: ask for them here."))
    return say


__all__ = ["TakenIn", "router", "take"]
