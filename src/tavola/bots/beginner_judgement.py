"""How a beginner judges positions: whoever has fewer pips to go is ahead, and the rear must run.

Blots, points and walls do not count.  Mixed with the judgement of a net this gives the mistakes of
people: blots left where they can be hit, rear checkers that run too early, hits at any price.
"""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Goal, Ruleset, Side

THROW = 8.17
"""Pips of a mean throw."""
PACE = 0.12
"""What a beginner thinks that a throw of lead is worth, in mean results of a game."""
RUN = 0.5
"""What a pip of the rearmost checker counts beside a pip of the race."""


def judgement(rules: Ruleset, position: Position, side: Side) -> float:
    """What a beginner thinks a position is worth to `side`, in mean results; 0 where nothing runs.

    Where hitting loses, even a beginner does not count on the other side's pips.
    """
    geometry = geometry_of(rules)
    if not geometry.runs:
        return 0.0
    lead = -float(movement.pip_count(rules, position, side))
    if not rules.hit_loses and rules.contact is not Contact.PIN:
        lead += movement.pip_count(rules, position, side.other)
    lead -= RUN * _behind(rules, position, side)
    worth = PACE * lead / THROW
    return -worth if rules.goal is Goal.LAST_OFF else worth


def _behind(rules: Ruleset, position: Position, side: Side) -> int:
    """Points that the rearmost checker still has before it."""
    length = geometry_of(rules).length
    if position.bar(side) or position.reserve(side):
        return length + 1
    if position.off(side) == rules.checkers:
        return 0
    return length + 1 - movement.rearmost(rules, position, side)
