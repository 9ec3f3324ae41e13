"""The JSON API: games, tables, oneself, verification.  `/api/openapi.json` describes it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field, StrictBool, WithJsonSchema
from starlette.responses import Response, StreamingResponse

from tavola.bots.levels import ACCEPTED, USUAL
from tavola.games import OFFERED
from tavola.games.agreement import Wish, agree, said
from tavola.play.dice import SEED_LENGTH
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.server.api import catalogue, export
from tavola.server.api.catalogue import GameDetails, GameInfo
from tavola.server.http import guests, qr
from tavola.server.http.addresses import NoNetwork, Reach
from tavola.server.http.errors import Problem, Trouble, refusal_sentence, words_of
from tavola.server.http.guard import is_local, person_of, slow_down
from tavola.server.match.live_match import Viewer
from tavola.server.match.new_match import (
    COLOURS,
    DICE,
    OPPONENTS,
    SAME_AGAIN,
    RematchWish,
    TableWish,
)
from tavola.server.match.workers import Workers, checks_of
from tavola.server.store import Store, Taken
from tavola.server.tables.commands import STALE
from tavola.server.tables.table import Table
from tavola.server.tables.tables import Tables
from tavola.server.wire import messages
from tavola.words import names
from tavola.words.translations import mark

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request cannot be read.",
        403: "Asked for by a foreign page, or by somebody who may not.",
        404: "There is no such thing.",
        408: "The rest of the request did not come in time.",
        409: "It cannot be done now.",
        413: "Too big.",
        422: "The request does not fit the schema or the rules.",
        429: "Too much at once.",
        503: "The database refused, or too much is being worked out; nothing has changed.",
    }.items()
}
"""What can go wrong with a request, for the schema."""

router = APIRouter(prefix="/api/v1", responses=PROBLEMS)
links = APIRouter()

TableId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Path(max_length=40, pattern=r"^[a-z0-9-]+$")]

NO_INVITATION = mark("This invitation does not exist: ask for the link again.")
_NO_TABLE = mark("There is no such table.")
_MADE = mark(
    "Another match was asked for before yours, and waits for you: {game}. Play that one first; "
    "after it you can choose again."
)
_NOT_HERE = mark("Only somebody who plays here, at the computer that Tavola runs on, can do this.")
_IN_NETWORK = mark(
    "Everybody in this network can open Tavola at {address} now, until Tavola is stopped."
)
_NO_NETWORK = mark("This computer is in no network that others could come through.")
_ONLY_HERE = mark("This link works only on this computer.")


class Strict(BaseModel):
    """What is sent: an unknown field is an error, so that a misspelt one is never ignored."""

    model_config = ConfigDict(extra="forbid")


_COUNT: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 1, "maximum": 99}, {"type": "null"}]
}
Count = Annotated[Any, WithJsonSchema(_COUNT)]
Flag = Annotated[Any, WithJsonSchema({"type": "boolean"})]
OptionValue = Annotated[
    bool | int | float | str | None, WithJsonSchema({"type": ["boolean", "integer", "string"]})
]
"""What belongs to the agreement is judged there: a wrong value gets the code that it gets at every
other door."""


def _without_defaults(schema: dict[str, Any]) -> None:
    """A default would be a wish: null games are money play."""
    for field in schema["properties"].values():
        field.pop("default", None)


class MatchWish(Strict):
    """How games add up: to `length` points, or over `games` games; `games` null without a length is
    money play.  What is left out is as the profile has it, or else as usual."""

    model_config = ConfigDict(json_schema_extra=_without_defaults)

    length: Count = None
    games: Count = None
    crawford: Flag = None
    jacoby: Flag = None
    beavers: Flag = None
    automatic: Flag = None
    swap: Flag = None


class NewTable(Strict):
    """A table that is wanted.  What is left out is as usual; `options` and `match` go before those
    of the profile.  A bare length means the first profile that has lengths: classic to 5 points is
    a tournament match."""

    game: str = Field(max_length=40, json_schema_extra={"enum": list(OFFERED)})
    options: dict[str, OptionValue] = Field(default={}, max_length=30)
    match: MatchWish | None = None
    profile: str = Field(default="", max_length=40)
    opponent: str = Field(default=OPPONENTS[0], json_schema_extra={"enum": list(OPPONENTS)})
    level: str = Field(default=USUAL, json_schema_extra={"enum": list(ACCEPTED)})
    colour: str = Field(default=COLOURS[0], json_schema_extra={"enum": list(COLOURS)})
    dice: str = Field(default=DICE[0], json_schema_extra={"enum": list(DICE)})
    start: str = Field(default="", max_length=400)
    takeback: StrictBool = True
    hints: StrictBool | None = None
    """Null: against the computer, but not where two play at one device."""


class Seed(Strict):
    """A player's seed for the dice; `side` where he plays both and means one."""

    seed: str = Field(max_length=SEED_LENGTH)
    side: messages.SideLetter | None = None


class Seal(BaseModel):
    """The sealed dice of a table, as they stand in its record: `seeds` of both players, null for
    one that is not given yet, `by` whom (player or program); `open` while they may change."""

    id: str
    commitment: str
    seeds: list[str | None]
    by: list[str | None]
    open: bool


class NextMatch(Strict):
    """What the same players play next: another game, as it usually is; another level of the
    computer.  What is left out stays as it was."""

    game: str = Field(default="", max_length=40, json_schema_extra={"enum": ["", *OFFERED]})
    level: str = Field(default="", json_schema_extra={"enum": ["", *ACCEPTED]})


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
    """One thing that was checked: rules, events, commitment, seeds, dice; `passed` null if it
    cannot be checked."""

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
async def new_table(request: Request, wanted: NewTable) -> Links:
    """A new table, at which whoever asks sits down."""
    wish = _table_wish(wanted)
    slow_down(request, request.app.state.new_tables)
    tables: Tables = request.app.state.tables
    table = await tables.create(wish, await guests.kept(request))
    return links_of(request, table)


def _table_wish(wanted: NewTable) -> TableWish:
    """The table that is meant.  Raises `Refused`."""
    match = wanted.match.model_dump(exclude_unset=True) if wanted.match else {}
    agreed = agree(
        Wish(
            wanted.game,
            profile=wanted.profile,
            options=wanted.options,
            position=wanted.start,
            **said(match),
        )
    )
    return TableWish(
        agreed,
        opponent=wanted.opponent,
        level=wanted.level,
        colour=wanted.colour,
        dice=wanted.dice,
        takeback=wanted.takeback,
        hints=wanted.hints,
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
    return (await find_table(request, table)).audience.snapshot(viewer_of(request))


@router.get("/tables/{table}/at/{n}")
async def at(
    request: Request, table: TableId, n: Annotated[int, Path(ge=0, le=10**6)]
) -> messages.View:
    """The board after event `n`, without choices."""
    found = await find_table(request, table)
    if n > found.match.seq:
        raise Trouble(404)
    return await found.audience.at(viewer_of(request), n)


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, table: TableId, wanted: NextMatch | None = None) -> Links:
    """The next match of the same players; whoever asks first says what it is, and what another one
    wishes beside it is refused."""
    found = await find_table(request, table)
    person = _seated(request, found)
    wish = RematchWish(**wanted.model_dump()) if wanted else SAME_AGAIN
    slow_down(request, request.app.state.new_tables)
    tables: Tables = request.app.state.tables
    following = await tables.told_of(await found.rematch(person, wish))
    if following is None:
        raise Trouble(404, "no_table", _NO_TABLE)
    if not wish.met_by(following.match.record, following.live.seats):
        game = names.game_name(words_of(request), following.match.game.id)
        raise Trouble(409, "rematch_made", _MADE, game=game)
    return links_of(request, following)


@router.post("/tables/{table}/seed")
async def choose_seed(request: Request, table: TableId, wanted: Seed) -> Seal:
    """Give another seed to the dice, before the first fall; only for somebody who plays here."""
    found = await find_table(request, table)
    side = None if wanted.side is None else Side("WB".index(wanted.side))
    try:
        await found.choose_seed(_seated(request, found), wanted.seed, side)
    except Taken:
        raise Trouble(409, *STALE) from None
    dice = found.match.agreed.dice
    return Seal(**{name: dice[name] for name in ("id", "commitment", "seeds", "by")}, open=True)


@router.post("/join/{invite}")
async def join(request: Request, invite: TableId) -> Links:
    """Take the seat of an invitation."""
    tables: Tables = request.app.state.tables
    found = await tables.join(invite, await guests.kept(request))
    if found is None:
        raise Trouble(404, message=NO_INVITATION)
    return links_of(request, found)


def _seated(request: Request, table: Table) -> str:
    """The id of whoever asks, if he plays here.  Raises `Trouble`."""
    person = person_of(request).id
    if not table.live.seats.is_seated(person):
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
    invite, local = table.live.seats.invite_for(person), reach.local(request)
    seated = table.live.seats.is_seated(person)
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
    if not is_local(request) or not found.live.seats.is_seated(person):
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
    slow_down(request, request.app.state.long)
    store: Store = request.app.state.store
    headers = {"content-disposition": 'attachment; filename="tavola.json"'}
    parts = export.everything(store, person_of(request))
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@router.delete("/me", status_code=204, response_class=Response)
async def forget_me(request: Request) -> Response:
    """Forget whoever asks: name, settings, cookie and seats."""
    await guests.forget(request)
    return Response(status_code=204)


# ---------------------------------------------------------------------------------- verification


RECORD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
"""A record is not read here, but where it holds up nobody."""


@router.post("/verify", openapi_extra=RECORD)
async def check(request: Request) -> Verification:
    """Check a record: its rules, every event, and sealed dice."""
    words, workers = words_of(request), workers_of(request)
    slow_down(request, request.app.state.long)
    found = await workers.do(checks_of, await request.body())
    checks = [
        Checked(
            name=one.name,
            passed=one.passed,
            say=refusal_sentence(words, Refused(one.reason)) if one.reason else "",
        )
        for one in found
    ]
    return Verification(sound=not any(one.failed for one in found), checks=checks)


def workers_of(request: Request) -> Workers:
    """Who does long work."""
    found: Workers = request.app.state.workers
    return found
