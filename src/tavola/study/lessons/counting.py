"""What a lesson lets somebody count in a position; the rules know the answer."""

from __future__ import annotations

from collections.abc import Callable

from tavola.rules import turn
from tavola.rules.kernel import prospects
from tavola.rules.model import movement
from tavola.rules.turn.state import State
from tavola.study.after import coming


def _throws(bit: int) -> Callable[[State], int]:
    """With how many of the throws that can come the side on turn does a thing."""

    def count(state: State) -> int:
        weighted = coming(state, state.side)
        throws = [throw for throw, _ in weighted]
        bits = movement.what_throws_do(state.rules, state.position, state.side, throws)
        return sum(weight for (_, weight), one in zip(weighted, bits, strict=True) if one & bit)

    return count


def _pips(state: State) -> int:
    return movement.pip_count(state.rules, state.position, state.side)


def _plays(state: State) -> int:
    return len(turn.plays(state))


COUNTS: dict[str, Callable[[State], int]] = {
    "lost_throws": _throws(prospects.LOST),
    "hitting_throws": _throws(prospects.HIT),
    "winning_throws": _throws(prospects.WIN),
    "pinning_throws": _throws(prospects.PIN_ONE),
    "pips": _pips,
    "plays": _plays,
}
"""What may be counted, of the side on turn: throws of the 36 that can come (fewer where throws are
named), pips to go, plays of a throw."""
