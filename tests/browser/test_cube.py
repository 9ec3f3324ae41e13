"""The doubling cube and resignations between two browsers: offered, dropped, taken, declined."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.hands import Clicking, Dragging, Hand, Touching, Typing
from browser.places import game_of
from browser.table_page import TablePage
from browser.test_company import can_move, invited
from browser.visitors import PHONE, People
from tavola.server.tables.commands import NOT_YET
from tavola.words.translations import LANGUAGES, Words

CLOSE = "W 17:2 19:5 20:4 21:4 | B 8:2 6:5 5:4 4:4 | W"
"""Both can still win on the ordinary board; White is on turn."""
LOST = "W 1:5 2:5 6:5 | B 5:2 3:2 4:2 | W"
"""White will lose a gammon."""
TO_FIVE = {"length": 5, "games": None}


def match(people: People, **more: Any) -> tuple[TablePage, TablePage]:
    """Two people in a match to five points."""
    return invited(people, game=game_of("table"), match=TO_FIVE, start=CLOSE, **more)


def offers(hand: Hand, other: TablePage) -> None:
    """Doubles; both see the question, and only the other one is asked."""
    seen = hand.table.look()
    hand.double()
    after = hand.table.rest(seen)
    other.reach(after.seq)
    expect(other.offer).to_be_visible()
    expect(hand.table.offer).to_be_hidden()
    for page in (hand.table, other):
        expect(page.prompt).to_contain_text(page.look().view["offer"]["sentence"])
        expect(page.board).to_be_visible()
    expect(other.button("take")).to_be_visible()
    expect(other.button("drop")).to_be_visible()
    expect(hand.table.button("take")).to_have_count(0)
    expect(hand.table.button("drop")).to_have_count(0)


def answers(hand: Hand, kind: str, other: TablePage) -> None:
    """Says yes or no, and both see what follows."""
    seen = hand.table.look()
    hand.press(hand.table.button(kind))
    other.reach(hand.table.rest(seen).seq)
    for page in (hand.table, other):
        expect(page.offer).to_be_hidden()


def score(table: TablePage) -> dict[str, int]:
    return {seat["side"]: seat.get("score", 0) for seat in table.look().view["seats"]}


def test_a_double_is_dropped(people: People) -> None:
    first, second = match(people)
    offers(Clicking(first), second)
    answers(Clicking(second), "drop", first)
    assert score(first) == score(second) == {"W": 1, "B": 0}
    expect(first.result).to_contain_text(first.look().view["result"])
    seen = first.look()
    Clicking(first).main("next")
    second.reach(first.rest(seen).seq)
    assert second.look().view["game"] == 2


def test_a_double_is_taken_and_given_back(people: People) -> None:
    """By keyboard alone; who took it has the cube, and may double next."""
    first, second = match(people)
    hands = {"W": Typing(first), "B": Typing(second)}
    offers(hands["W"], second)
    # No key that could be pressed by accident answers.
    before = second.look()
    for key in ("Enter", " ", "y", "n", "Escape", "Shift+Enter"):
        hands["B"].keys(key)
    assert second.look().seq == before.seq
    hands["B"].keys("Shift+Y")
    first.reach(second.rest(before).seq)
    assert first.look().view["cube"] == {"value": 2, "owner": "B"}
    # Again in reach of the owner, when he is on turn.
    while not second.look().may("double"):
        hand = next(hand for hand in hands.values() if can_move(hand.table))
        seen = hand.move()
        for table in (first, second):
            table.reach(seen.seq)
    assert not first.look().may("double")
    offers(hands["B"], first)
    before = first.look()
    hands["W"].keys("Shift+N")
    second.reach(first.rest(before).seq)
    assert score(first) == {"W": 0, "B": 2}


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_double_is_not_offered_by_a_slip(people: People, way: str) -> None:
    """By cube or key it is only asked about; no, Escape's neighbours and time leave it."""
    table = people.come().new_table(
        game=game_of("table"), opponent="here", match=TO_FIVE, start=CLOSE
    )
    before = table.look()
    for _ in range(2):
        if way == "click":
            Clicking(table).tap(*table.drawn(".cube .body"))
        else:
            Typing(table).keys("Shift+D")
        expect(table.button("confirm")).to_be_visible()
        expect(table.prompt).to_contain_text("2")
        table.button("no").click()
        expect(table.offer).to_be_hidden()
    assert table.look().now == before.now


def test_a_question_that_took_the_focus_is_answered_by_the_keys_of_the_board(
    people: People,
) -> None:
    """The focus goes to the question, and from there back to the board, where it came from."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=CLOSE)
    hand, page = Typing(table), table.page
    seen = table.look()
    hand.keys("Shift+d")
    expect(table.offer).to_be_focused()
    page.keyboard.press("Shift+n")
    expect(table.offer).to_be_hidden()
    expect(page.locator("#board [role=option]:focus")).to_have_count(1)
    assert table.look().now == seen.now
    page.keyboard.press("Shift+d")
    expect(table.offer).to_be_focused()
    page.keyboard.press("Shift+y")
    assert table.rest(seen).view["offer"]["kind"] == "double"
    expect(page.locator("#board [role=option]:focus")).to_have_count(1)


def test_the_cube_is_offered_by_a_click_on_it(people: People) -> None:
    table = people.come().new_table(
        game=game_of("table"), opponent="here", match=TO_FIVE, start=CLOSE
    )
    hand, seen = Dragging(table), table.look()
    table.page.mouse.click(*table.drawn(".cube .body"))
    # A click on it asks; only the answer, in another place, offers it.
    assert table.look().seq == seen.seq
    hand.press(table.button("confirm"))
    seen = table.rest(seen)
    assert seen.view["offer"]["kind"] == "double"
    hand.press(table.button("take"))
    assert table.rest(seen).view["cube"] == {"value": 2, "owner": "B"}


def test_a_game_is_resigned(people: People) -> None:
    """Asked twice, and the other may refuse."""
    first, second = match(people)
    hands = (Clicking(first), Clicking(second))
    for kind, points in (("refuse", 0), ("accept", 1)):
        seen = first.look()
        hands[0].seldom("resign1")
        assert first.look().seq == seen.seq
        hands[0].press(first.button("confirm"))
        second.reach(first.rest(seen).seq)
        expect(second.offer).to_be_visible()
        answers(hands[1], kind, first)
        assert score(second) == {"W": 0, "B": points}


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_resignation_is_refused_is_seen_on_a_phone(people: People, language: str) -> None:
    """Beside what is asked next, in two lines."""
    table = people.come(language, PHONE).new_table(
        game=game_of("table"), opponent="computer", colour="white", start=LOST
    )
    seen, said = table.look(), Words(language).text("{player} plays on for a gammon.", player="")
    Clicking(table).resign()
    table.rest(seen)
    expect(table.prompt).to_contain_text(said.strip())
    expect(table.page.locator("#whole")).to_be_hidden()


def test_who_waits_is_told_when_he_can_resign(people: People) -> None:
    first, second = match(people)
    second.reach(first.look().seq)
    before = second.look().now
    Clicking(second).seldom("resign")
    expect(second.prompt).to_contain_text(Words("de").text(NOT_YET[1]))
    assert second.look().now == before
    assert "resign" not in first.sheet()


def test_who_is_offered_a_double_may_ask_for_a_hint(people: People) -> None:
    """The answers lie in the place of the button: on a phone the sheet has it."""
    table = people.come("en", PHONE, touch=True).new_table(
        game=game_of("table"), opponent="here", hints=True, match=TO_FIVE, start=CLOSE
    )
    hand = Touching(table)
    assert "hint" not in table.sheet()
    hand.double()
    expect(table.button("take")).to_be_visible()
    hand.seldom("hint")
    expect(table.prompt).to_contain_text(re.compile("(take|drop|pass)", re.IGNORECASE))
    expect(table.page.locator("#advice")).to_be_visible()
    expect(table.button("take")).to_be_visible()


def test_a_result_is_read_once(people: People) -> None:
    """In the line of state of a phone: what happened at the end is the result."""
    one = {"length": 1, "games": None}
    table, other = invited(people, ("it", "it"), game=game_of("table"), match=one, start=CLOSE)
    table.page.set_viewport_size(PHONE)
    seen = table.look()
    Clicking(table).resign()
    other.reach(table.rest(seen).seq)
    seen = table.look()
    Clicking(other).press(other.button("accept"))
    table.rest(seen)
    expect(table.result).to_be_attached()
    told = table.prompt.inner_text()
    lines = [line for line in table.look().view["result"].split(". ") if line]
    assert all(told.count(line.rstrip(".")) == 1 for line in lines), told


def test_who_names_a_throw_may_ask_for_a_hint(people: People) -> None:
    """The throws to choose from lie in the place of the button, too."""
    table = people.come("en", PHONE, touch=True).new_table(
        game="free-choice", opponent="here", hints=True
    )
    expect(table.page.locator("#choices button").first).to_be_visible()
    Touching(table).seldom("hint")
    expect(table.page.locator("#advice")).to_be_visible()


def test_after_a_beaver_both_answers_say_what_they_cost(people: People) -> None:
    """The cube stays with the one who beavered, and who drops loses what he had doubled to."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", match={"beavers": True}, start=CLOSE
    )
    hand = Clicking(table)
    hand.double()
    expect(table.button("take")).to_contain_text("for 2, cube yours")
    expect(table.button("drop")).to_contain_text("you lose 1 point")
    expect(table.button("beaver")).to_contain_text("for 4, cube yours")
    hand.press(table.button("beaver"))
    expect(table.button("take")).to_contain_text("for 4, cube with the other")
    expect(table.button("drop")).to_contain_text("you lose 2 points")
    hand.press(table.button("drop"))
    expect(table.prompt).to_contain_text("2 points")
    assert score(table) == {"W": 0, "B": 2}
