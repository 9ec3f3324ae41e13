"""A new table from an old moment of a match."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

from tavola.server.api.contract import Strict, TableId
from tavola.server.api.tables import Links, find_table, links_of, viewer_of
from tavola.server.http import guests
from tavola.server.http.errors import Trouble
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import prefs_of, tables_of
from tavola.server.tables import from_here

router = APIRouter()


class FromHere(Strict):
    """Against whom: the computer or, at one device, `here`; empty: as at the old table."""

    opponent: str = Field(default="", json_schema_extra={"enum": ["", "computer", "here"]})


@router.post("/tables/{table}/from/{n}", status_code=201)
async def begin(
    request: Request,
    table: TableId,
    n: Annotated[int, Path(ge=0, le=10**6)],
    wanted: FromHere | None = None,
) -> Links:
    """A new table that begins where a match stood after event `n`, or at the last moment before
    with which one can begin; `from_here` in the view of that moment says whether and where."""
    found = await find_table(request, table)
    if n > found.match.seq:
        raise Trouble(404)
    viewer = viewer_of(request)
    opponent = wanted.opponent if wanted else ""
    usual = str(prefs_of(request).get("level", ""))
    live = found.live
    async with found.lock:
        wish = await asyncio.to_thread(
            from_here.wish_of, live, live.look(viewer), viewer.person, n, opponent, usual
        )
    if wish is None:
        raise Trouble(403, "not_over", from_here.NOT_YET)
    slow_down(request, request.app.state.new_tables)
    tables = tables_of(request)
    return links_of(request, await tables.create(wish, await guests.kept(request)))
