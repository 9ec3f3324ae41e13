"""Verdicts of reviews checked by rollouts, and other plays in their place: what must be true."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.games.agreement import said
from tavola.play.random_match import random_playout
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record
from tavola.server.tables import practice
from tavola.server.tables.practice import Practice
from tavola.study import trying
from tavola.study.after import Played
from tavola.study.checking import Checking, checked, may_be_checked, play_of, ways_of
from tavola.study.questions import What, asked
from tavola.study.review import Review, review
from tavola.study.review_json import review_from_json, review_to_json
from tavola.study.verdicts import Decision

WITH_NETS = [name for name in GAMES if shipped_nets.present(name)]


def a_review(game: str, seed: int = 5) -> tuple[Record, Review]:
    record = random_playout(GAMES[game], None, MatchRules(games=1), seed, 4).record
    return record, review(record, depth=0)


def first_error(found: Review) -> Decision:
    return next(
        one
        for one in found.errors(0.0)
        if one.what is What.PLAY and may_be_checked(one) and one.taken
    )


@pytest.mark.parametrize("game", WITH_NETS)
def test_every_play_of_a_review_can_be_tried_in_every_game(game: str) -> None:
    """The board opens where the play was, and what the review looked at keeps its figures."""
    record, found = a_review(game)
    states = {(one.n, one.what): one.state for one in asked(record).questions}
    for one in found.decisions:
        if one.what is not What.PLAY or not may_be_checked(one):
            continue
        match = said(found.match.to_json())
        again = Practice(found.game, one.position, found.options, match)
        state, _ = practice.played(again)
        there = states[one.n, one.what]
        assert state.position == there.position
        assert state.turn == replace(there.turn, steps=())
        for way in (one.best, one.done):
            mine = Played(way.actions, trying.after(state, way))
            verdict = trying.known(game, state, one, mine)
            assert verdict is not None
            assert verdict.decision.loss == pytest.approx(one.best.equity - way.equity)


@pytest.mark.skipif(not compiled, reason="trials take too long")
@pytest.mark.parametrize("game", ["backgammon", "eureka", "gioul"])
def test_a_rollout_belongs_to_its_decision_and_goes_on(game: str) -> None:
    record, found = a_review(game)
    one = first_error(found)
    begun = Checking(record, found, one.n, 6)
    next(iter(begun))
    part = review_from_json(json.loads(json.dumps(review_to_json(begun.review))))
    now = checked(_again(part, one))
    assert now is not None
    assert (now.trials, now.finished, now.says) == (begun.progress.done, False, "open")
    assert [way.text for way in ways_of(one)] == sorted(way.text for way in ways_of(one))
    assert now.rival == one.done
    rest = Checking(record, part, one.n, 6)
    whole = Checking(record, found, one.n, 6)
    for _ in (*rest, *whole):
        pass
    assert rest.review == whole.review
    assert replace(_again(whole.review, one), rollout=None) == one
    # A later look at the same plays keeps the rollout, one that finds another best play does not.
    best, *others = one.ways
    other = replace(best, text="another", equity=best.equity + 1.0)
    moved = replace(_again(whole.review, one), ways=(other, best, *others), taken=one.taken + 1)
    assert checked(moved) is None


@pytest.mark.parametrize(
    ("loss", "error", "says"),
    [(0.12, 0.01, "holds"), (-0.12, 0.01, "turns"), (0.01, 0.005, "slight"), (0.05, 0.04, "open")],
)
def test_what_trials_say_of_a_verdict(loss: float, error: float, says: str) -> None:
    _, found = a_review("backgammon")
    one = first_error(found)
    ways = ways_of(one)
    data = _rolled([way.text for way in ways], ways.index(one.best), loss, error)
    now = checked(one, data)
    assert now is not None
    assert now.says == says
    assert now.loss == pytest.approx(loss)
    assert now.error == pytest.approx(error)
    few = checked(one, {**data, "trials": 10})
    assert few is not None
    assert few.says == "open"


def test_what_was_no_play_is_not_rolled_out() -> None:
    record, found = a_review("backgammon")
    for n in (1, 10**6):
        with pytest.raises(Refused):
            Checking(record, found, n)


def _again(found: Review, one: Decision) -> Decision:
    now = play_of(found, one.n)
    assert now is not None
    return now


def _rolled(texts: list[str], best: int, loss: float, error: float, n: int = 100) -> dict[str, Any]:
    """A rollout in which the best play is better than all others by a loss, with its error."""
    squares = n * (loss * loss + error * error * (n - 1))
    wide = range(len(texts))
    sums = [n * loss if i == best else 0.0 for i in wide]
    products = [[squares if i == j == best else 0.0 for j in wide] for i in wide]
    plays = [{"play": text} for text in texts]
    return {
        "trials": n,
        "wanted": n,
        "unit": 1.0,
        "plays": plays,
        "sums": sums,
        "products": products,
    }
