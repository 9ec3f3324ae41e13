"""A stored match that is awake: replayed, with all that follows from where it stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tavola.play.dice import source_of
from tavola.play.match import Match
from tavola.play.past import NO_PLAY, LastPlay
from tavola.play.turns import Turns
from tavola.rules.text.record import record_from_json
from tavola.rules.turn.state import State
from tavola.server.match.viewer import Look, Seats, Viewer
from tavola.server.store import StoredMatch


@dataclass(frozen=True)
class Scene:
    """A table at one moment, for all who draw it or ask what may be done there.

    `back`: the last decision may be taken back.  `here`: the players whose people are connected.
    """

    turns: Turns
    seats: Seats
    last: LastPlay = NO_PLAY
    back: bool = False
    here: frozenset[int] = frozenset()

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.turns.state


class LiveMatch:
    """What is stored of a match, and where its events have led.

    `id`, `epoch`, `seats`, `options` and `next` are as they are stored.  Raises `Refused` where
    what is stored cannot be replayed.
    """

    def __init__(self, stored: StoredMatch) -> None:
        self.id = stored.id
        self.present: Collection[str] = ()
        """The people who are connected."""
        self.take_over(stored)

    def take_over(self, stored: StoredMatch) -> None:
        """Stand where the store says that the match stands."""
        self.epoch = stored.epoch
        self.seats = Seats(stored.seats)
        self.options: dict[str, Any] = stored.options
        self.next = stored.next
        record = record_from_json({**stored.header, "events": list(stored.events)})
        self.match = Match(record, source_of(record.dice, stored.secret))
        self._marked()

    def _marked(self, *, go: int = -1, passed: int = -1) -> None:
        """Note after which events the computer, on turn, was told to go on, or passed."""
        self._go, self._passed = go, passed
        self.changed()

    def go_on(self) -> None:
        """The person does not double: the computer may go on."""
        self._marked(go=self.seq, passed=self._passed)

    def passed(self) -> None:
        """The computer has nothing to do but wait for dice that people throw."""
        self._marked(go=self._go, passed=self.seq)

    def wound_back(self) -> None:
        """Events were taken back: a new epoch begins."""
        self.epoch += 1
        self._marked()

    def changed(self) -> None:
        """Something is not as it was: look at everything anew."""
        self._scene: Scene | None = None

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return self.match.seq

    @property
    def state(self) -> State:
        """The state that they have led to."""
        return self.match.state

    @property
    def scene(self) -> Scene:
        """The table now."""
        if self._scene is None:
            self._scene = self._made_scene()
        return self._scene

    def _made_scene(self) -> Scene:
        match, seq = self.match, self.match.seq
        turns = Turns(
            match.state,
            self.seats.who,
            typed=match.typed,
            by_hand=match.awaits_hands,
            go=self._go == seq,
            passed=self._passed == seq,
        )
        back = self.back_to() is not None
        return Scene(turns, self.seats, match.last_play, back, self._here())

    def _here(self) -> frozenset[int]:
        people = {*self.present} - {""}
        return frozenset(seat.player for seat in self.seats if seat.person in people)

    def past(self, n: int) -> Scene:
        """The table as it was after event `n`."""
        state, last = self.match.at(n)
        return Scene(Turns(state, self.seats.who), self.seats, last, here=self._here())

    def back_to(self) -> int | None:
        """How many events stay if the last decision is taken back; None if it cannot be."""
        if not self.options.get("takeback") or not self.seats.solo or self.match.over:
            return None
        state = self.state
        people = Turns(state, self.seats.who).people
        swaps = state.match.swap and state.rules.swap_roles
        return self.match.last_decision(people, swaps=swaps)

    def look(self, viewer: Viewer) -> Look:
        """How a viewer looks at the table now."""
        return self.seats.look(viewer, self.state)


__all__ = ["LiveMatch", "Scene"]
