"""What is somebody's own: matches, settings, and erasing all of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from tavola.server.api import taking_in
from tavola.server.http import guests
from tavola.server.http.errors import Trouble
from tavola.server.http.render import page
from tavola.server.http.typed_state import (
    person_of,
    prefs_of,
    reach_of,
    settings_of,
    store_of,
    tables_of,
    words_of,
)
from tavola.server.pages import cards, forms
from tavola.server.pages.asked import given, glimpses_of, own_address, own_page, see
from tavola.server.pages.sent_files import parts_of
from tavola.server.store.own_matches import OwnPage
from tavola.words.translations import LANGUAGES, mark

router = APIRouter()


GOING, FINISHED = 12, 50
"""Matches on a page of one's own: those under way, with their boards, and finished ones."""
Number = Annotated[int, Query(ge=1, le=10**6)]


@dataclass(frozen=True)
class Pages:
    """Which page of a list is shown, and the addresses of those before and after it, '' for none;
    `first` and `last` are the numbers of its entries, of `count`."""

    count: int
    first: int
    last: int
    before: str
    after: str


def _pages(found: OwnPage, size: int, address: str) -> Pages:
    number, last = found.offset // size + 1, found.offset + len(found.matches)
    more = last < found.count
    return Pages(
        found.count,
        found.offset + 1,
        last,
        address.format(number - 1) if number > 1 else "",
        address.format(number + 1) if more else "",
    )


@router.get("/mine")
async def mine(
    request: Request, saved: str = "", going: Number = 1, finished: Number = 1
) -> Response:
    """One's matches and settings; the lists a page at a time."""
    words = words_of(request)
    person = person_of(request)
    reach = reach_of(request)
    under_way = await own_page(request, False, GOING, going)
    ended = await own_page(request, True, FINISHED, finished)
    return page(
        request,
        "mine.html",
        here="/mine",
        unfinished=await cards.under_way(
            words,
            glimpses_of(request),
            under_way.matches,
            person.id,
            mirror=prefs_of(request)["mirror"],
        ),
        going=_pages(under_way, GOING, f"/mine?finished={finished}&going={{}}#unfinished"),
        ended=_pages(ended, FINISHED, f"/mine?going={going}&finished={{}}#finished"),
        reviewed=await store_of(request).reviewed(person.id) if person.created else {},
        sides={
            "white": words.text("White, in the first game"),
            "black": words.text("Black, in the first game"),
            "both": words.text("both sides, or neither"),
        },
        finished=cards.entries(words, ended.matches, person.id),
        address=reach.base(request),
        fields=forms.settings_fields(words, prefs_of(request)),
        saved=bool(saved),
        solo_days=settings_of(request).solo_days,
    )


@router.post("/mine/discard")
async def discard(request: Request) -> Response:
    """Throw away an unfinished match that nobody else plays.  Raises `Trouble` for any other."""
    answers = await given(request)
    person = person_of(request)
    table = answers.get("table", "")
    if not person.created or not await store_of(request).discard(table, person.id):
        raise Trouble(404, "no_table", mark("There is no such table."))
    tables_of(request).forget([table])
    return see(own_address(answers.get("back", "/mine")))


@router.post("/mine/import")
async def take_in(request: Request) -> Response:
    """Take in what somebody saved elsewhere, and say what came of it."""
    body = await request.body()
    fields = parts_of(request.headers.get("content-type", ""), body)
    found = await taking_in.take(request, fields.get("file", b""))
    title = words_of(request).text("Taken in")
    return page(request, "message.html", here="/mine", title=title, lines=found.say)


@router.get("/mine/erase")
async def erase_page(request: Request) -> Response:
    """What is erased, before it is."""
    settings = settings_of(request)
    return page(request, "erase.html", match_days=settings.match_days)


@router.post("/mine/erase")
async def erase(request: Request) -> Response:
    """Erase all that is somebody's own."""
    await guests.forget(request)
    words = words_of(request)
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
        return JSONResponse(prefs_of(request))
    answers: dict[str, Any] = dict(await given(request))
    back = answers.pop("back", "/")
    await _change(request, answers)
    return see(own_address(back))


async def _change(request: Request, wishes: dict[str, Any]) -> None:
    name = wishes.pop("name", None)
    if wishes.get("language", LANGUAGES[0]) not in LANGUAGES:
        raise Trouble(400)
    await guests.change(request, name=name if isinstance(name, str) else None, settings=wishes)
