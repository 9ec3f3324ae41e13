"""Trying another play where a review shows one: played by the full rules, then judged."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from tavola.drawing.compared import in_its_place
from tavola.drawing.picture import BoardView
from tavola.rules.model import drawing_layout
from tavola.rules.model.refusal import Refused
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, State
from tavola.server.api import reviews as asked_for
from tavola.server.api.contract import TableId
from tavola.server.http.errors import Trouble, refusal_sentence
from tavola.server.http.render import page
from tavola.server.http.typed_state import person_of, tables_of, words_of
from tavola.server.pages.asked import board_view, given
from tavola.server.pages.hotkeys import FIXED, READERS, USUAL
from tavola.server.pages.puzzles import NOT_WHOLE, events_of
from tavola.server.pages.review_teller import PageTeller, reader_of, teller_of
from tavola.server.tables.advice import NO_NET
from tavola.server.tables.computer_pool import Seat
from tavola.server.tables.practice import without_undone
from tavola.server.wire import browser_labels
from tavola.study import attempts, spoken, trying
from tavola.study.after import Played
from tavola.study.checking import play_of
from tavola.study.questions import What, of_play
from tavola.study.summary import THRESHOLDS
from tavola.study.teacher import Teacher, Verdict
from tavola.study.verdicts import Decision
from tavola.words import names, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

router = APIRouter()

EventNumber = Annotated[int, Path(ge=1, le=10**6)]
DEEPEST = 1
"""Throws that are looked ahead for a play that the review did not look at; somebody waits."""
_NO_PLAY = mark("The review of this match has no such play.")


@dataclass(frozen=True)
class Tried:
    """A play of a review that somebody wants to play otherwise."""

    id: str
    teller: PageTeller
    one: Decision
    state: State
    speaker: Speaker
    view: BoardView

    @property
    def game(self) -> str:
        """The game that was played there."""
        return self.teller.review.playing(self.one)


def address(id: str, n: int) -> str:
    """Where one tries another play instead of the one that ended with event `n`."""
    return f"/t/{id}/review/try/{n}"


def may_be_tried(one: Decision) -> bool:
    """Whether there is a throw to be played."""
    return one.what is What.PLAY


@router.get("/t/{id}/review/try/{n}")
async def show(request: Request, id: TableId, n: EventNumber) -> Response:
    """The board before a play of a match, to try another one."""
    return _shown(request, await _tried(request, id, n))


@router.post("/t/{id}/review/try/{n}")
async def judge(request: Request, id: TableId, n: EventNumber) -> Response:
    """What another play gives away, and why; what cannot be played comes back with the reason."""
    tried, answers = await _tried(request, id, n), await given(request)
    typed = answers.get("play", "")
    try:
        mine = _played(tried, answers)
    except Refused as refused:
        return _shown(request, tried, refusal_sentence(words_of(request), refused), typed)
    if not mine.actions or not attempts.complete(tried.state, mine):
        return _shown(request, tried, words_of(request).text(NOT_WHOLE), typed)
    found = await asyncio.to_thread(trying.known, tried.game, tried.state, tried.one, mine)
    if found is None:
        seat, question = (
            Seat(tried.game, tried.state.rules, "", 0),
            of_play(tried.state, mine.actions),
        )
        depth = min(tried.one.asked, DEEPEST)

        def asked(teacher: Teacher, _: int) -> Verdict:
            return teacher.verdict(question, depth)

        found = await tables_of(request).computers.learn(seat, asked)
    return _verdict(request, tried, mine, found)


async def _tried(request: Request, id: str, n: int) -> Tried:
    """What an address asks for.  Raises `Trouble`."""
    match = await asked_for.finished(request, id)
    row, words = await asked_for.reviews_of(request).found(id), words_of(request)
    if row is None or not row.review:
        raise Trouble(404, "no_play", _NO_PLAY)
    person = person_of(request).id if asked_for.plays(request, match) else ""
    reader = reader_of(words, match, person, board_view(request))
    teller = await asyncio.to_thread(teller_of, words, row.review, reader, THRESHOLDS)
    one = play_of(teller.review, n)
    if one is None:
        raise Trouble(404, "no_play", _NO_PLAY)
    state = teller.state(one)
    # Whoever tries plays for the one who decided, and reads the numbers of that side.
    view = board_view(request, state.side)
    speaker = Speaker(words, state.rules, view.numbering, viewer=state.side, me=state.side)
    return Tried(id, teller, one, state, speaker, view)


def _played(tried: Tried, answers: Mapping[str, str]) -> Played:
    """The play that was sent: as events of the board, or typed.  Raises `Refused`."""
    if answers.get("events"):
        return attempts.part_of(tried.state, without_undone(events_of(answers["events"])))
    text = answers.get("play", "").strip()
    return attempts.of_text(tried.state, text, tried.speaker.numbering)


def _common(tried: Tried) -> dict[str, Any]:
    here = address(tried.id, tried.one.n)
    return {
        "here": here,
        "name": names.game_name(tried.speaker.words, tried.game),
        "back": f"/t/{tried.id}/review?event={tried.one.n}#here",
        "where": tried.teller.where(tried.one),
        "prompt": situations.prompt(tried.speaker, tried.state),
        "played": _written(tried, tried.one.done.actions),
    }


def _shown(request: Request, tried: Tried, problem: str = "", typed: str = "") -> Response:
    """The board, and a field for whoever types."""
    review, state = tried.teller.review, tried.state
    return page(
        request,
        "review_try.html",
        422 if problem else 200,
        **_common(tried),
        found=None,
        problem=problem,
        typed=typed,
        drawn=in_its_place(state, (), (), tried.view),
        position=situations.own_position(tried.speaker, state),
        layout=drawing_layout.layout_of(state.rules),
        practice={
            "game": tried.game,
            "line": tried.one.position,
            "options": dict(review.options_of(tried.game)),
            "match": review.match.to_json(),
        },
        strings=browser_labels.client_strings(tried.speaker.words),
        hotkeys={"usual": USUAL, "fixed": FIXED, "readers": READERS},
    )


def _verdict(request: Request, tried: Tried, mine: Played, found: Verdict | None) -> Response:
    words, state = tried.speaker.words, tried.state
    say = [words.text(NO_NET)] if found is None else spoken.verdict(tried.speaker, found)
    best = mine.actions if found is None else found.best.actions
    better = found is not None and not found.good
    return page(
        request,
        "review_try.html",
        **_common(tried),
        problem="",
        found={
            "play": _written(tried, mine.actions),
            "say": say,
            "best": _written(tried, best) if better else "",
            "right": not better,
        },
        drawn=in_its_place(
            state,
            _codes(best),
            _codes(mine.actions) if better else (),
            tried.view,
            title=" ".join(say),
        ),
    )


def _codes(actions: tuple[Action, ...]) -> tuple[int, ...]:
    return tuple(action.code for action in actions if action.kind is Kind.STEP)


def _written(tried: Tried, actions: tuple[Action, ...]) -> str:
    return notation.typed(tried.state, actions, tried.speaker.numbering)


__all__ = ["address", "may_be_tried", "router"]
