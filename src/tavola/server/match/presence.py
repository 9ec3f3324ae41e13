"""Who is at a table, who has left it and how long ago, and what of that is still to be said."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

PATIENCE = 60
"""Seconds that somebody may be away in his turn before the other may break the match off."""
ABSENCE = 5
"""Seconds after which it is said that somebody is away: a page that is loaded again comes back
sooner."""


class Presence:
    """The people who are connected; the ids are those of guests, '' is nobody.

    `clock` gives seconds and never goes back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._here: frozenset[str] = frozenset()
        self._since: dict[str, float] = {}
        self._awake = clock()
        self._missed: set[str] = set()

    @property
    def here(self) -> frozenset[str]:
        """Who is connected."""
        return self._here

    def changed(self, people: Collection[str], seated: Collection[str]) -> None:
        """These are connected now.  Only of those who are seated is it remembered when they left:
        whoever looks on comes and goes under a new id each time."""
        now, here = self._clock(), frozenset(people) - {""}
        for person in self._here - here:
            if person in seated:
                self._since[person] = now
        for person in here:
            self._since.pop(person, None)
        self._here = here

    def sat_down(self, person: str) -> None:
        """Somebody has taken a seat: his page may need a while to come."""
        if person not in self._here:
            self._since[person] = self._clock()

    def away(self, person: str) -> int | None:
        """For how many seconds somebody has been away, from when the table woke or he sat down on;
        None if he is here."""
        if person in self._here:
            return None
        return int(self._clock() - self._since.get(person, self._awake))

    def missed(self, person: str) -> bool:
        """Whether it is to be said now that somebody is away; it is said once."""
        new = person not in self._here and person not in self._missed
        if new:
            self._missed.add(person)
        return new

    def back(self, person: str) -> bool:
        """Whether it is to be said that somebody is here again: it was said that he was away."""
        returned = person in self._here and person in self._missed
        if returned:
            self._missed.remove(person)
        return returned


__all__ = ["ABSENCE", "PATIENCE", "Presence"]
