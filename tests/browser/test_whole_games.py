"""Whole games in the browser: every shape of board, every language, every way to play."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.hands import WAYS
from browser.places import game_of, near_end
from browser.table_page import TablePage
from browser.visitors import DESK, PHONE, People, Visitor

LONGEST = 1200
"""Actions after which a game counts as endless."""

GAMES = [
    # shape, language, way to play, turns before the end (0: from the start), dice
    ("table", "it", "drag", 8, "sealed"),
    ("table", "en", "digits", 8, "sealed"),
    ("half", "de", "touch", 10, "sealed"),
    ("half", "fr", "text", 8, "typed"),
    ("rows", "en", "click", 0, "typed"),
    ("rows", "it", "arrows", 8, "sealed"),
    ("ring", "fr", "touch", 10, "sealed"),
    ("ring", "de", "digits", 6, "typed"),
    ("towers", "it", "text", 12, "sealed"),
    ("towers", "de", "click", 0, "sealed"),
]


def test_nothing_is_left_out() -> None:
    """Every shape, language and way of input at least twice."""
    kinds = {"drag": "mouse", "click": "mouse", "digits": "keys", "arrows": "keys"}
    for column in (
        [shape for shape, *_ in GAMES],
        [language for _, language, *_ in GAMES],
        [kinds.get(way, way) for _, _, way, *_ in GAMES],
        [dice for *_, dice in GAMES],
    ):
        assert min(column.count(value) for value in set(column)) > 1
    assert {way for _, _, way, *_ in GAMES} == set(WAYS)


@pytest.mark.parametrize(("shape", "language", "way", "turns", "dice"), GAMES)
def test_a_game_is_played_to_its_end(
    people: People, shape: str, language: str, way: str, turns: int, dice: str
) -> None:
    touch = way == "touch"
    visitor = people.come(language, PHONE if touch else DESK, touch)
    game = game_of(shape)
    start = near_end(game, turns) if turns else ""
    table = visitor.new_table(game=game, opponent="here", start=start, dice=dice)
    assert table.page.locator("html").get_attribute("lang") == language
    hand = WAYS[way](table)
    count, throws = 0, random.Random(7)
    while not (seen := table.look()).view["over"]:
        hand.move((throws.randint(1, 6), throws.randint(1, 6)))
        count += 1
        assert count < LONGEST
    expect(table.result).to_contain_text(seen.view["result"])
    expect(table.prompt).to_have_text(seen.view["result"])
    expect(table.main).to_have_text(table.strings()["rematch"])
    check_what_is_kept(visitor, table)


def check_what_is_kept(visitor: Visitor, table: TablePage) -> None:
    """The record holds all that happened, its dice are sound, and the page is the same again."""
    seen = table.look()
    record = visitor.fetch(f"/t/{table.id}/record.json")
    assert len(record["events"]) == seen.seq
    answer = visitor.context.request.post(f"{visitor.base}/api/v1/verify", data=record)
    assert answer.json()["sound"] is True
    table.page.reload()
    table.ready()
    assert table.look().stand == seen.stand


@pytest.mark.parametrize("way", ["drag", "arrows"])
def test_a_game_against_the_computer(people: People, way: str) -> None:
    """It answers by itself, and both come to an end; then the same pair may play again."""
    visitor = people.come("fr")
    game = game_of("table")
    table = visitor.new_table(
        game=game, opponent="computer", level="beginner", start=near_end(game, 6)
    )
    hand = WAYS[way](table)
    for _ in range(LONGEST):
        seen = table.rest()
        if seen.view["over"]:
            break
        if yes := next((kind for kind in ("take", "accept", "agree") if seen.may(kind)), None):
            hand.press(table.button(yes))
            table.rest(seen)
        elif seen.paths or seen.may("opening", "throw", "done"):
            hand.move()
        else:
            table.rest(seen)
    expect(table.result).to_contain_text(seen.view["result"])
    old = table.id
    hand.press(table.main)
    table.page.wait_for_url(lambda url: not url.endswith(old))
    table.ready()
    assert table.look().view["over"] is False
