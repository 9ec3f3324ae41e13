"""The review of a match as a page, and records from elsewhere.

All of it works without a script: each decision has its address, and a page whose review is being
made loads itself again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request
from pydantic import ValidationError
from starlette.responses import Response

from tavola.bots import shipped_nets
from tavola.server.api import from_here
from tavola.server.api import reviews as asked_for
from tavola.server.api.contract import TableId
from tavola.server.api.reviews import DEEPEST, WantedReview
from tavola.server.http import guests
from tavola.server.http.errors import Trouble
from tavola.server.http.render import page
from tavola.server.http.typed_state import person_of, words_of
from tavola.server.pages import cards, review_figures
from tavola.server.pages import review_tries as tries
from tavola.server.pages.asked import board_view, given, see
from tavola.server.pages.review_checks import Going, check_of
from tavola.server.pages.review_figures import LARGEST, Shown
from tavola.server.pages.review_teller import PageTeller, reader_of, teller_of
from tavola.server.pages.sent_files import parts_of
from tavola.server.store import NotStored, StoredMatch, StoredReview
from tavola.study.checking import decision_of
from tavola.study.summary import THRESHOLDS
from tavola.study.verdicts import Decision
from tavola.words import names
from tavola.words.translations import Words
from tavola.words.typed_numbers import whole_number

router = APIRouter()

WHOSE = ("mine", "theirs", "all")
"""Whose errors are stepped through."""
_LEAST = ("doubtful", "wrong", "blunder")
"""The fields of the three thresholds."""
_HIGHEST = 100.0


@dataclass(frozen=True)
class Asked:
    """Which part of a review is looked at: an error by its number, or any decision by its event;
    whose errors; from which losses on they are called so."""

    id: str
    error: int = 0
    event: int = 0
    whose: str = WHOSE[0]
    usual: str = WHOSE[0]
    thresholds: tuple[float, ...] = THRESHOLDS

    def to(self, **part: Any) -> str:
        """The address of another part of the same review."""
        whose = part.pop("whose", self.whose)
        query = {name: value for name, value in part.items() if value}
        if whose != self.usual:
            query["whose"] = whose
        if self.thresholds != THRESHOLDS:
            query |= dict(zip(_LEAST, (f"{one:g}" for one in self.thresholds), strict=True))
        found = f"/t/{self.id}/review" + (f"?{urlencode(query)}" if query else "")
        return found + ("#here" if part else "")


# --------------------------------------------------------------------------------------- the page


@router.get("/t/{id}/review")
async def review(request: Request, id: TableId) -> Response:
    """The review of a finished match; for all who may look at the match."""
    match = await asked_for.finished(request, id)
    row = await asked_for.reviews_of(request).found(id)
    words, mine = words_of(request), asked_for.plays(request, match)
    if mine and row is None:
        # Who comes here asks for one a moment later.
        warming = asyncio.ensure_future(asked_for.reviews_of(request).warm())
        request.app.state.warming = warming
    person = person_of(request).id if mine else ""
    reader = reader_of(words, match, person, board_view(request))
    found: dict[str, Any] = {}
    if row is not None and row.review:
        asked = _asked(request, id, WHOSE[0] if reader.you is not None else WHOSE[2])
        teller = await asyncio.to_thread(teller_of, words, row.review, reader, asked.thresholds)
        going = _going(request, row)
        found = await asyncio.to_thread(_figures, teller, asked, going)
    return await asyncio.to_thread(
        page,
        request,
        "review.html",
        id=id,
        name=names.game_name(words, str(match.header["game"])),
        players=cards.players_of(words, match.seats, reader.you),
        **_standing(words, match, row, mine=mine),
        **{"review": None, "curve": None, "detail": None, "check": None, "largest": [], **found},
    )


def _standing(
    words: Words, match: StoredMatch, row: StoredReview | None, *, mine: bool
) -> dict[str, Any]:
    """How the review stands, and what may be done with it."""
    status = "none" if row is None else row.status
    working = row is not None and row.open
    told = "" if row is None or row.status == "refused" else asked_for.told(words, row)
    able = mine and shipped_nets.present(str(match.header["game"]))
    return {
        "standing": "none" if status == "stopped" and row and not row.review else status,
        "working": working,
        "done": row.done if row else 0,
        "total": row.total if row else 0,
        "version": row.changed if row else 0,
        "say": asked_for.sentence(words, row),
        "trouble": told,
        "note": asked_for.note(words, match),
        "mine": able,
    }


def _asked(request: Request, id: str, usual: str) -> Asked:
    query = request.query_params

    def number(name: str) -> int:
        return whole_number(query.get(name, ""), 6) or 0

    whose = query.get("whose", usual)
    return Asked(
        id,
        number("error"),
        number("event"),
        whose if whose in WHOSE else usual,
        usual,
        _thresholds([query.get(name, "") for name in _LEAST]),
    )


def _thresholds(texts: list[str]) -> tuple[float, ...]:
    """Three growing numbers; the usual ones in place of anything else."""
    try:
        first, second, third = (float(text.replace(",", ".")) for text in texts)
    except ValueError:
        return THRESHOLDS
    return (first, second, third) if 0.0 < first < second < third < _HIGHEST else THRESHOLDS


def _going(request: Request, row: StoredReview) -> Going | None:
    """The rollout that is made of a decision, or waits to be."""
    if not row.open or not row.trials:
        return None
    return Going(row.event, row.trials, asked_for.reviews_of(request).rolled(row.match))


def _figures(teller: PageTeller, asked: Asked, going: Going | None) -> dict[str, Any]:
    """Everything that a review shows; made in a thread."""
    player = _player(teller, asked.whose)
    errors, largest = teller.errors(player), teller.largest(player, LARGEST)
    numbers = {(one.n, one.what): number for number, one in enumerate(errors, start=1)}

    def link(one: Decision) -> str:
        number = numbers.get((one.n, one.what))
        return asked.to(error=number) if number else asked.to(event=one.n)

    one, number = _looked_at(teller, asked, errors)
    here = one.n if one else 0
    detail = _detail(teller, one, number, len(errors)) if one else None
    review = teller.review
    return {
        "review": review,
        "state": teller.state_of_the_review(),
        "these_nets": review.by_these_nets,
        "heads": [teller.player(n) for n in (0, 1)],
        "figures": review_figures.summary(teller),
        "curve": review_figures.curve_of(teller, largest, numbers, link),
        "detail": detail,
        "event": here,
        "place": teller.speaker.sentence(teller.where(one)) if one else "",
        "error": number,
        "errors": len(errors),
        "steps": _steps(asked, number, here, errors),
        "largest": [] if one else _largest(teller, largest, errors, link),
        "lines": review_figures.lines(teller, link, here),
        "several": teller.several,
        "whose": asked.whose,
        "whose_links": _whose(teller, asked),
        "overview": asked.to(),
        "thresholds": dict(zip(_LEAST, asked.thresholds, strict=True)),
        "deeper": detail is not None and detail.depth < DEEPEST and not _is_offer(one),
        "all_deeper": review.depth < DEEPEST,
        "check": check_of(teller, one.n, going) if one and checked_there(teller, one) else None,
        "try_it": tries.address(asked.id, one.n) if one and tries.may_be_tried(one) else "",
        "play_on": play_on(asked.id, one.first - 1) if one else "",
    }


def checked_there(teller: PageTeller, one: Decision) -> bool:
    """Whether it is this decision that a rollout of its event checks."""
    found = decision_of(teller.review, one.n)
    return found is not None and (found.what, found.player) == (one.what, one.player)


def play_on(id: str, n: int) -> str:
    """Where one plays on from the board as it was after event `n` of a match."""
    return f"/t/{id}/from/{n}"


def _is_offer(one: Decision | None) -> bool:
    """Whether looking deeper says nothing new: what nobody had to think about."""
    return one is None or not one.counts


def _player(teller: PageTeller, whose: str) -> int | None:
    """Whose errors are meant."""
    if teller.you is None or whose == WHOSE[2]:
        return None
    return teller.you if whose == WHOSE[0] else 1 - teller.you


def _looked_at(
    teller: PageTeller, asked: Asked, errors: list[Decision]
) -> tuple[Decision | None, int]:
    """The decision that is looked at, and its number among the errors, or 0."""
    if 0 < asked.error <= len(errors):
        return errors[asked.error - 1], asked.error
    for one in teller.review.decisions:
        if asked.event and one.n == asked.event:
            same = [
                n for n, error in enumerate(errors, 1) if (error.n, error.what) == (one.n, one.what)
            ]
            if same or one.done.actions or one.counts:
                return teller.shown(one), same[0] if same else 0
    return None, 0


def _detail(teller: PageTeller, one: Decision, number: int, total: int) -> Shown:
    return review_figures.shown(teller, one, _said(teller, one, number, total), whole=True)


def _said(teller: PageTeller, one: Decision, number: int, total: int) -> str:
    """What is said of a decision, in one sentence."""
    if number:
        return teller.speaker.sentence(teller.error(one, number, total))
    text, where = teller.words.text, teller.moment(one)
    if one.taken:
        said = text("{where}: {text}", where=where, text=teller.fault(one))
    else:
        said = text("{where}: {play} was the best.", where=where, play=teller.way(one.done))
    return teller.speaker.sentence(said)


def _steps(asked: Asked, number: int, here: int, errors: list[Decision]) -> dict[str, str]:
    """Where the errors before and after this one are."""
    if number:
        before, after = number - 1, number + 1
    else:
        before = sum(one.n < here for one in errors)
        after = before + 1
    return {
        "before": asked.to(error=before) if before > 0 else "",
        "after": asked.to(error=after) if after <= len(errors) else "",
    }


def _largest(
    teller: PageTeller, largest: list[Decision], errors: list[Decision], link: Any
) -> list[tuple[str, Shown]]:
    """The largest errors, each with the address where all of it stands."""
    found = []
    for one in largest:
        number = errors.index(one) + 1
        said = _said(teller, one, number, len(errors))
        found.append((link(one), review_figures.shown(teller, one, said, whole=False)))
    return found


def _whose(teller: PageTeller, asked: Asked) -> list[tuple[str, str, bool]]:
    """Whose errors could be stepped through: label, address, chosen."""
    if teller.you is None:
        return []
    text = teller.words.text
    labels = (text("my errors"), text("the other’s errors"), text("all errors"))
    return [
        (label, asked.to(whose=whose), whose == asked.whose)
        for label, whose in zip(labels, WHOSE, strict=True)
    ]


# ------------------------------------------------------------------------------------- what is done


@router.post("/t/{id}/review")
async def ask(request: Request, id: TableId) -> Response:
    """Start a review, go on with it, look deeper, or stop it; then back to the page."""
    answers = await given(request)
    match = await asked_for.finished(request, id)
    do = "stop" if answers.get("do") == "stop" else "start"
    numbers = {name: answers[name] for name in ("depth", "event", "trials") if name in answers}
    try:
        wish = WantedReview.model_validate({"do": do, **numbers})
    except ValidationError:
        raise Trouble(422) from None
    await asked_for.wanted(request, match, wish)
    part = "rollout" if wish.trials else "here"
    query = f"?event={wish.event}#{part}" if wish.event else ""
    return see(f"/t/{id}/review{query}")


@router.post("/t/{id}/from/{n}")
async def begin_here(
    request: Request, id: TableId, n: Annotated[int, Path(ge=0, le=10**6)]
) -> Response:
    """A new table that begins where a finished match stood after event `n`."""
    await asked_for.finished(request, id)
    begun = await from_here.begin(request, id, n)
    return see(f"/t/{begun.table}")


@router.post("/mine/records")
async def keep_record(request: Request) -> Response:
    """Keep a match from elsewhere as one's own, and lead to its review; of a file with several to
    one's matches."""
    body = await request.body()
    fields = parts_of(request.headers.get("content-type", ""), body)
    data = fields.get("file", b"") or fields.get("record", b"")
    colour = fields.get("colour", b"both").decode("ascii", "replace")
    person = await guests.kept(request)
    found, *others = await asked_for.keep(request, data, colour, person)
    if others:
        return see("/mine#finished")
    with suppress(Trouble, NotStored):  # the match is kept: its page says how the review stands
        await asked_for.wanted(request, found.match, WantedReview())
    return see(f"/t/{found.match.id}/review")


__all__ = ["Asked", "play_on", "router"]
