"""Drills: what there is to practise, one question with its board, and the answer to it.

How a round stands is in the address: nothing of it is kept.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.drawing.arrows import Mark
from tavola.drawing.compared import compared
from tavola.drawing.picture import BoardView
from tavola.games import GAMES, find
from tavola.rules.model.ruleset import Side
from tavola.server.http.errors import Trouble
from tavola.server.http.pace import slow_down
from tavola.server.http.render import page
from tavola.server.http.typed_state import prefs_of, words_of
from tavola.server.pages.asked import board_view, given, see
from tavola.server.pages.deck import clock
from tavola.study.drills import told
from tavola.study.drills.asked import KINDS, ROUND, Question, games_of, kinds_of, question
from tavola.words import names, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import mark
from tavola.words.typed_numbers import whole_number

router = APIRouter()

FIRST = next(iter(GAMES))
NO_DRILL = mark("There is no such drill for this game.")
_LARGEST = 10**9
_SLOWEST = 3600
"""Seconds that a question counts at most: who comes back tomorrow was not counting all night."""


@dataclass(frozen=True)
class Round:
    """How a round stands: its `seed`, question `n` of it (from 1), how many were `right`, whether
    the clock runs and how many seconds were `spent`."""

    seed: int
    n: int = 1
    right: int = 0
    clock: int = 0
    spent: int = 0

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> Round | None:
        """That of an address or a form; None where there is none, or what cannot be."""
        found = {name: whole_number(sent.get(name, "0"), 9) for name in ("right", "clock", "spent")}
        seed, n = whole_number(sent.get("seed", ""), 9), whole_number(sent.get("n", "1"), 9)
        right = found["right"]
        if seed is None or n is None or right is None or not right < n <= ROUND:
            return None
        return cls(seed, n, right, 1 if found["clock"] else 0, found["spent"] or 0)

    @property
    def query(self) -> str:
        """As it stands in an address."""
        return "?" + urlencode({name: value for name, value in asdict(self).items() if value})

    def following(self, *, right: bool, seconds: int) -> Round:
        """After an answer."""
        spent = self.spent + (seconds if self.clock else 0)
        return replace(self, n=self.n + 1, right=self.right + right, spent=spent)


@router.get("/drills")
async def drills(request: Request, game: str = FIRST) -> Response:
    """What there is to practise in a game."""
    words = words_of(request)
    name = find(game).id if game in GAMES else FIRST
    return page(
        request,
        "drills.html",
        game_id=name,
        name=names.game_name(words, name),
        games={one: names.game_name(words, one) for one in GAMES},
        kinds=[(kind, told.title(words, kind), told.line(words, kind)) for kind in kinds_of(name)],
    )


@router.get("/drills/{kind}/{game_id}")
async def drill(request: Request, kind: str, game_id: str) -> Response:
    """A question.  Raises `Trouble` where the game has no such drill."""
    _known(kind, game_id)
    stands = Round.of(request.query_params)
    if stands is None:
        ticking = 1 if request.query_params.get("clock") == "1" else 0
        new = Round(secrets.randbelow(_LARGEST - 1) + 1, clock=ticking)
        return see(f"/drills/{kind}/{game_id}{new.query}")
    return await _shown(request, kind, game_id, stands)


@router.post("/drills/{kind}/{game_id}")
async def answer(request: Request, kind: str, game_id: str) -> Response:
    """An answer, judged; a new question is a step away."""
    _known(kind, game_id)
    sent = await given(request)
    stands = Round.of(sent)
    if stands is None:
        return see(f"/drills/{kind}/{game_id}")
    one = await _question(request, kind, game_id, stands)
    number = whole_number(sent.get("answer", ""), 9)
    if number is None or not one.may_be(number):
        return await _shown(request, kind, game_id, stands, told.wanted(words_of(request), one))
    began = whole_number(sent.get("began", "")[-9:], 9)
    return _judged(request, one, stands, number, began)


def _known(kind: str, game_id: str) -> None:
    if kind not in KINDS or not KINDS[kind].fits(find(game_id).id):
        raise Trouble(404, "no_drill", NO_DRILL)


async def _question(request: Request, kind: str, game_id: str, stands: Round) -> Question:
    """Made in a thread: a game is played to come to its position."""
    slow_down(request, request.app.state.questions)
    numbering = prefs_of(request)["numbering"]
    return await asyncio.to_thread(question, kind, game_id, f"{stands.seed}/{stands.n}", numbering)


async def _shown(
    request: Request, kind: str, game_id: str, stands: Round, problem: str = ""
) -> Response:
    one = await _question(request, kind, game_id, stands)
    speaker = _speaker(request, one)
    return page(
        request,
        "drill.html",
        422 if problem else 200,
        here=f"/drills/{kind}/{game_id}{stands.query}",
        **_common(request, one, stands),
        problem=problem,
        choices=told.choices(speaker, one),
        began=_now(request),
        other=f"/drills/{kind}/{game_id}" + ("" if stands.clock else "?clock=1"),
        games={name: names.game_name(words_of(request), name) for name in games_of(kind)},
    )


def _judged(
    request: Request, one: Question, stands: Round, number: int, began: int | None
) -> Response:
    speaker = _speaker(request, one)
    address = f"/drills/{one.kind}/{one.game}"
    passed = 0 if began is None else (_now(request) - began) % _LARGEST
    after = stands.following(right=one.right(number), seconds=min(passed, _SLOWEST))
    over = stands.n == ROUND
    again = address + ("?clock=1" if stands.clock else "")
    return page(
        request,
        "drill_answer.html",
        here=f"{address}{stands.query}",
        **_common(request, one, stands),
        right=one.right(number),
        verdict=told.verdict(speaker, one, number),
        counted=told.counted_so(speaker, one),
        after=after,
        seconds=round(after.spent / stands.n),
        over=over,
        following=again if over else f"{address}{after.query}",
    )


def _now(request: Request) -> int:
    return int(clock(request).timestamp()) % _LARGEST


def _speaker(request: Request, one: Question) -> Speaker:
    numbering, side = prefs_of(request)["numbering"], one.listener
    return Speaker(words_of(request), one.state.rules, numbering, viewer=side, me=side)


def _common(request: Request, one: Question, stands: Round) -> dict[str, Any]:
    words, speaker = words_of(request), _speaker(request, one)
    alone = one.take is not None or one.point is not None
    drawn = "" if one.take is not None else _drawn(board_view(request, one.listener), one)
    return {
        "kind": one.kind,
        "game_id": one.game,
        "name": names.game_name(words, one.game),
        "title": told.title(words, one.kind),
        "asked": told.asked(speaker, one),
        "stands": stands,
        "count": ROUND,
        "drawn": drawn,
        "position": [] if alone else situations.own_position(speaker, one.state),
    }


def _drawn(view: BoardView, one: Question) -> str:
    """The board; without numbers and with a ring where one of them is asked for."""
    state, point = one.state, one.point
    if point is None:
        return compared(state, (), (), view)
    ring = Mark(state.position.top(point) or Side.WHITE, point)
    return compared(state, (), (), replace(view, numbering="none"), marks=(ring,))
