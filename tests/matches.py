"""Short words for tests of matches."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.games import find
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line, script
from tavola.rules.turn.state import State

EVEN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
W, B = Side.WHITE, Side.BLACK


def rules_of(game: str = "backgammon", **options: Any) -> Ruleset:
    return find(game).ruleset(options)


def begun(
    match: MatchRules | None = None, text: str = EVEN, game: str = "backgammon", **options: Any
) -> State:
    """A state in which a side is about to throw."""
    return one_line.read(rules_of(game, **options), text, match or MatchRules())


def points(length: int, **more: bool) -> MatchRules:
    return MatchRules(length=length, games=None, **more)


def money(**more: bool) -> MatchRules:
    return MatchRules(games=None, **more)


def code(state: State, line: str) -> str:
    """The reason for which a line is refused."""
    with pytest.raises(Refused) as caught:
        script.run(state, line)
    return caught.value.refusal.code
