"""Where in a match another one can begin."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tavola.play.match import Match
from tavola.rules.text import one_line
from tavola.rules.turn.state import Phase, State


@dataclass(frozen=True)
class Beginning:
    """The state with which a match can begin, and the text that means it; `exact`: it is the very
    moment that was asked for, not an earlier one."""

    state: State
    text: str
    exact: bool


def beginning(match: Match, n: int) -> Beginning | None:
    """The last moment up to event `n` with which another match can begin: that one itself, or the
    begin of its throw, or what came before an offer or the end of the game.

    None where there is none.
    """
    asked, _ = match.at(n)
    state: State | None = asked
    while state is not None and state.phase in (Phase.OVER, Phase.END):
        n -= 1
        state = match.at(n)[0] if n >= 0 else None
    while state is not None:
        if state.offer is not None:
            state = replace(state, phase=state.offer.back, offer=None)
        text = one_line.beginning(state)
        if text:
            return Beginning(state, text, state is asked)
        state = state.previous
    return None


__all__ = ["Beginning", "beginning"]
