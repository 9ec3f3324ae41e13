"""Playing with the hand on the board: two clicks a turn, and no slip does what was not meant."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.hands import Clicking, Touching
from browser.places import NO_CUBE, game_of, near_end
from browser.table_page import Seen, TablePage
from browser.visitors import DESK, PHONE, People

RACE = "W 19:3 20:2 | B 6:3 5:2 | W"
SHUT = "W 19:14 bar:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 7:3 | W"
OPEN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
CLOSE = "W 17:2 19:5 20:4 21:4 | B 8:2 6:5 5:4 4:4 | W"


def empty(table: TablePage, seen: Seen) -> tuple[float, float]:
    """A place of the board where nothing lies."""
    taken = {int(point) for point in seen.view["board"]["points"]}
    return table.spot(next(point for point in range(2, 24) if point not in taken))


def head(table: TablePage) -> str:
    """Who plays, whose turn it is, pips and score, as they are shown."""
    return " ".join(table.page.locator(".head").inner_text().split())


@pytest.mark.parametrize("touch", [False, True])
def test_a_whole_match_with_two_clicks_a_turn(people: People, touch: bool) -> None:
    """A click on the empty board throws, one on a target or checker plays, the rest goes by itself;
    nothing beside the board is touched."""
    visitor = people.come("it", PHONE if touch else DESK, touch)
    visitor.like(auto_throw=True, auto_forced=True, auto_done=True)
    game = NO_CUBE
    table = visitor.new_table(game=game, opponent="here", start=near_end(game, 5))
    hand = Touching(table) if touch else Clicking(table)
    clicks = turns = 0
    seen = table.rest()
    while not seen.view["over"]:
        if len({(path["from"], path["to"]) for path in seen.paths if len(path["steps"]) == 1}) > 1:
            hand.one_by_one = False
            path = max(seen.paths, key=lambda path: len(path["steps"]))
            hand.step(seen, path)
            clicks += 1
        turns += seen.view["throw"] is not None and seen.may("done")
        seen = table.rest(seen)
    assert clicks <= 2 * max(1, turns) + 2
    expect(table.prompt).to_have_text(seen.view["result"])


def test_space_never_scrolls_the_board_away(people: People) -> None:
    """Pressed where there is nothing to go on with, or held, Space stays the key of the table."""
    visitor = people.come("it", PHONE)
    table = visitor.new_table(game=game_of("table"), opponent="here", start=OPEN)
    page = table.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    seen = table.rest()
    assert seen.view["throw"] is not None
    assert seen.paths
    assert page.evaluate(
        """[false, true].every(repeat => !document.body.dispatchEvent(new KeyboardEvent(
          'keydown', {key: ' ', repeat, bubbles: true, cancelable: true})))"""
    )
    assert table.look().view["throw"] == seen.view["throw"]


def test_the_empty_board_throws_and_finishes(people: People) -> None:
    table = people.come().new_table(game=game_of("table"), opponent="here", start=RACE)
    hand = Clicking(table)
    seen = table.look()
    hand.tap(*empty(table, seen))
    thrown = table.rest(seen)
    assert thrown.view["throw"] is not None
    seen = thrown
    while not seen.may("done"):
        seen = hand.move()
    hand.tap(*empty(table, seen))
    assert table.rest(seen).view["actor"] != thrown.view["actor"]


def test_the_dice_throw_nothing_twice_and_finish(people: People) -> None:
    """Played dice are tapped to finish."""
    table = people.come().new_table(game=game_of("table"), opponent="here", start=RACE)
    hand = Clicking(table)
    seen = hand.move()
    while not seen.may("done"):
        seen = hand.move()
    hand.tap(*table.drawn(".die"))
    assert table.rest(seen).view["actor"] == "B"


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_space_and_enter_go_on_anywhere(people: People, key: str) -> None:
    """With the focus nowhere in particular they throw and finish; in a field they write, on a
    button they press it."""
    table = people.come().new_table(game=game_of("table"), opponent="here", start=RACE)
    hand = Clicking(table)
    seen = table.look()
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press(key)
    seen = table.rest(seen)
    assert seen.view["throw"] is not None
    while not seen.may("done"):
        seen = hand.move()
    table.open("more").locator("#type").focus()
    table.page.keyboard.press(" ")
    assert table.look().seq == seen.seq
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press(key)
    assert table.rest(seen).view["actor"] == "B"


def test_the_second_button_takes_back(people: People) -> None:
    table = people.come().new_table(game=game_of("table"), opponent="here", start=RACE)
    hand = Clicking(table)
    hand.one_by_one = True
    before = hand.move()
    seen = hand.move()
    table.page.mouse.click(*empty(table, seen), button="right")
    assert table.rest(seen).stand == before.stand


def test_a_second_click_while_the_opening_is_thrown_is_no_mistake(people: People) -> None:
    """The dice still fall: a click on the main button then gets no red sentence."""
    visitor = people.come(still=False).like(speed="slow", sounds=False)
    table = visitor.new_table(game=game_of("table"), opponent="here")
    seen = table.look()
    for _ in range(3):
        table.main.click(force=True)
    after = table.rest(seen)
    assert table.page.locator("#state.refusal").count() == 0
    assert table.page.locator("#state.refusal").count() == 0
    assert after.seq == 1


def test_the_table_offers_once_to_go_by_itself(people: People) -> None:
    """After three own turns, in the line of state; yes turns the three settings on, and it is
    remembered."""
    visitor = people.come()
    table = visitor.new_table(game=NO_CUBE, opponent="here", start=near_end(NO_CUBE, 14))
    hand, once = Clicking(table), table.page.locator("#once")
    seen = table.rest()
    while not once.is_visible():
        seen = hand.move()
        assert not seen.view["over"]
    with table.page.expect_response("**/settings"):
        once.locator('[data-key="auto_yes"]').click()
    expect(once).to_be_hidden()
    for name in ("auto_throw", "auto_forced", "auto_done"):
        assert table.page.evaluate("name => seen.settings.get(name)", name) is True
    table.reach(seen.seq + 1)
    visitor.like(auto_throw=False, auto_forced=False, auto_done=False)
    table.page.reload()
    table.ready()
    for _ in range(8):
        if table.look().view["over"]:
            return
        hand.move()
        assert not once.is_visible()


def test_what_is_asked_or_told_is_seen_in_place_of_that_offer(people: People) -> None:
    """The line has room for one question: its answers stand in the row of actions."""
    table = people.come("en").new_table(game=NO_CUBE, opponent="here", start=near_end(NO_CUBE, 14))
    hand, once = Clicking(table), table.page.locator("#once")
    while not once.is_visible():
        assert not hand.move().view["over"]
    hand.seldom("resign1")
    expect(table.button("confirm")).to_be_visible()
    expect(once).to_be_hidden()
    table.button("no").click()
    expect(once).to_be_visible()
    table.page.evaluate("seen.hand.refuse(['No.'], [])")
    expect(once).to_be_hidden()
    expect(table.prompt).to_have_text("No.")
    hand.move()
    expect(once).to_be_hidden()


def test_who_is_shut_out_is_passed_over(people: People) -> None:
    """His turns go by themselves, as long as he may not double, and it is said."""
    table = people.come().new_table(game="acey-deucey", opponent="here", start=SHUT)
    seen = table.reach(1)
    assert seen.view["throw"] is not None or seen.view["actor"] == "B"
    expect(table.news).to_contain_text(table.strings()["shut_out"])
    expect(table.page.locator(".seat.B")).to_have_class(re.compile("turn"))


def test_a_throw_that_moves_nothing_stays_in_view(people: People) -> None:
    """Beside the next question stands what somebody else did, or his throw if he played nothing."""
    table = people.come().new_table(game=game_of("table"), opponent="here")
    shown = table.page.evaluate(
        """async () => {
          const main = document.querySelector('script[type=module]').src;
          const { State } = await import(new URL('state.js', main).href);
          const state = new State();
          const seen = [];
          for (const events of [
            [['6-2', 'throw'], ['8/2', 'news']], [['5-3', 'throw']], [['6-1', '']],
          ]) {
            for (const [sentence, kind] of events) state.happened([sentence], kind);
            state.ask('?');
            seen.push(state.text.textContent);
          }
          return seen;
        }"""
    )
    assert shown == ["8/2 ?", "5-3 ?", "?"]


def test_typed_dice_are_typed_anywhere(people: People) -> None:
    """No throw button stands there; two digits throw, wherever the focus is not in a field."""
    table = people.come().new_table(
        game=game_of("table"), opponent="here", dice="typed", start=RACE
    )
    expect(table.main).to_have_count(0)
    expect(table.page.locator("#choices button")).to_have_count(6)
    seen = table.look()
    table.page.evaluate("document.activeElement.blur()")
    table.page.keyboard.press("5")
    table.page.keyboard.press("3")
    assert table.rest(seen).view["throw"] == [5, 3]


def test_an_old_position_shows_its_own_head(people: People) -> None:
    """Pips, dice and what was asked are those of then, not of now."""
    table = people.come().new_table(game=game_of("table"), opponent="here", start=OPEN)
    hand = Clicking(table)
    before = head(table)
    for _ in range(9):
        hand.move()
    now = head(table)
    assert now != before
    table.tab("log").get_by_role("button", name=table.strings()["first"]).click()
    expect(table.main).to_have_text(table.strings()["return"])
    assert head(table) == before
    assert table.page.evaluate("seen.board.view.dice") == []
    table.main.click()
    assert head(table) == now


def test_the_browsers_tab_tells_my_turn(people: People) -> None:
    """Title and icon change when I am to move, and back."""
    table = people.come("en").new_table(
        game=NO_CUBE, opponent="computer", level="beginner", colour="white", start=RACE
    )
    icon = table.page.locator("link[rel=icon]")
    assert "your turn" in table.page.title()
    assert str(icon.get_attribute("href")).endswith("turn.svg")
    two = people.come("en").new_table(game=NO_CUBE, opponent="here", start=RACE)
    assert "your turn" not in two.page.title()


def test_the_sheet_opens_and_gives_the_focus_back(people: People) -> None:
    table = people.come().new_table(game=game_of("table"), opponent="here", start=CLOSE)
    more = table.page.locator("#more")
    more.focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#sheet")).to_be_focused()
    table.page.keyboard.press("Tab")
    expect(table.page.locator("#sheet button").first).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("#sheet")).to_be_hidden()
    expect(more).to_be_focused()
