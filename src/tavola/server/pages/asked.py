"""What the pages want of whoever asks: his board, his matches, the fields that he sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from tavola.drawing.picture import BoardView
from tavola.rules.model.ruleset import Side
from tavola.server.http import guests
from tavola.server.http.errors import Trouble
from tavola.server.http.typed_state import person_of, prefs_of, store_of
from tavola.server.pages.under_way import Glimpses
from tavola.server.store import Person
from tavola.server.store.own_matches import OwnPage

_SEE_OTHER = 303


def see(address: str) -> Response:
    """Lead to another page."""
    return RedirectResponse(address, _SEE_OTHER)


def board_view(request: Request, viewer: Side = Side.WHITE) -> BoardView:
    """How whoever asks has a board before him, as his settings say, where `viewer` sits below."""
    prefs = prefs_of(request)
    return BoardView(viewer, prefs["numbering"], prefs["mirror"])


MOST_FIELDS = 100
"""Fields of a form, unless it says otherwise."""


async def given(request: Request, most: int = MOST_FIELDS) -> dict[str, str]:
    """The fields of a form, `most` of them at most, or the members of a JSON object as texts.
    Raises `Trouble`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    try:
        if kind == "application/json":
            return {str(name): _as_text(value) for name, value in json.loads(body).items()}
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=most)
        return dict(fields)
    except (ValueError, AttributeError, RecursionError):
        raise Trouble(400) from None


def _as_text(value: object) -> str:
    """A JSON value as a form would send it: false as nothing."""
    if isinstance(value, bool):
        return "on" if value else ""
    return value if isinstance(value, str) else json.dumps(value)


async def own_page(request: Request, ended: bool | None, limit: int, page: int = 1) -> OwnPage:
    """A page of the matches of whoever asks, counted from 1: those that have ended, those that have
    not, or (None) both.  Whoever asks for one after the last gets the last."""
    person = person_of(request)
    if not person.created:
        return OwnPage((), 0)
    store = store_of(request)
    found = await store.own_page(person.id, ended, limit, (page - 1) * limit)
    if not found.matches and found.count:
        last = (found.count - 1) // limit * limit
        found = await store.own_page(person.id, ended, limit, last)
    return found


def glimpses_of(request: Request) -> Glimpses:
    """How matches look."""
    found: Glimpses = request.app.state.glimpses
    return found


async def introduced(
    request: Request, answers: Mapping[str, str], level: str | None = None
) -> Person:
    """The person of a request, stored, with the name and the level that he gave with a form."""
    person = person_of(request)
    name = guests.clean_name(answers.get("name", ""))
    new_name = name if name and name != person.name else None
    new_level = {"level": level} if level and level != person.settings.get("level") else None
    if new_name is None and new_level is None:
        return await guests.kept(request)
    return await guests.change(request, name=new_name, settings=new_level)


def own_address(address: str) -> str:
    """An address of this server without its name; the wall for any other."""
    plain = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if plain and address.isprintable() and "\\" not in address else "/"
