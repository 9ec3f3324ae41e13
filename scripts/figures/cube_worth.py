"""What a judge gives for a double, and what decisions lose by it."""

from __future__ import annotations

from typing import NamedTuple


class Worth(NamedTuple):
    """The three ways to go on, to the side about to throw, in points."""

    waiting: float
    taken: float
    dropped: float

    @property
    def doubled(self) -> float:
        """With a double, answered as well as can be."""
        return min(self.taken, self.dropped)

    @property
    def decisions(self) -> tuple[bool, bool]:
        """Whether to double, and whether to take."""
        return self.doubled > self.waiting, self.taken <= self.dropped

    def lost(self, doubles: bool, takes: bool) -> tuple[float, float]:
        """Thousandths lost by a doubling decision and by an answer."""
        got = self.doubled if doubles else self.waiting
        given = self.taken if takes else self.dropped
        return (
            1e3 * (max(self.doubled, self.waiting) - got),
            1e3 * (given - self.doubled),
        )
