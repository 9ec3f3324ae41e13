"""Who is to move at a table, what goes by itself and what can be taken back: the same for every
door.

A door (the terminal, a table of the server) knows who plays for each player, where the dice come
from, and what its people have said; here is decided what follows from that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind, Phase, State


class Who(StrEnum):
    """Who plays for a player."""

    PERSON = "person"
    COMPUTER = "computer"
    OPEN = "open"  # somebody who has not come yet


@dataclass(frozen=True)
class Habits:
    """What a door lets happen by itself: the dice of the `opening` fall; the computer throws
    `ahead`, where its next throw falls in a person's turn."""

    opening: bool = False
    ahead: bool = True


@dataclass(frozen=True)
class Turns:
    """A state with all that decides who does what now.

    `seats` counts by player.  `typed`: the dice are real ones; `by_hand`: dice are awaited now, and
    people throw them.  `go`: the person does not double, the computer may go on.  `passed`: the
    computer, on turn, has nothing to do but throw, and its dice come from people.  `broken_off`:
    the match was given up as unfinished, nothing is done any more.
    """

    state: State
    seats: tuple[Who, Who]
    typed: bool = False
    by_hand: bool = False
    go: bool = False
    passed: bool = False
    broken_off: bool = False
    habits: Habits = Habits()

    @property
    def waiting(self) -> bool:
        """A seat is still open."""
        return Who.OPEN in self.seats

    def is_computer(self, side: Side) -> bool:
        """Whether the computer plays a colour in this game."""
        return self.seats[self.state.player(side)] is Who.COMPUTER

    @property
    def people(self) -> tuple[Side, ...]:
        """The colours that people play in this game."""
        return tuple(side for side in Side if self.seats[self.state.player(side)] is Who.PERSON)

    # ------------------------------------------------------------------------- what goes by itself

    @property
    def dice_fall(self) -> bool:
        """Whether the dice of the opening fall by themselves."""
        falls = self.habits.opening and not self.by_hand
        return falls and self.state.phase is Phase.OPENING

    @cached_property
    def computer_acts(self) -> bool:
        """Whether the computer is to do something now, be it only to throw."""
        if self.broken_off or Who.COMPUTER not in self.seats:
            return False
        state, actor = self.state, self.state.actor
        if actor is None:
            return False
        if state.phase is not Phase.START:
            return self.is_computer(actor)
        if self.passed or (self.person_may_double and not self.go):
            return False
        return self.is_computer(actor) or self.computer_only_throws

    @property
    def person_may_double(self) -> bool:
        """Whether a person may double before the computer throws (in either turn)."""
        return any(
            not self.is_computer(side) and turn.may_double(self.state, side) for side in Side
        )

    @property
    def computer_only_throws(self) -> bool:
        """Whether the computer has nothing to decide: its next throw falls in a person's turn."""
        state = self.state
        plain = state.phase is Phase.START and not state.names and state.opening is None
        ahead = plain and self.habits.ahead and state.thrower is not state.side
        return ahead and self.is_computer(state.thrower) and not self.by_hand

    @property
    def of_computer(self) -> bool:
        """Whether the computer is to act, though a person may be asked first whether he doubles; a
        throw by that person is the word that it may go on."""
        actor = self.state.actor
        return actor is not None and self.is_computer(actor) and not self.passed

    # ------------------------------------------------------------------------- what people may do

    @property
    def hands_throw(self) -> bool:
        """Whether people throw real dice now, and type them."""
        state = self.state
        if not self.by_hand or self.waiting or self.broken_off or self.computer_acts:
            return False
        if state.phase is Phase.START and not state.names:
            return self.passed or not self.is_computer(state.side)
        return state.phase is Phase.OPENING

    def may_throw(self, mine: Collection[Side]) -> bool:
        """Whether somebody with these colours may let the dice fall, type them, or let the computer
        go on."""
        state = self.state
        if state.phase is not Phase.START or state.names or self.computer_acts:
            return False
        return state.thrower in mine or (bool(mine) and self.is_computer(state.thrower))

    def kinds(self, mine: Collection[Side]) -> tuple[Kind, ...]:
        """The kinds of actions that somebody with these colours may take now: those of the rules
        that are his, or nobody's."""
        if not mine or self.waiting or self.broken_off:
            return ()
        found = (kind for kind, side in self._allowed if self._is_for(kind, side, mine))
        return tuple(dict.fromkeys(found))

    @cached_property
    def _allowed(self) -> turn.Listed:
        """What the rules allow now, for all who look."""
        return turn.kinds(self.state)

    def _is_for(self, kind: Kind, side: Side | None, mine: Collection[Side]) -> bool:
        if kind is Kind.THROW:
            return self.may_throw(mine)
        if kind is Kind.CORRECT:
            return self.typed
        return side is None or side in mine


# -------------------------------------------------------------------------------------- taking back

_MOVES = (Kind.STEP, Kind.NAME, Kind.CHOOSE)
"""Decisions how a throw is played; `undo` takes them back."""
_PLAYING = (*_MOVES, Kind.UNDO)
_NO_DECISION = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.DONE, Kind.NEXT)


def last_decision(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
    """How many events stay when the last decision of the people is taken back; None if there is
    none.

    A throw that was played goes as a whole, but for its dice, which stay on the table.  `sides` are
    the colours that people play now; with `swaps` the players change colours with each game.
    """
    last = _decided(events, sides, swaps=swaps)
    if last is None or events[last].kind not in _MOVES:
        return last
    while last and events[last - 1].kind in _PLAYING:
        if events[last - 1].side is not events[last].side:
            break
        last -= 1
    return last


def _decided(events: Sequence[Action], sides: Collection[Side], *, swaps: bool) -> int | None:
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


__all__ = ["Habits", "Turns", "Who", "last_decision"]
