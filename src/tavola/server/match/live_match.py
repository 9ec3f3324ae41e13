"""How a match that is awake stands: what is stored, replayed, with all that follows from it."""

from __future__ import annotations

from typing import Any

from tavola.play import taking_back
from tavola.play.history import History
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import Phase, State
from tavola.server.match.permissions import Scene
from tavola.server.match.viewer import Look, Viewer, look_of, plays
from tavola.server.store import StoredMatch, StoredSeat


class Standing:
    """A stored match and where it has come to.

    `id`, `epoch`, `seats`, `options` and `next` are as they are stored.  `passed` and `go` are the
    numbers of the events after which the computer, on turn, passed or was told to go on (see
    `Scene`).  Raises `Refused` where what is stored cannot be replayed.
    """

    def __init__(self, stored: StoredMatch) -> None:
        self.id = stored.id
        self._take_over(stored)

    def _take_over(self, stored: StoredMatch) -> None:
        """Stand where the store says that the match stands."""
        self.epoch = stored.epoch
        self.seats: tuple[StoredSeat, ...] = stored.seats
        self.options: dict[str, Any] = stored.options
        self.next = stored.next
        record = record_from_json({**stored.header, "events": list(stored.events)})
        self.history = History(record, stored.secret, record.events)
        self.passed = self.go = -1
        self.changed()

    def changed(self) -> None:
        """Something is not as it was: look at everything anew."""
        self._scene: Scene | None = None

    @property
    def seq(self) -> int:
        """How many events have happened."""
        return self.history.seq

    @property
    def state(self) -> State:
        """The state that they have led to."""
        return self.history.state

    @property
    def record(self) -> Record:
        """The record with all events; it shows the secret of the dice once the match is over."""
        return self.history.full

    @property
    def scene(self) -> Scene:
        """The table now, for all who ask what may be done."""
        if self._scene is None:
            self._scene = self._made_scene()
        return self._scene

    def _made_scene(self) -> Scene:
        history, state = self.history, self.state
        awaits = state.phase in (Phase.OPENING, Phase.START)
        return Scene(
            state=state,
            seats=self.seats,
            last=history.last_play,
            typed=history.typed,
            by_hand=history.typed and awaits and history.dice.throw(state) is None,
            passed=self.passed == self.seq,
            go=self.go == self.seq,
            back=self.back_to() is not None,
            here=self._here(),
        )

    def _here(self) -> frozenset[int]:
        """The players whose people are connected."""
        return frozenset()

    @property
    def solo(self) -> bool:
        """Whether one person alone decides here: against the computer, or for both sides."""
        people = {seat.person for seat in self.seats if seat.kind == "person"}
        kinds = {seat.kind for seat in self.seats}
        return len(people) == 1 and None not in people and "open" not in kinds

    @property
    def against_computer(self) -> bool:
        """Whether one person plays the computer."""
        return self.solo and any(seat.kind == "computer" for seat in self.seats)

    def back_to(self) -> int | None:
        """How many events stay if the last decision is taken back; None if it cannot be."""
        if not self.options.get("takeback") or not self.solo or self.state.phase is Phase.END:
            return None
        state = self.state
        people = [side for side in Side if self.seats[state.player(side)].kind == "person"]
        swaps = state.match.swap and state.rules.swap_roles
        return taking_back.target(self.history.events, people, swaps=swaps)

    def look(self, viewer: Viewer) -> Look:
        """How a viewer looks at the table now."""
        return look_of(viewer, self.seats, self.state)

    def is_seated(self, person: str) -> bool:
        """Whether somebody plays here."""
        return any(plays(person, seat) for seat in self.seats)

    def invite_for(self, person: str) -> str:
        """The invitation to the open seat, for those who play here; else empty."""
        seated = self.is_seated(person)
        return next((seat.invite for seat in self.seats if seated and seat.invite), "")


__all__ = ["Standing"]
