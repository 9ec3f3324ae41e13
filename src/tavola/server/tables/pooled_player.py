"""A computer player that goes from table to table; imported when the first one is needed."""

from __future__ import annotations

from tavola.bots import shipped_nets
from tavola.bots.exact import Exact
from tavola.bots.levels import THUMB, nearest
from tavola.bots.player import Player
from tavola.rules.model.ruleset import Ruleset


def made(game: str, rules: Ruleset, level: str, exact: Exact | None) -> Player | None:
    """A player of a level, or None for the rule of thumb, which is all there is without a net."""
    weights = None if level == THUMB.name else shipped_nets.load(game).weights
    if weights is None:
        return None
    return Player(rules, nearest(rules, level), weights, exact=exact)


__all__ = ["made"]
