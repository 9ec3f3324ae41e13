"""What a decision may cost, counted in evaluated positions, and what it did cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from tavola.bots.search.candidates import UNLIMITED


@dataclass(frozen=True)
class Report:
    """What a decision cost: positions evaluated, seconds, whether a limit cut it short, and whether
    that was the clock (`late`)."""

    evaluated: int
    seconds: float
    cut: bool = False
    late: bool = False


class Limits:
    """How much a decision may still cost; `count` says how many positions it has evaluated."""

    def __init__(self, count: Callable[[], int], budget: int | None, seconds: float | None) -> None:
        self.count, self.budget, self.seconds = count, budget, seconds
        self.limited = budget is not None or seconds is not None
        self.begun = time.monotonic()
        self.cut = self.late = self._hurried = False

    def afford(self, wanted: int, cost: int) -> int:
        """How many of the wanted candidates can be looked at for `cost` positions each."""
        spent, cost = self.count(), max(cost, 1)
        found = wanted
        if self.budget is not None:
            found = min(found, max(self.budget - spent, 0) // cost)
        if self.seconds is not None:
            elapsed = time.monotonic() - self.begun
            slots = max(self.seconds - elapsed, 0.0) / (elapsed / max(spent, 1) * cost + 1e-9)
            self.late = self.late or slots < found
            found = min(found, int(slots))
        self.cut = self.cut or found < wanted
        return found

    def allowed(self) -> int:
        """How many positions may be evaluated in all: by the budget, and in the seconds that are
        left at the pace so far."""
        found = UNLIMITED if self.budget is None else self.budget
        self._hurried = False
        if self.seconds is not None:
            spent, elapsed = self.count(), time.monotonic() - self.begun
            more = max(self.seconds - elapsed, 0.0) * spent / (elapsed + 1e-9)
            self._hurried = spent + more < found
            found = min(found, spent + int(more))
        return found

    def note(self, cut: bool) -> None:
        """Say whether what was allowed last was too little."""
        self.cut = self.cut or cut
        self.late = self.late or (cut and self._hurried)

    def report(self) -> Report:
        """What it cost."""
        return Report(self.count(), time.monotonic() - self.begun, self.cut, self.late)
