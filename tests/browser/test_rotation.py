"""A match whose games are played in turn, in the browser: each lies on its own board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browser.table_page import TablePage
from browser.visitors import DESK, PHONE, People
from tavola.games import OFFERED
from tavola.rules.model.drawing_layout import layout_of

TAVLI = OFFERED["tavli"]
LAST = {
    1: "W 24:1 | B 1:15 | W | game:1",
    2: "W 24:1 | B 1:15 | W | score:1-0 game:2",
    3: "W 24:1 | B 12:15 | W | score:1-1 game:3",
}
"""A throw before the end of each game: White bears off his last checker."""


def board_of(table: TablePage) -> dict[str, list[int]]:
    """The tracks of the board as it is drawn, and as names and hand know it."""
    found: list[dict[str, list[int]]] = table.page.evaluate(
        "() => [seen.board, seen.game, seen.grid.names].map(({ layout }) => layout.tracks)"
    )
    assert found[0] == found[1] == found[2]
    return found[0]


_LIES = """async (wanted) => {
  const end = performance.now() + 20000;
  while (JSON.stringify(seen.board.layout.tracks) !== JSON.stringify(wanted)) {
    if (performance.now() > end) throw new Error('another board lies there');
    await new Promise((done) => { setTimeout(done, 10); });
  }
}"""


def lies(table: TablePage, number: int) -> None:
    """Wait until the board of a game lies there, and for all who know it."""
    table.page.evaluate(_LIES, tracks_of(number))
    assert board_of(table) == tracks_of(number)


def tracks_of(number: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = layout_of(TAVLI.ruleset(None, number))["tracks"]
    return found


def finish(table: TablePage) -> None:
    """Throw, bear off, and end the throw."""
    before = table.look()
    table.main.click()
    seen = table.rest(before)
    if seen.view["phase"] == "move" and seen.paths:
        table.page.keyboard.press("Escape")
        table.page.mouse.click(*table.spot(24))
        if table.look().paths:
            table.page.mouse.click(*table.spot("off", "W"))
        seen = table.rest(seen)
    if seen.view["phase"] == "move":
        table.main.click()
        table.rest(seen)


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_next_game_lies_on_its_board(people: People, number: int, window: object) -> None:
    visitor = people.come("en", window)  # type: ignore[arg-type]
    table = visitor.new_table(game="tavli", opponent="here", start=LAST[number])
    assert table.look().view["playing"] == TAVLI.played(number).id
    assert board_of(table) == tracks_of(number)
    finish(table)
    over = table.look()
    assert over.view["phase"] == "over", over.view["say"]
    table.main.click()
    seen = table.rest(over)
    following = TAVLI.played(number + 1)
    assert (seen.view["playing"], seen.view["actor"]) == (following.id, "W")
    assert board_of(table) == tracks_of(number + 1)
    starts = {
        (str(point), "WB"[side])
        for side, setup in enumerate(following.rules.start)
        for point, _ in setup.points
    }
    assert set(table.lying()) == starts
    expect(table.page.locator("#score")).to_contain_text(
        {"portes": "Portes", "plakoto": "Plakoto", "fevga": "Fevga"}[following.id]
    )
    table.tab("rules")
    link = table.page.locator("#panel-rules a").first
    assert f"/games/{following.id}?" in str(link.get_attribute("href"))
    expect(table.page.locator("#rules h2").first).to_be_visible()
    # Looking back shows the other board again, and coming back this one.
    table.tab("log")
    table.page.keyboard.press("Escape")
    table.page.locator("#log .player button").first.click()
    lies(table, number)
    table.page.locator("#log .player button").nth(4).click()
    lies(table, number + 1)
    assert set(table.lying()) == starts
    table.page.reload()
    table.ready()
    assert board_of(table) == tracks_of(number + 1)
    visitor.check()


def test_the_rules_that_are_read_are_those_of_the_next_game(people: People) -> None:
    """They stand open while it begins."""
    table = people.come().new_table(game="tavli", opponent="here", start=LAST[1])
    finish(table)
    over = table.look()
    expect(table.result).to_be_visible()
    rules = table.tab("rules").locator("#rules")
    expect(rules.locator("h2").first).to_be_visible()
    before = rules.inner_text()
    table.main.click()
    table.rest(over)
    expect(rules.locator("h2").first).to_be_visible()
    assert rules.inner_text() != before


def test_a_result_that_is_loaded_late_stands_beside_no_other_game(people: People) -> None:
    table = people.come().new_table(game="tavli", opponent="here", start=LAST[1])
    loads: list[Route] = []
    table.page.route("**/result.js", lambda route: loads.append(route))  # noqa: PLW0108
    with table.page.expect_request("**/result.js"):
        finish(table)
    over = table.look()
    table.main.click()
    table.rest(over)
    panel = table.tab("rules")
    loads[0].continue_()
    # Who asks for it after the table did gets it after the table has it.
    table.page.evaluate("(address) => import(address)", loads[0].request.url)
    expect(panel).to_be_visible()
    expect(table.result).to_be_hidden()


def test_a_step_in_the_second_game(people: People) -> None:
    visitor = people.come("it")
    table = visitor.new_table(game="tavli", opponent="here", start=LAST[1])
    finish(table)
    before = table.look()
    table.main.click()
    seen = table.rest(before)
    before = seen
    table.main.click()
    seen = table.rest(before)
    assert seen.paths
    path = seen.paths[0]
    table.page.mouse.click(*table.spot(path["from"]))
    if table.look().seq == seen.seq:
        table.page.mouse.click(*table.spot(path["to"]))
    after = table.rest(seen)
    assert after.seq > seen.seq
    visitor.check()
