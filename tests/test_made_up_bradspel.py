"""Brädspel between program and oracle in made-up positions, which random play hardly comes to.

Walls that can be burst, full bars, the last quarter with and without a pattern near.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

import oracle
from bridge import board_of
from tavola.rules.kernel import backend
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from test_differential import Pair

pytestmark = pytest.mark.plain

WANTED = int(os.environ.get("TAVOLA_NIGHTLY", "150" if backend.compiled else "30"))
MEN = 15


def _alone(place: int) -> bool:
    return 2 <= place <= 11


def _wall(rng: random.Random) -> Counter[int]:
    """Closed points in a row, on the places that block the enemy's way."""
    length = rng.choice((4, 5, 6, 6, 6, 7))
    first = rng.randint(12, 25 - length)
    return Counter(dict.fromkeys(range(first, first + length), 2))


def _gate(rng: random.Random) -> Counter[int]:
    """Closed points in the enemy's first quarter."""
    places = rng.sample(range(13, 19), rng.randint(3, 6))
    return Counter(dict.fromkeys(places, 2))


def _home(rng: random.Random) -> Counter[int]:
    """A pattern that a step or two made otherwise."""
    counts = dict(zip(range(19, 25), rng.choice(oracle._PATTERNS), strict=True))
    found = Counter({place: count for place, count in counts.items() if count})
    for _ in range(rng.randint(1, 2)):
        source = rng.choice(list(found))
        found[source] -= 1
        found = +found
        found[max(1, source - rng.randint(1, 6))] += 1
    return +found


def _late(rng: random.Random) -> Counter[int]:
    """Few checkers, all in the last quarter."""
    return Counter(rng.choices(range(19, 25), k=rng.randint(1, 9)))


def _singles(rng: random.Random) -> Counter[int]:
    """A first quarter with single checkers, so that few on the bar are too many."""
    return Counter(rng.sample(range(1, 7), rng.randint(3, 6)))


def _anywhere(rng: random.Random) -> Counter[int]:
    return Counter(rng.choices(range(1, 25), k=rng.randint(0, MEN)))


_KINDS = (_wall, _gate, _home, _late, _singles, _anywhere)


def _side(rng: random.Random) -> tuple[Counter[int], int]:
    """Places and bar of one side: no place has more than it may."""
    kind = rng.choice(_KINDS)
    found = kind(rng)
    bar = rng.choice((0, 0, 0, 1, 2, 3, 4)) if kind not in (_home, _late) else 0
    for place in list(found):
        if _alone(place):
            found[place] = 1
    bar = min(bar, MEN - found.total())
    missing = MEN - found.total() - bar
    if kind is not _late:
        for _ in range(missing if rng.random() < 0.8 else missing // 2):
            place = rng.choice((1, 12, 14, 15, 20, 24, rng.randint(12, 24)))
            found[place] += 1
    return found, bar


def _made_up(rng: random.Random) -> str:
    """A position as text in which both sides stand on different points."""
    while True:
        words: list[str] = []
        taken: set[int] = set()
        for colour, letter in enumerate("WB"):
            found, bar = _side(rng)
            points = {(place + 12 * colour - 1) % 24 + 1: n for place, n in found.items()}
            points = {point: n for point, n in points.items() if point not in taken}
            taken |= set(points)
            tokens = [letter, *(f"{point}:{n}" for point, n in points.items())]
            words.append(" ".join([*tokens, *([f"bar:{bar}"] if bar else [])]))
        text = " | ".join(words)
        board = oracle.parse("bradspel", text)
        if min(board.off) < MEN and max(board.off) < MEN:
            over = [oracle.outcome("bradspel", board, colour) for colour in (0, 1)]
            if over == [None, None]:
                return text


def test_made_up_positions() -> None:
    rng = random.Random("made up")
    pair = Pair("bradspel", {}, rng)
    seen: Counter[str] = Counter()
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for _ in range(WANTED):
        position = Position.parse(pair.rules, _made_up(rng))
        for side in Side:
            dice = rng.choice(throws)
            pair.compare(position, side, dice)
            seen.update(_what(board_of(position), int(side), dice))
    assert all(seen[what] >= WANTED // 50 for what in ("burst", "jan", "pattern", "wasted")), seen


def _what(board: oracle.Board, colour: int, dice: tuple[int, int]) -> set[str]:
    """What a throw can bring about."""
    numbers: tuple[int, ...] = oracle.next_part("bradspel", board, colour, dice, ())[1]
    enemy = 1 - colour
    found: set[str] = set()
    for end in oracle.results("bradspel", board, colour, numbers):
        ended = oracle.outcome("bradspel", end, colour)
        if any(end.points[colour][p] and board.points[enemy][p] > 1 for p in range(1, 25)):
            found.add("burst")
        if ended and ended[1] >= 4:
            found.add("jan")
        elif ended and not end.off[colour]:
            found.add("pattern")
        ran = [oracle.pips("bradspel", at, colour) for at in (board, end)]
        if end.off[colour] > board.off[colour] and ran[0] - ran[1] < sum(numbers):
            found.add("wasted")
    return found
