"""The cards of a guest: what he failed, when it comes back, and how he takes it along."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tavola.games import GAMES
from tavola.server.http import guests
from tavola.server.http.render import page
from tavola.server.http.typed_state import person_of, store_of, words_of
from tavola.server.pages.asked import given, see
from tavola.study import deck
from tavola.study.deck import Card
from tavola.words import names
from tavola.words.translations import mark

router = APIRouter()

SOURCES = {deck.FAILED: mark("puzzle"), deck.ERROR: mark("own error")}
"""Where cards come from."""


def clock(request: Request) -> datetime:
    """What time it is; tests set `app.state.clock`."""
    told = getattr(request.app.state, "clock", None)
    found: datetime = told() if told is not None else datetime.now(UTC)
    return found


async def cards_of(request: Request) -> list[Card]:
    """The cards of whoever asks that can still be read, the one that is due first before the
    others."""
    person = person_of(request)
    if not person.created:
        return []
    found = list[Card]()
    for data in await store_of(request).cards_of(person.id):
        try:
            card = deck.card_from_json(data)
        except (ValueError, KeyError, TypeError):
            continue
        if card.game in GAMES:
            found.append(card)
    return found


async def note(request: Request, asked: Card, *, right: bool) -> Card | None:
    """Remember an answer: a card is asked again later, a puzzle that was failed becomes one
    (`asked` is what it becomes).

    The card as it is now; None for a puzzle that was solved and is no card, and where the deck is
    full.  Raises `NotStored`.
    """
    now = clock(request)
    card = next((one for one in await cards_of(request) if one.key == asked.key), None)
    if card is None and right:
        return None
    if card is not None and not deck.says_something(card, right=right, now=now):
        return card
    card = asked if card is None else deck.answered(card, right=right, now=now)
    person, due = await guests.kept(request), int(card.due.timestamp())
    kept = await store_of(request).keep_card(person.id, card.key, card.to_json(), due)
    return card if kept else None


def terms(card: Card | None) -> dict[str, Any]:
    """By what a card is played, as `POST /api/v1/practice` takes it; as a puzzle without one."""
    if card is None:
        return {}
    match = {} if card.match is None else card.match.to_json()
    return {"options": dict(card.options), "match": match}


@router.get("/mine/deck")
async def own_deck(request: Request) -> Response:
    """The cards, when they come back, and how to take them along."""
    words, now = words_of(request), clock(request)
    cards = await cards_of(request)
    return page(
        request,
        "deck.html",
        due=len(deck.due_cards(cards, now)),
        cards=[
            {
                "key": card.key,
                "game": names.game_name(words, card.game),
                "source": words.text(SOURCES[card.source]) if card.source in SOURCES else "",
                "due": int(card.due.timestamp()),
                "now": card.due <= now,
                "best": card.puzzle.plays[0],
            }
            for card in cards
        ],
    )


@router.post("/mine/deck/drop")
async def drop(request: Request) -> Response:
    """Throw a card away."""
    answers = await given(request)
    person = person_of(request)
    if person.created:
        await store_of(request).drop_card(person.id, answers.get("key", ""))
    return see("/mine/deck")


@router.get("/mine/deck.txt")
async def for_anki(request: Request) -> Response:
    """The cards as a text for Anki."""
    return PlainTextResponse(deck.as_anki(await cards_of(request)), headers=_named("txt"))


@router.get("/mine/deck.json")
async def as_data(request: Request) -> Response:
    """The cards as data."""
    return JSONResponse(deck.as_json(await cards_of(request)), headers=_named("json"))


def _named(ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="tavola-cards.{ending}"'}
