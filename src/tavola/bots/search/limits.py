"""What a decision may cost, counted in evaluated positions, and what it did cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


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
        self.begun = time.monotonic()
        self.cut = self.late = False

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

    def report(self) -> Report:
        """What it cost."""
        return Report(self.count(), time.monotonic() - self.begun, self.cut, self.late)
