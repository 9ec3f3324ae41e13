"""Nobody is held hostage: whoever waits in vain is asked whether the match shall be broken off, and
whoever has finished one goes on with what he likes."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.hands import Clicking
from browser.table_page import TablePage
from browser.test_company import invited
from browser.visitors import SMALL, People, Visitor
from tavola.server.match.presence import PATIENCE


def test_who_waits_in_vain_is_asked_whether_to_break_off(people: People) -> None:
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
    first, second = invited(people, game="backgammon", start=start)
    first.page.clock.install()
    second.page.close()
    expect(first.page.locator("#far .away")).to_be_visible()
    expect(first.offer).to_be_hidden()
    first.page.clock.fast_forward(1000 * (PATIENCE + 1))
    expect(first.prompt).to_have_text(first.strings()["claim_ask"].format(name="Black"))
    first.page.clock.fast_forward(1000)
    expect(first.offer.locator("button")).to_have_count(2)
    # The clock of this page runs ahead: at the table the minute has not passed.
    first.offer.locator('[data-key="claim"]').click()
    expect(first.page.locator("#state.refusal #prompt")).to_be_visible()
    assert not first.look().view["over"]
    assert "claim" in first.sheet()


def test_who_comes_back_is_not_asked_about_any_more(people: People) -> None:
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
    first, second = invited(people, game="backgammon", start=start)
    first.page.clock.install()
    address = second.page.url
    second.page.goto("about:blank")
    expect(first.page.locator("#far .away")).to_be_visible()
    first.page.clock.fast_forward(1000 * (PATIENCE + 1))
    asked = first.strings()["claim_ask"].format(name="Black")
    expect(first.prompt).to_have_text(asked)
    second.page.goto(address)
    expect(first.offer).to_be_hidden()
    expect(first.prompt).not_to_contain_text(asked)
    first.page.clock.fast_forward(1000)
    expect(first.prompt).to_contain_text(first.look().view["say"])


def test_who_waits_for_somebody_who_never_came_is_asked_as_well(people: People) -> None:
    """A seat taken by a page that was closed at once, or a rematch that the other does not want."""
    host, guest = people.come(), people.come("fr")
    made = host.ask_for(game="backgammon", opponent="friend", colour="white")
    first = host.sit(made["table"])
    first.page.clock.install()
    invite = made["join"].rpartition("/")[2]
    assert guest.context.request.post(f"{guest.base}/api/v1/join/{invite}", data={}).ok
    expect(first.prompt).to_contain_text("the dice wait for his seed")
    expect(first.main).to_have_attribute("aria-disabled", "true")
    first.page.clock.fast_forward(1000 * (PATIENCE + 1))
    expect(first.prompt).to_have_text(first.strings()["claim_ask"].format(name="Black"))
    second = guest.sit(made["table"])
    expect(first.main).not_to_have_attribute("aria-disabled", "true")
    expect(first.offer).to_be_hidden()
    Clicking(second).move()
    assert first.reach(1).stand == second.look().stand


def test_on_a_phone_no_number_of_pips_is_cut_beside_who_is_away(people: People) -> None:
    first, second = invited(people, game="backgammon")
    first.page.set_viewport_size(SMALL)
    facts = first.page.locator("#far .facts")
    cut = """facts => [...facts.children].filter(part => {
      const [box, room] = [part, facts].map(one => one.getBoundingClientRect());
      return box.width > 1 && (box.left < room.left - 1 || box.right > room.right + 1);
    }).map(part => part.textContent)"""
    assert facts.evaluate(cut) == []
    second.page.close()
    expect(facts.locator(".away")).to_be_visible()
    assert facts.evaluate(cut) == []
    expect(facts).to_contain_text("167")  # for the ear


def test_who_erased_himself_is_not_waited_for(people: People) -> None:
    """The other hears at once that he does not come back, and may break the match off."""
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
    first, second = invited(people, game="backgammon", start=start)
    words = first.strings()
    second.page.goto(second.page.url.partition("/t/")[0] + "/mine/erase")
    second.page.locator("main form button.danger").click()
    expect(first.page.locator("#far .away")).to_have_text(words["away_for_good"])
    expect(first.prompt).to_have_text(words["claim_gone"].format(name="Black"))
    first.offer.locator('[data-key="claim"]').click()
    expect(first.page.locator("#far .away")).to_be_hidden()
    # Nobody is left for a rematch.
    expect(first.page.locator("#result details")).to_have_count(0)
    first.main.click()
    first.page.wait_for_url("**/games/backgammon")


def won_at_once(visitor: Visitor) -> TablePage:
    """A match against the computer that is over with its first throw."""
    table = visitor.new_table(
        game="backgammon",
        level="beginner",
        colour="white",
        match={"games": 1},
        start="W 24:1 | B 1:1 | W",
    )
    hand = Clicking(table)
    while not table.look().view["over"]:
        hand.move()
    return table


def test_after_a_match_comes_another_game_at_another_level(people: People) -> None:
    table = won_at_once(people.come("en"))
    box = table.result.locator("details")
    box.locator("summary").click()
    games, levels = box.locator("select").all()
    expect(games).to_have_value("backgammon")
    expect(levels.locator("option")).not_to_have_count(0)
    games.select_option("pin")
    levels.select_option("club")
    expect(box.locator("form button")).to_have_text(table.strings()["next_table"])
    old = table.page.url
    box.locator("form button").click()
    table.page.wait_for_url(lambda url: "/t/" in url and url != old)
    again = TablePage(table.page)
    expect(again.page.locator("h1")).to_contain_text("Pin")
    [computer] = [seat for seat in again.look().view["seats"] if seat["kind"] == "computer"]
    assert computer["level"] == "club"


def test_a_match_that_was_broken_off_says_so(people: People) -> None:
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
    first, second = invited(people, game="backgammon", start=start)
    # The minute is the server's: what it tells then comes here at once. Nothing has been played.
    for table in (first, second):
        table.page.evaluate(
            """() => {
              const { id, waiting, epoch, seq, mine, facing, view } = seen.game;
              const ended = { over: true, may: [], paths: [], say: 'Over.', result: 'Broken off.' };
              seen.game.receive({
                type: 'table', table: id, waiting, epoch, seq, mine, facing,
                view: { ...view, ...ended },
              });
            }"""
        )
        expect(table.prompt).to_contain_text("Broken off.")
        expect(table.result).to_contain_text("Broken off.")
        expect(table.page.locator("#tab-table")).to_have_attribute("aria-selected", "true")


def test_the_question_whether_to_break_off_takes_nobody_from_his_field(people: People) -> None:
    """He hears it, and what he types goes on into the field: no letter of it answers."""
    start = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | B"
    first, second = invited(people, game="backgammon", start=start)
    first.page.clock.install()
    field = first.open("more").locator("#type")
    field.fill("8")
    second.page.close()
    expect(first.page.locator("#far .away")).to_be_visible()
    first.page.clock.fast_forward(1000 * (PATIENCE + 1))
    asked = first.strings()["claim_ask"].format(name="Black")
    expect(first.prompt).to_have_text(asked)
    expect(field).to_be_focused()
    first.page.clock.fast_forward(1000)
    expect(first.news).to_contain_text(asked)
    first.page.keyboard.type("/5")
    expect(field).to_have_value("8/5")


def test_what_comes_next_is_asked_inside_its_box(people: People) -> None:
    """On the smallest phone the list of games stood out of it, and touched the list of levels."""
    table = won_at_once(people.come("de", SMALL))
    table.result.locator("summary").click()
    games, levels = table.result.locator("select").all()
    expect(levels.locator("option")).not_to_have_count(0)
    box, above, below = table.result.bounding_box(), games.bounding_box(), levels.bounding_box()
    assert box
    assert above
    assert below
    assert above["x"] + above["width"] < box["x"] + box["width"]
    assert above["y"] + above["height"] + 8 <= below["y"]
