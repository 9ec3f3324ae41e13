"""What a newcomer is shown by himself: the ways of both sides at first, and what is special about a
game when it happens; nothing on the page moves for it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.hands import Clicking
from browser.places import game_of
from browser.table_page import TablePage
from browser.test_by_ear import Ear
from browser.test_layout import PHONES, SIZES, Ruler
from browser.visitors import People
from tavola.games import GAMES
from tavola.rules.model.ruleset import Then

TABLE = game_of("table")
CLIMBING = next(game.id for game in GAMES.values() if game.rules.double_then is Then.UPWARDS)
"""A double goes on with all higher numbers."""
WIDE = "W 1:15 | B 24:15 | W"
TURNS = 3
OFTEN = 3
"""Turns of each side with directions; matches of a game in which something is explained."""


def ways(table: TablePage) -> int:
    """How many ways are drawn."""
    return table.board.locator(".ground .track-start").count()


def climbing(people: People, language: str = "en", **more: Any) -> TablePage:
    """A table of a game whose doubles climb; the dice are typed."""
    return people.come(language, **more).new_table(
        game=CLIMBING, opponent="here", dice="typed", start=WIDE
    )


def test_ways_are_shown_in_the_first_turns(people: People) -> None:
    table = people.come().new_table(game=TABLE, opponent="here")
    ruler, hand = Ruler(table), Clicking(table)
    seen = table.rest()
    while seen.view["turns"] < 2 * TURNS:
        assert ways(table) == 2
        seen = hand.move()
    assert ways(table) == 0
    ruler.check("the ways have gone")


def test_ways_are_shown_in_the_first_matches(people: People) -> None:
    """A match that was shown once is shown again; other games have their own count."""
    visitor = people.come()
    tables = [visitor.new_table(game=TABLE, opponent="here") for _ in range(OFTEN + 1)]
    assert [ways(table) for table in tables] == [2] * OFTEN + [0]
    assert ways(visitor.sit(tables[0].id)) == 2
    assert ways(visitor.new_table(game=CLIMBING, opponent="here")) == 2


@pytest.mark.parametrize(("wish", "shown"), [("always", 2), ("never", 0)])
def test_ways_are_shown_as_it_is_wished(people: People, wish: str, shown: int) -> None:
    visitor = people.come().like(arrows=wish)
    for _ in range(OFTEN + 1):
        assert ways(visitor.new_table(game=TABLE, opponent="here")) == shown


def test_what_is_special_is_said_once_and_put_away(people: People) -> None:
    table = climbing(people)
    ear, hand = Ear(table), Clicking(table)
    special = table.page.locator("#state.special #prompt")
    hand.move((5, 5))
    expect(special).to_contain_text("Then 6 follows, four times")
    table.page.locator("#enough").click()
    expect(special).to_have_count(0)
    expect(table.prompt).to_contain_text(table.look().view["say"])
    assert table.page.evaluate("document.activeElement.id") == "main-place"
    assert ear.check().count("Then 6 follows") == 1


def test_what_is_special_goes_when_it_is_played_on(people: People) -> None:
    """It waits for a step; in this match it does not come again, also when the page is loaded."""
    table = climbing(people)
    hand, special = Clicking(table), table.page.locator("#state.special")
    hand.one_by_one = True
    seen = hand.move((5, 5))
    expect(special).to_have_count(1)
    for _ in range(2):
        while not seen.may("done"):
            seen = hand.move()
            expect(special.locator("#prompt").filter(has_text="four times")).to_have_count(0)
        hand.move()
        table.page.reload()
        table.ready()
        seen = hand.move((4, 4))
    expect(special.locator("#prompt").filter(has_text="four times")).to_have_count(0)


def test_nothing_is_explained_unasked(people: People) -> None:
    visitor = people.come().like(twists="never")
    table = visitor.new_table(game=CLIMBING, opponent="here", dice="typed", start=WIDE)
    Clicking(table).move((5, 5))
    expect(table.page.locator("#state.special")).to_have_count(0)


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_an_explanation_moves_nothing(people: People, size: tuple[int, int], language: str) -> None:
    window: ViewportSize = {"width": size[0], "height": size[1]}
    table = climbing(people, language, window=window, touch=size in PHONES)
    ruler, hand = Ruler(table), Clicking(table)
    hand.move((1, 1))
    expect(table.page.locator("#state.special")).to_be_visible()
    ruler.check("explained")
    assert size[0] < 390 or table.page.locator("#whole").is_hidden()
    table.page.locator("#enough").click()
    ruler.check("put away")
