"""Cards: they come back on the day they should, and leave as text and data."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import tavola
from tavola.games import find
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.play.random_match import random_playout
from tavola.rules.kernel.backend import compiled
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.text import match_line
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Cube, Kind
from tavola.study import deck
from tavola.study.deck import answered, card_from_json, due_cards, new_card, of_review, state_of
from tavola.study.puzzles import puzzles_of
from tavola.study.verdicts import Decision

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
PUZZLE = puzzles_of("backgammon").puzzles[0]
DAY = timedelta(days=1)


def test_a_new_card_comes_back_the_next_day() -> None:
    card = new_card("backgammon", PUZZLE, deck.FAILED, NOW)
    assert card.due == NOW + DAY
    assert due_cards([card], NOW + DAY - timedelta(minutes=1)) == []
    assert due_cards([card], NOW + DAY) == [card]


def test_a_card_that_is_known_comes_back_later_and_later() -> None:
    card, now, waits = new_card("backgammon", PUZZLE, deck.FAILED, NOW), NOW, []
    for _ in range(5):
        now = card.due
        card = answered(card, right=True, now=now)
        waits.append(card.due - now)
    assert waits == sorted(waits)
    assert waits[0] >= DAY
    assert waits[-1] > 10 * DAY
    forgotten = answered(card, right=False, now=card.due)
    assert forgotten.due - card.due < waits[-1]
    assert answered(card, right=False, now=card.due) == forgotten  # no chance is in it


def test_a_card_comes_back_from_its_data() -> None:
    card = answered(new_card("pin", PUZZLE, deck.ERROR, NOW, {"a": 1}), right=True, now=NOW + DAY)
    assert card_from_json(json.loads(json.dumps(card.to_json()))) == card
    with pytest.raises((ValueError, KeyError, TypeError)):
        card_from_json({"version": 9})
    assert card.key != new_card("pin", PUZZLE, deck.ERROR, NOW).key
    assert card.key == new_card("pin", PUZZLE, deck.FAILED, NOW + DAY, {"a": 1}).key


def test_cards_leave_as_a_text_for_anki() -> None:
    cards = [new_card("backgammon", one, deck.FAILED, NOW) for one in puzzles_of("pin").puzzles[:3]]
    lines = deck.as_anki(cards).splitlines()
    assert lines[:2] == ["#separator:tab", "#html:false"]
    assert len(lines) == 3 + len(cards)
    for line, card in zip(lines[3:], cards, strict=True):
        front, back, tags = line.split("\t")
        assert card.puzzle.at in front
        assert back.startswith(card.puzzle.plays[0])
        assert tags.split() == ["tavola", "backgammon", "puzzle"]
    assert [card_from_json(one) for one in deck.as_json(cards)] == cards


@pytest.mark.skipif(not compiled, reason="reviews a match")
@pytest.mark.parametrize("game", ["backgammon", "pin"])
def test_the_worst_errors_of_a_match_become_cards(game: str) -> None:
    """Both sides play at random: there is enough to be learnt."""
    review = tavola.review(random_playout(find(game), seed=11, cap=12).record, depth=0)
    cards = of_review(review, 0, NOW)
    assert 1 <= len(cards) <= deck.WORST
    errors = [one for one in review.decisions if one.player == 0 and isinstance(one, Decision)]
    worst = max(one.units for one in errors if one.what.of_checkers)
    assert cards[0].puzzle.losses[cards[0].puzzle.natural] == pytest.approx(worst, abs=0.002)
    for card in cards:
        assert card.source == deck.ERROR


@pytest.mark.skipif(not compiled, reason="reviews a match")
def test_a_card_of_a_match_stands_as_it_stood_there() -> None:
    """At the score of that time: the losses that are told are those of there."""
    match = MatchRules(length=3, games=None, crawford=True)
    record = random_playout(find("eureka"), {"cube": True}, match, 3).record
    review, seen = tavola.review(record, depth=0), set[str]()
    assert review.trouble is None
    cards = of_review(review, 0, NOW, most=1000)
    errors = {round(one.units, 3): one for one in review.errors(deck.LEAST, 0)}
    for card in cards:
        stood = review.state(errors[card.puzzle.losses[card.puzzle.natural]])
        assert state_of(card).but(seen=()) == match_line.forgetful(stood)
        assert card_from_json(json.loads(json.dumps(card.to_json()))) == card
        seen.add(stood.crawford)
    assert seen == {"", "now", "done"}


@pytest.mark.skipif(not compiled, reason="reviews a match")
def test_a_card_of_a_match_has_its_cube() -> None:
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 3-1 cube:2B | score:2-3 game:4"
    match = MatchRules(length=5, games=None, crawford=True)
    played = Match.start(Record("backgammon", match=match, start=start), SeededDice(1))
    ranked = tavola.Bot("backgammon", depth=0).best(played.state)
    played.act(*ranked[-1].actions, Action(Kind.DONE, Side.WHITE))
    played.act(Action(Kind.RESIGN, Side.BLACK, number=1), Action(Kind.ACCEPT, Side.WHITE))
    [card] = of_review(tavola.review(played.record, depth=0), 0, NOW)
    at = state_of(card)
    assert (at.cube, at.score, at.match) == (Cube(2, Side.BLACK), (2, 3), match)


def test_a_card_of_before_knows_no_match() -> None:
    card = new_card("backgammon", PUZZLE, deck.FAILED, NOW)
    assert "match" not in card.to_json()
    assert not state_of(card).rules.cube
    assert replace(card, match=MatchRules(length=5, games=None)).key != card.key
    with pytest.raises(ValueError, match="bad_match"):
        card_from_json({**card.to_json(), "match": {"length": "5"}})
