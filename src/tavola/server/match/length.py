"""How long a match may become: every event is kept, and replayed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tavola.rules.turn.state import Action, Kind

MOST_EVENTS = 100_000
"""Events of a match; a match to 25 points has about 15 000."""
MOST_UNDONE = 200
"""Steps of one throw that may be taken back."""
_MORE = 1000
"""Events beyond that in which a match that is too long may be ended."""
_ENDING = frozenset(
    {
        *(Kind.RESIGN, Kind.ACCEPT, Kind.REFUSE, Kind.DRAW, Kind.AGREE, Kind.DECLINE, Kind.DROP),
        *(Kind.TAKE, Kind.NEXT, Kind.OPENING),
    }
)
"""What leads to the end of a match: nobody can resign before the dice of a game lie."""
_PLAYING = (Kind.STEP, Kind.UNDO, Kind.CHOOSE)


def too_long(events: Sequence[Action], wanted: Collection[Kind], more: int = 1) -> bool:
    """Whether a match is too long for `more` events of some kinds."""
    most = MOST_EVENTS + (_MORE if _ENDING.issuperset(wanted) else 0)
    return len(events) + more > most


def undone_enough(events: Sequence[Action]) -> bool:
    """Whether no step of this throw can be taken back any more."""
    count = 0
    for action in reversed(events):
        if action.kind not in _PLAYING or count >= MOST_UNDONE:
            break
        count += action.kind is Kind.UNDO
    return count >= MOST_UNDONE


def bearable(events: Sequence[Action], kinds: Collection[Kind]) -> list[Kind]:
    """Those of some kinds of actions that are still stored."""
    return [
        kind
        for kind in kinds
        if not too_long(events, (kind,)) and not (kind is Kind.UNDO and undone_enough(events))
    ]


__all__ = ["MOST_EVENTS", "MOST_UNDONE", "bearable", "too_long", "undone_enough"]
