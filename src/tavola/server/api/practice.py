"""A throw that is played for practice, with the rules of a game and at no table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from tavola.games import GAMES
from tavola.games.agreement import said
from tavola.rules.text import one_line
from tavola.server.api.agreement import MatchWish, OptionValue
from tavola.server.api.tables import viewer_of
from tavola.server.match.live_match import Viewer
from tavola.server.tables import practice
from tavola.server.tables.practice import MOST_EVENTS, Practice
from tavola.server.wire import messages

router = APIRouter()

Event = dict[str, Any]


class Stand(BaseModel):
    """Where a practice stands: a position with its turn in one line, and what was done since, as
    events of a record."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40, json_schema_extra={"enum": list(GAMES)})
    line: str = Field(max_length=one_line.LONGEST)
    options: dict[str, OptionValue] = Field(default={}, max_length=30)
    match: MatchWish | None = None
    events: list[Event] = Field(default=[], max_length=MOST_EVENTS)

    def practice(self) -> Practice:
        """What is practised."""
        match = self.match.model_dump(exclude_unset=True) if self.match else {}
        return Practice(self.game, self.line, self.options, said(match), self.events)


class Practised(Stand):
    """A practice and what is wanted next; without a message the board is told.

    `numbering` and `voice` are as the reader's settings have them, unless they are said.
    """

    numbering: messages.Numbering | None = None
    voice: messages.Voice | None = None
    message: Annotated[
        messages.Act | messages.Play | messages.Ask | None, Field(discriminator="type")
    ] = None


@router.post("/practice")
async def practise(
    request: Request, wanted: Practised
) -> messages.Table | messages.Events | messages.Refusal | messages.Answer:
    """Play a throw from a position by the full rules.

    The answer is what a table would say: `table` without a message; `events` for an action that
    may be done, whose `action`s come back in `events` next time; else `refused`, or an `answer`.
    """
    usual = viewer_of(request)
    viewer = Viewer(
        "", usual.language, wanted.numbering or usual.numbering, wanted.voice or usual.voice
    )
    asked = wanted.practice()
    if wanted.message is None:
        return practice.snapshot(asked, viewer)
    found = await practice.answer(asked, viewer, wanted.message)
    if isinstance(found, messages.Events):
        return found
    if found["type"] == "refused":
        return messages.Refusal.model_validate(found)
    return messages.Answer.model_validate(found)
