"""PettingZoo: its own tests for every game, and what is special about ours."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

import tavola.rl
from tavola.games import GAMES
from tavola.rules.model.refusal import Refused

pettingzoo_test = pytest.importorskip(
    "pettingzoo.test",
    reason="PettingZoo is missing: pip install 'tavola[rl]'",
    exc_type=ImportError,
)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
"""It warns of an observation that is a dictionary, as those of its own board games are."""

WISHES: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("backgammon", {"cube": True, "length": 3}),
    ("backgammon", {"cube": True, "games": 2, "cube_window": "any"}),
    ("gioul", {"observe": "features"}),
    ("gul-bara", {"observe": "counts-2"}),
]


def name(value: Any) -> str:
    return value if isinstance(value, str) else "-".join(map(str, value.values()))


def play(env: Any, seed: int) -> dict[str, float]:
    """An episode at random; what each agent was told it gained."""
    rng, gained = random.Random(seed), {"player_0": 0.0, "player_1": 0.0}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        gained[agent] += reward
        legal = observation["action_mask"].nonzero()[0].tolist()
        env.step(None if termination or truncation else rng.choice(legal))
    return gained


@pytest.mark.parametrize(("game", "wish"), WISHES, ids=name)
def test_its_own_test_of_the_interface(game: str, wish: dict[str, Any]) -> None:
    pettingzoo_test.api_test(tavola.rl.env(game, max_turns=30, **wish), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_its_own_test_of_seeds(game: str) -> None:
    pettingzoo_test.seed_test(partial(tavola.rl.env, game), num_cycles=20)


def test_what_one_wins_the_other_loses() -> None:
    for seed in range(3):
        gained = play(tavola.rl.env("hypergammon"), seed)
        assert gained["player_0"] == -gained["player_1"] != 0


def test_a_game_that_is_cut_off_is_truncated() -> None:
    env = tavola.rl.env("backwards", max_turns=4)
    assert set(play(env, 1).values()) == {0.0}
    env.reset(seed=1)
    while True:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        env.step(observation["action_mask"].argmax())
    assert truncation
    assert not termination


def test_who_is_not_asked_has_an_empty_mask() -> None:
    env = tavola.rl.env("pin")
    env.reset(seed=1)
    asked = env.agent_selection
    (other,) = set(env.agents) - {asked}
    assert env.observe(asked)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()


def test_what_is_not_allowed_ends_the_episode() -> None:
    env = tavola.rl.env("pin")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_the_board_is_drawn() -> None:
    env = tavola.rl.raw_env("pin", render_mode="ansi")
    env.reset(seed=1)
    assert "\n" in str(env.render())
    assert tavola.rl.raw_env("pin").render() is None
    assert env.metadata["name"] == "tables_pin_v0"


def test_a_new_match_follows_with_other_dice() -> None:
    env = tavola.rl.raw_env("backgammon")
    seen = []
    for seed in (1, None, 1):
        env.reset(seed=seed)
        seen.append(env.state_of_match.turn.dice)
        env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    assert seen[0] == seen[2]


@pytest.mark.parametrize("wish", [{"observe": "all"}, {"render_mode": "human"}], ids=str)
def test_wrong_words_are_refused(wish: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is"):
        tavola.rl.raw_env("pin", **wish)


def test_what_comes_too_early_is_refused() -> None:
    with pytest.raises(ValueError, match="reset"):
        tavola.rl.raw_env("pin", render_mode="ansi").render()
    with pytest.raises(ValueError, match="reset"):
        tavola.rl.raw_env("pin").step(33)
    with pytest.raises(Refused):
        tavola.rl.raw_env("chess")


@pytest.mark.parametrize("wrong", [37.9, float("inf"), True, None, "33"], ids=str)
def test_a_decision_is_a_whole_number(wrong: Any) -> None:
    env = tavola.rl.raw_env("pin")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="whole number"):
        env.step(wrong)


@pytest.mark.parametrize("seed", ["7", 1.5, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    env = tavola.rl.env("pin")
    for _ in range(2):  # the first reset, and a later one
        with pytest.raises(ValueError, match="a seed is a whole number"):
            env.reset(seed=seed)
        env.reset(seed=1)
