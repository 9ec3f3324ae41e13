"""What has the focus goes, and another takes it: the keyboard is never nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FilePayload, Route, expect

from browser.hands import Clicking, Reading, Typing
from browser.places import game_of, near_end
from browser.test_company import can_move, invited
from browser.test_table_tools import OPEN
from browser.visitors import People


def test_a_play_that_was_advised_leaves_the_focus_on_the_button_that_goes_on(
    people: People,
) -> None:
    """The list of advice goes with the play."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="computer", colour="white", dice="typed", start=OPEN
    )
    hand = Typing(table)
    hand.move((3, 1))
    hand.press(table.button("hint"))
    best = table.page.locator("#advice .best")
    expect(best).to_be_visible()
    seen = table.look()
    hand.press(best)
    table.rest(seen)
    expect(table.main).to_be_focused()


def test_the_end_of_a_game_takes_whoever_reads_the_moves_along(people: People) -> None:
    """The tab Table is shown by itself: the focus goes to its name, and not with the list."""
    game = game_of("table")
    tables = invited(people, game=game, start=near_end(game, 1))
    mover, reader = tables if can_move(tables[0]) else tables[::-1]
    reader.tab("log")
    moves = reader.page.locator("#log ol")
    moves.focus()
    hand = Clicking(mover)
    while not mover.look().view["over"]:
        expect(moves).to_be_focused()
        hand.move()
    expect(reader.result).to_be_visible()
    expect(reader.page.locator("#tab-table")).to_be_focused()


def test_the_list_of_moves_is_one_stop_before_its_lines(people: People) -> None:
    """The tabulator leads from its tab into the list: the panel around it has nothing to say."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=OPEN)
    Clicking(table).turn()
    table.tab("log")
    expect(table.page.locator("#log li button").first).to_be_visible()
    table.page.locator("#tab-log").focus()
    table.page.keyboard.press("Tab")
    expect(table.page.locator("#log ol")).to_be_focused()


def test_who_names_a_throw_by_its_button_goes_on_where_it_is_played(people: People) -> None:
    """The buttons to choose from go; the one that goes on has the focus before it is needed."""
    table = people.come("en").new_table(game="free-choice", opponent="here")
    seen = table.look()
    Typing(table).press(table.page.locator("#choices button").first)
    table.rest(seen)
    expect(table.main).to_be_focused()


def test_who_resigns_beside_throws_to_name_keeps_the_focus(people: People) -> None:
    table = people.come("en").new_table(game="free-choice", opponent="here")
    seen = table.look()
    hand = Typing(table)
    hand.seldom("resign1")
    hand.press(table.button("no"))
    expect(table.page.locator("#more")).to_be_focused()
    assert table.look().now == seen.now


def test_who_plays_by_the_text_view_keeps_the_focus_where_a_double_is_chosen(
    people: People,
) -> None:
    """The last step goes with its button, and what goes on is not there: the last place is."""
    table = people.come("en").new_table(
        game="acey-deucey", opponent="here", start="W 10:1 12:14 | B 13:15 | W 2-1"
    )
    hand = Reading(table)
    while not table.look().view["choose"]:
        hand.move()
    expect(table.page.locator("#more")).to_be_focused()


def test_who_comes_closes_the_invitation_and_leaves_the_focus_at_its_name(people: People) -> None:
    """The link that was just copied goes away under the host."""
    host, guest = people.come("en"), people.come("de")
    table = host.new_table(game=game_of("table"), opponent="friend")
    copy = table.open("invite").get_by_role("button", name=table.strings()["copy"], exact=True)
    copy.focus()
    page = guest.page(table.page.locator("#invite input").input_value())
    page.locator("main form button.main").click()
    table.until("full")
    expect(copy).to_be_hidden()
    expect(table.page.locator("#invite-box summary")).to_be_focused()


@pytest.mark.parametrize(
    "wishes",
    [{"game": game_of("table"), "dice": "typed", "start": f"{OPEN} 3-1"}, {"game": "free-choice"}],
    ids=["typed", "named"],
)
def test_who_ends_a_turn_by_its_button_goes_on_at_what_is_to_be_chosen(
    people: People, wishes: dict[str, Any]
) -> None:
    """The button goes where faces of dice or throws to name take its place: they have the focus,
    as a group, so that no key chooses one by accident."""
    table = people.come("en").new_table(opponent="here", **wishes)
    clicking, typing = Clicking(table), Typing(table)
    choices = table.page.locator("#choices")
    seen = clicking.move()
    while not choices.is_visible():
        if seen.may("done"):
            typing.press(table.main)
            seen = table.rest(seen)
        else:
            seen = clicking.move()
    expect(choices).to_be_focused()
    table.page.keyboard.press("Tab")
    expect(choices.locator("button").first).to_be_focused()


def test_who_takes_back_on_a_board_to_practise_on_keeps_the_focus(people: People) -> None:
    """Where nothing more can be taken back the button stays where it is, as at a table."""
    page = people.come("en").page("/games/backgammon/lessons/hit#step-hit")
    page.locator(".practice-more summary").click()
    page.locator("#type").fill("24/18")
    page.keyboard.press("Enter")
    undo = page.locator("[data-key=undo]")
    expect(undo).to_be_enabled()
    undo.focus()
    page.keyboard.press("Enter")
    expect(undo).to_be_disabled()
    expect(undo).to_be_focused()


def test_who_chooses_a_double_on_a_board_to_practise_on_keeps_the_focus(people: People) -> None:
    """The doubles to choose from go; the button that goes on has the focus."""
    page = people.come("en").page("/games/acey-deucey/lessons/gift")
    page.evaluate(
        """async () => {
          const { practice } = await import(document.querySelector('script[type=module]').src);
          document.getElementById('main').append(practice.root, practice.row);
          await practice.show({ game: 'acey-deucey', line: 'W 10:1 12:14 | B 13:15 | W 2-1' });
          while (!practice.game.view.choose.length) {
            const [path] = practice.hand.paths;
            if (path) practice.hand.play(path);
            await new Promise((done) => { setTimeout(done, 20); });
          }
        }"""
    )
    double = page.locator(".practice > .buttons button").first
    double.focus()
    page.keyboard.press("Enter")
    expect(double).to_be_hidden()
    expect(page.locator("#main-row button")).to_be_focused()


def test_files_that_are_sent_leave_the_focus_on_their_button(people: People) -> None:
    """While they go, and when all have gone; pressed again meanwhile it does nothing."""
    visitor = people.come("en")
    visitor.expects("422")
    page = visitor.page("/mine")
    held: list[Route] = []
    page.route("**/api/v1/records?*", lambda route: held.append(route), times=1)  # noqa: PLW0108
    form = page.locator("form[action='/mine/records']")
    files: list[FilePayload] = [
        {"name": name, "mimeType": "", "buffer": b"nonsense"} for name in ("one.mat", "two.mat")
    ]
    form.locator("input[type=file]").set_input_files(files)
    button = form.locator("button")
    button.focus()
    with page.expect_request("**/api/v1/records?*"):
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(form.locator(".sent")).to_contain_text("File 1 of 2")
    expect(button).to_be_focused()
    expect(button).to_be_disabled()
    held[0].continue_()
    expect(form.locator(".sent")).to_contain_text("0 of 2")
    expect(form.locator(".sent-files li")).to_have_count(2)
    assert len([address for address in visitor.requests if "/records?" in address]) == 2
    expect(button).to_be_focused()
    expect(button).to_be_enabled()
