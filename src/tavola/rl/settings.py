"""What an environment plays: a game, its options, cube and match, where it begins.

    setting("backgammon", length=5, cube=True)

Words and refusals are those of `tavola.Match`, with one difference: the cube is out of play unless
it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tavola.games import by_itself, find
from tavola.games.agreement import Wish, agree
from tavola.rules.model.declaration import Game, Value
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset, Score
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.turn.state import State

MOST_TURNS = 1500
"""Turns after which a game is cut off, unless told otherwise; `simulate` has the same."""
LONGEST = 10**9
"""The most turns that may be told; the kernel counts in 64 bits."""
MOST_CUBE = 1024
"""Nobody doubles to more: results stay bounded."""
UNITS = {Score.CHECKERS: 10, Score.PIPS: 70, Score.BAR: 2}
"""About the mean absolute result where a game counts neither wins nor gammons."""


@dataclass(frozen=True)
class Setting:
    """What is agreed for an environment; `start` is the state in which every match begins."""

    game: Game = field(hash=False)
    options: Mapping[str, Value] = field(hash=False)
    rules: Ruleset
    match: MatchRules
    start: State
    max_turns: int = MOST_TURNS

    @property
    def name(self) -> str:
        """The game's id as an identifier: `puff_long`."""
        return self.game.id.replace("-", "_")

    @property
    def alone(self) -> bool:
        """Open money play, of which one game is played."""
        return self.match.length is None and self.match.games is None

    @cached_property
    def unit(self) -> int:
        """Points that make a reward of 1; in matches to a length the match is worth 1."""
        return 1 if self.match.length is not None else UNITS.get(self.rules.score, 1)

    @cached_property
    def most(self) -> float:
        """The largest reward that an episode can bring."""
        if self.match.length is not None:
            return 1.0
        cube = MOST_CUBE if self.rules.cube else 1
        games = 1 if self.alone else self.match.games or 1
        return most_points(self.rules) * cube * games / self.unit

    def __deepcopy__(self, memo: object) -> Setting:
        return self


def most_points(rules: Ruleset) -> int:
    """The largest result of one game, before the cube."""
    hit = _most(rules, rules.hit_score) if rules.hit_loses else 0
    arranged = _most(rules, rules.score) + 1 if rules.arrangements else 0
    return max(_most(rules, rules.score), hit, arranged, rules.jan, rules.burst_jan)


def _most(rules: Ruleset, score: Score) -> int:
    pips = 3 * rules.checkers * (geometry_of(rules).length + 1)
    most = {Score.SINGLE: 1, Score.GAMMON: 2, Score.BACKGAMMON: 3, Score.BAR: 2}
    return {**most, Score.CHECKERS: rules.checkers, Score.PIPS: pips}[score]


def setting(game: str, *, max_turns: int = MOST_TURNS, **wish: Any) -> Setting:
    """What is agreed for a wish (`length`, `games`, `profile`, `position`, options by name ...).

    Raises `Refused` as `tavola.Match` does, and ValueError for a cap that is none.
    """
    if not is_whole(max_turns) or not 1 <= max_turns <= LONGEST:
        raise ValueError("max_turns is a whole number from 1 on, at most 10**9")
    wished = Wish.of(game, **wish)
    has_cube = "cube" in {option.name for option in find(game).options}
    if has_cube and not wished.profile and "cube" not in wished.options:
        wished = Wish.of(game, **{**wish, "cube": False})
    agreed = agree(wished)
    if agreed.game.rotation:
        raise ValueError(f"an environment has one game; {by_itself(agreed.game)}")
    how = (agreed.game, agreed.options, agreed.rules, agreed.match)
    return Setting(*how, agreed.begin(), int(max_turns))


__all__ = ["MOST_CUBE", "MOST_TURNS", "Setting", "setting"]
