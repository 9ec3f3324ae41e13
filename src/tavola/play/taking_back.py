"""Taking back: how far it leads, to just before the last thing that a person decided."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind

_MOVES = (Kind.STEP, Kind.NAME, Kind.CHOOSE)
"""Decisions how a throw is played; `undo` takes them back."""
_NO_DECISION = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.DONE, Kind.NEXT)


def target(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
    """How many events stay when the last decision of the people is taken back; None if there is
    none.

    A throw that was played goes as a whole, but for its dice, which stay on the table.  `sides` are
    the colours that people play now; with `swaps` the players change colours with each game.
    """
    last = _last_decision(events, sides, swaps=swaps)
    if last is None or events[last].kind not in _MOVES:
        return last
    while last and events[last - 1].kind in (*_MOVES, Kind.UNDO):
        if events[last - 1].side is not events[last].side:
            break
        last -= 1
    return last


def _last_decision(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
    """The index of the last decision that was not undone."""
    undone = 0
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if event.kind is Kind.NEXT and swaps:
            sides = [side.other for side in sides]
        if event.kind is Kind.UNDO:
            undone += 1
        elif event.kind in _MOVES and undone:
            undone -= 1
        elif event.side in sides and event.kind not in _NO_DECISION:
            return index
    return None


__all__ = ["target"]
