"""Gymnasium: its own test for every game, and learning against somebody."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import tavola.rl
from tavola.games import GAMES
from tavola.rl import gym_ids
from tavola.rules.kernel import backend
from tavola.rules.turn.state import Action, State

gymnasium = pytest.importorskip(
    "gymnasium", reason="Gymnasium is missing: pip install 'tavola[rl]'", exc_type=ImportError
)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
"""It warns that an environment is not in its registry, and of one that has no mode to render."""

LEVEL = "novice" if backend.compiled else "random"


def made(game: str, **wish: Any) -> Any:
    """An environment as `gymnasium.make` makes it."""
    tavola.rl.register()
    return gymnasium.make(gym_ids.name_of(game), **wish)


def played(env: Any, seed: int) -> tuple[list[float], dict[str, Any], bool]:
    """An episode of first decisions: its rewards, the last info, whether it was cut off."""
    _, info = env.reset(seed=seed)
    rewards, over, cut = [], False, False
    while not over and not cut:
        _, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
        rewards.append(reward)
    return rewards, info, cut


@pytest.mark.parametrize("game", GAMES)
def test_its_own_test_of_the_interface(game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(made(game, opponent=LEVEL, max_turns=20, render_mode="ansi").unwrapped)


@pytest.mark.parametrize(
    "wish",
    [
        {"cube": True, "length": 3, "player": None},
        {"observe": "features", "player": 1},
        {"observe": "counts-2"},
    ],
    ids=str,
)
def test_it_holds_for_cube_match_and_features(wish: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(made("backgammon", opponent=LEVEL, max_turns=20, **wish).unwrapped)


def test_an_episode_repeats_with_its_seed() -> None:
    env = made("hypergammon", opponent="random", player=None)
    first = played(env, 3)
    assert str(played(env, 3)) == str(first)
    assert first[0][-1] == first[1]["points"] != 0
    assert any(str(played(env, seed)) != str(first) for seed in range(4, 7))


def test_points_are_told_beside_rewards() -> None:
    rewards, info, cut = played(made("pin", opponent="random"), 1)
    assert not cut
    assert rewards[-1] == pytest.approx(info["points"] / 70)
    assert abs(info["points"]) > 1


def test_both_players_learn_by_chance() -> None:
    env = made("eureka", opponent="random", player=None)
    assert {env.reset(seed=seed)[1]["player"] for seed in range(12)} == {0, 1}


def test_masks_are_there_for_others() -> None:
    env = made("pin", opponent="random").unwrapped
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == info["action_mask"]).all()


def test_what_is_not_allowed_ends_the_episode() -> None:
    env = made("pin", opponent="random")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(ValueError, match="reset"):
        env.step(int(info["action_mask"].argmax()))
    env.reset(seed=1)
    assert not env.step(int(info["action_mask"].argmax()))[2]


@pytest.mark.parametrize("wrong", [37.9, float("inf"), True, None, "33"], ids=str)
def test_a_decision_is_a_whole_number(wrong: Any) -> None:
    """It ended the episode as that of another number."""
    env = made("pin", opponent="random").unwrapped
    _, info = env.reset(seed=1)
    with pytest.raises(TypeError, match="whole number"):
        env.step(wrong)
    assert not env.step(info["action_mask"].argmax())[2], "nothing has happened"


def test_a_match_in_which_nothing_is_asked_is_refused() -> None:
    """White bears off his last checker before Black is on turn, whatever falls."""
    env = made("backgammon", player=1, opponent="random", position="W 24:1 | B 1:15 | W")
    with pytest.raises(ValueError, match="nothing is ever asked of player 1"):
        env.reset(seed=1)


def test_a_cap_truncates() -> None:
    assert played(made("backwards", opponent="random", max_turns=5), 1)[2]


def test_an_opponent_may_be_a_function() -> None:
    bot, asked = tavola.Bot("eureka", "beginner"), []

    def choose(state: State) -> tuple[Action, ...]:
        asked.append(state)
        return tuple(bot.choose(state))

    played(made("eureka", opponent=choose, max_turns=8), 1)
    assert asked


@pytest.mark.parametrize(
    "wish",
    [
        {"player": 2},
        {"player": 1.0},
        {"player": True},
        {"observe": "all"},
        {"render_mode": "human"},
    ],
    ids=str,
)
def test_wrong_words_are_refused(wish: dict[str, Any]) -> None:
    from tavola.rl.gym import TavolaEnv

    with pytest.raises(ValueError, match="is"):
        TavolaEnv("pin", **wish)
    with pytest.raises(ValueError, match="reset"):
        TavolaEnv("pin", opponent="random").action_masks()


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, tavola.rl; gymnasium.make('Tavola/Pin-v0')",
        "import gymnasium; gymnasium.make('tavola.rl.gym:Tavola/Pin-v0')",
        "import tavola.rl, gymnasium; gymnasium.make('tavola.rl.gym:Tavola/Pin-v0')",
        "import tavola.rl, gymnasium; tavola.rl.register(); gymnasium.make('Tavola/Pin-v0')",
    ],
)
def test_the_names_are_known(code: str) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


@pytest.mark.parametrize("seed", ["7", 1.5, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    env = made("pin")
    with pytest.raises(ValueError, match="a seed is a whole number"):
        env.reset(seed=seed)
