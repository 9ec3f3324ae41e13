"""A mother that must be safe, and the draw of a play: known wherever games are played out."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

import nets
import tavola
from tavola.bots.arena.duel import Duel, Duellist
from tavola.bots.arena.match_rollout import MatchRoller, Start
from tavola.bots.arena.rollout import WHOLE, Roller
from tavola.bots.net.evaluate import OUTPUTS, settled_outputs
from tavola.games import GAMES
from tavola.play.random_games import simulate
from tavola.play.random_match import Playout, random_playout
from tavola.rl.moment import begin
from tavola.rl.settings import setting
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled, reals
from tavola.rules.kernel.slots import NOBODY
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import (
    BadRules,
    Contact,
    Mother,
    Ruleset,
    Score,
    Side,
)
from tavola.rules.text import one_line, record, script
from tavola.rules.turn.state import State
from tavola.server.tables.own_statistics import sums_of

RULES = GAMES["plakoto"].rules
trials = pytest.mark.skipif(not compiled, reason="trials take too long")
plain = pytest.mark.plain

NEAR = "W 1:1 24:1 | B 7:1 20:13 24:1p"
"""Black's mother is pinned, White's waits six points before a black checker."""
LEVEL = "W 1:1p 24:1 | B 1:1 20:13 24:1p"


def _read(text: str, match: MatchRules | None = None) -> State:
    state = one_line.read(RULES, text)
    return state if match is None else state.but(match=match)


@plain
@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("W 24:1 | B 5:14 24:1p", (True, False)),  # White has pinned her and is safe
        ("W 1:1 24:1 | B 5:14 24:1p", (False, False)),  # he still has one on his first point
        ("W 1:3 24:1 | B 5:14 24:1p", (False, False)),
        (LEVEL, (True, True)),
        ("W 1:1p 20:1 | B 1:1 24:3", (False, False)),  # it is Black who has not left yet
        ("W 1:1p 20:1 | B 1:1 5:3", (False, True)),
        ("W 23:1 | B 5:14 23:1p", (False, False)),  # no mother
    ],
)
def test_when_the_mothers_decide(text: str, over: tuple[bool, bool]) -> None:
    position = Position.parse(RULES, text)
    assert tuple(movement.over(RULES, position, side) for side in Side) == over
    for side in Side:
        ended = movement.result(RULES, position, side, False)
        assert (ended is not None) is over[side]
        if ended is not None:
            assert ended == ((None, 0) if all(over) else (side, 2))


@plain
def test_the_rule_of_pin_is_another() -> None:
    rules = GAMES["pin"].ruleset({"mother": True})
    position = Position.parse(rules, "W 1:1 24:1 | B 5:14 24:1p")
    assert movement.over(rules, position, Side.WHITE)
    found = movement.result(rules, position, Side.WHITE, False)
    assert found is not None
    assert found[0] is Side.WHITE


@plain
def test_two_points_need_a_game_that_counts_them() -> None:
    for score in Score:
        good = score in (Score.GAMMON, Score.BACKGAMMON)
        try:
            Ruleset(contact=Contact.PIN, mother=Mother.SAFE, score=score)
        except BadRules:
            assert not good
        else:
            assert good
    with pytest.raises(BadRules, match="needs pins"):
        Ruleset(mother=Mother.SAFE, score=Score.GAMMON)


@plain
def test_a_game_is_drawn_by_a_play_and_the_match_goes_on() -> None:
    state = _read(f"{NEAR} | B 6-1", MatchRules(games=2))
    ended = script.run(state, "7/1; done")
    assert script.outcome(ended) == "= mothers 0-0"
    again = script.run(ended, "next")
    assert again.game == 2
    assert again.score == (0, 0)
    last = script.run(_read(f"{NEAR} | B 6-1"), "7/1; done")
    assert last.result is not None
    assert record.result_to_json(last.result) == {"winner": None, "points": 0, "how": "mothers"}


@plain
def test_the_crawford_game_is_repeated_after_a_draw() -> None:
    rules = GAMES["plakoto"].ruleset({"cube": True})
    match = MatchRules(length=3, games=None, crawford=True)
    state = one_line.read(rules, f"{NEAR} | B 6-1").but(match=match, score=(2, 0), crawford="now")
    assert script.run(state, "7/1; done; next").crawford == "now"


@plain
def test_a_game_that_is_over_is_no_position() -> None:
    with pytest.raises(Refused):
        _read(f"{LEVEL} | W")


def test_random_games_tell_draws_from_games_without_end() -> None:
    games = 400 if compiled else 12
    found = simulate("plakoto", games=games, seed=1)
    assert found.unfinished == 0
    assert sum(found.wins) + found.drawn == games
    if compiled:
        assert found.drawn > games / 50
    cut = simulate("plakoto", games=games, seed=1, cap=30)
    assert cut.unfinished > 0


def test_a_playout_may_end_level() -> None:
    """As often as in the kernel, roughly: the state machine and it know the same draw."""
    ends = []
    for seed in range(30):
        found = random_playout(GAMES["plakoto"], seed=seed)
        assert found.finished
        assert found.state.result is not None
        ends.append(found.state.result.how)
    assert {"mothers", "mother"} <= set(ends)
    assert "stalemate" not in ends


def _level() -> Playout:
    """A match at random that both mothers end."""
    found = (random_playout(GAMES["plakoto"], seed=seed) for seed in range(20, 60))
    return next(one for one in found if one.state.result and one.state.result.how == "mothers")


def test_learners_gain_nothing_by_a_draw() -> None:
    moment = begin(setting("plakoto"))
    rng = random.Random(0)
    while moment.throws or moment.legal:
        if moment.throws:
            dice, weights = zip(*moment.throws, strict=True)
            moment = moment.fall(rng.choices(dice, weights)[0])
        else:
            moment = moment.decide(rng.choice(moment.legal))
    assert moment.state.result is not None
    assert moment.state.result.how == "mothers"
    assert moment.gained == (0, 0)


@trials
def test_a_review_tells_a_game_that_ended_level() -> None:
    found = tavola.review(_level().record, depth=0)
    assert [(one.winner, one.points, one.how) for one in found.games] == [(None, 0, "mothers")]


def test_own_statistics_count_it_as_drawn() -> None:
    data = _level().record.to_json()
    header = {name: value for name, value in data.items() if name != "events"}
    sums = sums_of(SimpleNamespace(header=header, events=data["events"]))  # type: ignore[arg-type]
    assert (sums.games, sums.drawn, sums.points) == ((0, 0), 1, (0, 0))


@plain
def test_a_draw_is_half_a_win() -> None:
    made = tables(RULES)
    y = reals(OUTPUTS)
    settled_outputs(made.T, NOBODY, 0, 0, y)
    assert list(y) == [0.5, 0.0, 0.0, 0.0, 0.0]
    settled_outputs(made.T, 1, 1, 2, y)
    assert list(y) == [1.0, 1.0, 0.0, 0.0, 0.0]


@trials
def test_a_duel_counts_draws() -> None:
    weights = nets.random_weights(3)
    duel = Duel(RULES, Duellist(weights), Duellist(), lucky=False)
    found = [duel.game(seed) for seed in range(60)]
    level = [one for one in found if one.winner is None]
    assert level
    assert all(one.finished and one.points == 0.0 for one in level)


@trials
def test_a_draw_is_worth_nothing_and_chosen_before_a_loss() -> None:
    state = _read(f"{NEAR} | B 6-1")
    roller = Roller(RULES, nets.constant_weights(0.5, 0.5, 0.01, 0.01, 0.01), horizon=WHOLE)
    ranked = roller.rank(state)
    level = [one for one in ranked if movement.over(RULES, one.position, Side.BLACK)]
    assert level
    assert all(one.equity == pytest.approx(0.0, abs=1e-6) for one in level)
    plays = [(one.steps, one.position) for one in level]
    assert roller.trials(state, plays, 5, 2) == [[0.0] * len(plays)] * 2


@trials
def test_a_rollout_ends_level() -> None:
    """Black pins with eleven throws of 36 and the ways over another checker; else White leaves."""
    weights = nets.constant_weights(0.5, 0.5, 0.01, 0.01, 0.01)
    state = _read(f"{NEAR} | B 6-1")
    play = next(one for one in turn.plays(state) if movement.over(RULES, one.position, Side.BLACK))
    start = Start(state, (play.steps, play.position))
    assert MatchRoller(RULES, weights).trials(start, Side.BLACK, 1, 3) == [0.0] * 3
    assert MatchRoller(RULES, weights).trials(start, Side.WHITE, 1, 3) == [0.0] * 3
