"""A budget chooses how deep to look and at how many plays: within it, alike everywhere."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from nets import random_weights
from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.bots.bot import Bot
from tavola.bots.levels import Level
from tavola.bots.player import Player
from tavola.bots.search import candidates, effort
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text import one_line, script
from tavola.rules.turn.state import State

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

ROOT = Path(__file__).parent.parent
WEIGHTS = random_weights()
SMALL = "W 20:1 22:1 24:1 | B 3:1 5:2 | W 4-2"
WIDE = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 4-3"
BUDGETS = (0, 200, 800, 1600, 4000) if backend.compiled else (0, 200, 800)


def state_of(text: str, game: str = "backgammon") -> State:
    return one_line.read(GAMES[game].rules, text, MatchRules())


def chosen(budget: int, text: str = SMALL) -> list[tuple[object, ...]]:
    """What an adviser says to a budget: plays, depths and equities."""
    state = state_of(text)
    found = Adviser(state.rules, WEIGHTS).candidates(state, budget=budget)
    codes = [tuple(action.code for action in one.actions) for one in found]
    return [(c, one.depth, round(one.equity, 4)) for c, one in zip(codes, found, strict=True)]


# ------------------------------------------------------------------------------------ the choice


def test_more_budget_looks_at_more_and_deeper() -> None:
    budgets = (0, 100, 759, 760, 1200, 2000, 8000, 15_200, 40_000, effort.MOST)
    found = [effort.filters_for(budget) for budget in budgets]
    assert [len(filters) for filters in found] == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    assert found[0] == found[2] == ()
    assert (found[3][0].keep, round(found[3][0].within, 3)) == (2, 0.02)
    for less, more in itertools.pairwise(found):
        for one, other in zip(less, more, strict=False):
            assert one.keep <= other.keep
            assert one.within <= other.within
            assert one.change <= other.change


def test_a_lead_that_did_not_stand_is_looked_into() -> None:
    """Of three plays as far behind, the one whose distance the last look changed is worth another;
    so is one that is close anyway, and one farther behind than its change is not."""
    rules = GAMES["backgammon"].rules
    filters = (candidates.Filter(8, 0.16), candidates.Filter(8, 0.001, 0.5))
    bench = candidates.bench_for(rules, 100, filters)
    now = (0.100, 0.080, 0.080, 0.0995, 0.080, 0.020)
    before = (0.110, 0.090, 0.130, 0.1095, 0.060, 0.090)
    for i, (score, former) in enumerate(zip(now, before, strict=True)):
        bench[candidates.SCORES][i] = round(score * 1e5)
        bench[candidates.BEFORE_LOOK][i] = round(former * 1e5)
        bench[candidates.LOOKED][i] = 1
    count = candidates.shortlist(bench, len(now), 2)
    assert list(bench[candidates.ORDER][:count]) == [0, 3, 2]
    assert list(bench[candidates.LOOKED][: len(now)]) == [1] * len(now)
    bench[candidates.BEFORE_LOOK][4] = round(0.040 * 1e5)
    assert candidates.shortlist(bench, len(now), 2) == 4


def test_a_look_costs_what_the_throw_lets_expect() -> None:
    assert effort.price(effort.PLAYS, False) == pytest.approx(effort.USUAL, abs=3)
    assert effort.price(3 * effort.PLAYS, True) == effort.price(effort.PLAYS, False)
    assert effort.price(4000, False) > 100 * effort.USUAL


@pytest.mark.skipif(not backend.compiled, reason="too long without the compiler")
def test_close_plays_are_looked_at() -> None:
    """Those looked at come first, none of them farther behind than the budget allows."""
    weights, looked = shipped_nets.load("backgammon").weights, 0
    adviser = Adviser(GAMES["backgammon"].rules, weights)
    for budget, dice in itertools.product((1600, 4000), ("4-3", "6-5", "2-1", "6-2", "5-4")):
        state = state_of(WIDE.replace("4-3", dice))
        quick = {one.position: one.equity for one in adviser.candidates(state)}
        (limit,) = effort.filters_for(budget, effort.price(len(quick), False))
        least = max(quick.values()) - limit.within
        close = min(sum(equity >= least for equity in quick.values()), limit.keep)
        found = adviser.candidates(state, budget=budget)
        deeper = [one for one in found if one.depth == 1]
        assert list(found)[: len(deeper)] == deeper
        assert all(quick[one.position] >= least - 2e-5 for one in deeper)
        assert len(deeper) == 0 if close < 2 else 2 <= len(deeper) <= close
        assert adviser.analyst.report.evaluated <= budget + effort.USUAL
        looked += len(deeper) > 0
    assert looked > 3


def test_nothing_is_spent_without_a_budget() -> None:
    assert {depth for _, depth, _ in chosen(0)} == {0}
    assert chosen(0) == chosen(20)


# ------------------------------------------------------------------------------------ everywhere


PRINTED = """
from test_effort import BUDGETS, chosen
print([chosen(budget) for budget in (0, 200, 800)])
"""


def test_compiled_and_plain_choose_alike() -> None:
    environment = {
        **os.environ,
        "TAVOLA_COMPILE": "0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", PRINTED],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    plain = eval(done.stdout, {})
    for budget, other in zip((0, 200, 800), plain, strict=True):
        mine = chosen(budget)
        assert [one[:2] for one in mine] == [one[:2] for one in other]
        for one, same in zip(mine, other, strict=True):
            assert one[2] == pytest.approx(same[2], abs=2e-4)


def test_two_threads_choose_as_one() -> None:
    alone, found = {budget: chosen(budget) for budget in BUDGETS}, dict[int, object]()

    def run(budget: int) -> None:
        found[budget] = chosen(budget)

    threads = [threading.Thread(target=run, args=(budget,)) for budget in BUDGETS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == alone


def test_what_was_asked_before_changes_nothing() -> None:
    state = state_of(SMALL)
    adviser = Adviser(state.rules, WEIGHTS)
    first = [one.equity for one in adviser.candidates(state, budget=800)]
    adviser.candidates(state, 1)
    adviser.chances(state_of("W 20:2 | B 3:2 | W"), budget=400)
    assert [one.equity for one in adviser.candidates(state, budget=800)] == first


@pytest.mark.parametrize("game", ["gioul", "acey-deucey", "free-choice", "open-throw"])
def test_every_kind_of_game(game: str) -> None:
    """A level with a budget decides whatever is asked of it."""
    rules = GAMES[game].rules
    level = Level("frugal", budget=1200 if backend.compiled else 60)
    player = Player(rules, level, WEIGHTS, seconds=None)
    state = turn.new_match(rules)
    if not state.names:
        state = script.run(state, "6-5; 2-1" if game != "open-throw" else "6-5; 3-1; 5-2")
    for _ in range(6):
        actions = player.choose(state)
        if not actions:
            return
        for action in actions:
            state, _ = turn.apply(state, action)


def test_the_cube_too() -> None:
    last = state_of("W 24:2 | B 1:2 | W")
    adviser = Adviser(last.rules, WEIGHTS)
    plain, looked = adviser.cube(last), adviser.cube(last, budget=800)
    assert looked == adviser.cube(last, depth=1) or plain == looked


# ------------------------------------------------------------------------------------ the ranges


@pytest.mark.parametrize(
    ("said", "what", "high"),
    [
        ({"depth": 3}, "depth", effort.DEEPEST),
        ({"depth": -1}, "depth", effort.DEEPEST),
        ({"depth": True}, "depth", effort.DEEPEST),
        ({"depth": 0.5}, "depth", effort.DEEPEST),
        ({"budget": -1}, "budget", effort.MOST),
        ({"budget": effort.MOST + 1}, "budget", effort.MOST),
        ({"depth": 1, "budget": 100}, "both", effort.MOST),
    ],
)
def test_what_is_out_of_range_is_refused(said: dict[str, int], what: str, high: int) -> None:
    state = state_of(SMALL)
    bot = Bot("backgammon")
    for ask in (
        lambda: Bot("backgammon", **said),  # type: ignore[arg-type]
        lambda: bot.best(state, **said),
        lambda: bot.chances(state, **said),
        lambda: bot.cube(state, **said),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        details = {"what": what, "low": 0, "high": high}
        assert refused.value.refusal.code == "bad_look"
        assert refused.value.refusal.details == details
