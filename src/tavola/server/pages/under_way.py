"""Matches that are under way, as the wall and the list of one's own show them: a small board, and
whose turn it is.

The board is replayed from what is stored: nobody's table is woken for a picture.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from tavola.drawing import wall_pictures
from tavola.drawing.picture import BoardView
from tavola.rules.model.refusal import Refused
from tavola.server.match.live_match import LiveMatch, Viewer, facing
from tavola.server.store import NotStored, Store, StoredMatch
from tavola.words.translations import Words, mark

_KEPT = 512
"""So many pictures are kept: a match that nobody has touched is not replayed again."""

TURNS = {
    "mine": mark("Your turn"),
    "theirs": mark("The other’s turn"),
}
"""Whose turn it is, for whoever plays; nothing is said where one plays for both, or alone."""


@dataclass(frozen=True)
class Glimpse:
    """How a match looks: its board as a drawing, and whose turn it is: a key of `TURNS`, or
    `both`, or `open` where nobody has come yet."""

    picture: str
    turn: str

    def said(self, words: Words) -> str:
        """Whose turn it is, in words."""
        return words.text(TURNS[self.turn]) if self.turn in TURNS else ""


class Glimpses:
    """Looks at matches of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: OrderedDict[tuple[object, ...], Glimpse] = OrderedDict()

    async def of(self, match: StoredMatch, person: str, *, mirror: bool = False) -> Glimpse | None:
        """How a match looks to somebody who plays there; None where it cannot be shown."""
        seeds = str(match.header["dice"].get("seeds"))  # the dice may wait for one of them
        key = (match.id, match.epoch, match.seq, match.seats, seeds, person, mirror)
        if key in self._seen:
            self._seen.move_to_end(key)
            return self._seen[key]
        try:
            stored = await self._store.load(match.id)
            if stored is None:
                return None
            found = await asyncio.to_thread(_glimpse, stored, person, mirror=mirror)
        except (NotStored, Refused, ValueError):
            return None
        self._seen[key] = found
        if len(self._seen) > _KEPT:
            self._seen.popitem(last=False)
        return found


def _glimpse(stored: StoredMatch, person: str, *, mirror: bool) -> Glimpse:
    live = LiveMatch(stored)
    state, mine = live.state, live.look(Viewer(person)).mine
    view = BoardView(facing(state.rules, mine), mirror=mirror)
    picture = wall_pictures.miniature(wall_pictures.of_state(state), view, f"m{stored.id[:8]}-")
    return Glimpse(picture, _turn(live, person))


def _turn(live: LiveMatch, person: str) -> str:
    """Whose turn it is; at the opening throw and in all that both may do, it is one's own."""
    turns, mine = live.scene.turns, live.look(Viewer(person)).mine
    if turns.waiting:
        return "open"
    if len(mine) == 2:
        return "both"
    actor = live.scene.waited_for
    ours = actor is None or actor in mine or (turns.may_throw(mine) and not live.scene.awaits(mine))
    return "mine" if ours else "theirs"
