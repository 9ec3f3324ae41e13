"""How the games of a match add up."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from tavola.rules.model.ruleset import BadRules
from tavola.rules.model.whole_numbers import is_whole


class BadMatch(BadRules):
    """Rules that make no match; `name` is the field that is to blame."""

    def __init__(self, told: str, name: str = "") -> None:
        super().__init__(told)
        self.name = name


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """How games add up.  All counts are points or games.

    With `length` the match ends when a player reaches it; with `games` after that many games;
    with neither it is money play, open until the players stop.  A match to points says that games
    are not counted: `MatchRules(length=5, games=None)`.
    """

    length: int | None = None
    games: int | None = 1
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic: bool = False
    swap: bool = field(default=True)
    """Exchange roles after each game where the game has roles."""

    def __post_init__(self) -> None:
        for name, wanted in (("length", "to 1-99 points"), ("games", "over 1-99 games")):
            object.__setattr__(self, name, _count(name, getattr(self, name), wanted))
        if self.length is not None and self.games is not None:
            told = f"length={self.length!r} wants games=None (it is {self.games!r})"
            raise BadMatch(f"a match is over n points or over n games, not both: {told}", "games")
        for name in ("jacoby", "beavers", "automatic"):
            if getattr(self, name) and not self.money:
                told = "Jacoby, beavers and automatic doubles exist in money play only"
                raise BadMatch(told, name)

    @property
    def money(self) -> bool:
        """Neither points nor games decide: every game stands alone."""
        return self.length is None and (self.games is None or self.games == 1)

    def to_json(self) -> dict[str, Any]:
        """All fields by name."""
        return {item.name: getattr(self, item.name) for item in fields(self)}


def _count(name: str, given: int | None, wanted: str) -> int | None:
    if given is None:
        return None
    if not (is_whole(given) and 1 <= given <= 99):
        raise BadMatch(f"a match is {wanted}, not {given!r}", name)
    return int(given)
