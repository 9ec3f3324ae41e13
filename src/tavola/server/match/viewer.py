"""Who sits at a table: which colours somebody plays, and how a listener wants to be spoken to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from tavola.play.turns import Who
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import State
from tavola.server.store import StoredSeat
from tavola.words.speaker import Speaker
from tavola.words.translations import Words


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table, and how he wants to be told.

    `person` is the id of a guest; `language`, `numbering` and `voice` as in `messages.Listen`.
    """

    person: str
    language: str = "it"
    numbering: str = "own"
    voice: str = "full"


class Look(NamedTuple):
    """All of a viewer that what he is told depends on: viewers with equal looks get equal texts.

    `mine` are the colours he plays now.
    """

    mine: tuple[Side, ...]
    language: str
    numbering: str
    voice: str


@lru_cache(maxsize=8)
def words_of(language: str) -> Words:
    """The sentences of a language, loaded once."""
    return Words(language)


class Seats(tuple[StoredSeat, StoredSeat]):
    """The two seats of a match, that of player 0 first."""

    @cached_property
    def who(self) -> tuple[Who, Who]:
        """Who plays for each player."""
        first, second = (Who(seat.kind) for seat in self)
        return first, second

    @property
    def solo(self) -> bool:
        """Whether one person alone decides here: against the computer, or for both sides."""
        people = {seat.person for seat in self if seat.kind == "person"}
        return len(people) == 1 and None not in people and Who.OPEN not in self.who

    @property
    def against_computer(self) -> bool:
        """Whether one person plays the computer."""
        return self.solo and Who.COMPUTER in self.who

    def look(self, viewer: Viewer, state: State) -> Look:
        """How a viewer looks at a table in some state."""
        mine = tuple(side for side in Side if _plays(viewer.person, self[state.player(side)]))
        return Look(mine, viewer.language, viewer.numbering, viewer.voice)

    def is_seated(self, person: str) -> bool:
        """Whether somebody plays here."""
        return any(_plays(person, seat) for seat in self)

    def invite_for(self, person: str) -> str:
        """The invitation to the open seat, for those who play here; else empty."""
        seated = self.is_seated(person)
        return next((seat.invite for seat in self if seated and seat.invite), "")


def _plays(person: str, seat: StoredSeat) -> bool:
    """Whether a seat is somebody's."""
    return seat.kind == "person" and bool(person) and seat.person == person


def facing(rules: Ruleset, mine: Sequence[Side]) -> Side:
    """From whose side a board is seen; by watchers and by two at one device always from White's."""
    if len(mine) != 1 or geometry_of(rules).same_way:
        return Side.WHITE
    return mine[0]


def speaker_of(look: Look, state: State) -> Speaker:
    """The sentence builder for a look.

    Points are called by the numbers of the colour that the viewer plays; two at one device use the
    numbers of the one who must act, as the terminal does.
    """
    viewer = None if len(look.mine) == 2 else (*look.mine, Side.WHITE)[0]
    return Speaker(
        words_of(look.language),
        state.rules,
        numbering=look.numbering,
        viewer=viewer,
        brief=look.voice == "brief",
    )


def side_for(look: Look, state: State) -> Side | None:
    """The colour that somebody acts with who does not say it; None for a watcher."""
    if len(look.mine) < 2:
        return look.mine[0] if look.mine else None
    return state.side if state.actor is None else state.actor


__all__ = ["Look", "Seats", "Viewer", "facing", "side_for", "speaker_of", "words_of"]
