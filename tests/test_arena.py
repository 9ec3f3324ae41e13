"""Games without the state machine: the same decisions as the analyst's, fair dice, no luck left."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from scripts.figures.duel import Cast, gained
from scripts.figures.settings import written
from scripts.figures.store import Sum

from tavola.bots import shipped_nets
from tavola.bots.arena.duel import Duel, Duellist, Outcome, difference
from tavola.bots.levels import levels_for
from tavola.bots.net.file import Net
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import UNLIMITED, bench_for, tools
from tavola.bots.search.compiled_analyst import think
from tavola.bots.search.working_net import WorkingNet
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Score, Side
from tavola.rules.model.throws import is_double, throws_of
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

pytestmark = pytest.mark.skipif(not compiled, reason="whole games take too long")
NIGHTLY = "TAVOLA_NIGHTLY" in os.environ
PAIRS = 12
"""Pairs of games between two levels in a night."""
MONEY = MatchRules(games=None)
"""Points count as they are, as in an arena."""
VARIED = ("backgammon", "gioul", "free-choice", "open-throw", "fixed-throw", "mexican", "catch-me")


def _rules(game: str) -> Ruleset:
    return replace(GAMES[game].ruleset(), cube=False)


def _weights(game: str, seed: int = 1) -> Any:
    return Net.fresh(_rules(game), seed).weights


@pytest.mark.parametrize("game", VARIED)
def test_equal_players_end_at_exactly_nothing(game: str) -> None:
    """The dice of both games are the same, and whoever has a colour plays it alike."""
    weights = _weights(game)
    duel = Duel(_rules(game), Duellist(weights), Duellist(weights))
    for seed in range(3):
        assert difference(duel.pair(seed)) == (0.0, 0.0)


def test_a_game_depends_on_its_seed_alone() -> None:
    rules, weights = _rules("backgammon"), _weights("backgammon")
    one, other = (Duel(rules, Duellist(weights), Duellist()) for _ in range(2))
    games = [one.game(seed) for seed in range(6)]
    assert games == [other.game(seed) for seed in reversed(range(6))][::-1]
    assert len({game.turns for game in games}) > 1


@pytest.mark.parametrize("game", VARIED)
def test_outcomes_are_possible(game: str) -> None:
    rules, weights = _rules(game), _weights(game)
    best = {Score.SINGLE: 1, Score.GAMMON: 2, Score.BACKGAMMON: 3}[rules.score]
    duel = Duel(rules, Duellist(weights), Duellist())
    for seed in range(4):
        found: Outcome = duel.game(seed, swapped=seed % 2 == 1)
        assert abs(found.points) in range(best + 1)
        assert (found.points > 0) == (found.winner is Side.WHITE)
        assert found.turns > 0


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "puff", "doublets", "free-choice"])
def test_luck_is_nothing_on_average(game: str) -> None:
    rules = _rules(game)
    duel = Duel(rules, Duellist(_weights(game)), Duellist())
    start, side = Position.start(rules), Side.BLACK
    throws = 2 if rules.namer is side.other else 1
    come = throws_of(rules)
    every = [duel.luck(start, side, throws, dice, False) for dice, _ in come]
    mean = sum(luck * weight for luck, (_, weight) in zip(every, come, strict=True))
    assert mean == pytest.approx(0.0, abs=1e-4)
    assert max(every) > 1e-4
    no_double = [dice for dice, _ in come if not is_double(dice)]
    first = [duel.luck(start, side, throws, dice, True) for dice in no_double]
    assert sum(first) == pytest.approx(0.0, abs=1e-4)


def _decisions(rules: Ruleset, analyst: Analyst, amount: int) -> list[State]:
    """States of a game in which a whole throw is to be played."""
    rng, state, found = random.Random(1), turn.new_match(rules, MONEY), list[State]()
    while len(found) < amount:
        if state.phase in (Phase.OVER, Phase.END):
            state = turn.new_match(rules, MONEY)
        elif state.phase in (Phase.OPENING, Phase.START):
            kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
            dice = rng.choice(turn.throws(state))[0]
            state = turn.apply(state, Action(kind, None, dice))[0]
        elif state.turn.ending is not None:
            state = turn.apply(state, Action(Kind.DONE, state.side))[0]
        else:
            ranked = analyst.rank(state)
            if len(ranked) > 1 and state.turn.index == 0:
                found.append(state)
            for code in ranked[0].steps:
                state = turn.apply(state, step_action(state.side, code))[0]
    return found


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize("game", ["backgammon", "old-britain"])
def test_decides_like_the_analyst(game: str, depth: int) -> None:
    rules = _rules(game)
    weights = Net.fresh(rules, 1).weights
    analyst, at_work = Analyst(rules, weights), WorkingNet(rules, weights)
    bench = bench_for(rules, len(at_work.W[2]))
    for state in _decisions(rules, analyst, 8):
        assert state.turn.dice is not None
        a, b = state.turn.dice
        at_work.space.rows[:64] = list(state.position.cells)
        think(tools(at_work), bench, int(state.side), 10 * a + b, 1, 0, 0, depth, UNLIMITED)
        best = analyst.rank(state, depth)
        reached = bytes(at_work.space.rows[:64].tobytes())
        equal = [one.position.row for one in best if one.equity > best[0].equity - 2e-5]
        assert reached in equal


@pytest.mark.skipif(not NIGHTLY, reason="a night's work")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_nets_play_well(game: str) -> None:
    """Each against a random mover; and what a look ahead adds is never clearly negative."""
    found = shipped_nets.load(game)
    if found.weights is None:
        pytest.skip("there is no net yet")
    rules = _rules(game)
    net = Duellist(found.weights)
    against = Duel(rules, net, Duellist(), lucky=False)
    results = [difference(against.pair(seed))[0] for seed in range(60)]
    unit = sum(abs(against.game(seed).points) for seed in range(60)) / 60
    choice = game not in ("doublets",)
    assert sum(results) / 60 > (0.15 * unit if choice else -0.3)
    deeper = Duel(rules, Duellist(found.weights, 1), net)
    gains = [difference(deeper.pair(seed))[1] for seed in range(40)]
    mean = sum(gains) / 40
    spread = (sum((gain - mean) ** 2 for gain in gains) / 39 / 40) ** 0.5
    assert mean > -0.05 * unit - 3 * spread


@pytest.mark.skipif(not NIGHTLY, reason="a night's work")
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_level_is_clearly_weaker_than_the_one_below(game: str) -> None:
    """Of those that look at no answer; `docs/figures.md` has the others, who need longer."""
    found = shipped_nets.load(game)
    if found.weights is None:
        pytest.skip("there is no net yet")
    cast = Cast(_rules(game), found.weights)
    levels = [one for one in levels_for(GAMES[game].ruleset()) if not one.depth and not one.budget]
    for low, high in pairwise(levels):
        gains = Sum()
        for seed in range(PAIRS):
            gains.add(gained(cast.pair(written(high), written(low), seed))[1])
        print(f"{game} {high.name} over {low.name}: {gains.mean:+.3f} ± {gains.error:.3f}")
        assert gains.mean > -3 * gains.error
