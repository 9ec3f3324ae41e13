"""The effective pip count: the throws that a side at home still needs, in pips of a mean throw.

Where nothing would be wasted, each throw would bring 8 1/6 pips; at the end of a race ones, gaps
and stacks waste some (W. Trice, "Backgammon Boot Camp", 2004).  The throws are those of the exact
tables, made here for few checkers, so that the same seed asks the same on every machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from tavola.bots.exact.coverage import Role, race_rules, role_of
from tavola.bots.exact.home import Race, binomials, smaller
from tavola.rules.model import movement
from tavola.rules.model.geometry import QUARTER, geometry_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line
from tavola.rules.turn.state import State

THROW = 49 / 6
"""Pips of a mean throw, doubles four times."""
FEWEST, MOST = 3, 6
"""Checkers that are left."""
WAYS = 16


@dataclass(frozen=True)
class Effective:
    """Pips of the side that is to throw, and the throws that it still needs on average."""

    pips: int
    throws: float

    @property
    def count(self) -> float:
        """The effective pip count."""
        return self.throws * THROW

    @property
    def wasted(self) -> float:
        """How much more it is than the pips."""
        return self.count - self.pips


def known(rules: Ruleset) -> bool:
    """Whether a side at home is on its own, with a throw a turn."""
    return race_rules(rules) is not None and all(role_of(rules, s) is Role.THROWS for s in Side)


def effective(state: State) -> Effective:
    """The count of the side on turn, with up to `MOST` checkers, all at home."""
    side, rules = state.side, state.rules
    ways, rank, count = binomials(), 0, 0
    for i, point in enumerate(geometry_of(rules).track[side][-QUARTER:]):
        count += state.position.count(side, point)
        rank += ways[WAYS * i + count]
    pips = movement.pip_count(rules, state.position, side)
    return Effective(pips, _turns(rules)[rank])


@lru_cache(maxsize=16)
def _turns(rules: Ruleset) -> tuple[float, ...]:
    """The expected turns of every arrangement."""
    race = race_rules(rules)
    assert race is not None
    made = Race(smaller(race, MOST))
    made.run()
    return tuple(float(one) for one in made.turns)


def end_of_race(rules: Ruleset, rng: random.Random) -> State:
    """Both sides with few checkers at home, somebody about to throw."""
    amount = rng.randint(FEWEST, MOST)
    text = " | ".join(f"{side.letter} {_home(rules, side, amount, rng)}" for side in Side)
    return one_line.read(rules, f"{text} | {rng.choice(tuple(Side)).letter}")


def _home(rules: Ruleset, side: Side, amount: int, rng: random.Random) -> str:
    home = geometry_of(rules).track[side][-QUARTER:]
    held = [rng.choice(home) for _ in range(amount)]
    return " ".join(f"{point}:{held.count(point)}" for point in sorted(set(held)))
