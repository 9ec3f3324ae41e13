"""Deep search where the throw is fixed: what it finds is true, and the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nets import random_weights
from tavola.bots.adviser import Adviser
from tavola.bots.levels import Level, nearest
from tavola.bots.player import Player
from tavola.bots.search import alpha_beta
from tavola.bots.search.alpha_beta import BUDGET, FEW, deepened, played, won
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.ranking import Ranked
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import AceDeuce, Ruleset, Score, Side
from tavola.rules.text import one_line, script
from tavola.rules.turn.state import Action, Kind, Phase, State, sightings

pytestmark = [pytest.mark.plain, pytest.mark.no_cover]

ROOT = Path(__file__).parent.parent
RULES = replace(GAMES["fixed-throw"].rules, cube=False)
WEIGHTS = random_weights()

LOST = "W 19:1 21:1 | B 6:1 3:1 | W", "2-1"
HIDDEN = "W 14:1 15:1 21:1 | B 11:1 9:1 4:1 | W", "5-4"
"""Won, but not by the play that the net of these tests likes best."""
ENDINGS = [
    LOST,
    HIDDEN,
    ("W 15:1 22:1 | B 1:1 10:1 | W", "5-2"),
    ("W 10:1 15:1 | B 16:1 1:1 | W", "5-4"),
    ("W 10:1 16:1 | B 8:1 12:1 | W", "6-4"),
    ("W 9:1 13:1 | B 6:1 8:1 | W", "6-4"),
    ("W 18:1 23:1 | B 1:1 13:1 | W", "5-2"),
    ("W 21:1 12:1 | B 24:2 14:1 | W", "3-3"),
    ("W 11:1 | B 9:1 | W", "1-1"),
    ("W 6:2 | B 12:2 | W", "6-6"),
]
"""Few checkers that can still meet: won, lost, and drawn because nobody can move."""


def reached(ending: tuple[str, str]) -> State:
    """A stand where a play is to be chosen, or the end of the game."""
    text, dice = ending
    state = one_line.read(RULES, text, MatchRules(games=None))
    return to_a_choice(script.run(state, dice))


def to_a_choice(state: State) -> State:
    while True:
        if state.phase is Phase.START:
            state, _ = turn.apply(state, Action(Kind.THROW, state.thrower, state.fixed))
        elif state.phase is Phase.MOVE and state.turn.ending is not None:
            state, _ = turn.apply(state, Action(Kind.DONE, state.side))
        else:
            return state


def solved(state: State, known: dict[object, float] | None = None) -> float:
    """White's points if both try everything, to the very end."""
    known = {} if known is None else known
    state = to_a_choice(state)
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else state.result.points * (1.0 - 2.0 * winner)
    key = state.position.row, state.side, state.turn.left, tuple(sorted(state.seen)), state.idle
    if key not in known:
        values = [solved(played(state, play.steps), known) for play in turn.plays(state)]
        known[key] = max(values) if state.side is Side.WHITE else min(values)
    return known[key]


def deep(state: State, budget: int | None = None) -> list[Ranked]:
    return deepened(state, Analyst(RULES, WEIGHTS), 2, budget)


def mine(state: State, points: float) -> float:
    """Points of White as the side on turn sees them."""
    return points * (1 - 2 * int(state.side))


CHOOSING = replace(RULES, ace_deuce=AceDeuce.CHOOSE), "W 3:1 9:1 | B 22:1 10:1 | W 2-1 chosen:3"
NAMING = replace(RULES, namer=Side.BLACK), "W 3:1 9:1 | B 22:1 10:1 | W 2-1"


@pytest.mark.parametrize(("rules", "text"), [CHOOSING, NAMING], ids=["chosen", "named"])
def test_where_more_is_decided_than_plays_the_search_is_that_of_other_games(
    rules: Ruleset, text: str
) -> None:
    """A turn in which a double is chosen was taken for a draw, and no turn begins with a name."""
    state = one_line.read(rules, f"{text} fixed:2-1")
    found = list(Adviser(rules, WEIGHTS).candidates(state, 1))
    ranked = Analyst(rules, WEIGHTS).rank(state, 1)
    assert [one.equity for one in found] == [one.equity for one in ranked]
    assert len({one.equity for one in found}) > 1


@pytest.mark.parametrize("ending", ENDINGS, ids=" ".join)
def test_agrees_with_trying_everything(ending: tuple[str, str]) -> None:
    state = reached(ending)
    if state.phase is not Phase.MOVE:
        assert solved(state) == 0.0
        return
    best = deep(state)[0]
    assert best.equity == pytest.approx(mine(state, solved(state)), abs=1e-6)
    assert solved(played(state, best.steps)) == solved(state)


def test_finds_a_win_that_the_net_misses() -> None:
    state = reached(HIDDEN)
    shallow = Analyst(RULES, WEIGHTS).rank(state)[0]
    assert solved(played(state, shallow.steps)) == -1.0
    assert solved(played(state, deep(state)[0].steps)) == 1.0
    levels = {name: nearest(RULES, name) for name in ("club", "expert", "master")}
    levels["at first sight"] = Level("at first sight")
    seats = {name: Player(RULES, level, WEIGHTS, seconds=None) for name, level in levels.items()}
    after = {}
    for name, seat in seats.items():
        after[name] = state
        for action in seat.choose(state):
            after[name], _ = turn.apply(after[name], action)
    assert solved(after.pop("at first sight")) == -1.0
    assert {name: solved(found) for name, found in after.items()} == dict.fromkeys(after, 1.0)


@pytest.mark.parametrize("number", range(3))
def test_a_draw_by_repetition_is_better_than_a_loss(number: int) -> None:
    """The position after one of the plays has been there twice already."""
    state = reached(LOST)
    plays = turn.plays(state)
    assert solved(state) == -1.0
    assert [one.equity for one in deep(state)] == [-1.0] * len(plays) == [-1.0] * 3
    after = sightings(state.but(position=plays[number].position), state.side.other)[-1]
    repeated = state.but(seen=(*state.seen, after, after))
    best = deep(repeated)[0]
    assert solved(repeated) == 0.0
    assert best.position == plays[number].position
    assert (best.equity, best.chances.win) == (0.0, 0.5)


OPENING = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W", "3-1"


def test_plays_that_are_compared_are_worth_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else all but the best are said to be worth at most so much."""
    monkeypatch.setattr(alpha_beta, "FARTHEST", 3)
    state, analyst = reached(OPENING), Analyst(RULES, WEIGHTS)
    looked_at = slice(0, FEW, 1 if backend.compiled else FEW - 1)
    found = deepened(state, analyst, 1, None, compared=True)[looked_at]
    alone = [
        next(
            one.equity
            for one in deepened(state, analyst, 1, None, also=play.position)
            if one.position == play.position
        )
        for play in found
    ]
    assert [play.equity for play in found] == alone == sorted(alone, reverse=True)
    bounds = [play.equity for play in deepened(state, analyst, 1, None)[looked_at]]
    assert bounds != alone


def test_the_same_answer_twice_and_within_the_budget() -> None:
    state = reached(OPENING)
    most = BUDGET // 4 if backend.compiled else 150
    one, other = Analyst(RULES, WEIGHTS), Analyst(RULES, WEIGHTS)
    first = deepened(state, one, 2, most)
    other.rank(state)
    assert deepened(state, other, 2, most) == first
    assert one.report.evaluated == other.report.evaluated
    assert one.report.cut
    assert not one.report.late
    assert one.report.evaluated < most + 200
    assert {play.steps for play in first} == {play.steps for play in one.rank(state)}
    if backend.compiled:
        assert [play.depth for play in first] == [2] * FEW + [0] * (len(first) - FEW)


def test_the_clock_is_a_safety() -> None:
    adviser = Adviser(RULES, WEIGHTS, seconds=0.0)
    found = adviser.candidates(reached(OPENING), 2)
    assert found[0].depth == 0
    assert adviser.late
    free = Adviser(RULES, WEIGHTS)
    assert free.candidates(reached(HIDDEN), 2)[0].depth == 2
    assert not free.late


def test_results_as_chances() -> None:
    classic = RULES
    assert won(classic, 1).equity == 1.0
    assert (won(classic, 3).gammon, won(classic, 3).backgammon, won(classic, 3).equity) == (1, 1, 3)
    amounts = replace(classic, score=Score.PIPS)
    assert (won(amounts, 40).win, won(amounts, 40).equity) == (1.0, 40.0)


SIGNATURE = """
import json
from test_alpha_beta import signatures
print(json.dumps(signatures()))
"""


def signatures() -> list[object]:
    """The plays of the small endings in order, with their equities."""
    states = [reached(ending) for ending in ENDINGS]
    return [
        [[play.steps, round(play.equity, 3), play.depth] for play in deep(state, 400)]
        for state in states
        if state.phase is Phase.MOVE
    ]


def test_compiled_and_plain_search_alike() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIGNATURE],
        env={
            **os.environ,
            "TAVOLA_COMPILE": "0",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
        },
        check=True,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(signatures()))
