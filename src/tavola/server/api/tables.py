"""Tables as JSON: made, entered, looked at, played again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from tavola.bots.levels import ACCEPTED
from tavola.games import OFFERED
from tavola.play.dice import SEED_LENGTH
from tavola.rules.model.ruleset import Side
from tavola.server.api.agreement import NewTable, table_wish
from tavola.server.api.contract import Strict, TableId
from tavola.server.http import guests, qr
from tavola.server.http.addresses import NoNetwork
from tavola.server.http.errors import Trouble
from tavola.server.http.guard import is_local
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of, prefs_of, reach_of, tables_of, words_of
from tavola.server.match.live_match import Viewer
from tavola.server.match.new_match import SAME_AGAIN, RematchWish
from tavola.server.store import Taken
from tavola.server.tables.commands import STALE
from tavola.server.tables.table import Table
from tavola.server.wire import messages
from tavola.words import names
from tavola.words.translations import mark

router = APIRouter()
links = APIRouter()

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


@router.post("/tables", status_code=201)
async def new_table(request: Request, wanted: NewTable) -> Links:
    """A new table, at which whoever asks sits down."""
    wish = table_wish(wanted)
    slow_down(request, request.app.state.new_tables)
    tables = tables_of(request)
    table = await tables.create(wish, await guests.kept(request))
    return links_of(request, table)


async def find_table(request: Request, table: str) -> Table:
    """The table of an id.  Raises `Trouble`."""
    tables = tables_of(request)
    found = await tables.get(table)
    if found is None:
        raise Trouble(404, "no_table", _NO_TABLE)
    return found


def viewer_of(request: Request) -> Viewer:
    """How somebody wants to be told."""
    prefs = prefs_of(request)
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
    tables = tables_of(request)
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
    tables = tables_of(request)
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
    reach = reach_of(request)
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
    reach = reach_of(request)
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
