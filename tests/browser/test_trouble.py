"""Reloaded, cut off, killed: a table goes on at the same number of the same throw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.hands import Clicking, Hand
from browser.places import NO_CUBE, game_of, near_end
from browser.table_page import Seen, TablePage
from browser.visitors import People, Visitor
from serving import House

RACE = "W 19:3 20:2 | B 6:3 5:2 | W"
CUT = "WebSocket|ERR_|Failed to load resource"
"""What a browser tells when there is no line."""


def in_mid_turn(visitor: Visitor, way: type[Hand] = Clicking) -> tuple[Hand, Seen]:
    """A table where one number of a throw is played and another one is left."""
    game = game_of("table")
    table = visitor.new_table(game=game, opponent="here", start=near_end(game, 12))
    hand = way(table)
    for _ in range(60):
        seen = hand.move()
        if seen.may("undo") and seen.paths:
            return hand, seen
    raise AssertionError("no throw of which a part is left")


def goes_on(hand: Hand, before: Seen) -> None:
    """The turn can be played to its end, and the next one begins."""
    seen = hand.turn()
    assert seen.seq > before.seq
    assert seen.view["actor"] != before.view["actor"] or seen.view["over"]


def test_a_reload_in_mid_turn(people: People) -> None:
    hand, before = in_mid_turn(people.come())
    hand.table.page.reload()
    hand.table.ready()
    after = hand.table.rest()
    assert (after.seq, after.stand) == (before.seq, before.stand)
    assert after.paths == before.paths
    goes_on(hand, after)


def test_the_same_table_in_a_second_window(people: People) -> None:
    """Both windows of one person show the same, whichever of them is played in."""
    visitor = people.come()
    hand, before = in_mid_turn(visitor)
    other = Clicking(visitor.sit(hand.table.id))
    assert other.table.look().stand == before.stand
    seen = other.move()
    assert hand.table.reach(seen.seq).stand == seen.stand
    goes_on(hand, seen)


def test_half_a_throw_that_was_typed_is_forgotten_with_its_turn(people: People) -> None:
    """Somebody types the whole throw in a second window: no die of it belongs to the next one."""
    visitor = people.come()
    wishes = {"game": NO_CUBE, "opponent": "here", "dice": "typed", "start": RACE}
    hand = Clicking(visitor.new_table(**wishes))
    other = Clicking(visitor.sit(hand.table.id))
    hand.face(3)
    first = hand.table.strings()["dice_first"]
    expect(hand.table.prompt).not_to_contain_text(first)
    other.move((2, 1))
    seen = other.turn()
    hand.table.reach(seen.seq)
    expect(hand.table.prompt).to_contain_text(first)
    hand.face(5)
    hand.face(4)
    assert hand.table.rest(seen).view["throw"] == [5, 4]


BREAK = """() => {
    const socket = seen.game.connection.socket;
    const told = socket.onclose;
    socket.onclose = null;
    socket.close();
    told({ code: 1006 });
}"""
"""The socket breaks now.  Closed in good order it would wait for the answer of the server, which
without a network may be long in coming."""


def test_a_dead_line_is_noticed_by_the_answer_that_does_not_come(people: People) -> None:
    """Nothing closes the connection of a phone in a tunnel: who plays there is soon told."""
    visitor = people.come()
    visitor.expects(CUT)
    hand, before = in_mid_turn(visitor)
    table = hand.table
    table.page.clock.install()
    visitor.context.set_offline(True)
    hand.press(table.button("undo"))
    table.page.clock.fast_forward(2_500)
    table.page.clock.fast_forward(8_500)
    expect(table.prompt).to_have_text(table.strings()["offline"])
    assert table.look().stand == before.stand


def test_the_network_is_lost_and_comes_back(people: People) -> None:
    """What was played meanwhile in another window is there when the line is."""
    visitor = people.come()
    visitor.expects(CUT)
    hand, before = in_mid_turn(visitor)
    cut = hand.table
    home = people.come()
    home.context.add_cookies(visitor.context.cookies())  # type: ignore[arg-type]
    other = Clicking(home.sit(cut.id))
    visitor.context.set_offline(True)
    cut.page.evaluate(BREAK)
    cut.until("lost")
    expect(cut.news).to_contain_text(cut.strings()["offline"])
    hand.press(cut.button("undo"))
    expect(cut.news).to_contain_text(cut.strings()["lost"])
    expect(cut.prompt).to_have_text(cut.strings()["lost"])
    assert cut.look().stand == before.stand
    seen = other.move()
    visitor.context.set_offline(False)
    assert cut.reach(seen.seq).stand == seen.stand
    cut.until("connected")
    goes_on(hand, seen)


def test_what_is_asked_stands_there_again_when_the_line_is_back(people: People) -> None:
    """Without a word of what happened meanwhile, since nothing did."""
    visitor = people.come()
    visitor.expects(CUT)
    hand, before = in_mid_turn(visitor)
    table = hand.table
    table.page.evaluate(BREAK)
    table.until("lost")
    table.until("connected")
    expect(table.prompt).to_have_text(f"{table.strings()['online']} {before.view['say']}")


SLOW = """(() => {
  const Real = WebSocket;
  window.WebSocket = class {
    static CONNECTING = Real.CONNECTING;
    static OPEN = Real.OPEN;
    static CLOSING = Real.CLOSING;
    static CLOSED = Real.CLOSED;
    constructor(address) {
      window.connect = () => {
        const real = new Real(address);
        real.onmessage = (event) => this.onmessage(event);
        real.onclose = (event) => this.onclose(event);
        this.real = real;
      };
    }
    get readyState() { return this.real?.readyState ?? Real.CONNECTING; }
    send(message) { this.real.send(message); }
    close() { this.real?.close(); }
  };
})()"""
"""A connection that opens when a test says so."""
OPENED = """async () => {
  const main = document.querySelector('script[type=module]').src;
  await import(main);
  await import(new URL('result.js', main).href);
  await new Promise((done) => { setTimeout(done); });
  connect();
}"""
"""The page has asked for all that it shows at first; then its connection opens."""


def test_what_a_page_asks_before_its_connection_opens_is_answered(people: People) -> None:
    """How the game went stands in its result, and the moves in their list, on a slow line, too."""
    visitor = people.come()
    game = game_of("table")
    table = visitor.new_table(game=game, opponent="here", start=near_end(game, 1))
    hand = Clicking(table)
    while not table.look().view["result"]:
        hand.move()
    facts = table.result.locator("li")
    expect(facts).not_to_have_count(0)
    told = facts.all_inner_texts()
    page = visitor.context.new_page()
    page.add_init_script(SLOW)
    page.goto(table.page.url)
    page.evaluate(OPENED)
    expect(TablePage(page).result.locator("li")).to_have_text(told)


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[House]:
    """A server of one's own, to be killed."""
    found = House(tmp_path / "home")
    yield found
    found.close()


def test_the_server_is_killed_in_mid_turn(chromium: Browser, frail: House) -> None:
    guests = People(chromium, frail.base)
    visitor = guests.come()
    visitor.expects(CUT)
    hand, before = in_mid_turn(visitor)
    table = hand.table
    frail.kill()
    table.until("lost")
    expect(table.news).to_contain_text(table.strings()["offline"])
    frail.start()
    table.until("connected")
    expect(table.news).to_contain_text(table.strings()["online"])
    after = table.rest()
    assert (after.seq, after.stand) == (before.seq, before.stand)
    assert after.paths == before.paths
    # A page that comes now gets the same, and what was undone can be played otherwise.
    assert TablePage(visitor.page(f"/t/{table.id}")).look().stand == before.stand
    hand.seldom("undo_turn")
    seen = table.rest(after)
    assert all(die["state"] == "left" for die in seen.view["dice"])
    goes_on(hand, seen)
    guests.leave()


def test_the_dice_are_the_same_after_a_kill(chromium: Browser, frail: House) -> None:
    """Sealed dice: the throw to come does not change, and the record verifies at the end."""
    guests = People(chromium, frail.base)
    visitor = guests.come()
    visitor.expects(CUT)
    game = game_of("rows")
    table = visitor.new_table(game=game, opponent="here", start=near_end(game, 6))
    commitment = visitor.fetch(f"/t/{table.id}/record.json")["dice"]["commitment"]
    hand = Clicking(table)
    hand.move()
    frail.kill()
    table.until("lost")
    frail.start()
    table.until("connected")
    while not table.rest().view["over"]:
        hand.move()
    record = visitor.fetch(f"/t/{table.id}/record.json")
    assert record["dice"]["commitment"] == commitment
    answer = visitor.context.request.post(f"{frail.base}/api/v1/verify", data=record)
    assert answer.json()["sound"] is True
    page = visitor.page(f"/t/{table.id}/dice")
    expect(page.locator(".verdict")).to_have_attribute("data-verdict", "yes")
    guests.leave()
