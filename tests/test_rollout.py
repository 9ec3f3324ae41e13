"""Rollouts: exact where the end is near, the same dice for all plays, and no luck on average."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.bots.arena.rollout import WHOLE, Roller
from tavola.bots.net.file import Net
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.skipif(not compiled, reason="trials take too long")
RULES = replace(GAMES["backgammon"].ruleset(), cube=False)


def _roller(horizon: int = WHOLE, rules: Ruleset = RULES) -> Roller:
    return Roller(rules, Net.fresh(rules, 3).weights, horizon=horizon)


def _thrown(text: str, dice: tuple[int, int]) -> State:
    """White has thrown."""
    state = turn.new_match(RULES).but(
        phase=Phase.START, side=Side.WHITE, position=Position.parse(RULES, text)
    )
    return turn.apply(state, Action(Kind.THROW, None, dice))[0]


def test_a_finished_game_is_worth_what_it_is() -> None:
    state = _thrown("W 24:2 | B 1:15", (6, 5))
    plays = [(one.steps, one.position) for one in _roller().rank(state)]
    assert _roller().trials(state, plays, 1, 3) == [[2.0]] * 3  # a gammon


def test_a_game_that_is_decided_is_worth_what_it_is() -> None:
    """Whatever White plays, Black bears off his last checker with any throw."""
    state = _thrown("W 22:3 | B 1:1", (1, 2))
    roller = _roller()
    plays = [(one.steps, one.position) for one in roller.rank(state)]
    assert len(plays) > 1
    for trial in roller.trials(state, plays, 1, 4):
        assert trial == pytest.approx([-1.0] * len(plays), abs=1e-6)


def test_the_mean_is_the_chance() -> None:
    """White has one checker left on his last point, and Black bears off with 27 of 36 throws."""
    state = _thrown("W 24:3 | B 6:1", (1, 2))
    roller = _roller()
    plays = [(one.steps, one.position) for one in roller.rank(state)]
    results = [trial[0] for trial in roller.trials(state, plays, 1, 1500)]
    mean = sum(results) / len(results)
    error = (sum((one - mean) ** 2 for one in results) / len(results) ** 2) ** 0.5
    assert abs(mean + 0.5) < 4 * error + 0.001


def test_all_plays_get_the_same_dice() -> None:
    state = _thrown("W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5", (3, 1))
    roller = _roller(horizon=6)
    best = roller.rank(state)[0]
    play = (best.steps, best.position)
    trials = roller.trials(state, [play, play], 7, 5)
    assert all(one == other for one, other in trials)
    assert len({one for one, _ in trials}) > 1
    assert [roller.trials(state, [play], 7 + t, 1)[0][0] for t in range(5)] == pytest.approx(
        [one for one, _ in trials], abs=1e-6
    )


@pytest.mark.parametrize("game", ["gioul", "open-throw", "fixed-throw", "free-choice", "mexican"])
def test_rolls_out_every_kind_of_throw(game: str) -> None:
    rules = replace(GAMES[game].ruleset(), cube=False)
    roller, state = _roller(4, rules), turn.new_match(rules)
    while state.phase is not Phase.MOVE or len(roller.rank(state)) < 2:
        if state.phase is Phase.MOVE:
            action = Action(Kind.DONE, state.side) if state.turn.ending is not None else None
            state = turn.apply(state, action or turn.next_steps(state)[0])[0]
        elif state.names or state.phase is Phase.CHOOSE:
            state = turn.apply(state, turn.legal(state)[0])[0]
        else:
            kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
            state = turn.apply(state, Action(kind, None, (5, 3)))[0]
    plays = [(one.steps, one.position) for one in roller.rank(state)[:2]]
    trials = roller.trials(state, plays, 1, 2)
    assert all(abs(value) < 50 for trial in trials for value in trial)
