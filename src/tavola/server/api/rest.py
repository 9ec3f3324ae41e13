"""The JSON API: games, tables, oneself, verification.  `/api/openapi.json` describes it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import JSONResponse, Response

from tavola.bots.levels import ACCEPTED, USUAL, level_of
from tavola.games import GAMES, find
from tavola.play.dice import SEED_LENGTH
from tavola.play.verify import verify
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text.record import match_from_json, record_from_json
from tavola.server.api import catalogue, export
from tavola.server.api.catalogue import GameDetails, GameInfo
from tavola.server.http import guests, qr
from tavola.server.http.addresses import NoNetwork, Reach
from tavola.server.http.errors import Problem, Trouble, refusal_sentence, words_of
from tavola.server.http.guard import is_local, person_of, slow_down
from tavola.server.match.viewer import Viewer, plays
from tavola.server.store import Store
from tavola.server.tables.table import Table
from tavola.server.tables.tables import Order, Tables
from tavola.server.wire import messages
from tavola.words.catalogue import mark

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request cannot be read.",
        403: "Asked for by a foreign page, or by somebody who may not.",
        404: "There is no such thing.",
        409: "It cannot be done now.",
        413: "Too big.",
        422: "The request does not fit the schema or the rules.",
        429: "Too much at once.",
        503: "The database refused; nothing has changed.",
    }.items()
}

router = APIRouter(prefix="/api/v1", responses=_PROBLEMS)
links = APIRouter()

TableId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9-]+$")]
_MOST_EVENTS = 50_000
_checking = asyncio.Semaphore(2)

_NO_TABLE = mark("There is no such table.")
_NOT_HERE = mark("Only somebody who plays here, at the computer that Tavola runs on, can do this.")
_IN_NETWORK = mark(
    "Everybody in this network can open Tavola at {address} now, until Tavola is stopped."
)
_NO_NETWORK = mark("This computer is in no network that others could come through.")
_ONLY_HERE = mark("This link works only on this computer.")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MatchWish(_Strict):
    """How games add up: to `length` points, over `games` games, or money play with neither."""

    length: int | None = Field(default=None, ge=1, le=99, strict=True)
    games: int | None = Field(default=None, ge=1, le=99, strict=True)
    crawford: StrictBool = False
    jacoby: StrictBool = False
    beavers: StrictBool = False
    automatic: StrictBool = False
    swap: StrictBool = True


class NewTable(_Strict):
    """A table that is wanted.  What is left out is as usual; `options` go before those of the
    profile."""

    game: str = Field(max_length=40, json_schema_extra={"enum": list(GAMES)})
    options: dict[str, bool | int | str] = Field(default={}, max_length=30)
    match: MatchWish | None = None
    profile: str = Field(default="", max_length=40)
    opponent: Literal["computer", "here", "friend"] = "computer"
    level: str = Field(default=USUAL, json_schema_extra={"enum": list(ACCEPTED)})
    colour: Literal["white", "black", "any"] = "any"
    dice: Literal["sealed", "typed"] = "sealed"
    start: str = Field(default="", max_length=400)
    takeback: StrictBool = True
    hints: StrictBool = True
    seed: str = Field(default="", max_length=SEED_LENGTH)


class Links(BaseModel):
    """Where others come in.  `join` only for those who play, while a seat is open; `local`: these
    links work only on this computer; `can_open`: the table could be opened to this network."""

    table: str
    watch: str
    join: str = ""
    local: bool = False
    can_open: bool = False
    qr: str
    say: str = ""


class Me(BaseModel):
    """Who is asking; `known` once there is something to keep."""

    known: bool
    name: str
    settings: dict[str, Any]


class Checked(BaseModel):
    """One thing that was checked: rules, events, commitment, dice; `passed` null if it cannot be
    checked."""

    name: str
    passed: bool | None
    say: str = ""


class Verification(BaseModel):
    """Whether a record is sound, and everything that was checked."""

    sound: bool
    checks: list[Checked]


# ----------------------------------------------------------------------------------------- games


@router.get("/games")
async def games(request: Request) -> list[GameInfo]:
    """All games, in the language of the request."""
    return catalogue.all_games(words_of(request))


@router.get("/games/{game}")
async def game(request: Request, game: GameId) -> GameDetails:
    """One game: profiles, options, levels, layout and starting position."""
    return catalogue.details(words_of(request), game)


# ---------------------------------------------------------------------------------------- tables


@router.post("/tables", status_code=201)
async def new_table(request: Request, wish: NewTable) -> Links:
    """A new table, at which whoever asks sits down."""
    order = _order(wish)
    slow_down(request, request.app.state.new_tables)
    tables: Tables = request.app.state.tables
    table = await tables.create(order, await guests.kept(request))
    return links_of(request, table)


def _order(wish: NewTable) -> Order:
    """The table that is meant.  Raises `Refused`."""
    found = find(wish.game)
    profile = found.profile(wish.profile) if wish.profile else None
    options = {**(profile.options if profile else {}), **wish.options}
    usual = profile.match.to_json() if profile else None
    given = wish.match.model_dump() if wish.match else usual
    if wish.level not in ACCEPTED:
        raise refuse("bad_option", option="level", value=wish.level[:40], values=list(ACCEPTED))
    against = wish.opponent == "computer"
    level = level_of(found.id, found.ruleset(options), wish.level).name if against else None
    return Order(
        game=found.id,
        options=options,
        match=match_from_json(given),
        profile=wish.profile,
        opponent=wish.opponent,
        level=level,
        colour=wish.colour,
        dice=wish.dice,
        start=wish.start,
        takeback=wish.takeback,
        hints=wish.hints,
        seed=wish.seed,
    )


async def find_table(request: Request, table: str) -> Table:
    """The table of an id.  Raises `Trouble`."""
    tables: Tables = request.app.state.tables
    found = await tables.get(table)
    if found is None:
        raise Trouble(404, "no_table", _NO_TABLE)
    return found


def viewer_of(request: Request) -> Viewer:
    """How somebody wants to be told."""
    prefs: dict[str, Any] = request.state.prefs
    return Viewer(person_of(request).id, prefs["language"], prefs["numbering"], prefs["voice"])


@router.get("/tables/{table}")
async def table(request: Request, table: TableId) -> messages.Table:
    """A table as whoever asks may see it."""
    return (await find_table(request, table)).snapshot(viewer_of(request))


@router.get("/tables/{table}/at/{n}")
async def at(
    request: Request, table: TableId, n: Annotated[int, Path(ge=0, le=10**6)]
) -> messages.View:
    """The board after event `n`, without choices."""
    found = await find_table(request, table)
    if n > found.seq:
        raise Trouble(404)
    return await found.at(viewer_of(request), n)


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, table: TableId) -> Links:
    """The next match of the same players; the same one, whoever of them asks first."""
    found = await find_table(request, table)
    person = _seated(request, found)
    slow_down(request, request.app.state.new_tables)
    return links_of(request, await find_table(request, await found.rematch(person)))


@router.post("/join/{invite}")
async def join(request: Request, invite: TableId) -> Links:
    """Take the seat of an invitation."""
    tables: Tables = request.app.state.tables
    found = await tables.join(invite, await guests.kept(request))
    if found is None:
        raise Trouble(404)
    return links_of(request, found)


def _seated(request: Request, table: Table) -> str:
    """The id of whoever asks, if he plays here.  Raises `Trouble`."""
    person = person_of(request).id
    if not any(plays(person, seat) for seat in table.seats):
        raise Trouble(403)
    return person


@router.get("/tables/{table}/links")
async def links_here(request: Request, table: TableId) -> Links:
    """Where others come to this table."""
    return links_of(request, await find_table(request, table))


def links_of(request: Request, table: Table) -> Links:
    """What whoever asks may tell others: the invitation only if he plays here."""
    reach: Reach = request.app.state.reach
    base, person = reach.base(request), person_of(request).id
    invite, local = table.invite_for(person), reach.local(request)
    seated = any(plays(person, seat) for seat in table.seats)
    return Links(
        table=table.id,
        watch=f"{base}/t/{table.id}",
        join=f"{base}/join/{invite}" if invite else "",
        local=local,
        can_open=seated and local and is_local(request) and reach.can_open,
        qr=f"/t/{table.id}/qr.svg",
        say=words_of(request).text(_ONLY_HERE) if local else "",
    )


@router.post("/tables/{table}/open")
async def open_table(request: Request, table: TableId) -> Links:
    """Let others in this network come to this computer; only for somebody who plays at it."""
    found = await find_table(request, table)
    reach: Reach = request.app.state.reach
    person = person_of(request).id
    if not is_local(request) or not any(plays(person, seat) for seat in found.seats):
        raise Trouble(403, message=_NOT_HERE)
    try:
        address = await reach.open()
    except NoNetwork:
        raise Trouble(409, "no_network", _NO_NETWORK) from None
    opened = links_of(request, found)
    opened.say = words_of(request).text(_IN_NETWORK, address=f"{address}/")
    return opened


@links.get("/t/{table}/qr.svg", response_class=Response, name="qr_code")
async def qr_code(request: Request, table: TableId) -> Response:
    """The link of a table as a QR code: to sit down for those who may invite, else to watch."""
    found = links_of(request, await find_table(request, table))
    headers = {"cache-control": "private, no-store"}
    return Response(qr.svg(found.join or found.watch), media_type="image/svg+xml", headers=headers)


# --------------------------------------------------------------------------------------- oneself


@router.get("/me")
async def me(request: Request) -> Me:
    """Who is asking."""
    person = person_of(request)
    prefs: dict[str, Any] = request.state.prefs
    return Me(known=bool(person.created), name=person.name, settings=prefs)


@router.get("/me/export", response_model=dict[str, Any])
async def export_me(request: Request) -> Response:
    """All that is kept about whoever asks, as one download."""
    store: Store = request.app.state.store
    found = await export.everything(store, person_of(request))
    headers = {"content-disposition": 'attachment; filename="tavola.json"'}
    return JSONResponse(found, headers=headers)


@router.delete("/me", status_code=204, response_class=Response)
async def forget_me(request: Request) -> Response:
    """Forget whoever asks: name, settings, cookie and seats."""
    await guests.forget(request)
    return Response(status_code=204)


# ---------------------------------------------------------------------------------- verification


@router.post("/verify")
async def check(request: Request, record: Annotated[dict[str, Any], Body()]) -> Verification:
    """Check a record: its rules, every event, and sealed dice."""
    words = words_of(request)
    events = record.get("events")
    if isinstance(events, list) and len(events) > _MOST_EVENTS:
        raise Trouble(413)
    read = record_from_json(record)
    async with _checking:
        found = await asyncio.to_thread(verify, read)
    checks = [
        Checked(
            name=one.name,
            passed=one.passed,
            say=refusal_sentence(words, Refused(one.reason)) if one.reason else "",
        )
        for one in found
    ]
    return Verification(sound=not any(one.failed for one in found), checks=checks)
