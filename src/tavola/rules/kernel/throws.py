"""Throws as integers, in the plain subset: a throw is the number whose digits are its faces, 52.

Which throws a game has and how often each of them comes stands in its rule table, put there from
the one list of them (`rules/model/throws.py`): throw number n is T[THROW + n], of T[CHANCES]
throws T[WEIGHT + n] are like it, and there are T[THROW_COUNT].
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit

TWO_DICE = 99
"""No throw of two dice is a larger number."""


@inline
def is_double(dice: int) -> bool:
    """Whether a throw is of two dice that show the same."""
    return dice <= TWO_DICE and dice % 11 == 0


@inline
def highest(dice: int) -> int:
    """The highest face of a throw; 0 of none."""
    return max(dice // 100, dice // 10 % 10, dice % 10)


@inline
def lowest(dice: int) -> int:
    """The lowest face of a throw; 0 of none."""
    low = min(dice // 10 % 10, dice % 10)
    return min(low, dice // 100) if dice > TWO_DICE else low


@inline
def middle(dice: int) -> int:
    """The middle face of a throw of three dice; 0 of two and of none."""
    if dice <= TWO_DICE:
        return 0
    return dice // 100 + dice // 10 % 10 + dice % 10 - highest(dice) - lowest(dice)


@inline
def first_of_two(dice: int) -> int:
    """The first face of a throw of two dice: dice // 10 without the cost of a division."""
    return dice * 205 >> 11


@jit
def spread(dice: int, numbers: Ints) -> int:
    """Write the faces of a throw to `numbers` in the order of its dice; how many there are."""
    count = 0
    if dice > TWO_DICE:
        numbers[0] = dice // 100
        count = 1
    numbers[count], numbers[count + 1] = dice // 10 % 10, dice % 10
    return count + 2


@inline
def same(one: int, other: int) -> bool:
    """Whether two throws show the same faces."""
    if one == other:
        return True
    total = one // 100 + one // 10 % 10 + one % 10
    alike = total == other // 100 + other // 10 % 10 + other % 10
    return alike and highest(one) == highest(other) and lowest(one) == lowest(other)
