"""Which throws a game has and how often each comes: the one list, for kernel, rules and pages."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product

from tavola.rules.model.ruleset import Ruleset

Throw = tuple[int, ...]
"""The faces of the dice of a throw, in the order in which they were told."""

FACES = range(1, 7)

Chances = tuple[tuple[Throw, int], ...]
"""Throws, each with how many of all are like it."""


def dice_of(rules: Ruleset) -> int:
    """How many dice a throw of a game has."""
    return rules.dice_count


def every_throw(rules: Ruleset) -> tuple[Throw, ...]:
    """All throws of a game, one die after the other: 36 of two dice."""
    return _every(dice_of(rules))


def throws_of(rules: Ruleset) -> Chances:
    """The different throws of a game, lower faces first, each with its weight: 21 of two dice, of
    which doubles come once and all others twice."""
    return _different(dice_of(rules))


def opening_throws() -> tuple[Throw, ...]:
    """What may lie where each side has thrown one die: White's, then Black's."""
    return _every(2)


@lru_cache(maxsize=8)
def _every(dice: int) -> tuple[Throw, ...]:
    return tuple(product(FACES, repeat=dice))


@lru_cache(maxsize=8)
def _different(dice: int) -> Chances:
    return tuple(sorted(Counter(tuple(sorted(throw)) for throw in _every(dice)).items()))


def ways(throw: Throw) -> int:
    """How many of all throws are like one: in so many orders its faces can fall."""
    return len(set(permutations(throw)))


def packed(throw: Throw | None) -> int:
    """A throw as the kernel has it, its faces as digits; 0 for none."""
    number = 0
    for face in throw or ():
        number = 10 * number + face
    return number


def is_double(throw: Throw) -> bool:
    """Whether a throw is of two dice that show the same."""
    return len(throw) == 2 and throw[0] == throw[1]


def written(throw: Throw) -> str:
    """A throw as people write it: `5-2`."""
    return "-".join(str(face) for face in throw)
