"""Invitations: who invites to what, taking the seat, and what a used link leads to."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.games.agreement import of_record
from tavola.rules.text.player_names import isolated
from tavola.rules.text.record import record_from_json
from tavola.server.api.tables import NO_INVITATION
from tavola.server.http.errors import Trouble, wants_page
from tavola.server.http.render import page
from tavola.server.http.typed_state import person_of, store_of, tables_of, words_of
from tavola.server.pages import cards
from tavola.server.pages.asked import board_view, given, introduced, see
from tavola.server.store import StoredMatch, Taken
from tavola.words import names
from tavola.words.translations import mark

router = APIRouter()

_USED = mark("This invitation was used: the seat is taken.")


class Used(Exception):
    """The seat of an invitation is taken; `match` can be watched."""

    def __init__(self, match: StoredMatch) -> None:
        self.match = match
        super().__init__(match.id)


async def _invited(request: Request, invite: str) -> StoredMatch:
    """The match of an invitation whose seat is still free.  Raises `Trouble`, `Used`."""
    found = await store_of(request).seat_of_invite(invite)
    if found is None:
        raise Trouble(404, message=NO_INVITATION)
    match, seat = found
    if seat.kind != "open":
        raise Used(match)
    return match


def _taken(request: Request, match: StoredMatch) -> Response:
    """The answer to a used invitation: whoever has a seat goes to his table, others may watch.

    Raises `Trouble` for programs.
    """
    if any(seat.person == person_of(request).id for seat in match.seats):
        return see(f"/t/{match.id}")
    if not wants_page(request):
        raise Trouble(410, "taken", _USED)
    words = words_of(request)
    lines = [words.text(_USED)]
    if any(seat.name for seat in match.seats):
        game = names.game_name(words, match.header["game"])
        players = cards.players_of(words, match.seats)
        lines.append(words.text("{game}: {players}", game=game, players=players))
    return page(
        request,
        "message.html",
        410,
        here="/",
        title=words.text("This seat is taken"),
        lines=lines,
        ways={
            f"/t/{match.id}": words.text("Watch instead"),
            f"/games/{match.header['game']}": words.text("Play it yourself"),
        },
    )


@router.get("/join/{invite}")
async def join_page(request: Request, invite: str) -> Response:
    """Who invites to what, and the button that takes the seat; a used one leads on."""
    words = words_of(request)
    person = person_of(request)
    try:
        match = await _invited(request, invite)
    except Used as used:
        return _taken(request, used.match)
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
        host="" if own or not hosts else isolated(hosts[0].name),
        own=match.id if own else "",
        terms=cards.terms(words, match, own=own),
        diagram=cards.start_diagrams(game_id, board_view(request))[0],
    )


@router.post("/join/{invite}")
async def join(request: Request, invite: str) -> Response:
    """Take the seat; whoever has it already is led to his table."""
    try:
        match = await _invited(request, invite)
        if any(seat.person == person_of(request).id for seat in match.seats):
            return see(f"/t/{match.id}")
        person = await introduced(request, await given(request))
        await tables_of(request).join(invite, person)
    except Used as used:
        return _taken(request, used.match)
    except Taken:
        return _taken(request, match)
    return see(f"/t/{match.id}")
