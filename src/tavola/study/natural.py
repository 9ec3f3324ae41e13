"""The play that comes to mind: what the best one is to be compared with, and what a hint says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.bots.adviser import Candidate, Plays
from tavola.bots.exact import Exact
from tavola.bots.levels import LEVELS, Level
from tavola.bots.player import Player
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, State
from tavola.study.doing import doing
from tavola.study.reasons import Fact, reasons
from tavola.study.weights import USUAL, Weights

NATURAL = Level("natural", naive=LEVELS[1].naive)
"""A novice's judgement without his slips: fewer pips are better, and the rear must run."""


class Naturally:
    """Knows which play comes to mind; `weights` and `exact` as for `Player`."""

    def __init__(self, rules: Ruleset, weights: Any, exact: Exact | None = None) -> None:
        self._player = Player(rules, NATURAL, weights, exact=exact, seconds=None)

    def rival(self, state: State, found: Sequence[Candidate]) -> Candidate | None:
        """The play that comes to mind, one of `found`; None where that is the best one, and where
        nothing is to be played."""
        if len(found) < 2 or state.turn.ending is not None:
            return None
        place = _place(found, self._player.choose(state))
        return found[place] if place else None

    def hint(
        self,
        state: State,
        found: Sequence[Candidate],
        weights: Weights = USUAL,
        most: int = 2,
    ) -> list[Fact]:
        """What to say of the best play: why it is better than the one that comes to mind, or what
        it does where it is that one; `found` is not empty."""
        rival = self.rival(state, found)
        told = [] if rival is None else reasons(state, found[0], rival, weights, most)
        return told or doing(state, found[0], most)


def candidate_of(found: Sequence[Candidate], actions: tuple[Action, ...]) -> Candidate | None:
    """The candidate of some actions, for `why` of a play that somebody has in mind."""
    place = _place(found, actions, -1)
    return None if place < 0 else found[place]


def _place(found: Sequence[Candidate], actions: tuple[Action, ...], missing: int = 0) -> int:
    """Where a play stands among others; the actions of `Plays` are cheaper than the plays."""
    if isinstance(found, Plays):
        return next((n for n in range(len(found)) if found.actions(n) == actions), missing)
    return next((n for n, one in enumerate(found) if one.actions == actions), missing)
