"""A table at one moment, and what everybody there may do.

Whoever draws a view, checks an action, or decides whether the computer is to move reads the same
`Scene`, so that a button that is shown works, and one that is not does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.play.history import NO_PLAY, LastPlay
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Kind, Phase, State
from tavola.server.store import StoredSeat


@dataclass(frozen=True)
class Scene:
    """What a table knows about its state.

    `by_hand`: the dice that are awaited are thrown by people.  `passed`: the computer, on turn, has
    nothing to do but throw, and its dice come from people.  `go`: the person does not double, the
    computer may go on.  `solo`: one person alone decides, so that plays may be taken back.
    """

    state: State
    seats: Sequence[StoredSeat]
    last: LastPlay = NO_PLAY
    typed: bool = False
    by_hand: bool = False
    passed: bool = False
    go: bool = False
    back: bool = False
    here: frozenset[int] = frozenset()

    @property
    def waiting(self) -> bool:
        """A seat is still open."""
        return any(seat.kind == "open" for seat in self.seats)

    def seat(self, side: Side) -> StoredSeat:
        """Who plays a colour in this game."""
        return self.seats[self.state.player(side)]

    def is_computer(self, side: Side) -> bool:
        """Whether the computer plays a colour in this game."""
        return self.seat(side).kind == "computer"

    @property
    def has_computer(self) -> bool:
        """Whether the computer plays at this table."""
        return any(seat.kind == "computer" for seat in self.seats)

    @property
    def may_person_double(self) -> bool:
        """Whether a person may double before the computer throws (in either turn)."""
        return any(
            not self.is_computer(side) and turn.may_double(self.state, side) for side in Side
        )

    @property
    def computer_acts(self) -> bool:
        """Whether the computer is to do something now, be it only to throw."""
        state = self.state
        if state.phase in (Phase.OPENING, Phase.OVER, Phase.END) or not self.has_computer:
            return False
        actor = state.side if state.actor is None else state.actor
        if state.phase is not Phase.START:
            return self.is_computer(actor)
        if self.passed or (self.may_person_double and not self.go):
            return False
        return self.is_computer(actor) or self.computer_only_throws

    @property
    def computer_only_throws(self) -> bool:
        """Whether the computer has nothing to decide: its next throw falls in a person's turn."""
        state = self.state
        plain = state.phase is Phase.START and not state.names and state.opening is None
        ahead = plain and state.thrower is not state.side
        return ahead and self.is_computer(state.thrower) and not self.by_hand

    def may_throw(self, mine: Sequence[Side]) -> bool:
        """Whether somebody may let the dice fall, type them, or let the computer go on."""
        state = self.state
        if state.phase is not Phase.START or state.names or self.computer_acts:
            return False
        if state.thrower in mine:
            return True
        return bool(mine) and self.is_computer(state.thrower)

    @property
    def hands_throw(self) -> bool:
        """Whether people throw real dice now, and type them."""
        state = self.state
        if not self.by_hand or self.waiting or self.computer_acts:
            return False
        if state.phase is Phase.START and not state.names:
            return self.passed or not self.is_computer(state.side)
        return state.phase is Phase.OPENING

    def may_correct(self, mine: Sequence[Side]) -> bool:
        """Whether somebody may put typed dice right."""
        return bool(mine) and self.typed and turn.may_correct(self.state)

    def may(self, mine: Sequence[Side]) -> list[str]:
        """The kinds of actions, but for steps, that somebody with these colours may take now."""
        if not mine or self.waiting:
            return []
        found = [kind.value for kind in self._kinds(mine)]
        return [*found, Kind.CORRECT.value] if self.may_correct(mine) else found

    def _kinds(self, mine: Sequence[Side]) -> list[Kind]:
        state = self.state
        match state.phase:
            case Phase.OPENING:
                return [Kind.OPENING]
            case Phase.START:
                return self._at_start(mine)
            case Phase.ANSWER if state.actor in mine:
                return _answers(state)
            case Phase.CHOOSE if state.side in mine:
                return [Kind.CHOOSE, *self._in_turn()]
            case Phase.MOVE if state.side in mine:
                done = [Kind.DONE] if state.turn.ending is not None else []
                return [*done, *self._in_turn()]
            case Phase.OVER:
                return [Kind.NEXT]
        return []

    def _at_start(self, mine: Sequence[Side]) -> list[Kind]:
        state, own = self.state, self.state.side in mine
        found = [Kind.NAME] if own and state.names else []
        found += [Kind.THROW] if self.may_throw(mine) else []
        found += [Kind.KEEP] if own and state.opening is not None else []
        found += [Kind.DOUBLE] if any(turn.may_double(state, side) for side in mine) else []
        return [*found, Kind.RESIGN, Kind.DRAW] if own else found

    def _in_turn(self) -> list[Kind]:
        undo = [Kind.UNDO] if turn.may_undo(self.state) else []
        return [*undo, Kind.RESIGN, Kind.DRAW]


def _answers(state: State) -> list[Kind]:
    offer = state.offer
    assert offer is not None
    if offer.kind is Kind.RESIGN:
        return [Kind.ACCEPT, Kind.REFUSE]
    if offer.kind is Kind.DRAW:
        return [Kind.AGREE, Kind.DECLINE]
    beaver = [Kind.BEAVER] if turn.may_beaver(state) else []
    return [Kind.TAKE, Kind.DROP, *beaver]


__all__ = ["Scene"]
