"""When a computer player sees that nobody makes headway, and would rather agree to a draw.

Where a side may step back (Backwards) or names its throws (Double against free choice) it can hold
a wall for ever: to break it loses, and the other side cannot move.  The rules know no end of that.
"""

from __future__ import annotations

from collections import Counter

from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import State

PATIENCE = 8
"""So often a side must have stood before, about to throw, as it stands now.  Of 300 games of the
nets against themselves this ended those that had no end, and hardly any other."""


def may_stay(rules: Ruleset) -> bool:
    """Whether a side can go on for ever without making headway."""
    return rules.backward or rules.namer is not None


class Patience:
    """What a player remembers of how it stood in this game, each time before it threw."""

    def __init__(self) -> None:
        self._stands: Counter[tuple[int, bytes]] = Counter()
        self._game = self._turns = 0
        self._last: State | None = None

    def lost(self, state: State) -> bool:
        """Whether it is time to offer a draw; `state` is one in which the player is to throw."""
        if not may_stay(state.rules):
            return False
        self._follow(state)
        stand = int(state.side), bytes(state.position.row)
        self._stands[stand] += state is not self._last
        self._last = state
        return self._stands[stand] > PATIENCE

    def ebbs(self, state: State) -> bool:
        """Whether an offered draw is welcome: it has stood like that often enough already."""
        self._follow(state)
        return max(self._stands.values(), default=0) > PATIENCE // 2

    def _follow(self, state: State) -> None:
        """Forget how it stood in another game, or in a part of this one that was taken back."""
        if state.game != self._game or state.turns < self._turns:
            self._stands.clear()
        self._game, self._turns = state.game, state.turns

    def asked(self) -> None:
        """A draw was offered: if play goes on, it is not offered again soon."""
        self._stands.clear()


__all__ = ["PATIENCE", "Patience", "may_stay"]
