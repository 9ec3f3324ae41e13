"""Lessons as pages: every step with its board and its text, readable without a script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.drawing import wall_pictures
from tavola.drawing.picture import BoardView
from tavola.games import find
from tavola.rules import turn
from tavola.rules.model import drawing_layout
from tavola.rules.turn.state import Action, Kind, State
from tavola.server.http.errors import Trouble
from tavola.server.http.render import page
from tavola.server.http.typed_state import prefs_of, words_of
from tavola.server.pages.asked import board_view, see
from tavola.server.pages.hotkeys import FIXED, READERS, USUAL
from tavola.server.wire import browser_labels
from tavola.study.lessons.answers import counted, good_actions
from tavola.study.lessons.texts import StepText, Text
from tavola.study.lessons.written import (
    ASK,
    COUNT,
    CUBE,
    Lesson,
    Step,
    all_lessons,
    following,
    lesson_of,
    lessons_of,
)
from tavola.words import names, situations, what_happened
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark

router = APIRouter()

_WIDTH = 480.0
CUBE_ANSWERS = {
    "double": mark("Double"),
    "hold": mark("Do not double"),
    "take": mark("Take"),
    "drop": mark("Drop"),
}
"""What somebody may answer about the cube."""
_NO_LESSON = mark("There is no such lesson.")


@dataclass(frozen=True)
class ShownStep:
    """A step on the page: its text, its board drawn and in words, and the answer to it."""

    step: Step
    text: StepText
    drawn: str
    said: tuple[str, ...]
    answer: str
    solved: str
    cube: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """A lesson in a list."""

    game: str
    id: str
    title: str
    line: str


def entries(lang: str, game: str) -> list[Entry]:
    """The lessons of a game, as they are listed."""
    return [_entry(lang, lesson) for lesson in lessons_of(game)]


def _entry(lang: str, lesson: Lesson) -> Entry:
    text = _numbered(lesson, lang, "own")
    return Entry(lesson.game, lesson.id, text.title, text.line)


def _numbered(lesson: Lesson, lang: str, numbering: str) -> Text:
    return lesson.text(lang).numbered(lesson.rules, numbering, lesson.side)


@router.get("/lessons")
async def lessons(request: Request) -> Response:
    """All lessons, by game."""
    words = words_of(request)
    groups = [
        (game, names.game_name(words, game), entries(words.lang, game)) for game in all_lessons()
    ]
    return page(request, "lessons.html", groups=groups)


@router.get("/games/{game_id}/lessons")
async def lessons_of_a_game(request: Request, game_id: str) -> Response:
    """Where its lessons are in the list of all."""
    return see(f"/lessons#of-{find(game_id).id}")


@router.get("/games/{game_id}/lessons/{lesson_id}")
async def lesson(request: Request, game_id: str, lesson_id: str) -> Response:
    """A lesson.  Raises `Trouble` if there is none."""
    words = words_of(request)
    game, numbering = find(game_id), prefs_of(request)["numbering"]
    found = lesson_of(game.id, lesson_id)
    if found is None:
        raise Trouble(404, "no_lesson", _NO_LESSON)
    after = following(found)
    return page(
        request,
        "lesson.html",
        game=game,
        name=names.game_name(words, game.id),
        lesson=found,
        told=_numbered(found, words.lang, numbering),
        steps=shown_steps(words.lang, game.id, found.id, board_view(request, found.side)),
        next=_entry(words.lang, after) if after else None,
        layout=drawing_layout.layout_of(found.rules),
        data=_data(found),
        strings=browser_labels.client_strings(words) | _strings(words),
        hotkeys={"usual": USUAL, "fixed": FIXED, "readers": READERS},
    )


def _strings(words: Words) -> dict[str, str]:
    """What the script of a lesson says of its own."""
    return {
        "step_of": words.text("Step {number} of {count}"),
        "right": words.text("Right."),
        "not_yet": words.text("Not yet."),
        "forward": words.text("Continue"),
        "backward": words.text("Previous step"),
        "again": words.text("Try again"),
        "finished": words.text("That was the lesson."),
    }


def _data(lesson: Lesson) -> dict[str, Any]:
    """What the script needs to know of a lesson."""
    steps = [
        {"name": step.name, "kind": step.kind, "line": step.line, "level": step.level}
        for step in lesson.steps
    ]
    options = dict(lesson.options)
    return {"game": lesson.game, "id": lesson.id, "options": options, "steps": steps}


@lru_cache(maxsize=512)
def shown_steps(lang: str, game_id: str, lesson_id: str, view: BoardView) -> tuple[ShownStep, ...]:
    """The steps of a lesson that there is, told and drawn for the one who learns, whose board is
    `view`."""
    lesson = lesson_of(game_id, lesson_id)
    assert lesson is not None
    text, side = _numbered(lesson, lang, view.numbering), view.viewer
    speaker = Speaker(Words(lang), lesson.rules, view.numbering, viewer=side, me=side)
    return tuple(
        _shown(lesson, step, text.steps[step.name], speaker, view, f"s{n}-")
        for n, step in enumerate(lesson.steps)
    )


def _shown(
    lesson: Lesson, step: Step, text: StepText, speaker: Speaker, view: BoardView, ids: str
) -> ShownStep:
    if not step.line:
        return ShownStep(step, text, "", (), "", "", ())
    state = lesson.state(step)
    answer, solved = "", ""
    if step.kind == ASK:
        answer = " ".join(told_play(speaker, state, good_actions(state, step.good[0])))
        solved = _drawn(lesson, step, step.good[0], view, f"{ids}a")
    elif step.kind == COUNT:
        answer = str(counted(lesson, step))
    elif step.kind == CUBE:
        answer = speaker.words.text(CUBE_ANSWERS[step.good[0]])
    drawn = _drawn(lesson, step, step.arrows, view, ids)
    addressing = speaker.addressing(lesson.answers(step))
    said = tuple(situations.lone_position(addressing, state))
    return ShownStep(step, text, drawn, said, answer, solved, _choices(step, speaker.words))


def _unplayed(state: State) -> State:
    """The same dice as if they could be played: what is asked is not told by the drawing."""
    dice = state.turn.dice or ()
    return state.but(turn=replace(state.turn, numbers=dice, need=len(dice), ending=None))


def _choices(step: Step, words: Words) -> tuple[tuple[str, str], ...]:
    if step.kind != CUBE:
        return ()
    offered = ("take", "drop") if set(step.good) & {"take", "drop"} else ("double", "hold")
    return tuple((one, words.text(CUBE_ANSWERS[one])) for one in offered)


def told_play(speaker: Speaker, state: State, actions: Sequence[Action]) -> list[str]:
    """What happens in a play, as sentences."""
    facts = []
    for action in actions:
        state, found = turn.apply(state, action)
        facts += [fact for fact in found if action.kind is not Kind.STEP or fact.kind == "step"]
    return what_happened.tell_all(speaker, facts, state)


def _drawn(lesson: Lesson, step: Step, play: str, view: BoardView, ids: str) -> str:
    state = lesson.state(step)
    if step.kind == COUNT and state.turn.ending is not None:
        state = _unplayed(state)
    steps: tuple[int, ...] = ()
    if play:
        actions = good_actions(state, play)
        steps = tuple(action.code for action in actions if action.kind is Kind.STEP)
    return wall_pictures.large(wall_pictures.of_state(state, steps), _WIDTH, view, "lesson", ids)
