"""A match as one file to read: whole, in every language, and with nothing to load."""

from __future__ import annotations

import random
from functools import cache

import httpx
import pytest

import tavola
from paper import Page
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Kind, Phase
from tavola.study.match_page import match_page
from tavola.words.translations import LANGUAGES, Words


@cache
def played(game: str) -> Record:
    """Two games of random plays."""
    chance = random.Random(20261124)
    match = tavola.Match(game, games=2, dice=7, players=("Anna <1>", "computer:expert"))
    while not match.over:
        if match.state.phase is Phase.OVER:
            match.next_game()
        elif match.state.phase in (Phase.OPENING, Phase.START):
            match.roll()
        else:
            match.play(chance.choice(match.plays))
    return match.record


def parsed(text: str) -> Page:
    return Page(httpx.Response(200, text=text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_turn_is_told_and_drawn(lang: str) -> None:
    record = played("backgammon")
    text = match_page(record, Words(lang))
    page = parsed(text)
    assert page.all("html") == [{"lang": lang}]
    assert [found["id"] for found in page.all("h2")] == ["g1", "g2"]
    turns, moving = 0, False
    for event in record.events:
        turns += event.kind is Kind.STEP and not moving
        moving = event.kind is Kind.STEP
    assert len(page.all("svg")) == turns
    assert "Anna &lt;1&gt;" in text
    assert "<script" not in text
    assert text.count("http") == text.count("http://www.w3.org/2000/svg")


@pytest.mark.parametrize("game", ["gioul", "pin", "eureka", "open-throw", "snake"])
def test_other_boards_are_drawn(game: str) -> None:
    match = tavola.Match(game, games=1, dice=3)
    for _ in range(20):
        if match.state.phase in (Phase.OPENING, Phase.START):
            match.roll()
        elif match.plays:
            match.play(match.plays[-1])
    text = match_page(match.record, Words("it"))
    assert parsed(text).all("svg")


def test_numbers_can_be_read_in_the_dark() -> None:
    """They have a colour of their own in every theme, on a page and in a picture alone."""
    assert ".board .number{fill:var(--b-ink)" in match_page(played("backgammon"), Words("en"))
    night = tavola.Match("backgammon").svg(theme="night")
    assert ".tavola-night .number" in night


def test_a_computer_without_a_level_has_no_empty_brackets() -> None:
    page = tavola.Match("eureka", dice=7, players=("computer", "computer:expert"))
    text = match_page(page.record, Words("en"))
    assert "White: Computer</li>" in text
    assert "Black: Computer (Expert)</li>" in text
