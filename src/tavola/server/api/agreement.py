"""What may be asked for with a new table or a practised throw: game, options, match."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StrictBool, WithJsonSchema

from tavola.bots.levels import ACCEPTED, USUAL
from tavola.games import OFFERED
from tavola.games.agreement import Wish, agree, said
from tavola.server.api.contract import Strict
from tavola.server.match.new_match import COLOURS, DICE, OPPONENTS, TableWish

_COUNT: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 1, "maximum": 99}, {"type": "null"}]
}
Count = Annotated[Any, WithJsonSchema(_COUNT)]
Flag = Annotated[Any, WithJsonSchema({"type": "boolean"})]
OptionValue = Annotated[
    bool | int | float | str | None, WithJsonSchema({"type": ["boolean", "integer", "string"]})
]
"""What belongs to the agreement is judged there: a wrong value gets the code that it gets at every
other door."""


def _without_defaults(schema: dict[str, Any]) -> None:
    """A default would be a wish: null games are money play."""
    for field in schema["properties"].values():
        field.pop("default", None)


class MatchWish(Strict):
    """How games add up: to `length` points, or over `games` games; `games` null without a length is
    money play.  What is left out is as the profile has it, or else as usual."""

    model_config = ConfigDict(json_schema_extra=_without_defaults)

    length: Count = None
    games: Count = None
    crawford: Flag = None
    jacoby: Flag = None
    beavers: Flag = None
    automatic: Flag = None
    swap: Flag = None


class NewTable(Strict):
    """A table that is wanted.  What is left out is as usual; `options` and `match` go before those
    of the profile.  A bare length means the first profile that has lengths: classic to 5 points is
    a tournament match."""

    game: str = Field(max_length=40, json_schema_extra={"enum": list(OFFERED)})
    options: dict[str, OptionValue] = Field(default={}, max_length=30)
    match: MatchWish | None = None
    profile: str = Field(default="", max_length=40)
    opponent: str = Field(default=OPPONENTS[0], json_schema_extra={"enum": list(OPPONENTS)})
    level: str = Field(default=USUAL, json_schema_extra={"enum": list(ACCEPTED)})
    colour: str = Field(default=COLOURS[0], json_schema_extra={"enum": list(COLOURS)})
    dice: str = Field(default=DICE[0], json_schema_extra={"enum": list(DICE)})
    start: str = Field(default="", max_length=400)
    takeback: StrictBool = True
    hints: StrictBool | None = None
    """Null: against the computer, but not where two play at one device."""


def table_wish(wanted: NewTable) -> TableWish:
    """The table that is meant.  Raises `Refused`."""
    match = wanted.match.model_dump(exclude_unset=True) if wanted.match else {}
    agreed = agree(
        Wish(
            wanted.game,
            profile=wanted.profile,
            options=wanted.options,
            position=wanted.start,
            **said(match),
        )
    )
    return TableWish(
        agreed,
        opponent=wanted.opponent,
        level=wanted.level,
        colour=wanted.colour,
        dice=wanted.dice,
        takeback=wanted.takeback,
        hints=wanted.hints,
    )
