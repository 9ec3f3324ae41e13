"""Somebody's statistics as JSON."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of
from tavola.server.tables.own_statistics import Found, OwnStatistics
from tavola.server.tables.statistics_json import as_json

router = APIRouter()


class GroupOfMatches(BaseModel):
    """Matches that have ended, without those of both sides and those from a set-up position;
    `games`, `points`: one's own and the opponents'; `turns` are those
    of both sides in games that have ended."""

    matches: int
    won: int
    lost: int
    games: tuple[int, int]
    points: tuple[int, int]
    turns: int


class ComparedThrows(BaseModel):
    """What so many throws brought, and what was to be expected; `chance`: in what share of all
    cases fair dice go as far astray, null with too few throws."""

    throws: int
    came: float
    expected: float
    deviations: float
    chance: float | None


class AllDice(BaseModel):
    """Kinds of comparisons by name, of one's own dice and of the computer's."""

    mine: dict[str, ComparedThrows]
    computer: dict[str, ComparedThrows]


class Ahead(BaseModel):
    """Matches won minus matches lost, after one at this time (unix seconds)."""

    at: int
    ahead: int


class MeanOfReviews(BaseModel):
    """A mean over so many decisions or throws in units, the mean result of a game, with its
    standard error; null with too few."""

    count: int
    mean: float | None
    error: float | None


class PlayInReviews(BaseModel):
    """What the reviews of so many matches say: loss a decision that left a choice, luck a throw."""

    matches: int
    loss: MeanOfReviews
    luck: MeanOfReviews


class OwnPlaying(BaseModel):
    """How one plays: in all reviewed matches, by game, by level of the computer, by month."""

    all: PlayInReviews
    games: dict[str, PlayInReviews]
    levels: dict[str, PlayInReviews]
    months: dict[str, PlayInReviews]


class Statistics(BaseModel):
    """Results and dice of one's matches, and what their reviews say; `missing` ones were not looked
    at yet: ask again."""

    all: GroupOfMatches
    games: dict[str, GroupOfMatches]
    levels: dict[str, GroupOfMatches]
    opponents: dict[str, GroupOfMatches]
    dice: AllDice
    trend: list[Ahead]
    play: OwnPlaying
    missing: int
    older: int


@router.get("/me/statistics")
async def my_statistics(request: Request) -> Statistics:
    """Results and dice of all matches of whoever asks, and what their reviews say."""
    found: dict[str, Any] = as_json(await found_for(request))
    return Statistics.model_validate(found)


async def found_for(request: Request) -> Found:
    """The matches of whoever asks, with their sums; nothing for a stranger."""
    person = person_of(request)
    if not person.created:
        return Found([])
    slow_down(request, request.app.state.thoughts)
    statistics: OwnStatistics = request.app.state.statistics
    return await statistics.of(person.id)
