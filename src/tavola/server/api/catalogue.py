"""The catalogue as JSON: games, what may be agreed on, levels, where the board is drawn."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from tavola.bots.levels import foresees, levels_of
from tavola.bots.ratings import ratings_of
from tavola.games import OFFERED, find
from tavola.rules.model.declaration import Game, Option, Profile, Value
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.position import Position
from tavola.server.api.contract import GameId
from tavola.server.api.game_statistics import facts_of
from tavola.server.http.typed_state import words_of
from tavola.server.wire.messages import BoardView
from tavola.server.wire.view import board_of
from tavola.words import names
from tavola.words.translations import Words

router = APIRouter()


class ValueInfo(BaseModel):
    """One value of an option, and what it is called."""

    value: bool | int | str
    label: str


class OptionInfo(BaseModel):
    """Something a group may agree on; the first value is the usual one."""

    name: str
    label: str
    values: list[ValueInfo]


class ProfileInfo(BaseModel):
    """A named bundle of options, how a match is usually played in it, and usual lengths."""

    name: str
    label: str
    options: dict[str, bool | int | str]
    match: dict[str, Any]
    lengths: list[int]


class LevelInfo(BaseModel):
    """A strength of the computer; `elo` only where it was measured."""

    name: str
    label: str
    line: str
    elo: int | None


class GameInfo(BaseModel):
    """A game on the wall; `minutes` and `luck` (in per cent) only where they were measured."""

    id: str
    family: str
    name: str
    line: str
    cube: bool
    minutes: int | None
    luck: int | None


class GameDetails(GameInfo):
    """A game with all that a new table may ask for, and its board in the starting position."""

    profiles: list[ProfileInfo]
    options: list[OptionInfo]
    levels: list[LevelInfo]
    layout: dict[str, Any]
    start: BoardView
    rotation: list[str] = []
    """The games that are played in turn where a match changes its game; `layout` and `start` are of
    the first."""


@router.get("/games")
async def games(request: Request) -> list[GameInfo]:
    """All games, in the language of the request."""
    words = words_of(request)
    return [GameInfo(**_short(words, game)) for game in OFFERED.values()]


@router.get("/games/{game}")
async def game(request: Request, game: GameId) -> GameDetails:
    """One game: profiles, options, levels, layout and starting position."""
    return details(words_of(request), find(game))


def details(words: Words, game: Game) -> GameDetails:
    """One game with all that belongs to it."""
    return GameDetails(
        **_short(words, game),
        profiles=[_profile(words, profile) for profile in game.profiles],
        options=[_option(words, option) for option in game.options],
        levels=[
            LevelInfo(
                name=level.name,
                label=names.level_name(words, level.name),
                line=names.level_line(words, level.name, foresees(game.rules, level)),
                elo=ratings_of(game.id).get(level.name),
            )
            for level in levels_of(game.id, game.rules)
        ],
        layout=layout_of(game.rules),
        start=BoardView.model_validate(board_of(game.rules, Position.start(game.rules))),
        rotation=[one.id for one in game.rotation],
    )


def _short(words: Words, game: Game) -> dict[str, Any]:
    facts = facts_of(game.id)
    return {
        "id": game.id,
        "family": game.family,
        "name": names.game_name(words, game.id),
        "line": names.game_line(words, game.id),
        "cube": game.rules.cube,
        "minutes": facts.minutes if facts else None,
        "luck": facts.luck if facts else None,
    }


def _profile(words: Words, profile: Profile) -> ProfileInfo:
    return ProfileInfo(
        name=profile.name,
        label=names.profile_name(words, profile.name),
        options=dict(profile.options),
        match=profile.match.to_json(),
        lengths=list(profile.lengths),
    )


def _option(words: Words, option: Option) -> OptionInfo:
    ordered: list[Value] = list(option.values)
    return OptionInfo(
        name=option.name,
        label=names.option_label(words, option.name),
        values=[
            ValueInfo(value=value, label=names.option_value(words, option.name, value))
            for value in ordered
        ],
    )
