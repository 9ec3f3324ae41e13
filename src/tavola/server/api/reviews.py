"""Reviews over the JSON API: asked for, stopped, read; and records from elsewhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from tavola.bots import shipped_nets
from tavola.rules.model.refusal import Refusal, Refused
from tavola.server.api.contract import RECORD, TableId, workers_of
from tavola.server.http import guests
from tavola.server.http.errors import Trouble, half_way, refusal_sentence
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of, store_of, words_of
from tavola.server.match.imported import COLOURS, Imported, all_of, note_of
from tavola.server.store import NotStored, Person, Store, StoredMatch, StoredReview, Taken
from tavola.server.store.stored import DONE, REFUSED, STOPPED, WAITING, WORKING, named
from tavola.server.tables.reviews import Full, Reviews, review_in
from tavola.study.checking import MOST, called, checked, decision_of
from tavola.study.review import DEPTH
from tavola.study.rolling import finite
from tavola.study.tell import branch_text
from tavola.words import rollouts as sentences
from tavola.words.translations import Words, mark

router = APIRouter()

NONE = "none"
"""The status of a match that nobody has had reviewed."""
DEEPEST = 2
"""Throws that a review may look ahead."""

_NO_TABLE = mark("There is no such table.")
_NOT_OVER = mark("The match is not over yet. It can be reviewed when it is.")
_NOT_YOURS = mark("Only somebody who played here can have this match reviewed.")
_FULL = mark("Many reviews are waiting. Ask again in a few minutes.")
_NO_NET = mark("Nobody has taught the computer this game well enough to review it.")
_NOTHING = mark("Only a decision of a finished review can be looked at deeper.")
_NO_PLAYS = mark("Only a decision that left a choice can be checked by a rollout.")
_OTHER_NETS = mark("Other nets made this review: make a new one before it is checked.")
STATES = {
    NONE: mark("This match has not been reviewed yet."),
    WAITING: mark("The review waits for its turn: others are being made."),
    STOPPED: mark("The review was stopped. What was judged stays; you can go on with it."),
    DONE: mark("The review is finished."),
}
"""How a review stands, where no number or reason tells it."""


class WantedReview(BaseModel):
    """What is wanted: to `start` a review, or go on with it, `depth` throws ahead; with `event`,
    the number of its last event, to look so deep at one decision of a finished review, or with
    `trials` to check it by a rollout of so many; or to `stop`.
    """

    model_config = ConfigDict(extra="forbid")

    do: Literal["start", "stop"] = "start"
    depth: int = Field(default=DEPTH, ge=0, le=DEEPEST)
    event: int = Field(default=0, ge=0, le=10**6)
    trials: int = Field(default=0, ge=0, le=MOST)


class RolledPlay(BaseModel):
    """What trials say of a play, or of another way with the answer to it (`hold`, `double take`):
    its mean in points, and how far it is behind the best one, each with its standard error; null
    before the second trial.  `counts` is false for an answer that the other side would not give."""

    play: str
    counts: bool
    mean: float
    error: float | None
    behind: float
    behind_error: float | None


class RolledOut(BaseModel):
    """A rollout that checks what was decided with an event, while it is made: `says` is holds,
    slight, turns or open, `say` the same in a sentence; `plays` stand best first, in the numbers of
    the side that decides."""

    event: int
    trials: int
    wanted: int
    says: str
    say: str
    plays: list[RolledPlay]


class ReviewState(BaseModel):
    """How the review of a match stands: `status` is none, waiting, working, stopped, done or
    refused; `done` of `total` questions are answered.  `by_these_nets`: the nets of today made it;
    null while there is nothing.  `mine`: whoever asks may start and stop it.  `version` changes
    with what there is.  `rollout` is told while one is made.  `review` is described in
    `docs/review.md`."""

    status: str
    done: int = 0
    total: int = 0
    by_these_nets: bool | None = None
    mine: bool = False
    version: int = 0
    say: str = ""
    rollout: RolledOut | None = None
    review: dict[str, Any] | None = None


class Kept(BaseModel):
    """A record that is a match here now; `say`: what is wrong with it from some event on, or ''.
    `others`: the tables of further matches of the same file.  `notes`, by the tables: what was left
    out of a match although nothing is wrong with it, or that it was broken off."""

    table: str
    events: int
    say: str = ""
    others: list[str] = []
    notes: dict[str, str] = {}


# --------------------------------------------------------------------------------------- asked for


def reviews_of(request: Request) -> Reviews:
    """The reviews of the house."""
    found: Reviews = request.app.state.reviews
    return found


async def finished(request: Request, id: str) -> StoredMatch:
    """A match that is over.  Raises `Trouble`."""
    store = store_of(request)
    found = await store.load(id)
    if found is None:
        raise Trouble(404, "no_table", _NO_TABLE)
    if not found.ended:
        raise Trouble(409, "not_over", _NOT_OVER)
    return found


def plays(request: Request, match: StoredMatch) -> bool:
    """Whether whoever asks has a seat in a match."""
    person = person_of(request)
    return bool(person.created) and any(seat.person == person.id for seat in match.seats)


async def wanted(request: Request, match: StoredMatch, wish: WantedReview) -> None:
    """Do what somebody wants with the review of a match.  Raises `Trouble`, `NotStored`."""
    if not plays(request, match):
        raise Trouble(403, message=_NOT_YOURS)
    reviews = reviews_of(request)
    if wish.do == "stop":
        await reviews.stop(match.id)
        return
    if not shipped_nets.present(str(match.header.get("game"))):
        raise Trouble(409, "no_net", _NO_NET)
    known = await reviews.found(match.id)
    if known is not None and known.open and wish.event == known.event > 0:
        return  # asked twice
    if (wish.event or wish.trials) and (known is None or known.status != DONE):
        raise Trouble(409, "not_now", _NOTHING)
    if (wish.event or wish.trials) and known is not None:
        await asyncio.to_thread(_check, known, wish)
    if (
        not wish.event
        and known is not None
        and await asyncio.to_thread(_is_done, known, wish.depth)
    ):
        return
    slow_down(request, request.app.state.new_tables)
    try:
        person = person_of(request).id
        await reviews.ask(match, person, wish.depth, wish.event, wish.trials)
    except Full:
        raise Trouble(429, "too_many_reviews", _FULL, {"retry-after": "120"}) from None


def _is_done(row: StoredReview, depth: int) -> bool:
    """Whether a review is finished, as deep as is wanted, by the nets of today."""
    if row.status != DONE or not row.review:
        return False
    found = json.loads(row.review)
    return bool(found["depth"] >= depth and _these(found))


def _check(row: StoredReview, wish: WantedReview) -> None:
    """Raises `Trouble` where nothing can be looked at deeper, or checked by a rollout."""
    review = review_in(row.review)
    if not review.by_these_nets:
        raise Trouble(409, "other_nets", _OTHER_NETS)
    if wish.trials and decision_of(review, wish.event) is None:
        raise Trouble(409, "not_now", _NO_PLAYS)


def sentence(words: Words, row: StoredReview | None) -> str:
    """How a review stands."""
    if row is None or (row.status == STOPPED and not row.review):
        return words.text(STATES[NONE])
    if row.status == REFUSED:
        return words.text(_NO_NET) if _refusal(row).code == "no_net" else told(words, row)
    if row.status == WORKING:
        if row.trials:
            return words.text("The computer checks one decision by a rollout.")
        if row.event:
            return words.text("The computer looks deeper at one decision.")
        if not row.total:
            return words.text("The review begins.")
        return words.text("Judged: {done} of {total}.", done=row.done, total=row.total)
    return words.text(STATES[row.status])


def told(words: Words, row: StoredReview) -> str:
    """What is wrong with the record of a review, in a sentence; '' for nothing."""
    return refusal_sentence(words, Refused(_refusal(row))) if row.trouble else ""


def note(words: Words, match: StoredMatch) -> str:
    """What was left out of a match that was taken in, in a sentence; '' for nothing."""
    found = note_of(match)
    return "" if found is None else refusal_sentence(words, Refused(found))


def _refusal(row: StoredReview) -> Refusal:
    found = json.loads(row.trouble)
    return Refusal(found["code"], dict(found["details"]))


# ------------------------------------------------------------------------------------ as addresses


@router.get("/tables/{table}/review")
async def review(
    request: Request,
    table: TableId,
    figures: Annotated[bool, Query(description="false: only how it stands")] = True,
) -> ReviewState:
    """The review of a finished match, as far as it has come."""
    match = await finished(request, table)
    row = await reviews_of(request).found(table)
    state = await asyncio.to_thread(_state, request, match, row, figures=figures)
    live = reviews_of(request).rolled(table)
    if row is not None and row.trials and live is not None:
        rolled = await asyncio.to_thread(_rolled, words_of(request), row, live)
        return state.model_copy(update={"rollout": rolled})
    return state


@router.post("/tables/{table}/review", status_code=202)
async def ask_for_review(
    request: Request, table: TableId, wish: WantedReview | None = None
) -> ReviewState:
    """Have a finished match reviewed, go on with it, look deeper, or stop: for its players."""
    match = await finished(request, table)
    await wanted(request, match, wish or WantedReview())
    return _state(request, match, await reviews_of(request).found(table), figures=False)


def _state(
    request: Request, match: StoredMatch, row: StoredReview | None, *, figures: bool
) -> ReviewState:
    found: dict[str, Any] | None = None
    if row is not None and row.review and figures:
        found = named(row.review, match.header)
    return ReviewState(
        status=row.status if row else NONE,
        done=row.done if row else 0,
        total=row.total if row else 0,
        by_these_nets=None if found is None else _these(found),
        mine=plays(request, match),
        version=row.changed if row else 0,
        say=sentence(words_of(request), row),
        review=found,
    )


def _rolled(words: Words, row: StoredReview, live: Mapping[str, Any]) -> RolledOut | None:
    """The rollout that is made for a review; None where the review has gone on."""
    one = decision_of(review_in(row.review), row.event)
    found = None if one is None else checked(one, live)
    if found is None:
        return None
    best, rival = (branch_text(words, called(way)) for way in (found.best, found.rival))
    names = {"says": found.says, "best": best, "rival": rival}
    return RolledOut(
        event=row.event,
        trials=found.trials,
        wanted=found.wanted,
        says=found.says,
        say=sentences.checked(words, **names, loss=found.loss, error=found.error),
        plays=[
            RolledPlay(
                play=f"{called(one.way)} {one.answer}".rstrip(),
                counts=one.counts,
                mean=one.mean,
                error=finite(one.error),
                behind=one.behind,
                behind_error=finite(one.behind_error),
            )
            for one in found.ways
        ],
    )


def _these(review: dict[str, Any]) -> bool:
    return bool(review["nets"] == shipped_nets.mark(str(review["game"])))


@router.post("/records", status_code=201, openapi_extra=RECORD)
async def keep_record(
    request: Request,
    colour: Annotated[str, Query(json_schema_extra={"enum": list(COLOURS)})] = COLOURS[0],
) -> Kept:
    """Keep the record of a match that was played elsewhere, as a finished match of one's own: a
    record of Tavola, or a file of another program (MAT, SGF, XG, BGF, OGXM), which may hold several
    matches.

    A record with an error is kept up to it.  `colour`: whose side one played.
    """
    found, *others = await keep(request, await request.body(), colour, await guests.kept(request))
    row = StoredReview(found.match.id, STOPPED, DEPTH, trouble=found.trouble)
    words = words_of(request)
    notes = {one.match.id: note(words, one.match) for one in (found, *others)}
    return Kept(
        table=found.match.id,
        events=found.match.seq,
        say=told(words, row),
        others=[one.match.id for one in others],
        notes={table: said for table, said in notes.items() if said},
    )


async def keep(request: Request, data: bytes, colour: str, person: Person) -> list[Imported]:
    """Keep the matches of a file, at least one, as those of `person`, who is stored; none if one
    of them cannot be read.  What is here already stays as it is.  Raises `Refused`, `Trouble`."""
    slow_down(request, request.app.state.new_tables)
    store = store_of(request)
    slow_down(request, request.app.state.long)
    found = await workers_of(request).do(all_of, data, person, colour)
    for count, one in enumerate(found):
        try:
            await _keep(store, one)
        except NotStored:
            if not count:
                raise
            raise half_way(count) from None
    return found


async def _keep(store: Store, one: Imported) -> None:
    """Keep a match, unless it is here.  Raises `NotStored`."""
    with suppress(Taken):
        await store.create(one.match)
    if one.trouble and await store.review(one.match.id) is None:
        told = StoredReview(one.match.id, STOPPED, DEPTH, trouble=one.trouble)
        await store.keep_review(told)


__all__ = [
    "ReviewState",
    "WantedReview",
    "finished",
    "keep",
    "note",
    "plays",
    "reviews_of",
    "router",
    "sentence",
    "told",
    "wanted",
]
