"""The cube, for any chances, score and cube: bounds, both sides' views, order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.bots.cube.chances import Chances, counted
from tavola.bots.cube.context import Context
from tavola.bots.cube.cubeful import Holder
from tavola.bots.cube.decisions import (
    Answer,
    Verdict,
    cube_equities,
    double_decision,
    equities_ahead,
    leaf_of,
    play_utility,
    take_decision,
    turn_utility,
    turned,
)
from tavola.bots.cube.linear_utility import linear_utility
from tavola.bots.cube.match_equity import Shares, Terms
from tavola.bots.cube.result_values import cube_model, hopes, stakes

CHANCES = st.builds(
    lambda win, g, b, gl, bl: counted(
        win, win * g, win * g * b, (1.0 - win) * gl, (1.0 - win) * gl * bl
    ),
    *[st.floats(0.0, 1.0)] * 5,
)
AWAY = st.integers(1, 25)
HOLDERS = st.sampled_from(list(Holder))
CONTEXTS = st.one_of(
    st.builds(Context, st.just(1), HOLDERS, st.booleans(), st.booleans()),
    st.builds(
        lambda cube, holder, mine, theirs, reached, terms: Context(
            cube,
            holder,
            away=(mine, theirs),
            crawford_reached=reached or 1 in (mine, theirs),
            terms=terms,
        ),
        st.sampled_from((1, 2, 4, 8)),
        HOLDERS,
        AWAY,
        AWAY,
        st.just(False),
        st.sampled_from((Terms(), Terms(crawford=False, ban=True), Terms(Shares()))),
    ),
    st.builds(
        lambda holder, lead, left: Context(1, holder, lead=lead, left=left),
        HOLDERS,
        st.integers(-6, 6),
        st.integers(0, 5),
    ),
)
X = st.floats(0.0, 1.0)


@settings(deadline=None)
@given(CHANCES, CONTEXTS, X)
def test_equities_lie_between_the_worst_and_the_best(
    chances: Chances, here: Context, x: float
) -> None:
    found = cube_equities(chances, here, x)
    valued = cube_model(hopes(chances, here.counts), here)
    for step in range(min(2, len(valued.heights))):
        height = valued.heights[step]
        low, high = min(height.loss, height.drop), max(height.win, height.cash)
        for holder in Holder:
            value = valued.equity(step, holder, hopes(chances, here.counts).win, x)
            assert low - 1e-9 <= value <= high + 1e-9
    assert found.best >= found.no_double
    assert found.double <= found.double_drop + 1e-9


@settings(deadline=None)
@given(CHANCES, CONTEXTS, X)
def test_both_sides_see_the_same(chances: Chances, here: Context, x: float) -> None:
    """What one side's double is worth to it, the other's take costs; a take is right exactly where
    it costs the doubler."""
    found = cube_equities(chances, here, x)
    answer = take_decision(chances.swapped(), here.swapped, x)
    assert answer.take == pytest.approx(-found.double_take, abs=1e-6)
    assert answer.drop == pytest.approx(-found.double_drop, abs=1e-6)
    if abs(found.double_take - found.double_drop) > 1e-6 and abs(found.double_take) > 1e-6:
        assert answer.answer is found.answer
        assert (answer.answer is Answer.DROP) == (found.double_take > found.double_drop)
    assert play_utility(chances.swapped(), here.swapped, x) == pytest.approx(
        -turn_utility(chances, here, x), abs=2e-3
    )


@settings(deadline=None)
@given(CHANCES, CONTEXTS, X, st.floats(0.0, 0.5))
def test_a_better_chance_is_never_worth_less(
    chances: Chances, here: Context, x: float, more: float
) -> None:
    """More wins of the same kinds, and more gammons among them."""
    hoped = hopes(chances, here.counts)
    win = min(chances.win + more, 1.0)
    g, b = hoped.wins
    gl, bl = hoped.losses
    better = counted(win, win * g, win * b, (1.0 - win) * gl, (1.0 - win) * bl)
    for value in (play_utility, turn_utility):
        assert value(better, here, x) >= value(chances, here, x) - 1e-6
    richer = counted(
        chances.win, chances.win, chances.backgammon, chances.gammon_lost, chances.backgammon_lost
    )
    assert linear_utility(here).of(richer) >= linear_utility(here).of(chances) - 1e-9


@settings(deadline=None)
@given(CHANCES, CONTEXTS)
def test_verdicts_follow_from_equities(chances: Chances, here: Context) -> None:
    decision = double_decision(chances, here)
    found = decision.equities
    if decision.doubles:
        assert found.double > found.no_double - 1.01e-3
    elif decision.verdict is not Verdict.NO_CUBE:
        assert found.double <= found.no_double
    if decision.verdict in (Verdict.TOO_GOOD_DROP, Verdict.TOO_GOOD_TAKE):
        assert found.no_double >= found.double_drop


@settings(deadline=None)
@given(CONTEXTS)
def test_looking_ahead_at_certain_throws_changes_nothing(here: Context) -> None:
    """One leaf after which nothing can happen: the equities are those of the result."""
    found = equities_ahead([(1.0, leaf_of(counted(1.0)))], here)
    assert found.no_double == pytest.approx(play_utility(counted(1.0), here, 0.0), abs=1e-6)
    assert turned(here).cube == 2 * here.cube
    assert stakes(turned(here))[0].win[0] >= stakes(here)[0].win[0] - 1e-9 or here.money
