"""Somebody's statistics: results by game, level and opponent, dice, and how it went."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from tavola.drawing.curve import Label, Scale, Spot, curve
from tavola.games import OFFERED, find
from tavola.server.api.statistics import found_for
from tavola.server.http.render import page
from tavola.server.http.typed_state import words_of
from tavola.server.pages import own_figures
from tavola.server.tables.own_statistics import (
    COMPUTER,
    FRIEND,
    HERE,
    Found,
    Group,
    Played,
    month,
)
from tavola.words import comparisons, names, opinions
from tavola.words.opinions import NO_FIGURE
from tavola.words.translations import Words, mark

router = APIRouter()

_OPPONENTS = {
    COMPUTER: mark("Against the computer"),
    FRIEND: mark("Against people"),
    HERE: mark("Two at one device"),
}
_LEAST_FOR_A_CURVE = 2


@dataclass(frozen=True)
class Line:
    """A row of a table of results: what, the link to it alone, and its figures."""

    name: str
    link: str
    cells: tuple[str, ...]


@router.get("/mine/statistics")
async def statistics(
    request: Request, game: str = "", level: str = "", opponent: str = ""
) -> Response:
    """Results, dice and trend of all matches, or of those of a game, a level, an opponent.  Raises
    `Refused` (`no_game`) for a game that there is not, and of which he has no match."""
    words = words_of(request)
    everything = await found_for(request)
    chosen = {"game": game, "level": level, "opponent": opponent}
    found = everything.chosen(**chosen)
    if game and not found.played:
        find(game)
    mine, computer = found.dice()
    return page(
        request,
        "statistics.html",
        total=Group.of(found.played),
        whole=cells(words, Group.of(found.played)),
        chosen=_chosen(words, chosen),
        tables=_tables(words, found, chosen),
        dice=[
            (title, comparisons.rows(words, tally))
            for title, tally in (
                (words.text("Your dice"), mine),
                (words.text("The computer’s dice"), computer),
            )
            if tally
        ],
        curve=_curve(words, found),
        own=own_figures.shown(words, found),
        months=_months(words, found),
        missing=found.missing,
        older=found.older,
        placed=sum(one.placed for one in found.played),
    )


def _named(words: Words, kind: str, value: str) -> str:
    if kind == "game":
        return names.game_name(words, value) if value in OFFERED else value[:40]
    if kind == "level":
        return names.level_name(words, value) if value else ""
    return words.text(_OPPONENTS[value]) if value in _OPPONENTS else value[:40]


def _chosen(words: Words, chosen: Mapping[str, str]) -> str:
    """What is shown, where it is not all of it."""
    return ", ".join(_named(words, kind, value) for kind, value in chosen.items() if value)


def _tables(words: Words, found: Found, chosen: Mapping[str, str]) -> list[tuple[str, list[Line]]]:
    """Results by what was not chosen yet."""
    keys: dict[str, tuple[str, Callable[[Played], str]]] = {
        "game": (words.text("By game"), lambda one: one.game),
        "level": (words.text("By level of the computer"), lambda one: one.level),
        "opponent": (words.text("By opponent"), lambda one: one.opponent),
    }
    tables = []
    for kind, (title, key) in keys.items():
        groups = [(_named(words, kind, value), value, one) for value, one in found.by(key).items()]
        groups.sort(key=lambda line: own_figures.rank(line[2].matches, line[0]))
        lines = [
            Line(
                name,
                "?" + urlencode({k: v for k, v in {**chosen, kind: value}.items() if v}),
                cells(words, group),
            )
            for name, value, group in groups
        ]
        if lines and not chosen[kind]:
            tables.append((title, lines))
    return tables


def cells(words: Words, group: Group) -> tuple[str, ...]:
    """A group in a table: matches, won, games, points, turns a game."""
    won = opinions.share(words, group.won / group.decided) if group.decided else NO_FIGURE
    games = group.ended_games
    length = opinions.unsigned(words, group.turns / games, 1) if games else NO_FIGURE
    return (
        str(group.matches),
        f"{group.won} ({won})" if group.matches else "0",
        f"{group.games[0]} : {group.games[1]}",
        f"{group.points[0]} : {group.points[1]}",
        length,
    )


def _curve(words: Words, found: Found) -> str:
    """Won minus lost, match by match, as a drawing; the table below says the same."""
    trend = found.trend()
    if len(trend) < _LEAST_FOR_A_CURVE:
        return ""
    values = [0, *(ahead for _, ahead in trend)]
    low, high = min(-1, *values), max(1, *values)
    spots = [Spot(float(n), float(value)) for n, value in enumerate(values)]
    scale = Scale(
        low, 0.0, high, (opinions.decimal(words, low, 0), "0", opinions.decimal(words, high, 0))
    )
    return curve(
        spots,
        scale,
        ends=[Label(float(len(trend)), str(len(trend)))],
        title=words.text("Matches won minus matches lost, one after the other"),
        description=words.text(
            "From 0 to {value} after {count} matches.",
            value=opinions.decimal(words, values[-1], 0),
            count=len(trend),
        ),
    )


def _months(words: Words, found: Found) -> list[tuple[str, tuple[str, ...]]]:
    """Results by month, the last one first: the curve for the ear."""
    by: dict[str, list[Played]] = {}
    for one in found.played:
        if one.counts:
            by.setdefault(month(one), []).append(one)
    return [(when, cells(words, Group.of(by[when]))) for when in sorted(by, reverse=True)]
