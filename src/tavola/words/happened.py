"""One event of a match as sentences about it ask for it: what was thrown, stepped, landed on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw, is_double
from tavola.rules.turn.state import Fact, State


@dataclass(frozen=True)
class Happened:
    """One event: the states before and after it, and its facts."""

    before: State
    state: State
    facts: Sequence[Fact]

    @property
    def rules(self) -> Ruleset:
        """The rules of the game in which it happened."""
        return self.state.rules

    def fact(self, *kinds: str) -> Fact | None:
        """The first fact of some kinds."""
        return next((fact for fact in self.facts if fact.kind in kinds), None)

    def detail(self, kind: str, name: str) -> Any:
        """What the facts of a kind say of something; None if nothing."""
        found = (fact.details.get(name) for fact in self.facts if fact.kind == kind)
        return next((value for value in found if value is not None), None)

    @property
    def thrown(self) -> Throw | None:
        """The dice that begin to be played with this event, the lowest first."""
        dice = self.state.turn.dice
        if dice is None or self.fact("threw", "named") is None:
            return None
        return tuple(sorted(dice))

    @property
    def double(self) -> int:
        """The number of a double that begins to be played, or 0."""
        thrown = self.thrown
        return thrown[0] if thrown is not None and is_double(thrown) else 0

    @property
    def stepped(self) -> Side | None:
        """Who has moved a checker."""
        fact = self.fact("step")
        return None if fact is None else fact.side

    @property
    def landed(self) -> tuple[Side, int] | None:
        """Who has moved a checker to a point, and which."""
        side, target = self.stepped, self.detail("step", "target")
        return (side, target) if side is not None and isinstance(target, int) else None


__all__ = ["Happened"]
