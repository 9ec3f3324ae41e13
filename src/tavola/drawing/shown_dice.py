"""Which dice of a state are shown, whose, and what has become of their numbers."""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Phase, State, numbers_of

AHEAD = 0.82
"""How wide a die is that is still to be thrown."""


@dataclass(frozen=True)
class Die:
    """A die as it is drawn: its face (0: still to be thrown), what became of it, its width in dice,
    and how many times an inherited number is played."""

    face: int
    state: str = "left"
    size: float = 1.0
    times: int = 0


def dice_of(state: State) -> tuple[list[Die], list[Die]]:
    """The dice that lie before White and before Black.

    Who is to throw has blank ones before him.
    """
    return _before(state, Side.WHITE), _before(state, Side.BLACK)


def _before(state: State, side: Side) -> list[Die]:
    """What a side has thrown, was handed, will throw, or throws for ever."""
    if state.phase is Phase.OPENING:
        return [Die(0)]
    found = []
    if state.opening is not None and state.phase is Phase.START:
        found.append(Die(state.opening[side]))
    elif side is state.side:
        found += _on_turn(state)
    if state.phase is Phase.START and not found and side is state.thrower and not state.names:
        found += [Die(0)] * state.rules.dice_count
    return found + _ghosts(state.ahead[side])


def _on_turn(state: State) -> list[Die]:
    now = state.turn
    if state.phase is Phase.CHOOSE:
        return [Die(face) for face in now.dice or ()]
    numbers = numbers_of(state)
    # A number that is the sum of the throw is shown by the dice that make it: 5 of 4 and 1, too.
    is_sum = not now.heir and [one.face for one in numbers] == [sum(now.dice or ())]
    shown = [
        Die(face, number.state + (" handed" if now.heir else ""))
        for number in numbers
        for face in ((now.dice or ()) if is_sum else (number.face,))
    ]
    if now.heir and not shown:
        return [Die(now.heir[0], "handed", times=now.heir[1])]
    return shown or (_ghosts(state.fixed) if state.phase is Phase.START else [])


def _ghosts(throw: Throw | None) -> list[Die]:
    return [Die(face, "ahead", AHEAD) for face in throw or ()]
