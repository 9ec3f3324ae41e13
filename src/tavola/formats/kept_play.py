"""The checkers of a play that no rule allows, as a file tells them.

By the rules a play is read by `notation`; here nothing is asked but from where to where.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tavola.rules.kernel.slots import FROM_BAR, TO_OFF
from tavola.rules.model.geometry import geometry_of
from tavola.rules.turn.state import MOST_MOVED, State

_WORD = re.compile(r"(?P<places>[a-z0-9/*]+)(?:\((?P<times>\d)\))?")
_NAMED = {"bar": FROM_BAR, "off": TO_OFF}

Moves = tuple[tuple[int, int], ...]


def kept_play(state: State, text: str) -> Moves | None:
    """The moves of a play in the player's own numbers (`24/18 bar/20*/14 6/off(2)`), as an illegal
    play holds them; None for what is none."""
    found: list[tuple[int, int]] = []
    for word in text.split():
        match = _WORD.fullmatch(word)
        if match is None:
            return None
        places = [_place(state, name.rstrip("*")) for name in match["places"].split("/")]
        way = [place for place in places if place is not None]
        if len(way) < len(places):
            return None
        found += list(pairwise(way)) * int(match["times"] or 1)
    return tuple(found) if len(found) <= MOST_MOVED else None


def _place(state: State, name: str) -> int | None:
    """A place as the kernel has it; None for none."""
    track = geometry_of(state.rules).track[state.side]
    if name in _NAMED:
        return _NAMED[name]
    number = int(name) if name.isdecimal() else 0
    return track[len(track) - number] if 1 <= number <= len(track) else None


__all__ = ["kept_play"]
