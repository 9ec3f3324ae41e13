"""How the lower levels err: alike for a seed, normally, and one play apart from another."""

from __future__ import annotations

import itertools
import math
import statistics

import pytest

from nets import random_weights
from tavola.bots import mistakes
from tavola.bots.beginner_judgement import judgement_here
from tavola.bots.levels import LEVELS
from tavola.bots.player import Player
from tavola.games import GAMES
from tavola.rules.kernel import backend
from tavola.rules.kernel.backend import small
from tavola.rules.kernel.row import row_key
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import one_line, script

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

KNOWN = {
    (0, 0, 0, 0, 0): 1.141356317,
    (7, 1, 123456789012345, -98765432109876, 0): -1.441089169,
    (2**53 - 1, 0, -1, 1 << 62, 33): -1.746677146,
}


def test_numbers_are_the_same_everywhere() -> None:
    """Compiled or not, and in the next release."""
    for parts, known in KNOWN.items():
        assert mistakes.deviation(*parts) == pytest.approx(known, abs=1e-9)


def test_numbers_are_normally_distributed() -> None:
    found = [
        mistakes.deviation(seed, side, 17, seed * side, 0)
        for seed in range(2000)
        for side in (0, 1)
    ]
    error = 1 / math.sqrt(len(found))
    assert abs(statistics.fmean(found)) < 4 * error
    assert abs(statistics.pstdev(found) - 1.0) < 4 * error
    beside = statistics.correlation(found[:-1], found[1:])
    assert abs(beside) < 4 * error
    assert 0.25 < sum(abs(value) > 1.0 for value in found) / len(found) < 0.39


def test_every_part_tells_numbers_apart() -> None:
    parts = [(3, 0, 5, 6, 0), (4, 0, 5, 6, 0), (3, 1, 5, 6, 0), (3, 0, 6, 5, 0), (3, 0, 5, 6, 1)]
    found = [mistakes.deviation(*one) for one in parts]
    for one, other in itertools.combinations(found, 2):
        assert abs(one - other) > 1e-6


def test_the_play_that_looks_best() -> None:
    """Chosen in one call as one by one."""
    rules = GAMES["backgammon"].rules
    opened = one_line.read(rules, "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", MatchRules())
    cases = itertools.product(LEVELS[:4], (1, 2), ("4-3", "6-1", "2-2"))
    for level, seed, line in itertools.islice(cases, None, None, 1 if backend.compiled else 5):
        state = script.run(opened, line)
        player = Player(rules, level, random_weights(), seed, seconds=None)
        net, side = player.adviser.analyst.net, int(state.side)
        before = row_key(net.Z, small(state.position.cells), 0)
        looks = {}
        for one in player.adviser.candidates(state):
            row = small(one.position.cells)
            error = mistakes.deviation(seed, side, before, row_key(net.Z, row, 0), 0)
            naive = judgement_here(net.T, row, 0, side)
            seen = one.equity + (level.noise * error + level.naive * naive) * player.unit
            looks[one.actions] = seen
        assert looks[player.choose(state)] == pytest.approx(max(looks.values()), abs=2e-5)
