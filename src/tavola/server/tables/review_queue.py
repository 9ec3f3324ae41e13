"""Who waits for a review: one of each person in turn, so that nobody has to wait for all that
somebody else has asked for.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator

from tavola.server.store import StoredReview

MOST = 40
"""Reviews that wait; whoever asks then is told to come later."""
FEW = 3
"""Of one person so many may wait even then: others cannot take his place."""
ALL = 400
"""More never wait."""


class ReviewQueue:
    """Reviews that wait, by match: of those who ask the one comes next whose last turn is the
    longest ago, with what he asked for first."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, StoredReview] = OrderedDict()
        self._people: dict[str, str] = {}
        self._turns: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[str]:
        return iter(self._waiting)

    def __contains__(self, match: str) -> bool:
        return match in self._waiting

    def put(self, row: StoredReview, person: str, *, first: bool = False) -> None:
        """One more, that `person` has asked for; `first` of his own."""
        self._waiting[row.match] = row
        self._people[row.match] = person
        if first:
            self._waiting.move_to_end(row.match, last=False)

    def next(self) -> tuple[StoredReview, str]:
        """Whose turn it is, and who asked.  Raises KeyError where nobody waits."""
        if not self._waiting:
            raise KeyError
        match = min(self._waiting, key=lambda match: self._turns.get(self._people[match], 0))
        row, person = self._waiting.pop(match), self._people.pop(match)
        self._turns[person] = max(self._turns.values(), default=0) + 1
        if not self._waiting:
            self._turns = {person: 1}  # whoever comes meanwhile is before him
        return row, person

    def drop(self, match: str) -> StoredReview | None:
        """One that waits no longer; None for one that did not."""
        self._people.pop(match, None)
        return self._waiting.pop(match, None)

    def full_for(self, person: str) -> bool:
        """Whether so many wait that one of this person more is too much."""
        if len(self) < MOST:
            return False
        return len(self) >= ALL or Counter(self._people.values())[person] >= FEW


__all__ = ["ALL", "FEW", "MOST", "ReviewQueue"]
