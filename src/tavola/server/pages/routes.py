"""The HTML pages.  Everything on them works without scripts, but for the drawings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tavola.games import by_family, find
from tavola.games.agreement import of_record
from tavola.rules.model import drawing_layout
from tavola.rules.model.declaration import Game
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.notation import NUMBERINGS
from tavola.rules.text.record import Record, record_from_json
from tavola.server.api.game_statistics import SECONDS_A_TURN
from tavola.server.api.rest import find_table, viewer_of
from tavola.server.http import guests
from tavola.server.http.addresses import Reach
from tavola.server.http.errors import Trouble, refusal_sentence
from tavola.server.http.guard import slow_down
from tavola.server.http.render import page
from tavola.server.match.live_match import whose_numbers
from tavola.server.pages import cards, dice_check, form_reader, forms
from tavola.server.pages.hotkeys import FIXED, READERS, USUAL
from tavola.server.store import Person, Store, StoredMatch, Taken
from tavola.server.tables.tables import Tables
from tavola.server.wire import browser_labels
from tavola.server.wire.browser_labels import STRINGS
from tavola.words import names
from tavola.words.rule_pages import page as rules_page
from tavola.words.translations import LANGUAGES, Words, mark

router = APIRouter()

_SHOWN = 6
"""Unfinished matches on the wall; the others are among `My games`."""
_SEE_OTHER = 303
_USED = mark("This invitation was used: the seat is taken.")


def _store(request: Request) -> Store:
    found: Store = request.app.state.store
    return found


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


def _words(request: Request) -> Words:
    found: Words = request.state.words
    return found


def _go(address: str) -> Response:
    return RedirectResponse(address, _SEE_OTHER)


async def given(request: Request) -> dict[str, str]:
    """The fields of a form, or the members of a JSON object as texts.  Raises `Trouble`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    try:
        if kind == "application/json":
            return {str(name): _as_text(value) for name, value in json.loads(body).items()}
        fields = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100)
        return dict(fields)
    except (ValueError, AttributeError, RecursionError):
        raise Trouble(400) from None


def _as_text(value: object) -> str:
    """A JSON value as a form would send it: false as nothing."""
    if isinstance(value, bool):
        return "on" if value else ""
    return value if isinstance(value, str) else json.dumps(value)


# ---------------------------------------------------------------------------------- wall and games


@router.get("/")
async def wall(request: Request, family: str = "") -> Response:
    """The wall of games, what is unfinished on top."""
    words, person = _words(request), request.state.person
    unfinished = [match for match in await _matches(request) if match.status != "over"]
    return page(
        request,
        "wall.html",
        cards=cards.cards(words.lang),
        total=len(cards.cards(words.lang)),
        families=cards.families(words),
        family=family if family in by_family() else "",
        unfinished=cards.entries(words, unfinished[:_SHOWN], person.id),
        more=len(unfinished[_SHOWN:]),
        pictures=cards.wall_pictures(),
        seconds=SECONDS_A_TURN,
    )


async def _matches(request: Request) -> list[StoredMatch]:
    person: Person = request.state.person
    return await _store(request).matches_of(person.id) if person.created else []


@router.get("/games/{game_id}")
async def game(request: Request, game_id: str, table: str = "") -> Response:
    """The rules of a game, and the form of a new table; opened from a table with the numbers that
    its board shows.  Raises `Trouble` for a table that is none."""
    game = find(game_id)
    if not table:
        return _game_page(request, game, dict(request.query_params))
    found = await find_table(request, table)
    viewer = whose_numbers(found.live.look(viewer_of(request)), found.match.state)
    return _game_page(request, game, {}, viewer=viewer, table=table)


def _game_page(
    request: Request,
    game: Game,
    given: Mapping[str, str],
    problem: str = "",
    *,
    viewer: Side = Side.WHITE,
    table: str = "",
) -> Response:
    words, numbering = _words(request), request.state.prefs["numbering"]
    level = str(request.state.prefs.get("level", ""))
    return page(
        request,
        "game.html",
        422 if problem else 200,
        here=f"/games/{game.id}" + (f"?{urlencode({'table': table})}" if table else ""),
        game=game,
        name=names.game_name(words, game.id),
        family=names.family_name(words, game.family),
        rules=rules_page(words.lang, game.id, numbering, viewer),
        start=cards.start_sentences(words.lang, game.id, numbering, viewer),
        diagrams=cards.start_diagrams(game.id, numbering, viewer),
        numberings={value: words.text(STRINGS[f"numbering_{value}"]) for value in NUMBERINGS},
        counted_by=cards.counted_by(words, game.id, viewer),
        table=table,
        runs=not geometry_of(game.rules).towers,
        setup=forms.set_up(words, game, given, level),
        slow=forms.slowness(words, game),
        problem=problem,
    )


@router.post("/tables")
async def new_table(request: Request) -> Response:
    """A new table as a form asks for it; a form that does not fit comes back with the reason."""
    answers = await given(request)
    level = str(request.state.prefs.get("level", ""))
    try:
        wish = form_reader.table_wish(answers, level)
    except Refused as refused:
        if refused.refusal.code == "no_game":
            raise
        sentence = refusal_sentence(_words(request), refused)
        return _game_page(request, find(answers["game"]), answers, sentence)
    slow_down(request, request.app.state.new_tables)
    person = await _introduced(request, answers, wish.seated_level if "level" in answers else None)
    table = await _tables(request).create(wish, person)
    return _go(f"/t/{table.id}")


async def _introduced(
    request: Request, answers: Mapping[str, str], level: str | None = None
) -> Person:
    """The person of a request, stored, with the name and the level that he gave with a form."""
    person: Person = request.state.person
    name = guests.clean_name(answers.get("name", ""))
    new_name = name if name and name != person.name else None
    new_level = {"level": level} if level and level != person.settings.get("level") else None
    if new_name is None and new_level is None:
        return await guests.kept(request)
    return await guests.change(request, name=new_name, settings=new_level)


# ------------------------------------------------------------------------------------------ tables


@router.get("/t/{id}")
async def table(request: Request, id: str) -> Response:
    """The table, for players and for those who watch."""
    found = await find_table(request, id)
    first = found.audience.snapshot(viewer_of(request))
    return page(
        request,
        "table.html",
        table=id,
        game=names.game_name(_words(request), found.match.game.id),
        game_id=found.match.game.id,
        layout=drawing_layout.layout_of(found.match.state.rules),
        first=first.model_dump(mode="json", by_alias=True),
        strings=browser_labels.client_strings(_words(request)),
        hotkeys={"usual": USUAL, "fixed": FIXED, "readers": READERS},
    )


async def _stored(request: Request, id: str) -> tuple[StoredMatch, Record]:
    """A match and its record as they are stored, whether or not they can be replayed.

    Raises `Trouble` if there is none, `Refused` for a record that cannot be read.
    """
    found = await _store(request).load(id)
    if found is None:
        raise Trouble(404, "no_table", mark("There is no such table."))
    return found, record_from_json({**found.header, "events": list(found.events)})


@router.get("/t/{id}/record.json")
async def record(request: Request, id: str) -> Response:
    """The record of a match, as a file; it shows the secret of the dice once the match is over."""
    _, record = await _stored(request, id)
    name = f'attachment; filename="tavola-{id[:8]}.json"'
    return JSONResponse(record.to_json(), headers={"content-disposition": name})


@router.get("/t/{id}/dice")
async def dice(request: Request, id: str) -> Response:
    """The dice of a match: checked when it is over, before that only their commitment.

    Raises `Refused` for a record of a game that is not known here, as all pages of a match do.
    """
    match, record = await _stored(request, id)
    of_record(record)
    words = _words(request)
    checked = await dice_check.checked(words, record)
    return page(
        request,
        "fairness.html",
        id=id,
        name=names.game_name(words, record.game),
        players=cards.players_of(words, match.seats),
        **checked,
    )


# -------------------------------------------------------------------------------------- invitations


async def _invited(request: Request, invite: str) -> StoredMatch:
    """The match of an invitation whose seat is still free.  Raises `Trouble`."""
    found = await _store(request).seat_of_invite(invite)
    if found is None:
        raise Trouble(404, message=mark("This invitation does not exist: ask for the link again."))
    match, seat = found
    if seat.kind != "open":
        raise Trouble(410, "taken", _USED)
    return match


@router.get("/join/{invite}")
async def join_page(request: Request, invite: str) -> Response:
    """Who invites to what, and the button that takes the seat."""
    words, person = _words(request), request.state.person
    match = await _invited(request, invite)
    of_record(record_from_json(match.header))
    hosts = [seat for seat in match.seats if seat.kind == "person"]
    own = bool(person.created) and any(seat.person == person.id for seat in hosts)
    game_id = match.header["game"]
    return page(
        request,
        "join.html",
        name=names.game_name(words, game_id),
        game=game_id,
        line=names.game_line(words, game_id),
        host="" if own or not hosts else hosts[0].name,
        own=match.id if own else "",
        terms=cards.terms(words, match, own=own),
        diagram=cards.start_diagrams(game_id, request.state.prefs["numbering"])[0],
    )


@router.post("/join/{invite}")
async def join(request: Request, invite: str) -> Response:
    """Take the seat; whoever has it already is led to his table."""
    match = await _invited(request, invite)
    if any(seat.person == request.state.person.id for seat in match.seats):
        return _go(f"/t/{match.id}")
    person = await _introduced(request, await given(request))
    try:
        await _tables(request).join(invite, person)
    except Taken:
        raise Trouble(410, "taken", _USED) from None
    return _go(f"/t/{match.id}")


# -------------------------------------------------------------------------------------------- mine


@router.get("/mine")
async def mine(request: Request, saved: str = "") -> Response:
    """One's matches and settings."""
    words, matches = _words(request), await _matches(request)
    person: Person = request.state.person
    reach: Reach = request.app.state.reach
    groups: dict[bool, list[StoredMatch]] = {True: [], False: []}
    for match in matches:
        groups[match.status == "over"].append(match)
    return page(
        request,
        "mine.html",
        here="/mine",
        unfinished=cards.entries(words, groups[False], person.id),
        finished=cards.entries(words, groups[True], person.id),
        address=reach.base(request),
        fields=forms.settings_fields(words, request.state.prefs),
        saved=bool(saved),
    )


@router.get("/mine/erase")
async def erase_page(request: Request) -> Response:
    """What is erased, before it is."""
    return page(request, "erase.html")


@router.post("/mine/erase")
async def erase(request: Request) -> Response:
    """Erase all that is somebody's own."""
    await guests.forget(request)
    words = _words(request)
    return page(
        request,
        "message.html",
        here="/",
        title=words.text("Erased"),
        lines=[words.text("Nothing is known about you here any more.")],
    )


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
    return _go(_own_address(back))


async def _change(request: Request, wishes: dict[str, Any]) -> None:
    name = wishes.pop("name", None)
    if wishes.get("language", LANGUAGES[0]) not in LANGUAGES:
        raise Trouble(400)
    await guests.change(request, name=name if isinstance(name, str) else None, settings=wishes)


def _own_address(address: str) -> str:
    """An address of this server without its name; the wall for any other."""
    plain = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if plain and address.isprintable() and "\\" not in address else "/"
