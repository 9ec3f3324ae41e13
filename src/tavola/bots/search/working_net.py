"""A net at work on one game: the buffers that evaluation and looking ahead work in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.bots.exact.lookup import no_arrays
from tavola.bots.exact.store import Exact
from tavola.bots.net.evaluate import (
    FIRST,
    OUTPUTS,
    SECOND,
    WORTHS,
    Memory,
    unit_of,
)
from tavola.bots.net.features import FEATURES, PHASES
from tavola.bots.search import lookahead
from tavola.bots.search.expectation import DEEPEST
from tavola.rules.kernel import slots as k
from tavola.rules.kernel.backend import large, reals
from tavola.rules.kernel.slots import BAR_LEFT, CHECKERS_LEFT, GAMMON, PIPS, SINGLE
from tavola.rules.model.movement import Workspace
from tavola.rules.model.rule_table import Tables, tables
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

REMEMBERED = 1 << 13
"""Stands that the transposition cache holds."""


def money(rules: Ruleset) -> tuple[float, ...]:
    """What each output is worth to its side in plain points, and a constant (`net/evaluate.py`)."""
    table = tables(rules).T
    score = table[k.SCORE]
    if score in (CHECKERS_LEFT, PIPS, BAR_LEFT):
        unit = float(unit_of(table))
        return (0.0, unit, 0.0, -unit, 0.0, 0.0)
    second = 0.0 if score == SINGLE else 1.0
    third = 0.0 if score in (SINGLE, GAMMON) else 1.0
    return (2.0, second, third, -second, -third, -1.0)


def seen_from_there(worths: tuple[float, ...]) -> tuple[float, ...]:
    """The worths of the other side in a game that is worth nothing to both together."""
    win, a, b, c, d, base = worths
    return (win, -c, -d, -a, -b, -(win + base))


class WorkingNet:
    """A net at work on one game: the buffers of the plain subset.  One for each thread.

    `M`, `K`, `best`, `saved`, `totals` and `numbers` are what `lookahead.py` asks for; `W` is a
    workspace of its own, so that nothing else overwrites its rows.  `exact` tables, if given, go
    before the net.
    """

    def __init__(
        self, rules: Ruleset, weights: Array | list[float], exact: Exact | None = None
    ) -> None:
        self.rules = rules
        self.tables: Tables = tables(rules)
        self.T, self.Z = self.tables.T, self.tables.Z
        self.space = Workspace(int(self.T[k.CAPACITY]))
        self.W = self.space.W
        self.worths = reals(2 * WORTHS)
        self.M: Memory = (
            weights,
            reals(FEATURES),
            tuple(reals(FEATURES) for _ in range(PHASES)),
            tuple(reals(FIRST) for _ in range(PHASES)),
            reals(SECOND),
            reals(OUTPUTS),
            self.worths,
            reals(FIRST),
            large(FEATURES + 3),
            no_arrays() if exact is None else exact.arrays,
            large(REMEMBERED),
            reals(REMEMBERED * OUTPUTS),
        )
        self.K = large(lookahead.TRAIL)
        self.best = reals(OUTPUTS + 1)
        self.saved = large((DEEPEST + 1) * 16)
        self.totals = reals((DEEPEST + 1) * OUTPUTS)
        self.numbers = large(8)
        self.value(money(rules))

    def value(self, worths: tuple[float, ...], side: int = 0) -> None:
        """Set what the outputs are worth to `side`; to the other side the game is worth the
        opposite.  What the cache remembers counts no longer."""
        self.K[lookahead.ERA] += 1
        other = seen_from_there(worths)
        for i in range(WORTHS):
            self.worths[side * WORTHS + i] = worths[i]
            self.worths[(1 - side) * WORTHS + i] = other[i]
