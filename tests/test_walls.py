"""Walls before checkers that are gathered: what random play seldom comes to.

Positions are made by hand at random, with most of six points in a row in front of the enemy, and
compared with the oracle: all plays, and the steps that are offered one by one.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import oracle
from bridge import board_of, row_of, step_of
from tavola.bots.exact import coverage
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side, Wall

pytestmark = pytest.mark.plain

SEED = 20261125
ROUND = tuple(game for game in GAMES if GAMES[game].rules.wall is not Wall.FREE)
POSITIONS = 120 if backend.compiled else 25


def walled(rules: Ruleset, side: Side, rng: random.Random) -> Position:
    """Fourteen or fifteen enemy checkers on one point, and most of the six points before it."""
    geometry, other = geometry_of(rules), side.other
    ways, points = geometry.track, (Counter[int](), Counter[int]())
    stand = rng.choice([1, 1, 1, 2, 6, 12, 18])
    points[other][ways[other][stand - 1]] = count = rng.choice([15, 15, 14])
    if count < rules.checkers and rng.random() < 0.8:
        points[other][rng.choice([p for p in ways[other] if not points[other][p]])] = 1
    wall = [p for p in ways[other][stand : stand + 6] if not points[other][p]]
    places = [p for p in wall if rng.random() < 0.93]
    free = [p for p in ways[side] if not points[other][p]]
    places += rng.choices([*free, ways[side][0], *wall], k=rules.checkers - len(places))
    if points[other][ways[side][0]]:
        places = [p for p in places if p != ways[side][0]]
    points[side].update(places)
    texts = [" ".join(f"{p}:{n}" for p, n in points[one].items() if n) for one in Side]
    return Position.parse(rules, f"W {texts[0]} | B {texts[1]}")


def _numbers(rng: random.Random) -> tuple[int, ...]:
    a, b = rng.randint(1, 6), rng.randint(1, 6)
    return (a,) * 4 if a == b else (a, b)


@pytest.mark.parametrize("game", ROUND)
@pytest.mark.parametrize("side", Side)
def test_plays_before_walls_are_those_of_the_oracle(game: str, side: Side) -> None:
    rng, rules = random.Random(f"{SEED} {game} {side}"), GAMES[game].rules
    shut = 0
    for _ in range(POSITIONS):
        position, numbers = walled(rules, side, rng), _numbers(rng)
        board = board_of(position)
        shut += oracle._shut_in(game, board, int(side))
        found = {play.position.row for play in movement.plays(rules, position, side, numbers)}
        expected = {row_of(end) for end in oracle.results(game, board, int(side), numbers)}
        assert (found or {position.row}) == expected, (position.text(), side, numbers)
        _tree(game, position, side, numbers, rng)
    assert shut > POSITIONS / 5


@pytest.mark.parametrize("game", ROUND)
def test_they_ask_nothing_of_sides_that_are_home(game: str) -> None:
    """So their races have the exact tables of other games."""
    rng, rules = random.Random(f"{SEED} home {game}"), GAMES[game].rules
    free = replace(rules, runner=0, head=False, head_twice=(), quarter=0, wall=Wall.FREE)
    assert coverage.race_rules(rules) == coverage.race_rules(free) is not None
    homes = [geometry_of(rules).home(side) for side in Side]
    for _ in range(POSITIONS):
        halves = [Counter(rng.choices(home, k=rng.randint(1, 15))) for home in homes]
        texts = [" ".join(f"{p}:{n}" for p, n in half.items()) for half in halves]
        position = Position.parse(rules, f"W {texts[0]} | B {texts[1]}")
        side, numbers = rng.choice(list(Side)), _numbers(rng)
        found, plain = (
            {play.position for play in movement.plays(one, position, side, numbers)}
            for one in (rules, free)
        )
        assert found == plain, (position.text(), side, numbers)


def _tree(
    game: str, position: Position, side: Side, numbers: tuple[int, ...], rng: random.Random
) -> None:
    """The steps offered one by one are exactly the prefixes of the oracle's plays."""
    rules = GAMES[game].rules
    plays = oracle.maximal(game, board_of(position), int(side), numbers)
    need, only = movement.due(rules, position, side, numbers)
    line: list[oracle.Step] = []
    left = list(numbers)
    while True:
        used = sum(1 << i for i in _used(numbers, left))
        offered = movement.next_steps(rules, position, side, numbers, used, need, only)
        depth = len(line)
        going_on = {p[depth] for p in plays if list(p[:depth]) == line and len(p) > depth}
        assert {step_of(code) for code in offered} == going_on, (position.text(), line)
        if not offered:
            return
        code = rng.choice(offered)
        line.append(step_of(code))
        left.remove(code >> 10)
        need, only = need - 1, 0
        position = movement.after(rules, position, side, code)


def _used(numbers: tuple[int, ...], left: list[int]) -> list[int]:
    """Which of the numbers are not left, by their place."""
    rest, found = list(left), []
    for i, number in enumerate(numbers):
        if number in rest:
            rest.remove(number)
        else:
            found.append(i)
    return found
