"""Observations of a moment: the counts of `kernel/game_cells.py`, and by choice a net's features.

`COUNTS` are `OBSERVED` whole numbers, `COUNTS_2` their second version of `OBSERVED_2`; `FEATURED`
are what Tavola's own nets see of the position and then the cells from `QUESTION_SEEN` on,
`FEATURES` real numbers in all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.bots.net import game_features
from tavola.bots.net.features import FEATURES as NET
from tavola.bots.net.game_features import FEATURES
from tavola.rl.moment import CHANCE, Moment
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel.backend import Ints, compiled, large, reals, small
from tavola.rules.kernel.game_cells import OBSERVED, OBSERVED_2
from tavola.rules.kernel.game_observation import MOST, observe
from tavola.rules.kernel.game_observation_2 import observe_more
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Side
from tavola.rules.model.terms import terms
from tavola.rules.model.throws import packed

if TYPE_CHECKING:
    from tavola.rl.settings import Setting

COUNTS, COUNTS_2, FEATURED = "counts", "counts-2", "features"
KINDS = (COUNTS, COUNTS_2, FEATURED)
HIGHEST = MOST
"""No number of an observation is larger, and none is less than 0."""

_CRAWFORD = ("", "now", "done")


def cells_of(moment: Moment) -> Ints:
    """All of a moment but the position, as the kernel keeps it; without its dice to come."""
    state, now = moment.state, moment.state.turn
    cells = [0] * c.CELLS
    asked = moment.question
    cells[c.ASK] = c.ENDED if asked == CHANCE else asked
    cells[c.WHO] = int(state.side if moment.who is None else moment.who)
    cells[c.SIDE], cells[c.FRESH], cells[c.ASKED] = state.side, state.fresh, moment.asked
    pairs = [(c.OPENING_DICE, state.opening), (c.HEIR, now.heir), (c.SCORE, state.score)]
    for at, pair in pairs:
        cells[at : at + 2] = pair or (0, 0)
    cells[c.DICE], cells[c.FIXED_DICE] = packed(now.dice), packed(state.fixed)
    for side in Side:
        cells[c.AHEAD + side] = packed(state.ahead[side])
    cells[c.CUBE] = state.cube.value
    cells[c.OWNER] = 0 if state.cube.owner is None else 1 + state.cube.owner
    if state.offer is not None:
        cells[c.OFFERED], cells[c.OFFERER] = state.offer.value, state.offer.side
    cells[c.CHOSEN], cells[c.INDEX], cells[c.COUNT] = now.chosen, now.index, len(now.numbers)
    cells[c.NUMBER : c.NUMBER + len(now.numbers)] = now.numbers
    cells[c.USED], cells[c.NEED], cells[c.ONLY] = now.used, now.need, now.only
    cells[c.PLAYED], cells[c.STRUCK] = len(now.steps), now.hit
    cells[c.GAME], cells[c.SWAPPED] = state.game, state.swapped
    cells[c.CRAWFORD] = _CRAWFORD.index(state.crawford)
    cells[c.IDLE], cells[c.TURNS] = state.idle, state.turns
    return large([int(value) for value in cells])


def terms_of(agreed: Setting) -> Ints:
    """How games add up, for the kernel."""
    from tavola.rl.settings import MOST_CUBE

    return terms(agreed.rules, agreed.match, agreed.max_turns, MOST_CUBE)


def counts(moment: Moment, viewer: Side) -> Ints:
    """What a side sees of a moment, as a buffer of `OBSERVED` small integers."""
    made, seen = tables(moment.setting.rules), small(OBSERVED)
    row, cells = small(moment.state.position.cells), cells_of(moment)
    observe(made.T, terms_of(moment.setting), row, 0, cells, 0, int(viewer), seen, 0)
    return seen


def counts_2(moment: Moment, viewer: Side) -> Ints:
    """The second version of what a side sees, as a buffer of `OBSERVED_2` small integers."""
    row, cells, found = small(moment.state.position.cells), cells_of(moment), small(OBSERVED_2)
    observe_more(row, 0, cells, 0, int(viewer), counts(moment, viewer), 0, found, 0)
    return found


def features(moment: Moment, viewer: Side) -> Any:
    """What a net sees, and then what is asked: a buffer of `FEATURES` real numbers."""
    made, seen = tables(moment.setting.rules), counts(moment, viewer)
    row, cells = small(moment.state.position.cells), cells_of(moment)
    net, found = reals(NET), reals(FEATURES)
    game_features.describe(made.T, row, 0, cells, 0, int(viewer), seen, 0, net, found, 0)
    return found


def array_of(moment: Moment, viewer: Side, kind: str) -> Any:
    """The observation as a NumPy array: int8 counts, or float32 features."""
    import numpy

    made: Any = {COUNTS: counts, COUNTS_2: counts_2, FEATURED: features}[kind](moment, viewer)
    return made if compiled else numpy.array(made, "float32" if kind == FEATURED else "int8")


def check(kind: str) -> str:
    """The kind of observation that is meant.  Raises ValueError for none of ours."""
    if kind not in KINDS:
        raise ValueError(f"observe is one of {', '.join(KINDS)}, not {str(kind)[:40]!r}")
    return kind


__all__ = [
    "COUNTS",
    "COUNTS_2",
    "FEATURED",
    "FEATURES",
    "HIGHEST",
    "OBSERVED",
    "OBSERVED_2",
    "array_of",
    "check",
]
