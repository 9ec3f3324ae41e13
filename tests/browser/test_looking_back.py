"""While an old moment lies on the board: what is read there, and what is pressed beside it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.hands import Clicking, Typing
from browser.places import game_of
from browser.table_page import TablePage
from browser.test_table_tools import OPEN
from browser.visitors import People


def looks_back(table: TablePage) -> None:
    """The moment before the newest line lies on the board."""
    lines = table.tab("log").locator("#log li button")
    expect(lines.first).to_be_visible()
    table.page.get_by_role("button", name=table.strings()["first"]).click()
    expect(table.main).to_have_text(table.strings()["return"])


def test_the_ear_finds_on_the_board_what_the_eye_sees_there(people: People) -> None:
    """Cells and text view tell the moment that is looked at, and then again the present one."""
    table = people.come("en").new_table(
        game=game_of("table"), opponent="here", dice="typed", start=OPEN
    )
    keys = Typing(table)
    hand = Clicking(table)
    hand.move((3, 1))
    hand.turn()
    looks_back(table)
    past = table.page.evaluate("seen.grid.past.board.points")
    now = table.look().view["board"]["points"]
    place = next(point for point in past if past[point] != now.get(point))
    cell = table.board.locator(f'[data-place="{place}"]')
    expect(cell).to_contain_text(str(past[place]["count"]))
    keys.press(table.tab("table").locator("#text-button"))
    row = table.page.locator(f'#text-view tr[data-place="{place}"]')
    expect(row).to_contain_text(str(past[place]["count"]))
    old = row.locator("th").inner_text()
    table.main.click()
    expect(row.locator("th")).not_to_have_text(old)
    expect(cell).not_to_have_text(old)
