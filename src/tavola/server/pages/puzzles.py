"""Puzzles of a game, the position of the day, and the table of openings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.drawing import wall_pictures
from tavola.drawing.compared import in_its_place
from tavola.games import find
from tavola.rules.model import drawing_layout
from tavola.rules.model.declaration import Game
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Action, Kind, State
from tavola.server.http.errors import Trouble, refusal_sentence
from tavola.server.http.render import page
from tavola.server.http.typed_state import prefs_of, tables_of, words_of
from tavola.server.pages import deck
from tavola.server.pages.asked import board_view, given, see
from tavola.server.pages.hotkeys import FIXED, READERS, USUAL
from tavola.server.tables.computer_pool import Seat
from tavola.server.tables.practice import MOST_EVENTS, without_undone
from tavola.server.wire import browser_labels
from tavola.study import attempts, opening_advice, openings, puzzles
from tavola.study import deck as cards
from tavola.study.after import Played
from tavola.study.attempts import Attempt
from tavola.study.deck import Card
from tavola.study.puzzles import Puzzle
from tavola.study.reasons import say_all
from tavola.words import names, situations
from tavola.words import puzzles as told
from tavola.words.speaker import Speaker, side_name
from tavola.words.translations import Words, mark
from tavola.words.typed_numbers import whole_number

router = APIRouter()

NO_PUZZLE = mark("There is no such puzzle.")
NOT_WHOLE = mark("There is more to play: play the throw to its end.")
_LONGEST = 20_000
"""Characters of what a board sends."""


@dataclass(frozen=True)
class Asked:
    """A puzzle that is shown: of which game and place (from 0), and where its page lies; of which
    day, or of which card, where the address asks for another one later."""

    game: str
    n: int
    address: str
    puzzle: Puzzle
    state: State
    theme: str = ""
    day: str = ""
    card: Card | None = None


# ------------------------------------------------------------------------------------------- pages


@router.get("/games/{game_id}/puzzles")
async def puzzles_of_game(request: Request, game_id: str, theme: str = "") -> Response:
    """All puzzles of a game, or those of a theme."""
    words, found = words_of(request), puzzles.puzzles_of(find(game_id).id)
    themes, rules = found.themes(), find(game_id).ruleset(None)
    theme = theme if theme in themes else ""
    places = found.of_theme(theme) if theme else range(len(found.puzzles))
    return page(
        request,
        "puzzles.html",
        game_id=game_id,
        name=names.game_name(words, game_id),
        subjects={name: told.theme(words, name, rules) for name in themes},
        counts={name: len(found.of_theme(name)) for name in themes},
        chosen=theme,
        places=[place + 1 for place in places],
        count=len(found.puzzles),
        played=_played_in_turn(words, find(game_id)),
        query=_query(theme),
    )


@router.get("/games/{game_id}/puzzles/{number}")
async def puzzle(request: Request, game_id: str, number: str, theme: str = "") -> Response:
    """One puzzle, to be played.  Raises `Trouble` where there is none."""
    return _shown(request, _asked(game_id, number, theme))


@router.post("/games/{game_id}/puzzles/{number}")
async def answer(request: Request, game_id: str, number: str, theme: str = "") -> Response:
    """What somebody plays there, judged."""
    return await _judged(request, _asked(game_id, number, theme), await given(request))


@router.get("/today")
async def today(request: Request) -> Response:
    """The position of the day."""
    return _shown(request, _of_day(request))


@router.post("/today")
async def answer_today(request: Request) -> Response:
    """What somebody plays there, judged."""
    answers = await given(request)
    return await _judged(request, _of_day(request, answers.get("asked", "")), answers)


@router.get("/mine/deck/next")
async def next_card(request: Request) -> Response:
    """The card that waits longest; the deck where none does."""
    asked = await _of_deck(request)
    return see("/mine/deck") if asked is None else _shown(request, asked)


@router.post("/mine/deck/next")
async def answer_card(request: Request) -> Response:
    """What somebody plays there, judged."""
    answers = await given(request)
    asked = await _of_deck(request, answers.get("asked", ""))
    return see("/mine/deck") if asked is None else await _judged(request, asked, answers)


@router.get("/games/{game_id}/openings")
async def openings_of_game(request: Request, game_id: str) -> Response:
    """The opening table of a game."""
    words, game = words_of(request), find(game_id)
    table = openings.table_of(game.id)
    rules, numbering = puzzles.rules_of(game.id), prefs_of(request)["numbering"]
    groups, shared = [], ""
    for letter in dict.fromkeys(one.side for one in table.openings):
        rows = [one for one in table.openings if one.side == letter]
        states = [openings.state_of(game.id, one) for one in rows]
        speaker = _speaker(words, states[0], numbering)
        moments = [
            wall_pictures.of_state(state, _codes(state, one.plays[0]))
            for state, one in zip(states, rows, strict=True)
        ]
        view = board_view(request, states[0].side)
        shared, drawn = wall_pictures.series(rules, moments, view, letter)
        cells = [
            _opening_row(words, speaker, state, one, picture)
            for state, one, picture in zip(states, rows, drawn, strict=True)
        ]
        title = "" if table.alike else side_name(words, states[0].side)
        groups.append({"title": title, "shared": shared, "rows": cells})
    return page(
        request,
        "openings.html",
        game_id=game.id,
        name=names.game_name(words, game.id),
        groups=groups,
        played=_played_in_turn(words, game),
        advised=opening_advice.sentences(words, game.id, numbering),
        practised=bool(opening_advice.clear(table.openings)),
        chosen=opening_advice.has_choices(table.openings),
    )


def _played_in_turn(words: Words, game: Game) -> dict[str, str]:
    """The games that one consists of, by their ids: what each is called."""
    return {one.id: names.game_name(words, one.id) for one in game.rotation}


def what_there_is(game_id: str) -> list[str]:
    """The pages that a game has: `puzzles`, `openings`."""
    found = {
        "puzzles": puzzles.puzzles_of(game_id).puzzles,
        "openings": openings.table_of(game_id).openings,
    }
    return [name for name, there in found.items() if there]


# ------------------------------------------------------------------------------------ what is asked


def _asked(game_id: str, number: str, theme: str) -> Asked:
    """The puzzle of an address.  Raises `Trouble`."""
    found = puzzles.puzzles_of(find(game_id).id)
    n = (whole_number(number, 4) or 0) - 1
    if not 0 <= n < len(found.puzzles):
        raise Trouble(404, "no_puzzle", NO_PUZZLE)
    theme = theme if theme in found.puzzles[n].themes else ""
    address = f"/games/{game_id}/puzzles/{number}{_query(theme)}"
    one = found.puzzles[n]
    return Asked(game_id, n, address, one, puzzles.state_of(game_id, one), theme)


def _of_day(request: Request, named: str = "") -> Asked:
    """The puzzle of today, or of the day before it that a form names.  Raises `Trouble`."""
    day = today_of(request)
    with suppress(ValueError):
        day = min(date.fromisoformat(named), day)
    found = puzzles.of_day(day)
    if found is None:
        raise Trouble(404, "no_puzzle", NO_PUZZLE)
    game, n = found
    one = puzzles.puzzles_of(game).puzzles[n]
    return Asked(game, n, "/today", one, puzzles.state_of(game, one), day=day.isoformat())


async def _of_deck(request: Request, named: str = "") -> Asked | None:
    """The card that a form names, else the one that waits longest; those that do not fit the rules
    any more are passed over."""
    found = await deck.cards_of(request)
    due = cards.due_cards(found, deck.clock(request))
    for card in [one for one in found if one.key == named] if named else due:
        try:
            state = cards.state_of(card)
        except Refused:
            continue
        return Asked(card.game, 0, "/mine/deck/next", card.puzzle, state, card=card)
    return None


def today_of(request: Request) -> date:
    """The day, the same everywhere on earth."""
    return deck.clock(request).date()


def _query(theme: str) -> str:
    return f"?{urlencode({'theme': theme})}" if theme else ""


def _shown(request: Request, asked: Asked, problem: str = "", typed: str = "") -> Response:
    """A puzzle that waits for its answer."""
    words, state = words_of(request), asked.state
    view = board_view(request, state.side)
    speaker = _speaker(words, state, view.numbering)
    return page(
        request,
        "puzzle.html",
        422 if problem else 200,
        here=asked.address,
        **_common(words, asked),
        problem=problem,
        typed=typed,
        standing=situations.standing(speaker, state),
        prompt=situations.prompt(speaker, state),
        drawn=in_its_place(state, (), (), view),
        position=situations.own_position(speaker, state),
        layout=drawing_layout.layout_of(state.rules),
        practice={"game": asked.game, "line": asked.puzzle.at, **deck.terms(asked.card)},
        strings=browser_labels.client_strings(words),
        hotkeys={"usual": USUAL, "fixed": FIXED, "readers": READERS},
    )


def _common(words: Words, asked: Asked) -> dict[str, Any]:
    if asked.card:
        return {
            "asked": asked,
            "name": names.game_name(words, asked.game),
            "number": 0,
            "count": 0,
            "following": "/mine/deck/next",
            "all": "/mine/deck",
        }
    found = puzzles.puzzles_of(asked.game)
    places = found.of_theme(asked.theme) if asked.theme else list(range(len(found.puzzles)))
    following = [place for place in places if place > asked.n] or places
    return {
        "asked": asked,
        "name": names.game_name(words, asked.game),
        "number": asked.n + 1,
        "count": len(found.puzzles),
        "following": f"/games/{asked.game}/puzzles/{following[0] + 1}{_query(asked.theme)}",
        "all": f"/games/{asked.game}/puzzles{_query(asked.theme)}",
    }


# ----------------------------------------------------------------------------------- what is played


async def _judged(request: Request, asked: Asked, answers: Mapping[str, str]) -> Response:
    """The verdict on what was played; what cannot be played comes back with the reason."""
    typed = answers.get("play", "")
    try:
        mine = _played(request, asked, answers)
    except Refused as refused:
        return _shown(request, asked, refusal_sentence(words_of(request), refused), typed)
    if not attempts.complete(asked.state, mine):
        return _shown(request, asked, words_of(request).text(NOT_WHOLE), typed)
    loss = None
    if not attempts.known(asked.state, asked.puzzle, mine):
        seat = Seat(asked.game, asked.state.rules, "", 0)
        loss = await tables_of(request).computers.ask(
            seat, lambda adviser, depth: attempts.estimate(adviser, asked.state, mine)
        )
    found = attempts.attempt(asked.game, asked.puzzle, asked.state, mine, loss)
    becomes = cards.new_card(asked.game, asked.puzzle, cards.FAILED, deck.clock(request))
    card = await deck.note(request, asked.card or becomes, right=found.right)
    return _verdict(request, asked, found, card)


def _played(request: Request, asked: Asked, answers: Mapping[str, str]) -> Played:
    """The play that was sent: as events of the board, or typed.  Raises `Refused`."""
    state = asked.state
    if answers.get("events"):
        mine = attempts.part_of(state, without_undone(events_of(answers["events"])))
    else:
        numbering = prefs_of(request)["numbering"]
        mine = attempts.of_text(state, answers.get("play", "").strip(), numbering)
    return mine


def events_of(text: str) -> Sequence[Action]:
    """Steps and what took them back.  Raises `Refused` for anything else."""
    try:
        events = json.loads(text[:_LONGEST])
        if not isinstance(events, list):  # from Python 3.12 on a slice may be a key
            raise TypeError(events)
        actions = [Action.from_json(event) for event in events[:MOST_EVENTS]]
    except (ValueError, TypeError, RecursionError):
        raise refuse("unclear_play", text="") from None
    return [one for one in actions if one.kind in (Kind.STEP, Kind.UNDO)]


def _verdict(request: Request, asked: Asked, found: Attempt, card: Card | None) -> Response:
    words, state, puzzle = words_of(request), asked.state, asked.puzzle
    view = board_view(request, state.side)
    numbering, speaker = view.numbering, _speaker(words, state, view.numbering)
    best, mine = (attempts.text_of(state, one, numbering) for one in (found.best, found.mine))
    rows = [
        (attempts.renumbered(state, text, numbering), loss)
        for text, loss in zip(puzzle.plays, puzzle.losses, strict=True)
    ]
    lines = [
        {"play": text, "loss": _behind(words, loss), "mine": text == mine} for text, loss in rows
    ]
    if not found.known and found.loss is not None:
        about = words.text("about {loss}", loss=told.units(words, found.loss))
        lines.append({"play": mine, "loss": about, "mine": True})
    natural = rows[puzzle.natural]
    tempting = told.tempting(words, natural[0], natural[1]) if natural[0] != mine else ""
    return page(
        request,
        "puzzle_answer.html",
        here=asked.address,
        **_common(words, asked),
        right=found.right,
        due=None if card is None else int(card.due.timestamp()),
        verdict=told.verdict(words, best, mine, found.loss),
        best=best,
        reasons=say_all(speaker, found.told, state),
        tempting=tempting,
        rows=lines,
        drawn=in_its_place(
            state,
            _steps(found.best),
            () if found.right else _steps(found.mine),
            view,
        ),
        subjects=[told.theme(words, name, state.rules) for name in puzzle.themes],
    )


# ------------------------------------------------------------------------------------------- words


def _speaker(words: Words, state: State, numbering: str) -> Speaker:
    """Who speaks to the one that plays."""
    return Speaker(words, state.rules, numbering, viewer=state.side, me=state.side)


def _steps(played: Played) -> tuple[int, ...]:
    return tuple(action.code for action in played.actions)


def _codes(state: State, text: str) -> tuple[int, ...]:
    return _steps(attempts.of_text(state, text))


def _behind(words: Words, loss: float) -> str:
    return told.units(words, loss) if loss else words.text("best")


def _opening_row(
    words: Words, speaker: Speaker, state: State, one: openings.Opening, drawn: str
) -> dict[str, Any]:
    plays = [attempts.renumbered(state, text, speaker.numbering) for text in one.plays]
    return {
        "dice": written(one.dice),
        "plays": plays,
        "gap": told.units(words, one.gap, 3) if len(plays) > 1 else "",
        "error": told.units(words, one.error, 3),
        "close": len(plays) > 1 and not opening_advice.is_clear(one),
        "trials": one.trials,
        "drawn": drawn,
    }
