"""Decisions as numbers: `rules/kernel/numbered_actions.py` for actions of the state machine."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from tavola.rules.kernel import numbered_actions as n
from tavola.rules.kernel.backend import Ints
from tavola.rules.kernel.numbered_actions import ACTIONS, VERSION
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import Action, Kind

_FIXED = {
    Kind.THROW: n.ROLL,
    Kind.DOUBLE: n.DOUBLE,
    Kind.TAKE: n.TAKE,
    Kind.DROP: n.DROP,
    Kind.BEAVER: n.BEAVER,
    Kind.KEEP: n.KEEP,
}
KINDS = (*_FIXED, Kind.STEP, Kind.CHOOSE, Kind.NAME)
"""Actions that have a number."""
_WORDS = ("roll", "double", "take", "drop", "beaver", "keep")


def decision_of(given: SupportsIndex) -> int:
    """A decision as a program gives it: a whole number, also as an array or a tensor with nothing
    but one.  Raises TypeError, which is a ValueError too, for anything else: 37.9 is not 37."""
    if not isinstance(given, bool):
        try:
            return operator.index(given)
        except TypeError:
            pass
    raise wanted("a decision as a whole number", given)


def number_of(table: Ints, action: Action) -> int:
    """The number of an action; `table` is the rule table.  KeyError for one that has none."""
    if action.kind is Kind.STEP:
        assert action.side is not None
        return int(n.number_of_step(table, int(action.side), action.code))
    if action.kind is Kind.CHOOSE:
        return n.CHOOSE + action.number - 1
    if action.kind is Kind.NAME:
        assert action.dice is not None
        low, high = sorted(action.dice)
        return n.NAME + (high - 1) * (high - 2) // 2 + low - 1
    return _FIXED[action.kind]


def describe(number: int) -> str:
    """What a number means, in a few words: `5 from 12`, `3 from bar`, `name 6-5`.

    Places are counted from the start of the mover's track.  Raises ValueError for none of ours.
    """
    number = decision_of(number)
    if 0 <= number < n.CHOOSE:
        return _WORDS[number]
    if n.CHOOSE <= number < n.NAME:
        return f"choose {number - n.CHOOSE + 1}"
    if n.NAME <= number < n.NAME + 15:
        dice = n.dice_named(number)
        return f"name {dice // 10}-{dice % 10}"
    if not n.STEP <= number < n.BEHIND:
        raise ValueError(f"no decision has the number {number}")
    back = number >= n.BACK
    steps, place = divmod(number - (n.BACK if back else n.STEP), n.PLACES)
    source = {n.BAR_PLACE: "bar", n.RESERVE_PLACE: "reserve"}.get(place, str(place))
    return f"{steps + 1} {'back ' if back else ''}from {source}"


__all__ = ["ACTIONS", "KINDS", "VERSION", "decision_of", "describe", "number_of"]
