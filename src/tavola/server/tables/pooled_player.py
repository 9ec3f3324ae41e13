"""A computer player that goes from table to table; imported when the first one is needed."""

from __future__ import annotations

from collections.abc import Collection

from tavola.bots import shipped_nets
from tavola.bots.exact import Exact
from tavola.bots.levels import THUMB, nearest
from tavola.bots.player import Player
from tavola.rules.model.ruleset import Ruleset, Side


class HousePlayer(Player):
    """Plays at many tables, one decision at a time."""

    def sit(self, seed: int, resigned: Collection[tuple[int, Side]]) -> None:
        """Go to a table: what its errors come from, and where it has offered to resign there."""
        self.seed = seed
        self._resigned = set(resigned)


def made(game: str, rules: Ruleset, level: str, exact: Exact | None) -> HousePlayer | None:
    """A player of a level, or None for the rule of thumb, which is all there is without a net."""
    weights = None if level == THUMB.name else shipped_nets.load(game).weights
    if weights is None:
        return None
    return HousePlayer(rules, nearest(rules, level), weights, exact=exact)


__all__ = ["HousePlayer", "made"]
