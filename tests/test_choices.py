"""Rollouts of what is no play: doubles, answers, named throws, resignations."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import tavola
from tavola.bots.cube.context import context
from tavola.bots.cube.result_values import scale
from tavola.games import GAMES
from tavola.play.random_match import random_playout
from tavola.rules import turn
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import one_line
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, State
from tavola.study.checking import Checking, called, checked, decision_of, may_be_checked
from tavola.study.choices import Choices
from tavola.study.questions import What
from tavola.study.review import Review, review
from tavola.study.review_json import review_from_json, review_to_json
from tavola.study.rolling import Rolling
from tavola.study.verdicts import Decision

pytestmark = pytest.mark.skipif(not compiled, reason="trials take too long")

LAST = "W 22:1 20:1 | B 1:2 | W"
"""White wins with 17 of 36 throws: 22 and 20 are three and five pips away from home."""


def _state(text: str = LAST, match: MatchRules | None = None) -> State:
    rules = replace(GAMES["backgammon"].ruleset(), cube=True)
    return one_line.read(rules, text, match or MatchRules())


def _means(rolled: Choices) -> dict[str, float]:
    return {one.text: one.mean for one in rolled.results()}


def test_the_last_throw_is_worth_what_it_wins() -> None:
    """Nothing is left to chance there, since the luck of the throw is taken off."""
    state = _state()
    wins = sum(
        weight
        for (a, b), weight in turn.throws(state)
        if (a >= 5 and b >= 3) or (b >= 5 and a >= 3) or (a == b and a >= 3)
    )
    equity = 2.0 * wins / 36.0 - 1.0
    rolled = Choices("backgammon", state)
    rolled.go_on(8)
    found = _means(rolled)
    assert found["hold"] == pytest.approx(equity, abs=1e-4)
    assert found["double take"] == pytest.approx(2.0 * equity, abs=1e-4)
    assert found["double drop"] == 1.0
    best, other, pointless = rolled.results()
    assert (best.text, other.text, pointless.counts) == ("hold", "double take", False)
    assert other.behind == pytest.approx(-equity, abs=1e-4)


@pytest.mark.parametrize("text", [LAST, "W 23:2 | B 3:1 5:1 | B"])
def test_who_is_doubled_takes_or_drops(text: str) -> None:
    state = _state(text)
    offered, _ = turn.apply(state, Action(Kind.DOUBLE, state.side))
    rolled = Choices("backgammon", offered)
    rolled.go_on(4)
    before = Choices("backgammon", state)
    before.go_on(4)
    assert rolled.side is state.side.other
    assert _means(rolled)["drop"] == -1.0
    assert _means(rolled)["take"] == pytest.approx(-_means(before)["double take"], abs=1e-3)


def test_a_beaver_doubles_once_more() -> None:
    offered, _ = turn.apply(_state(match=MatchRules(beavers=True)), Action(Kind.DOUBLE, Side.WHITE))
    rolled = Choices("backgammon", offered)
    rolled.go_on(4)
    found = _means(rolled)
    assert found["beaver"] == pytest.approx(2.0 * found["take"], abs=1e-3)


def test_a_score_counts() -> None:
    """Two points away each, who doubles plays for the match: half a match up or down."""
    state = _state(match=MatchRules(length=2, games=None))
    rolled = Choices("backgammon", state)
    rolled.go_on(4)
    plain = Choices("backgammon", _state())
    plain.go_on(4)
    found, money = _means(rolled), _means(plain)
    size, _ = scale(context(state, Side.WHITE))
    assert found["double drop"] == pytest.approx(1.0)
    assert found["hold"] == pytest.approx(money["hold"], abs=1e-3)
    assert found["double take"] == pytest.approx(0.5 * money["hold"] / size, rel=1e-3)


def test_the_best_throws_are_compared_where_one_is_named() -> None:
    state = one_line.read(GAMES["free-choice"].ruleset(), "W 12:5 17:3 | B 13:5 8:3 | B")
    named = state if state.names else replace(state, side=state.side.other)
    rolled = Rolling("free-choice", named, 4, 3, horizon=1, workers=1).run()
    texts = [one.text for one in rolled.results()]
    assert len(texts) == 3
    assert all(text.startswith("name ") for text in texts)
    two = Rolling("free-choice", named, 24, 3, horizon=1, workers=2).run()
    one = Rolling("free-choice", named, 24, 3, horizon=1, workers=1).run()
    assert one.to_json() == two.to_json()


def test_who_plays_on_after_a_dance_may_be_doubled() -> None:
    """The throw that cannot be played ends the turn, and the other side has the cube in reach."""
    state = _state("W bar:1 19:5 | B 1:2 2:2 3:2 4:2 5:2 6:2 13:3 | W 6-6", MatchRules())
    resigned = Action(Kind.RESIGN, state.side, number=1)
    on, given_up = Choices("backgammon", state, ways=[("on", ()), ("resign", (resigned,))]).branches
    assert on.start is not None
    assert (on.start.state.side, on.start.decided) == (state.side.other, False)
    assert turn.may_double(on.start.state, state.side.other)
    assert given_up.value == -1.0
    held, _ = Choices("backgammon", _state()).branches[:2]
    assert held.start is not None
    assert held.start.decided


def test_where_nothing_is_decided_nothing_is_rolled_out() -> None:
    plain = replace(_state(), rules=replace(_state().rules, cube=False))
    with pytest.raises(Refused) as caught:
        tavola.rollout(plain, "backgammon")
    assert caught.value.refusal.code == "no_advice"


# ------------------------------------------------------------------------------------ of a review


@pytest.mark.parametrize(
    ("game", "what"),
    [("backgammon", What.DOUBLE), ("free-choice", What.NAME), ("mexican", What.CHOOSE)],
)
def test_a_decision_of_a_review_is_checked(game: str, what: What) -> None:
    for seed in range(5, 10):
        record = random_playout(GAMES[game], None, MatchRules(games=1), seed, 4).record
        found = review(record, depth=0)
        decided = [one for one in found.decisions if one.what is what and may_be_checked(one)]
        if decided:
            _is_checked(record, found, decided[0])
            return
    pytest.fail("nothing was decided")


def test_what_ends_a_game_is_checked_too() -> None:
    """A match in which everything is offered, refused and taken."""
    match = tavola.Match("backgammon", options={"opening": "choice"}, money=True, dice=7)
    match.roll()
    match.keep()
    match.draw()
    match.refuse()
    match.play(match.plays[0])
    match.double()
    match.take()
    match.resign(1)
    match.refuse()
    match.roll()
    match.play(match.plays[-1])
    match.resign(1)
    match.accept()
    record = match.record
    found = review(record, depth=0)
    seen = set[What]()
    for one in found.decisions:
        if one.what is not What.PLAY and decision_of(found, one.n) is one:
            seen.add(one.what)
            _is_checked(record, found, one)
    offers = {What.DRAW, What.AGREE, What.RESIGN, What.ACCEPT}
    assert seen >= {What.KEEP, What.DOUBLE, What.ANSWER, *offers}


def _is_checked(record: Record, found: Review, one: Decision) -> None:
    """Two trials of a decision: kept as they are read, gone on with, and of its own ways."""
    checking = Checking(record, found, one.n, 2)
    for _ in checking:
        pass
    kept = review_from_json(json.loads(json.dumps(review_to_json(checking.review))))
    again = decision_of(kept, one.n)
    assert again is not None
    now = checked(again)
    assert now is not None, one
    assert now.finished
    assert {called(way.way) for way in now.ways} <= {called(way) for way in one.ways}
    assert Checking(record, kept, one.n, 4).progress.done == 2
