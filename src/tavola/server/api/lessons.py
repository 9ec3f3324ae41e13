"""Answers to the steps of a lesson: right or not, and why."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from tavola.games import find
from tavola.rules.model.refusal import refuse
from tavola.server.api.contract import GameId
from tavola.server.api.practice import Event
from tavola.server.http.errors import Trouble
from tavola.server.http.typed_state import prefs_of, words_of
from tavola.server.tables.practice import MOST_EVENTS, Practice, played
from tavola.study.lessons import answers
from tavola.study.lessons.answers import Reply
from tavola.study.lessons.written import ASK, COUNT, CUBE, Lesson, Step, lesson_of
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

router = APIRouter()

Name = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9-]+$")]
_NO_STEP = mark("There is no such step in this lesson.")


class Answered(BaseModel):
    """An answer to a step: what was played (events of a record), a number, or what is done with
    the cube."""

    model_config = ConfigDict(extra="forbid")

    events: list[Event] = Field(default=[], max_length=MOST_EVENTS)
    number: int | None = Field(default=None, ge=0, le=9999)
    cube: Literal["double", "hold", "take", "drop"] | None = None


class Replied(BaseModel):
    """Whether the answer was right, and what is said to it."""

    right: bool
    say: list[str]


@router.post("/lessons/{game}/{lesson}/{step}")
async def answer(
    request: Request, game: GameId, lesson: Name, step: Name, given: Answered
) -> Replied:
    """Answer a step of a lesson."""
    found = lesson_of(find(game).id, lesson)
    asked = found.step(step) if found else None
    if found is None or asked is None:
        raise Trouble(404, "no_lesson", _NO_STEP)
    reply = _reply(_speaker(request, found), found, asked, given)
    return Replied(right=reply.right, say=list(reply.say))


def _speaker(request: Request, lesson: Lesson) -> Speaker:
    prefs = prefs_of(request)
    side = lesson.side
    return Speaker(words_of(request), lesson.rules, prefs["numbering"], viewer=side, me=side)


def _reply(speaker: Speaker, lesson: Lesson, step: Step, given: Answered) -> Reply:
    text = lesson.text(speaker.words.lang).numbered(lesson.rules, speaker.numbering, lesson.side)
    told = text.steps[step.name]
    if step.kind == ASK:
        _, done = played(Practice(lesson.game, step.line, lesson.options, events=given.events))
        return answers.to_play(speaker, lesson, step, told, done)
    if step.kind == COUNT and given.number is not None:
        return answers.to_count(speaker, lesson, step, told, given.number)
    if step.kind == CUBE and given.cube is not None:
        return answers.to_cube(step, told, given.cube)
    raise refuse("bad_action", text="")
