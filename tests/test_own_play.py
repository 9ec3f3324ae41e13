"""What reviews say of somebody: sums against a slow count, and nothing where they are too few."""

from __future__ import annotations

import statistics

import pytest

from tavola.games import GAMES
from tavola.play.random_match import random_playout
from tavola.study.own_play import LEAST, Luck, Mean, OwnPlay, own_play
from tavola.study.review import review
from tavola.study.summary import summary
from tavola.words import comparisons
from tavola.words.translations import Words


def test_one_match_and_two_together() -> None:
    found = review(random_playout(GAMES["pin"], seed=3, cap=12).record, depth=0)
    both = OwnPlay()
    for player in (0, 1):
        one, told = own_play(found, player), summary(found, player)
        lost = [d.units for d in found.decisions if d.player == player and d.counts]
        luck = [t.units for t in found.throws if t.player == player]
        assert (one.matches, one.loss.count, one.luck.throws) == (1, len(lost), len(luck))
        assert one.loss.mean == pytest.approx(told.all.mean)
        assert one.luck.came == pytest.approx(told.luck)
        expected = statistics.stdev(luck) / len(luck) ** 0.5
        assert one.luck.error == pytest.approx(expected)
        both += one
    assert both.matches == 2
    assert both.loss.count == sum(d.counts for d in found.decisions)
    assert isinstance(both.luck, Luck)


def test_too_few_say_nothing_and_chance_alone_is_no_luck() -> None:
    words = Words("en")
    assert not Mean(LEAST - 1, 1.0, 1.0).enough
    assert comparisons.meaning(words, Luck(LEAST - 1, 50.0, 1.0)).startswith("Too few")
    even = Luck(400, 1.0, 400.0)
    assert even.chance > 0.9
    assert comparisons.meaning(words, even) == "No difference worth speaking of."
    lucky = Luck(400, 100.0, 400.0)
    assert lucky.chance < 0.001
    assert comparisons.meaning(words, lucky).startswith("Clearly more")
    assert (Mean().mean, Mean().error, Luck().chance) == (0.0, 0.0, 1.0)
