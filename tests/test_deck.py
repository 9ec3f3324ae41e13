"""Cards: they come back on the day they should, and leave as text and data."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

import tavola
from tavola.games import find
from tavola.play.random_match import random_playout
from tavola.rules.kernel.backend import compiled
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
        assert not state_of(card).rules.cube
