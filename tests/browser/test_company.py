"""Several browsers at one table: two play each other, a third may only look."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.hands import Clicking, Hand, Typing
from browser.places import game_of, near_end
from browser.table_page import Seen, TablePage
from browser.visitors import SMALL, People, Visitor
from tavola.server.http.guests import NAME_LENGTH

LONGEST = 400
NEAR_START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"


def invited(
    people: People, languages: tuple[str, str] = ("en", "de"), **wishes: Any
) -> tuple[TablePage, TablePage]:
    """Two people at one table: the second came by the link that the first one's page shows."""
    host, guest = map(people.come, languages)
    first = host.new_table(opponent="friend", colour="white", **wishes)
    link = first.open("invite").get_by_role("textbox").input_value()
    page = guest.page(link)
    page.locator("main form button.main").click()
    page.wait_for_url("**/t/*")
    second = TablePage(page)
    first.until("full")
    return first, second


def together(*tables: TablePage) -> list[Seen]:
    """The tables when every page has heard what one of them has: news reach one after the other."""
    newest = max(table.look().seq for table in tables)
    return [table.reach(newest) for table in tables]


def alike(*tables: TablePage) -> None:
    """All pages have heard the same."""
    stands = [seen.stand for seen in together(*tables)]
    assert all(stand == stands[0] for stand in stands)
    drawn = [table.checkers() for table in tables]
    assert all(count == drawn[0] for count in drawn)


def test_two_browsers_play_and_a_third_watches(people: People) -> None:
    game = game_of("table")
    first, second = invited(people, game=game, start=near_end(game, 8))
    watcher = people.come("fr").sit(first.id)
    assert (first.look().mine, second.look().mine, watcher.look().mine) == (["W"], ["B"], [])
    assert first.look().facing != second.look().facing
    expect(first.tab("table").locator("#notes")).to_contain_text("1")  # somebody watches
    hands: tuple[Hand, Hand] = (Clicking(first), Typing(second))
    moves = 0
    while not together(first, second)[0].view["over"]:
        mover = next(hand for hand in hands if can_move(hand.table))
        mover.move()
        moves += 1
        assert moves < LONGEST
    alike(first, second, watcher)
    for table in (first, second, watcher):
        expect(table.result).to_contain_text(table.look().view["result"])
    assert len({table.look().view["result"] for table in (first, second, watcher)}) == 3


def can_move(table: TablePage) -> bool:
    """Whether this page's player can do something that moves the game on."""
    seen = table.look()
    return bool(seen.paths) or seen.may("opening", "throw", "done", "next")


def test_a_watcher_can_do_nothing(people: People) -> None:
    game = game_of("table")
    first, second = invited(people, game=game, start=near_end(game, 6))
    watcher = people.come("it").sit(first.id)
    hand = Clicking(first)
    seen = first.look()
    for table in (first, second):
        if table.look().may("throw"):
            hand = Clicking(table)
    seen = hand.move()
    before = watcher.reach(seen.seq)
    assert before.view["may"] == []
    assert before.paths == []
    for button in watcher.page.locator("#places button").all():
        expect(button).to_have_attribute("aria-disabled", "true")
    assert not {"double", "undo_turn", "swap", "back", "draw", "resign1"} & {*watcher.sheet()}
    looking = Clicking(watcher)
    for place in before.view["board"]["points"]:
        looking.tap(*watcher.spot(int(place)))
    watcher.board.press("Enter")
    watcher.board.press("Shift+Enter")
    watcher.open("more")
    watcher.page.locator("#type").fill("6/5")
    watcher.page.locator("#type-form button").first.click()
    # What its page does not offer, the table refuses.
    for message in ("'throw'", "'done'", "'undo'", "'double'", "'resign', {number: 1}"):
        answer = watcher.page.evaluate(f"async () => (await seen.game.act({message})).type")
        assert answer == "refused"
    assert watcher.page.evaluate("async () => (await seen.game.back()).type") == "refused"
    links = watcher.open("invite").get_by_role("textbox").input_value()
    assert "/join/" not in links
    alike(first, second, watcher)
    assert first.look().seq == seen.seq


def test_a_taken_seat_is_not_given_twice(people: People) -> None:
    host = people.come()
    links = host.ask_for(game=game_of("rows"), opponent="friend")
    guest = people.come("fr").page(links["join"])
    guest.locator("main form button.main").click()
    guest.wait_for_url("**/t/*")
    late = people.come("it")
    late.expects("410")
    page = late.page(links["join"])
    expect(page.locator("main form")).to_have_count(0)
    expect(page.locator("main h1")).not_to_be_empty()


def test_a_rematch_brings_both_to_one_table(people: People) -> None:
    game = game_of("table")
    first, second = invited(people, game=game, start=near_end(game, 1))
    hands = (Clicking(first), Clicking(second))
    while not together(first, second)[0].view["over"]:
        next(hand for hand in hands if can_move(hand.table)).move()
    old = first.id
    first.main.click()
    first.page.wait_for_url(lambda url: not url.endswith(old))
    # Whoever still looks at the result sees that he is waited for, and not that nobody is there.
    expect(second.prompt).to_contain_text("möchte noch einmal spielen")
    expect(second.page.locator("#far .away")).to_have_count(0)
    second.main.click()
    second.page.wait_for_url(lambda url: not url.endswith(old))
    assert second.id == first.id


def test_the_longest_names_fit_a_phone(people: People) -> None:
    host, guest = people.come("fr", window=SMALL), people.come("de", window=SMALL)
    for visitor, sign in ((host, "W"), (guest, "Ẅ")):
        visitor.like(name=sign * NAME_LENGTH)
    links = host.ask_for(
        game="backgammon", opponent="friend", colour="white", match={"games": 1}, start=NEAR_START
    )
    page = fitting(guest, links["join"])
    page.locator("main form button.main").click()
    page.wait_for_url("**/t/*")
    first, second = host.sit(links["table"]), TablePage(page)
    fitting(guest, "/")
    fitting(guest, "/mine")
    Clicking(first).resign()
    second.until("reached", 1)
    second.button("accept").click()
    second.until("reached", 2)
    for address in ("/mine", "/mine/statistics", f"/t/{first.id}/review", f"/t/{first.id}/dice"):
        fitting(guest, address)
    late = people.come("it", window=SMALL)
    late.expects("410")
    fitting(late, links["join"])


def fitting(visitor: Visitor, address: str) -> Page:
    """A page that shows all of itself in the width of its window."""
    page = visitor.page(address)
    widths = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], (address, widths)
    return page


def test_who_comes_stands_beside_what_is_asked(people: People) -> None:
    """And does not take its place: the host reads that his friend is there, and what to do."""
    first, _ = invited(people, game=game_of("table"), start=NEAR_START)
    expect(first.prompt).to_contain_text("Black has sat down.")
    expect(first.prompt).to_contain_text(first.look().view["say"])


def test_nobody_is_on_turn_while_a_seat_is_open(people: People) -> None:
    """A game that White begins without a throw for it, and Black has not come yet."""
    table = people.come("en").new_table(game="free-choice", opponent="friend", colour="white")
    words = table.strings()
    assert words["your_turn"] not in table.page.title()
    expect(table.page.locator("#near")).not_to_contain_text(words["your_turn"])


def test_a_target_that_was_tapped_stays_while_somebody_comes_to_watch(people: People) -> None:
    """The tap on a checker that follows is about that target, and no play of its own."""
    start = "W 8:3 12:5 17:3 19:4 | B 24:2 13:5 6:8 | W 6-2"
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=start)
    hand = Clicking(table)
    seen = table.look()
    hand.tap(*table.spot(14, "W"))
    expect(table.prompt).to_have_text(table.strings()["choose_checker"])
    people.come("de").sit(table.id)
    expect(table.page.locator("#notes")).to_have_text(table.strings()["watching"].format(count=1))
    hand.tap(*table.spot(12, "W"))
    left = [die["face"] for die in table.rest(seen).view["dice"] if die["state"] == "left"]
    assert left == [6]
