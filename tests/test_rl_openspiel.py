"""OpenSpiel: its own test for every game, golden playthroughs, and a search of its own."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import playthroughs
from tavola.games import GAMES
from tavola.rl import OBSERVED
from tavola.rules.kernel import backend
from tavola.rules.model.refusal import Refused

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is missing: pip install 'tavola[openspiel]'", exc_type=ImportError
)

CAP = 40 if backend.compiled else 8
VARIANTS = (
    "python_tables_backgammon(cube=True,length=3)",
    "python_tables_pin(games=2,options=start:15 mother:yes)",
    "python_tables_free_choice(cube=True)",
)


def load(text: str) -> Any:
    """A game of ours by its name."""
    import tavola.rl.openspiel  # registers it

    assert tavola.rl.openspiel.PREFIX in text
    return pyspiel.load_game(text)


def capped(game: str) -> str:
    return f"python_tables_{game.replace('-', '_')}(max_turns={CAP})"


@pytest.mark.parametrize("text", [*(capped(game) for game in GAMES), *VARIANTS])
def test_its_own_test_of_a_game(text: str) -> None:
    game = load(text if "max_turns" in text else text[:-1] + f",max_turns={CAP})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "one", playthroughs.kept(), ids=lambda one: f"{one['game']}{one['wish'] or ''}"
)
def test_a_golden_playthrough(one: dict[str, Any]) -> None:
    told = ",".join(f"{key}={value}" for key, value in one["wish"].items())
    game = load(f"python_tables_{one['game'].replace('-', '_')}({told})")
    state = game.new_initial_state()
    for number in one["history"]:
        state.apply_action(number)
    text, ended, cut = one["ends"]
    assert (str(state), state.is_terminal()) == (text, ended)
    unit = game.setting.unit
    wanted = [won / unit for won in one["won"]] if ended and not cut else [0, 0]
    assert state.returns() == pytest.approx(wanted)
    assert min(wanted) >= game.min_utility()
    assert max(wanted) <= game.max_utility()


@pytest.mark.parametrize("game", GAMES)
def test_throws_add_up(game: str) -> None:
    state = load(capped(game)).new_initial_state()
    for _ in range(12):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert "throw" in state.action_to_string(outcomes[-1][0])
            state.apply_action(outcomes[-1][0])
        else:
            state.apply_action(state.legal_actions()[-1])


def test_states_are_copied_and_kept() -> None:
    game = load("python_tables_hypergammon")
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    other, text = copy.deepcopy(state), str(state)
    other.apply_action(other.legal_actions()[0])
    assert str(again) == str(state) == text != str(other)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_an_observer_sees_the_counts() -> None:
    from open_spiel.python.observation import make_observation

    game = load("python_tables_backgammon")
    observation, state = make_observation(game), game.new_initial_state()
    observation.set_from(state, 0)
    assert observation.tensor.shape == (OBSERVED,)
    assert observation.tensor.sum() > 30
    assert "seen by 0" in observation.string_from(state, 0)


@pytest.mark.parametrize(
    "wrong", ["(options=start)", "(options=start:1000)", "(games=0)", "(max_turns=0)"]
)
def test_wrong_parameters_are_refused(wrong: str) -> None:
    load("python_tables_pin")
    with pytest.raises((ValueError, Refused)):
        load(f"python_tables_pin{wrong}")
