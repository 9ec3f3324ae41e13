"""The play that comes to mind: what the best one is to be compared with."""

from __future__ import annotations

from collections.abc import Sequence

from tavola.bots.adviser import Candidate, Plays
from tavola.bots.exact import Exact
from tavola.bots.levels import LEVELS, Level
from tavola.bots.player import Player
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import State

NATURAL = Level("natural", naive=LEVELS[1].naive)
"""A novice's judgement without his slips: fewer pips are better, and the rear must run."""


class Naturally:
    """Knows which play comes to mind; `weights` and `exact` as for `Player`."""

    def __init__(self, rules: Ruleset, weights: object, exact: Exact | None = None) -> None:
        self._player = Player(rules, NATURAL, weights, exact=exact, seconds=None)

    def rival(self, state: State, found: Sequence[Candidate]) -> Candidate | None:
        """The play that comes to mind, one of `found`; None where that is the best one, and where
        nothing is to be played."""
        if len(found) < 2 or state.turn.ending is not None:
            return None
        actions = self._player.choose(state)
        if isinstance(found, Plays):
            places = range(len(found))
            place = next((n for n in places if found.actions(n) == actions), 0)
        else:
            place = next((n for n, one in enumerate(found) if one.actions == actions), 0)
        return found[place] if place else None
