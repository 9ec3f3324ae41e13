"""The HTML pages.  Everything on them works without scripts, but for the drawings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from tavola.games import GAMES, by_family, find
from tavola.games.agreement import of_record
from tavola.play.verify import Check
from tavola.rules.model import drawing_layout
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text.notation import NUMBERINGS
from tavola.rules.text.record import record_from_json
from tavola.server.api.contract import workers_of
from tavola.server.api.export import in_parts, record_of
from tavola.server.api.game_statistics import SECONDS_A_TURN
from tavola.server.api.tables import find_table, viewer_of
from tavola.server.http.errors import Trouble, refusal_sentence
from tavola.server.http.pace import slow_down
from tavola.server.http.render import page
from tavola.server.http.typed_state import person_of, prefs_of, store_of, tables_of, words_of
from tavola.server.match.live_match import LiveMatch, whose_numbers
from tavola.server.match.workers import checks_of
from tavola.server.pages import (
    cards,
    dice_check,
    form_reader,
    forms,
    lessons,
    puzzles,
    rule_sections,
)
from tavola.server.pages.asked import board_view, given, glimpses_of, introduced, own_page, see
from tavola.server.pages.hotkeys import FIXED, READERS, USUAL
from tavola.server.store import StoredMatch
from tavola.server.tables import advice
from tavola.server.wire import browser_labels
from tavola.server.wire.browser_labels import STRINGS
from tavola.study import opening_advice
from tavola.words import names
from tavola.words.opinions import COUNTED
from tavola.words.rule_pages import page as rules_page
from tavola.words.translations import Words, mark

router = APIRouter()

FIRST = next(iter(GAMES))
"""The game that is begun from the top of the wall."""
_SHOWN = 6
"""So many unfinished matches are looked at for the one on the wall: where it is somebody's turn."""
_RECENT = 100
"""So many last matches say which games somebody plays."""
_LONGEST = 60
"""Characters of what is sought."""


# ---------------------------------------------------------------------------------- wall and games


@router.get("/")
async def wall(request: Request, family: str = "", q: str = "") -> Response:
    """The wall of games: one to begin with at once, what is unfinished, and all of them, by family
    and by what somebody seeks."""
    words, person = words_of(request), person_of(request)
    view = board_view(request)
    recent = (await own_page(request, None, _RECENT)).matches
    unfinished = await own_page(request, False, _SHOWN)
    entries = await cards.under_way(
        words, glimpses_of(request), unfinished.matches, person.id, mirror=view.mirror
    )
    entries.sort(key=lambda entry: not entry.turns_mine)
    shown = cards.arranged(cards.cards(words.lang), (match.header["game"] for match in recent))
    family = family if family in by_family() else ""
    fitting = [card.id for card in shown if cards.fits(card, family, q[:_LONGEST])]
    return page(
        request,
        "wall.html",
        headline=cards.headline(words, len(shown)),
        first=cards.card(words.lang, FIRST),
        board=cards.telling(FIRST, view),
        cards=shown,
        fitting=fitting,
        shown=len(fitting),
        families=cards.families(words),
        family=family,
        sought=q[:_LONGEST],
        unfinished=entries[:1],
        more=unfinished.count - 1,
        pictures=cards.pictures(mirror=view.mirror),
        seconds=SECONDS_A_TURN,
        lesson=next(iter(lessons.entries(words.lang, FIRST)), None),
    )


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
    refused: Refused | None = None,
    *,
    viewer: Side = Side.WHITE,
    table: str = "",
) -> Response:
    words, view = words_of(request), board_view(request, viewer)
    level = str(prefs_of(request).get("level", ""))
    return page(
        request,
        "game.html",
        422 if refused else 200,
        here=f"/games/{game.id}" + (f"?{urlencode({'table': table})}" if table else ""),
        game=game,
        name=names.game_name(words, game.id),
        family=names.family_name(words, game.family),
        rules=rules_page(words.lang, game.id, view.numbering, viewer),
        starts=cards.starts(words.lang, game.id, view),
        card=cards.card(words.lang, game.id),
        sections=rule_sections.sections(words.lang, game.id, view),
        moment=rule_sections.shown_moment(words.lang, game.id, view),
        beside=rule_sections.beside(game.id),
        numberings={value: words.text(STRINGS[f"numbering_{value}"]) for value in NUMBERINGS},
        counted_by=cards.counted_by(words, game.id, viewer),
        table=table,
        lessons=lessons.entries(words.lang, game.id),
        studied=puzzles.what_there_is(game.id),
        advised=opening_advice.sentences(words, game.id, view.numbering),
        setup=forms.set_up(words, game, given, level),
        slow=forms.slowness(words, game),
        fewer=forms.fewer(words, game, level),
        problem=refusal_sentence(words, refused) if refused else "",
        wrong=_wrong_field(refused),
    )


def _wrong_field(refused: Refused | None) -> str:
    """The field that a form was refused for, where a reader types into one; else nothing."""
    what = refused.refusal.details.get("what") if refused else None
    return str(what) if what in ("length", "games") else ""


@router.post("/tables")
async def new_table(request: Request) -> Response:
    """A new table as a form asks for it; a form that does not fit comes back with the reason."""
    answers = await given(request)
    game = find(answers.get("game", ""))
    level = str(prefs_of(request).get("level", ""))
    try:
        wish = form_reader.table_wish(answers, level)
    except Refused as refused:
        return _game_page(request, game, answers, refused)
    slow_down(request, request.app.state.new_tables)
    person = await introduced(request, answers, wish.seated_level if "level" in answers else None)
    table = await tables_of(request).create(wish, person)
    return see(f"/t/{table.id}")


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
        game=names.game_name(words_of(request), found.match.game.id),
        game_id=found.match.state.playing(found.match.game.id),
        layout=drawing_layout.layout_of(found.match.state.rules),
        rotation=_rotation(words_of(request), found.live),
        first=first.model_dump(mode="json", by_alias=True),
        names_throws=found.match.state.rules.namer is not None,
        terms=_terms(found.live),
        dice=dict(found.match.agreed.dice),
        strings=browser_labels.client_strings(words_of(request)),
        labels=browser_labels.page_labels(words_of(request)),
        hotkeys={"usual": USUAL, "fixed": FIXED, "readers": READERS},
    )


def _rotation(words: Words, live: LiveMatch) -> dict[str, Any] | None:
    """The games that are played in turn at a table, by their ids: names and boards."""
    return (
        None
        if not live.state.rotation
        else {
            one.game: {
                "name": names.game_name(words, one.game),
                "layout": drawing_layout.layout_of(one.rules),
            }
            for one in live.state.rotation
        }
    )


def _terms(live: LiveMatch) -> dict[str, Any]:
    """What was agreed at a table, as far as its page tells it; `double`: so often one is played."""
    match, rules = live.state.match, live.state.rules
    return {
        "game": live.match.game.id,
        "length": match.length,
        "games": match.games,
        "hints": advice.allowed(live),
        "multiples": rules.score in COUNTED,
        "double": rules.double_moves,
    }


MOST_KEPT = 10**6
"""Events of a match that was played here, and is checked whatever its length."""


def _encoded(match: StoredMatch) -> bytes:
    """The record of a match, for another process."""
    return json.dumps({**match.header, "events": match.events}).encode()


def _record(match: StoredMatch) -> bytes:
    """A match as it is stored, whether or not it can be replayed.  Raises `Refused` for a record
    that cannot be read."""
    found = record_from_json(record_of(match)).to_json()
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # half a sign becomes its JSON escape


@router.get("/t/{id}/record.json")
async def record(request: Request, id: str) -> Response:
    """The record of a match, as a file; it shows the secret of the dice once the match is over."""
    found = await store_of(request).load(id)
    if found is None:
        raise Trouble(404, "no_table", mark("There is no such table."))
    data = await asyncio.to_thread(_record, found)
    name = f'attachment; filename="tavola-{id[:8]}.json"'
    headers = {"content-disposition": name}
    return StreamingResponse(in_parts(data), media_type="application/json", headers=headers)


@router.get("/t/{id}/dice")
async def dice(request: Request, id: str) -> Response:
    """The dice of a match: checked when it is over, before that only their commitment.

    Raises `Refused` for a record of a game that is not known here, as all pages of a match do.
    """
    match = await store_of(request).load(id)
    if match is None:
        raise Trouble(404, "no_table", mark("There is no such table."))
    record = record_from_json(match.header)
    of_record(record)
    words = words_of(request)

    async def check() -> list[Check]:
        slow_down(request, request.app.state.long)
        data = await asyncio.to_thread(_encoded, match)
        return await workers_of(request).do(checks_of, data, MOST_KEPT)

    checked = await dice_check.checked(words, record, check)
    own = dice_check.own_check(words, id, record)
    return page(
        request,
        "fairness.html",
        id=id,
        name=names.game_name(words, record.game),
        players=cards.players_of(words, match.seats),
        check=own,
        **checked,
    )
