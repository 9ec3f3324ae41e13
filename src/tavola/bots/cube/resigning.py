"""Giving up and drawing: which games are really lost, and which offers are fair.

Chances are those of the side that decides, whoever throws next.  Values are normalised equities;
see `result_values.py`.
"""

from __future__ import annotations

from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import Context, context
from tavola.bots.cube.decisions import play_utility, turn_utility
from tavola.bots.cube.result_values import scale, worth
from tavola.rules import turn
from tavola.rules.model.ruleset import Side
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Kind, State

LOST = 1e-4
"""Chance to win below which a game counts as lost."""
CERTAIN = 2e-3
"""How far the worth of a resignation may lie from that of playing on: what chances are rounded."""


def resignation(chances: Chances, state: State, side: Side | None = None) -> int:
    """The multiple (1, 2 or 3) for which `side` (by default the one on turn) should resign, or 0.

    Only a game that is lost for sure, and for a sure number of points, is given up: neither a
    chance to win nor one to lose less is thrown away.  Where gammons decide nothing more, 1 is
    enough.
    """
    side = state.side if side is None else side
    if chances.win > LOST:
        return 0
    here = context(state, side)
    playing = _lost_on(chances, here)
    for multiple in range(1, turn.most_resigned(state) + 1):
        if abs(_resigned(state, here, side, multiple) - playing) <= CERTAIN:
            return multiple
    return 0


def accept_resignation(chances: Chances, offered: int, state: State) -> bool:
    """Whether the side that is offered a resignation for `offered` should accept it.

    It does if that is worth at least as much as playing on with the cube and score as they are.
    """
    offer = state.offer
    resigns = offer.side if offer is not None and offer.kind is Kind.RESIGN else state.side
    here = context(state, resigns.other)
    size, offset = scale(here)
    points = scoring.resigned_points(state, resigns, offered)
    return (worth(here, points) - offset) / size >= play_utility(chances, here) - CERTAIN


def agree_draw(chances: Chances, here: Context | None = None, *, throws: bool = False) -> bool:
    """Whether to agree to a draw: if playing on is worth no more than no points at all.

    `throws`: the side that is asked throws next; else the other one does, and may double before.
    """
    if here is None:
        return chances.equity <= 0.0
    size, offset = scale(here)
    playing_on = turn_utility if throws else play_utility
    return playing_on(chances, here) <= (worth(here, 0.0) - offset) / size


def _lost_on(chances: Chances, here: Context) -> float:
    """What a lost game is worth if it is played on; no cube can mend it."""
    return play_utility(chances, here, efficiency=0.0)


def _resigned(state: State, here: Context, side: Side, multiple: int) -> float:
    size, offset = scale(here)
    return (worth(here, -scoring.resigned_points(state, side, multiple)) - offset) / size
