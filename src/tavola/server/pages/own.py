"""What is somebody's own: matches, settings, and erasing all of it."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from tavola.server.http import guests
from tavola.server.http.addresses import Reach
from tavola.server.http.errors import Trouble
from tavola.server.http.render import page
from tavola.server.pages import cards, forms
from tavola.server.pages.asked import (
    given,
    glimpses_of,
    matches_of,
    own_address,
    see,
    store_of,
    tables_of,
    words_in,
)
from tavola.server.store import Person, StoredMatch
from tavola.words.translations import LANGUAGES, mark

router = APIRouter()


@router.get("/mine")
async def mine(request: Request, saved: str = "") -> Response:
    """One's matches and settings."""
    words, matches = words_in(request), await matches_of(request)
    person: Person = request.state.person
    reach: Reach = request.app.state.reach
    groups: dict[bool, list[StoredMatch]] = {True: [], False: []}
    for match in matches:
        groups[match.ended].append(match)
    return page(
        request,
        "mine.html",
        here="/mine",
        unfinished=await cards.under_way(words, glimpses_of(request), groups[False], person.id),
        reviewed=await store_of(request).reviewed(person.id) if person.created else {},
        sides={
            "white": words.text("White, in the first game"),
            "black": words.text("Black, in the first game"),
            "both": words.text("both sides, or neither"),
        },
        finished=cards.entries(words, groups[True], person.id),
        address=reach.base(request),
        fields=forms.settings_fields(words, request.state.prefs),
        saved=bool(saved),
    )


@router.post("/mine/discard")
async def discard(request: Request) -> Response:
    """Throw away an unfinished match that nobody else plays.  Raises `Trouble` for any other."""
    answers = await given(request)
    person: Person = request.state.person
    table = answers.get("table", "")
    if not person.created or not await store_of(request).discard(table, person.id):
        raise Trouble(404, "no_table", mark("There is no such table."))
    tables_of(request).forget([table])
    return see(own_address(answers.get("back", "/mine")))


@router.get("/mine/erase")
async def erase_page(request: Request) -> Response:
    """What is erased, before it is."""
    return page(request, "erase.html")


@router.post("/mine/erase")
async def erase(request: Request) -> Response:
    """Erase all that is somebody's own."""
    await guests.forget(request)
    words = words_in(request)
    answer = page(
        request,
        "message.html",
        here="/",
        title=words.text("Erased"),
        lines=[words.text("Nothing is known about you here any more.")],
    )
    answer.headers["clear-site-data"] = '"storage"'  # pages that were kept for reading, too
    return answer


@router.post("/settings")
async def settings(request: Request) -> Response:
    """Change name and settings: by a form, or by JSON, which gets all settings in answer."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() == "application/json":
        try:
            wishes = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise Trouble(400) from None
        if not isinstance(wishes, dict):
            raise Trouble(400)
        await _change(request, wishes)
        return JSONResponse(request.state.prefs)
    answers: dict[str, Any] = dict(await given(request))
    back = answers.pop("back", "/")
    await _change(request, answers)
    return see(own_address(back))


async def _change(request: Request, wishes: dict[str, Any]) -> None:
    name = wishes.pop("name", None)
    if wishes.get("language", LANGUAGES[0]) not in LANGUAGES:
        raise Trouble(400)
    await guests.change(request, name=name if isinstance(name, str) else None, settings=wishes)
