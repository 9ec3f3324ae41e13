"""The position editor: a position of any game, set up by hand, by keys or as a line.

All of it works without scripts: a form with every number, and buttons.  A script draws the board
instead and sends the same fields.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from tavola.drawing import page_pictures, picture
from tavola.drawing.page_pictures import Scene
from tavola.drawing.picture import BoardView, Shown
from tavola.drawing.shown_dice import dice_of
from tavola.rules.model import drawing_layout
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import draft, foreign
from tavola.rules.turn.state import State
from tavola.server.api.contract import workers_of
from tavola.server.http import guests
from tavola.server.http.errors import Trouble
from tavola.server.http.pace import slow_down
from tavola.server.http.render import page
from tavola.server.http.typed_state import prefs_of, reach_of, tables_of, words_of
from tavola.server.match.new_match import COMPUTER, TableWish
from tavola.server.pages import editor_form
from tavola.server.pages.asked import board_view, given, see
from tavola.server.pages.editor_form import Draft
from tavola.server.pages.forms import OPTION
from tavola.server.pages.routes import FIRST
from tavola.server.tables import position_advice
from tavola.server.tables.position_advice import Opinion
from tavola.server.wire.editor_labels import editor_strings
from tavola.words import names, refusals, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

router = APIRouter()

_MOST_FIELDS = 200
"""Three for each point, and what is asked besides."""
_TO_PLAY = (COMPUTER, "here")
_BUSY = mark("The computer is busy with other questions: ask again in a moment.")
_NO_PNG = mark("This server cannot make PNG pictures: take the SVG picture instead.")
_WIDTH = 960


@router.get("/editor")
async def editor(request: Request) -> Response:
    """The editor: with the start of a game, or with the position of a link."""
    asked = {"game": FIRST, **request.query_params}
    if asked.pop("was", asked["game"]) != asked["game"]:
        asked.pop("position", None)  # another game begins with its start
    return _page(request, editor_form.drafted(asked))


@router.post("/editor")
async def put(request: Request) -> Response:
    """The form: leads to the link of a position, asks the computer, or begins a table with it."""
    answers = await given(request, _MOST_FIELDS)
    wanted = answers.pop("do", "set")
    drafted = editor_form.drafted(answers)
    if drafted.state is None:
        return _page(request, drafted)
    if wanted in _TO_PLAY:
        return await _begun(request, drafted, wanted)
    if wanted == "ask":
        return _page(request, drafted, await _asked(request, drafted, drafted.state))
    return see(drafted.address())


async def _begun(request: Request, drafted: Draft, opponent: str) -> Response:
    """A new table that begins with the position; against the computer whoever is on turn is one's
    own side."""
    assert drafted.agreed is not None
    assert drafted.state is not None
    slow_down(request, request.app.state.new_tables)
    colour = ("white", "black")[drafted.state.side]
    level = str(prefs_of(request).get("level", "")) or None
    wish = TableWish(drafted.agreed, opponent=opponent, colour=colour, level=level, hints=True)
    table = await tables_of(request).create(wish, await guests.kept(request))
    return see(f"/t/{table.id}")


async def _asked(request: Request, drafted: Draft, state: State) -> Opinion:
    """What the computer thinks.  Raises `Trouble` if somebody asks too often, or too many do."""
    slow_down(request, request.app.state.thoughts)
    speaker = drafted.speaker(words_of(request).lang, prefs_of(request)["numbering"])
    found = await position_advice.opinion(
        tables_of(request).computers, drafted.game.id, state, speaker
    )
    if found is None:
        raise Trouble(503, "busy", _BUSY, {"retry-after": "5"})
    return found


# ----------------------------------------------------------------------------- what a script asks


@router.post("/editor/look")
async def look(request: Request) -> Response:
    """What a script wants to know of its fields: the line, what is wrong, what stands where."""
    drafted = editor_form.drafted(await given(request, _MOST_FIELDS))
    return JSONResponse(_looked(request, drafted))


@router.post("/editor/ask")
async def ask(request: Request) -> Response:
    """What the computer thinks, as JSON."""
    drafted = editor_form.drafted(await given(request, _MOST_FIELDS))
    if drafted.state is None:
        say = _problem(request, drafted)
        return JSONResponse({"code": "bad_position", "say": say}, 422)
    found = await _asked(request, drafted, drafted.state)
    arrows = [
        {"from": one.source, "to": one.target, "side": one.side.letter, "hit": one.hit}
        for one in found.arrows
    ]
    return JSONResponse(
        {"lines": found.lines, "heads": found.heads, "rows": found.rows, "arrows": arrows}
    )


def _looked(request: Request, drafted: Draft) -> dict[str, Any]:
    """A draft for the script: `fields` and the `line`, `view` for the board, `places` in words,
    `problem` or what is asked now (`say`), and where the links lead."""
    state, rules = drafted.state, drafted.rules
    speaker = drafted.speaker(words_of(request).lang, prefs_of(request)["numbering"])
    shown = draft.shown(rules, drafted.fields)
    calm = State(rules, MatchRules(), shown)
    reach = reach_of(request)
    return {
        "line": drafted.line,
        "places": _places(speaker, calm),
        "problem": _problem(request, drafted),
        "say": "" if state is None else situations.prompt(speaker, state),
        "link": reach.base(request) + drafted.address(),
        "svg": drafted.address("/editor.svg"),
        "png": drafted.address("/editor.png"),
    }


def _places(speaker: Speaker, calm: State) -> dict[str, str]:
    """A sentence for each place of the board."""
    rules, at = calm.rules, calm.position
    found = {str(point): situations.point(speaker, calm, point) for point in draft.points_of(rules)}
    kinds = draft.kinds_of(rules)
    pools = [pool for pool in ("bar", "res", "off") if pool in kinds]
    sides = {side: situations.pools_of(speaker, at, side) for side in Side}
    for n, pool in enumerate(pools):
        told = (
            speaker.words.text(
                "{player}: {text}.", player=speaker.caller(side, calm), text=sides[side][n]
            )
            for side in Side
        )
        found[pool] = " ".join(map(speaker.sentence, told))
    return found


def _problem(request: Request, drafted: Draft) -> str:
    """Why a position cannot be, with the numbers of the reader's board."""
    if drafted.problem is None:
        return ""
    refusal = drafted.problem.refusal
    speaker = drafted.speaker(words_of(request).lang, prefs_of(request)["numbering"])
    details = dict(refusal.details)
    if isinstance(point := details.get("point"), int) and 1 <= point <= 24:
        details["point"] = speaker.number(None, point)
    return refusals.explain(speaker, Refusal(refusal.code, details), None)


# ------------------------------------------------------------------------------------- the page


def _page(request: Request, drafted: Draft, opinion: Opinion | None = None) -> Response:
    words, view = words_of(request), board_view(request, drafted.viewer)
    looked = _looked(request, drafted)
    return page(
        request,
        "editor.html",
        422 if drafted.problem else 200,
        here=drafted.address(),
        game=drafted.game,
        name=names.game_name(words, drafted.game.id),
        form=editor_form.form(words, drafted, view.numbering),
        draft=drafted,
        fields=defaultdict(str, drafted.fields),
        about=defaultdict(str, drafted.about),
        option=OPTION,
        looked=looked,
        opinion=opinion,
        drawing=_drawing(drafted, view, opinion),
        data={
            "layout": drawing_layout.layout_of(drafted.rules),
            "kinds": sorted(draft.kinds_of(drafted.rules)),
            "numbering": view.numbering,
            "mirror": view.mirror,
            "checkers": drafted.rules.checkers,
            "looked": looked,
        },
        strings=editor_strings(words),
        classic_board=foreign.knows(drafted.rules),
        png=_png_made(),
    )


def _drawing(drafted: Draft, view: BoardView, opinion: Opinion | None) -> str:
    """The board for those who have no script."""
    rules, state = drafted.rules, drafted.state
    shown = Shown()
    if state is not None:
        dice = dict(zip(Side, dice_of(state), strict=True))
        cube = state.cube if rules.cube else None
        shown = Shown(arrows=opinion.arrows if opinion else (), dice=dice, cube=cube)
    scene = Scene(draft.shown(rules, drafted.fields), shown)
    return page_pictures.scene(rules, scene, page_pictures.WIDE, view)


# ------------------------------------------------------------------------------------ pictures


@router.get("/editor.svg")
async def as_svg(request: Request) -> Response:
    """A position as an SVG picture, to be saved."""
    state, drawn = _drawn(request)
    text = picture.svg(state, width=_WIDTH, **drawn)
    return Response(text, media_type="image/svg+xml", headers=_saved(request, "svg"))


@router.get("/editor.png")
async def as_png(request: Request) -> Response:
    """A position as a PNG picture; 404 where this server cannot make any."""
    state, drawn = _drawn(request)
    slow_down(request, request.app.state.thoughts)
    if not _png_made():
        raise Trouble(404, "no_png", _NO_PNG)
    # Not in a thread: the library lets nobody else work while it draws.
    made = await workers_of(request).do(picture.png, state, width=_WIDTH, **drawn)
    return Response(made, media_type="image/png", headers=_saved(request, "png"))


def _drawn(request: Request) -> tuple[State, picture.Drawn]:
    """The state of a link, and how its picture is drawn.  Raises `Refused`."""
    asked: Mapping[str, str] = {"game": FIRST, **request.query_params}
    drafted = editor_form.drafted(asked)
    if drafted.state is None:
        raise drafted.problem or Refused
    words, numbering = words_of(request), prefs_of(request)["numbering"]
    numbers = asked.get("numbers", numbering)
    speaker = drafted.speaker(words.lang, numbering)
    prompt = situations.prompt(speaker, drafted.state)
    return drafted.state, {
        "viewer": drafted.viewer,
        "numbering": numbers,
        "mirror": prefs_of(request)["mirror"],
        "theme": asked.get("theme", "linen"),
        "title": words.labelled(names.game_name(words, drafted.game.id), prompt),
        "description": " ".join(situations.lone_position(speaker, drafted.state)),
    }


def _saved(request: Request, kind: str) -> dict[str, str]:
    """Saved, not opened: the page's own policy would take a picture its colours."""
    game = request.query_params.get("game", FIRST)
    name = "".join(sign for sign in game if sign.isalnum() or sign == "-") or FIRST
    return {"content-disposition": f'attachment; filename="tavola-{name[:40]}.{kind}"'}


def _png_made() -> bool:
    from importlib.util import find_spec

    return find_spec("resvg_py") is not None
