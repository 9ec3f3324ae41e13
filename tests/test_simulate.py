"""Batches of random games: the same for a seed, however they are played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from tavola.games import GAMES
from tavola.play.random_games import _batch_of, simulate
from tavola.rules.kernel import playout
from tavola.rules.kernel.backend import large, small
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.movement import workspace
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rule_table import tables

_PRINT = """
import json
from tavola.play.random_games import simulate
found = simulate("pin", games=3, seed=5, cap=400)
print(json.dumps([sorted(found.points.items()), sorted(found.turns.items())]))
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_simulated(game: str) -> None:
    found = simulate(game, games=2, seed=3, cap=60)
    assert sum(found.points.values()) == sum(found.turns.values()) == 2
    assert sum(found.wins) + found.drawn + found.unfinished == 2
    assert max(found.turns) <= 60


def test_a_seed_is_a_batch() -> None:
    one = simulate("eureka", games=40, seed=1)
    assert one == simulate("eureka", games=40, seed=1)
    assert one != simulate("eureka", games=40, seed=2)
    assert all(one == simulate("eureka", games=40, seed=1, threads=n) for n in (1, 2, 3, 64))
    assert one.unfinished == 0
    assert one.mean_turns == sum(turns * count for turns, count in one.turns.items()) / 40


def test_a_longer_batch_begins_like_a_shorter_one() -> None:
    short, long = (simulate("eureka", games=games, seed=1) for games in (10, 20))
    assert all(count <= long.turns[turns] for turns, count in short.turns.items())


def test_games_are_those_that_are_played_one_by_one() -> None:
    """A batch adds nothing to its games, and a long one is cut where nobody sees it."""
    rules, found = GAMES["eureka"].rules, simulate("eureka", games=150, seed=4)
    made = tables(rules)
    space, counters = workspace(made), large(playout.COUNTERS)
    turns, points = Counter[int](), Counter[int]()
    seeds = [playout.seed_of(_batch_of(4), number) for number in range(150)]
    assert len(set(seeds)) == 150
    for number in range(150):
        space.rows[:WIDTH] = small(list(Position.start(rules).cells))
        counters[playout.SEED], counters[playout.TURNS] = seeds[number], 0
        winner = playout.random_game(made.T, made.Z, space.W, counters, space.numbers, 1500)
        points[int(counters[playout.VALUE]) * (1 - 2 * winner)] += 1
        turns[int(counters[playout.TURNS])] += 1
    assert (found.points, found.turns) == (points, turns)


def test_it_is_the_same_without_the_compiler() -> None:
    env = {**os.environ, "TAVOLA_COMPILE": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _PRINT], env=env, check=True, capture_output=True, text=True
    )
    here = simulate("pin", games=3, seed=5, cap=400)
    told = [sorted(here.points.items()), sorted(here.turns.items())]
    assert json.loads(done.stdout) == json.loads(json.dumps(told))


def test_both_sides_win() -> None:
    white, black = simulate("eureka", games=60, seed=9).wins
    assert min(white, black) > 12


MANY, LONG = {"games": 10**30}, {"cap": 10**30}


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(Refused):
        simulate("chess")
    with pytest.raises(Refused):
        simulate("pin", options={"colour": "red"})
    for wrong in ({"games": 0}, {"cap": 0}, {"threads": 0}, {"threads": 65}, MANY, LONG):
        with pytest.raises(ValueError, match="from 1 on"):
            simulate("pin", **wrong)  # type: ignore[arg-type]
    for seed in (None, 1.5, float("nan"), "7", True):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            simulate("eureka", games=1, seed=seed)  # type: ignore[arg-type]
