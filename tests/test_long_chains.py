"""Doubles that run on for many numbers: which plays are played on from where not all can be."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tavola.bots.net.file import Net
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import UNLIMITED, bench_for, stride_for, tools
from tavola.bots.search.compiled_analyst import think
from tavola.bots.search.lookahead import EVALUATED
from tavola.bots.search.working_net import WorkingNet
from tavola.games import GAMES
from tavola.rules.text import one_line

RULES = GAMES["gul-bara"].ruleset()
CHAIN = "W 2:1 5:1 8:1 10:1 11:1 16:1 23:9 | B 15:6 17:9 | W 4-4"
"""4s, and after each play of them 5s and 6s."""
PARTS = 3


def _chain(budget: int) -> tuple[int, bytes]:
    """What it costs to play the chain with a budget for each part, and where it leads."""
    state, at_work = one_line.read(RULES, CHAIN), WorkingNet(RULES, Net.fresh(RULES, 1).weights)
    row = state.position.row
    at_work.space.bytes[: len(row)] = row
    at_work.K[EVALUATED] = 0
    bench = bench_for(RULES, len(at_work.W[2]))
    think(tools(at_work), bench, int(state.side), 44, 1, 0, 0, 0, budget)
    return int(at_work.K[EVALUATED]), bytes(at_work.space.bytes[:64])


def test_a_budget_bounds_what_a_throw_that_runs_on_costs() -> None:
    budget = 60
    free, reached = _chain(UNLIMITED)
    assert free > PARTS * budget
    bound, _ = _chain(budget)
    # A part may go over by the last candidate that was played on from.
    assert bound < PARTS * budget * 1.3
    assert _chain(10 * free)[1] == reached


def test_where_not_all_are_played_on_from_some_come_from_all_over() -> None:
    analyst = Analyst(RULES, Net.fresh(RULES, 1).weights)
    state = one_line.read(RULES, CHAIN)
    count = len(analyst.rank(state))
    whole = analyst.report.evaluated
    by_itself = [one.position for one in analyst.rank(state, 0, budget=count)]
    ranked = analyst.rank(state, 0, budget=whole // 2)
    deep = {one.position for one in ranked if one.depth == 0}
    assert len(deep) < 0.7 * count
    assert deep & set(by_itself[1:4])
    assert deep & set(by_itself[-count // 4 :])


@pytest.mark.parametrize("budget", [0, 1, 3, 50])
def test_a_small_budget_leaves_no_play_out(budget: int) -> None:
    """And the play that is asked about is looked at like the best one."""
    analyst = Analyst(RULES, Net.fresh(RULES, 1).weights)
    state = one_line.read(RULES, CHAIN)
    positions = {one.position for one in analyst.rank(state)}
    ranked = analyst.rank(state, 0, budget)
    assert {one.position for one in ranked} == positions
    asked = ranked[len(ranked) - 1]
    assert asked.depth == -1
    (again,) = (
        one
        for one in analyst.rank(state, 0, budget, also=asked.position)
        if one.position == asked.position
    )
    assert again.depth == 0


@pytest.mark.parametrize("amount", [1, 2, 3, 13, 210, 473, 4096])
def test_a_stride_meets_all_and_the_first_ones_lie_apart(amount: int) -> None:
    met = [n * stride_for(amount) % amount for n in range(amount)]
    assert sorted(met) == list(range(amount))
    first = sorted(met[: min(8, amount)])
    assert all(b - a >= amount // 30 for a, b in pairwise(first))
