"""The one list of throws: how many there are, how often each comes, and the kernel's copy of it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tavola.games import GAMES
from tavola.rules.kernel import slots, throws
from tavola.rules.kernel.backend import large
from tavola.rules.model.rule_table import tables
from tavola.rules.model.throws import (
    dice_of,
    every_throw,
    is_double,
    opening_throws,
    packed,
    throws_of,
    ways,
    written,
)

pytestmark = pytest.mark.plain

EVERY = [tuple(throw) for dice in (2, 3) for throw in product(range(1, 7), repeat=dice)]


@pytest.mark.parametrize("game", GAMES)
def test_the_throws_of_a_game_are_those_of_its_dice(game: str) -> None:
    rules = GAMES[game].ruleset()
    dice, found = dice_of(rules), dict(throws_of(rules))
    counted = Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=dice))
    assert found == counted
    assert found == {throw: ways(throw) for throw in found}
    assert list(found) == sorted(found), "the order in which means are added up"
    assert len(every_throw(rules)) == 6**dice == sum(found.values())
    assert len(found) == {2: 21, 3: 56}[dice]


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_has_the_same_list(game: str) -> None:
    rules = GAMES[game].ruleset()
    T, listed = tables(rules).T, throws_of(rules)
    assert T[slots.THROW_COUNT] == len(listed)
    assert T[slots.CHANCES] == sum(weight for _, weight in listed)
    for n, (throw, weight) in enumerate(listed):
        assert (T[slots.THROW + n], T[slots.WEIGHT + n]) == (packed(throw), weight)


def test_who_begins_is_thrown_with_one_die_each() -> None:
    assert len(opening_throws()) == 36
    assert {len(throw) for throw in opening_throws()} == {2}


@pytest.mark.parametrize("throw", EVERY)
def test_a_throw_is_the_number_of_its_faces(throw: tuple[int, ...]) -> None:
    number, numbers = packed(throw), large(4)
    assert str(number) == "".join(map(str, throw)) == written(throw).replace("-", "")
    assert (throws.highest(number), throws.lowest(number)) == (max(throw), min(throw))
    assert bool(throws.is_double(number)) is is_double(throw)
    assert is_double(throw) == (len(throw) == 2 and len(set(throw)) == 1)
    assert len(throw) == 3 or throws.first_of_two(number) == throw[0]
    count = int(throws.spread(number, numbers))
    assert tuple(int(face) for face in numbers[:count]) == throw


def test_no_throw_is_the_number_0() -> None:
    assert packed(None) == packed(()) == 0
    assert (throws.highest(0), throws.lowest(0)) == (0, 0)


@pytest.mark.parametrize("dice", [2, 3])
def test_throws_with_the_same_faces_are_the_same(dice: int) -> None:
    of_so_many = [throw for throw in EVERY if len(throw) == dice]
    for one in of_so_many:
        alike = {other for other in of_so_many if throws.same(packed(one), packed(other))}
        assert alike == {other for other in of_so_many if sorted(other) == sorted(one)}
