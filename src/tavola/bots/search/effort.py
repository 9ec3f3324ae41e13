"""What a search makes of a budget: how deep it looks, at how many plays, and how close ones.

A look at a play changes its distance from the others by a few hundredths of a point, a deeper look
by less; so a play is worth one only if it is not much farther behind than that.  With more to spend
more plays are worth it, and in the end those that are left are looked at deeper still, first of all
those whose distance the look before has changed most.  The first few find nearly all that a look
can find, so their number grows more slowly than the budget: it ends a search, and is not there to
be used up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tavola.bots.search.candidates import Filter
from tavola.rules.model.refusal import refuse
from tavola.rules.model.whole_numbers import is_whole

DEEPEST = 2
"""The deepest look ahead that can be asked for, in throws."""
MOST = 200_000
"""The largest budget: more than the deepest look ahead costs in the classic game."""
USUAL = 380
"""What a look one throw ahead costs in the classic game, in evaluated positions."""
PLAYS = 18
"""Plays of a usual throw."""
FURTHER = 20
"""How many times as much a look costs that goes a throw further."""


@dataclass(frozen=True)
class Looks:
    """Looks of one depth: how many plays they are worth at most, and how close ones (`Filter`).

    `within` and `change` count for each time that the budget is twice the price of a look; `within`
    not for the first `after` of them, and never more than `farthest` in all.
    """

    most: int
    within: float
    after: int = 0
    farthest: float = 1.0
    change: float = 0.0


LEVELS = (Looks(5, 0.02, farthest=0.08), Looks(4, 0.006, after=2, change=0.2))
"""Looks one throw ahead and two.  What such a look changes had a standard deviation of 0.028 and
0.016 on decisions of own play, but where the first look moved a lead little the second mostly left
it alone.  So the second one goes first to plays whose lead did not stand the first."""


def checked(depth: int | None, budget: int | None) -> tuple[int | None, int | None]:
    """A depth or a budget as numbers of Python.

    Raises `Refused` (code `bad_look`) for one that cannot be had, and for both.
    """
    for what, value, most in (("depth", depth, DEEPEST), ("budget", budget, MOST)):
        if value is not None and not (is_whole(value) and 0 <= value <= most):
            raise refuse("bad_look", what=what, low=0, high=most)
    if depth is not None and budget is not None:
        raise refuse("bad_look", what="both", low=0, high=MOST)
    return None if depth is None else int(depth), None if budget is None else int(budget)


def price(evaluated: int, double: bool, throws: int = 21) -> int:
    """What a look one throw ahead will cost where so many `throws` may come, guessed from what the
    present throw did: half-way between that (a double, which is played four times, counts a third)
    and a usual throw."""
    return throws * (PLAYS + (evaluated // 3 if double else evaluated)) // 2


def filters_for(budget: int, look: int = USUAL) -> tuple[Filter, ...]:
    """Which plays are worth a look, for each level that a budget reaches; a look one throw ahead
    costs `look` evaluated positions.  One play more for every square of looks that can be paid."""
    found = []
    for level in LEVELS:
        if budget < 2 * look:
            break
        keep, times = 1 + math.isqrt(budget // look), math.log2(budget / look)
        within = min(level.within * max(times - level.after, 0.0), level.farthest)
        found.append(Filter(min(keep, level.most), within, level.change * times))
        look *= FURTHER
    return tuple(found)


def reach(budget: int) -> int:
    """How many throws a budget lets a search look ahead."""
    return len(filters_for(budget))
