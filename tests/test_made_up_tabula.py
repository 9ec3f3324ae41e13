"""Tabula between program and oracle in made-up positions, which random play hardly comes to.

Points closed in front of few checkers, checkers on the bar and in the reserve, and the end.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

import oracle
from bridge import board_of, option_sets
from tavola.rules.kernel import backend
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from test_differential import Pair

pytestmark = pytest.mark.plain

WANTED = int(os.environ.get("TAVOLA_NIGHTLY", "100" if backend.compiled else "20"))
MEN = 15


def _runner(rng: random.Random, taken: set[int]) -> tuple[Counter[int], int, int]:
    """Few checkers, anywhere or all at home, with a bar or a reserve now and then."""
    points = range(19, 25) if rng.random() < 0.4 else range(1, 25)
    found = Counter(point for point in rng.choices(points, k=rng.randint(1, 4)))
    return found, rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 0, 0, 1, 2))


def _blocker(rng: random.Random, taken: set[int]) -> tuple[Counter[int], int, int]:
    """Pairs and single checkers where the other side has none."""
    free = [point for point in range(1, 25) if point not in taken]
    first = rng.choice((0, 0, 6, 12))
    free = [point for point in free if first < point <= first + 12]
    points = rng.sample(free, min(len(free), 7))
    found = Counter({point: rng.choice((1, 2, 2, 2, 2)) for point in points})
    return found, rng.choice((0, 0, 0, 1)), rng.choice((0, 2, MEN))


def made_up(rng: random.Random) -> str:
    """A position as text."""
    taken: set[int] = set()
    words = {}
    letters = ["W", "B"]
    rng.shuffle(letters)
    makers = [_runner, rng.choice((_blocker, _blocker, _runner))]
    for letter, maker in zip(letters, makers, strict=True):
        found, bar, reserve = maker(rng, taken)
        found = Counter({point: n for point, n in found.items() if point not in taken})
        taken |= set(found)
        bar = min(bar, MEN - found.total())
        reserve = min(reserve, MEN - found.total() - bar)
        tokens = [letter, *(f"{point}:{n}" for point, n in found.items())]
        tokens += [f"{name}:{n}" for name, n in (("bar", bar), ("res", reserve)) if n]
        if len(tokens) == 1:
            tokens.append("res:1")
        words[letter] = " ".join(tokens)
    return f"{words['W']} | {words['B']}"


@pytest.mark.parametrize("options", option_sets("tabula"), ids=str)
def test_made_up_positions(options: dict[str, Any]) -> None:
    rng = random.Random(f"made up {options}")
    pair = Pair("tabula", options, rng)
    seen: Counter[str] = Counter()
    for _ in range(WANTED):
        position = Position.parse(pair.rules, made_up(rng))
        for side in Side:
            dice = rng.choice(oracle.throws("tabula"))
            pair.compare(position, side, dice)
            board = board_of(position)
            if sum(board.points[side]) + board.reserve[side] < 6:
                seen.update(_what(board, int(side), dice, options))
    wanted = ("played 0", "played 1", "played 2", "played 3", "won", "hit")
    assert all(seen[what] >= WANTED // 100 for what in wanted), seen


def _what(board: oracle.Board, colour: int, dice: oracle.Dice, options: dict[str, Any]) -> set[str]:
    """What a throw can bring about."""
    found = set()
    for line, end in oracle.maximal("tabula", board, colour, dice, **options).items():
        found.add(f"played {len(line)}")
        if end.off[colour] == MEN:
            found.add("won")
        if oracle.struck(board, end, colour):
            found.add("hit")
    return found
