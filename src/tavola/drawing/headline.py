"""What a state waits for, in a few English words: titles of pictures, the last line of a text."""

from __future__ import annotations

from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Phase, State


def name_of(side: Side) -> str:
    """What a side is called."""
    return side.name.title()


def headline(state: State) -> str:
    """Who is to do what, or who has won."""
    match state.phase:
        case Phase.OPENING:
            return "Both sides throw for the start"
        case Phase.START:
            return _start(state)
        case Phase.ANSWER:
            return _answer(state)
        case Phase.CHOOSE:
            return f"{name_of(state.side)} to choose a double"
        case Phase.OVER | Phase.END:
            return _end(state)
    return f"{name_of(state.side)} to play{_dice(state)}"


def _dice(state: State) -> str:
    dice, heir = state.turn.dice, state.turn.heir
    if heir is not None:
        return f" inherited {heir[0]}s"
    return f" {written(dice)}" if dice else ""


def _start(state: State) -> str:
    if state.names:
        return f"{name_of(state.side)} to name a throw"
    return f"{name_of(state.thrower)} to throw"


def _answer(state: State) -> str:
    offer = state.offer
    if offer is None:
        return "An offer is open"
    return f"{name_of(offer.side.other)} to answer: {offer.kind.value} {offer.value}"


def _end(state: State) -> str:
    result = state.result
    if result is None or result.winner is None:
        return "A draw"
    points = "point" if result.points == 1 else "points"
    return f"{name_of(result.winner)} has won {result.points} {points}"
