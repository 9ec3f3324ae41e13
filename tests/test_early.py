"""Doubles that run upwards only from a later turn of each side on: counted in the position."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bridge import random_action
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import BadRules, Incomplete, Ruleset, Side, Then
from tavola.rules.text import one_line, script
from tavola.rules.text.record import state_from_json, state_to_json
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain

RULES = GAMES["gul-bara"].rules
HANDED = replace(RULES, incomplete=Incomplete.HAND_OVER_REST)


def thrown(state: State, *dice: int) -> State:
    return turn.apply(state, Action(Kind.THROW, None, (dice[0], dice[1])))[0]


@pytest.mark.parametrize("rules", [RULES, HANDED], ids=["lost", "handed"])
@pytest.mark.parametrize("seed", range(8))
def test_each_side_counts_its_own_throws(rules: Ruleset, seed: int) -> None:
    """Inherited numbers are none, and a throw that plays nothing is one."""
    rng, state = random.Random(seed), turn.new_match(rules)
    throws, chains = [0, 0], 0
    for _ in range(900):
        if state.phase in (Phase.OVER, Phase.END):
            state, throws = turn.new_match(rules), [0, 0]
        action = random_action(state, rng)
        before, (state, _) = state, turn.apply(state, action)
        if action.kind is Kind.THROW:
            throws[before.side] += 1
        assert [state.position.runs_in(side) for side in Side] == [
            max(0, rules.run_from - count) for count in throws
        ]
        if state.turn.dice is not None and state.turn.index and state.turn.numbers:
            assert throws[state.side] >= rules.run_from
            chains += 1
    assert chains


@pytest.mark.parametrize(("turns", "runs"), [(0, False), (1, False), (2, False), (3, True)])
def test_the_fourth_double_runs(turns: int, runs: bool) -> None:
    state = script.run(turn.new_match(RULES), "6-5")
    for _ in range(turns):
        state = script.run(state, "2-1; 1/4; done; 2-1; 13/16; done")
    state = thrown(state, 3, 3)
    while state.turn.index == 0 and state.turn.need:
        state, _ = turn.apply(state, turn.next_steps(state)[0])
    assert (state.turn.numbers == (4, 4, 4, 4)) == runs


def test_corrected_dice_are_counted_once() -> None:
    state = thrown(script.run(turn.new_match(RULES), "6-5"), 3, 3)
    again, _ = turn.apply(state, Action(Kind.CORRECT, None, (2, 1)))
    assert again.position.runs_in(Side.WHITE) == state.position.runs_in(Side.WHITE) == 3
    assert again.position.runs_in(Side.BLACK) == 4


def test_a_line_and_json_tell_it() -> None:
    state = thrown(script.run(turn.new_match(RULES), "6-5"), 4, 2)
    line = one_line.write(state)
    assert line == "W 1:15 runs:3 | B 13:15 runs:4 | W 4-2 left:4,2"
    assert one_line.read(RULES, line).position == state.position
    told = state_from_json(RULES, state.match, state_to_json(state))
    assert told.position == state.position
    data = state.position.to_json()
    assert (data["white"]["runs"], data["black"]["runs"]) == (3, 4)
    assert Position.from_json(RULES, data) == state.position


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("gul-bara", "W 1:15 runs:5 | B 13:15"),
        ("gul-bara", "W 1:15 runs:0 | B 13:15"),
        ("gul-bara", "W 19:15 runs:1 | B 13:15"),
        ("narde", "W 1:15 runs:1 | B 13:15"),
        ("gioul", "W 1:15 runs:1 | B 24:15"),
    ],
)
def test_where_it_cannot_be_it_is_refused(game: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        Position.parse(GAMES[game].rules, text)
    assert refused.value.refusal.code == "bad_position"


@pytest.mark.parametrize("run_from", [0, 10, -1])
def test_only_the_first_turns_can_be_without(run_from: int) -> None:
    with pytest.raises(BadRules):
        replace(RULES, run_from=run_from)


def test_only_doubles_that_run_can_begin_to() -> None:
    with pytest.raises(BadRules):
        replace(RULES, double_then=Then.NOTHING)
