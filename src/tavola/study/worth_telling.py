"""Which differences of two plays a player would name, and in what order.

The weights of a game say how much a difference is worth; a fit shares that out among facts that
come together, though.  So a fact that only follows from another one hands its worth over, and what
nobody at a board would speak of is left out: a wall of three, two checkers on a stack, a throw more
or less that closes a point.
"""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.study.after import After, Throws
from tavola.study.measures import BY_NAME, MEASURES, counted, difference, free_sign
from tavola.study.weights import Weights

LEAST = 0.2
"""Which part of the strongest reason another one must be worth to be told."""

FOLLOWS = {
    "lead": ("his_bar",),
    "he_loses_partly": ("his_bar",),
    "blots": ("hits_me", "pins_me"),
    "he_makes_point": ("hits_me", "captures_me", "pins_me"),
    "i_make_point": ("i_hit",),
}
"""Facts that follow from others: pips are won by hitting, a blot matters as far as it is hit, and
whoever is hit has more points before him."""

NOTICED = {
    **dict.fromkeys(("hits_me", "captures_me", "pins_me", "he_loses", "i_lose"), 2.0),
    **dict.fromkeys(("i_hit", "i_pin", "he_loses_partly"), 4.0),
    **dict.fromkeys(("he_makes_point", "i_make_point", "i_cover"), 4.0),
    "i_capture": 2.0,
    "lead": 3.0,
}
"""From which difference on a fact is spoken of, throws in 36ths; one, where nothing is said."""

PART = 0.15
"""The part of the larger number that a difference in throws must come to: 34 or 36 are the same."""

SOFT = ("i_make_point", "he_makes_point", "i_cover", "he_loses_partly")
"""Throws of which even none is not worth a word where there are few otherwise."""

HIGH = {"pile": 5, "wall": 4}
"""What one of two numbers must come to: no lower stack is heavy, and a shorter wall is none."""

ALIKE = {"wall": "points", "home": "behind"}
"""Families of which one says what the other one says."""

LAST = ("pile", "home")
"""What is true but explains least: told after the others."""


def worth_telling(here: After, there: After, weights: Weights, most: int) -> list[str]:
    """The measures in which the play that led `here` is better than the one that led `there`, as
    many as are to be told, the strongest first."""
    both = _Both(here, there, weights)
    worth = dict[str, float]()
    for one in MEASURES:
        value = both.value(one.name)
        if value > 0:
            name = both.cause(one.name)
            worth[name] = worth.get(name, 0.0) + value
    worth = {
        name: value
        for name, value in worth.items()
        if both.noticed(name) and not both.backfires(name)
    }
    strongest, found, families = max(worth.values(), default=0.0), list[str](), set[str]()
    for name in sorted(worth, key=lambda name: (name in LAST, -worth[name])):
        family = BY_NAME[name].family
        family = ALIKE.get(family, family)
        if family not in families and worth[name] >= LEAST * strongest and len(found) < most:
            families.add(family)
            found.append(name)
    return found


class _Both:
    """Two plays beside each other."""

    def __init__(self, here: After, there: After, weights: Weights) -> None:
        self.rules, self.weights = here.rules, weights.worth
        self.mine, self.other = counted(here), counted(there)
        self.contact = any(movement.in_contact(self.rules, one.position) for one in (here, there))

    def value(self, name: str) -> float:
        """What the difference in a measure is worth to the first play; 0 where a reader would take
        it for the contrary.  (Where coming home first loses, everything may be turned round.)"""
        more = self._more(name)
        if self.rules.hit_loses and BY_NAME[name].sign * more < 0:
            return 0.0
        if name == "blots" and any(self.value(one) < 0 for one in FOLLOWS[name]):
            return 0.0  # more throws hit fewer of them
        return self.weights.get(name, 0.0) * more

    def cause(self, name: str) -> str:
        """The measure that a difference follows from, or the measure itself."""
        return next((one for one in FOLLOWS.get(name, ()) if self._causes(one)), name)

    def _causes(self, name: str) -> bool:
        speaks = self.value(name) > 0
        if name not in self.weights and not free_sign(self.rules):
            speaks = BY_NAME[name].sign * self._more(name) > 0
        return speaks and self.noticed(name)

    def backfires(self, name: str) -> bool:
        """Whether a hit gives more than it takes: pips help whoever is to come home last."""
        if name != "his_bar" or self.weights.get("lead", 0.0) >= 0:
            return False
        return self.value("his_bar") + self.value("lead") < 0

    def noticed(self, name: str) -> bool:
        """Whether a player would speak of the difference."""
        mine, other = self.mine[name], self.other[name]
        if name == "entries" and not self.contact:
            return False
        if (
            isinstance(mine, int)
            and isinstance(other, int)
            and max(mine, other) < HIGH.get(name, 0)
        ):
            return False
        least = NOTICED.get(name, 1.0)
        if isinstance(mine, Throws) and isinstance(other, Throws):
            if name not in SOFT and min(mine.count, other.count) == 0:
                least = 1.0
            least = max(least, PART * difference(max(mine, other, key=_share), Throws(0, 1)))
        return abs(self._more(name)) >= least

    def _more(self, name: str) -> float:
        return difference(self.mine[name], self.other[name])


def _share(one: Throws) -> float:
    return one.count / one.total if one.total else 0.0
