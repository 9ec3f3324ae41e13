"""What a screen reader gets of a table: everything once, in order, never too quickly; and elements
for what is drawn.  `tests/screenreader` lets a real one read."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocket, expect

from browser.hands import Clicking, Dragging, Touching, Typing
from browser.places import game_of, near_end
from browser.table_page import PATIENCE, TablePage
from browser.test_company import invited
from browser.test_cube import CLOSE, TO_FIVE
from browser.visitors import PHONE, People

APART = 100
"""Milliseconds between two paragraphs of the live region: readers lose what comes sooner."""
_LISTEN = """() => {
  window.said = [];
  new MutationObserver((changes) => {
    const now = performance.now();
    for (const { addedNodes } of changes) {
      for (const line of addedNodes) said.push([now, line.textContent.trim()]);
    }
  }).observe(document.querySelector('[aria-live]'), { childList: true, subtree: true });
}"""
SILENT = """async () => {
  const { speech } = seen.grid.speech;
  while (speech.queue.length) await new Promise((done) => { setTimeout(done, 10); });
}"""
"""Waits until all is said."""
_AT = "([x, y]) => document.elementFromPoint(x, y).dataset.place"
THROWN = "W 24:5 | B 1:2 | W 3-3"
"""White has thrown, and there is one thing to do."""


class Ear:
    """Hears the live region of a page, and what the server sent to be said."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self.sent: list[str] = []
        table.page.on("websocket", self._listen)
        table.page.reload()
        table.ready()
        table.page.evaluate(_LISTEN)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._told(json.loads(frame)))

    def _told(self, message: dict[str, Any]) -> None:
        for event in message["events"] if message["type"] == "events" else ():
            self.sent += event.get("say", ())

    def heard(self) -> list[tuple[float, str]]:
        """When each paragraph came, and what it says."""
        self.table.page.evaluate(SILENT)
        return [(when, text) for when, text in self.table.page.evaluate("said")]

    def check(self) -> str:
        """Each sentence of the server was said once, in order, not too quickly; all of it."""
        heard = self.heard()
        times = [when for when, _ in heard]
        assert all(b - a >= APART for a, b in pairwise(times)), heard
        said = " ".join(text for _, text in heard)
        at = 0
        for sentence in self.sent:
            found = said.find(sentence, at)
            assert found >= 0, (sentence, said[at:])
            at = found + len(sentence)
        # A sentence may be part of another one; as often as it was sent, and not more.
        for sentence in set(self.sent):
            sent = sum(other.count(sentence) for other in self.sent)
            assert said.count(sentence) == sent, sentence
        return said


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_whole_game_is_heard_once_and_in_order(people: People, language: str) -> None:
    game = game_of("table")
    table = people.come(language).new_table(game=game, opponent="here", start=near_end(game, 6))
    ear, hand = Ear(table), Clicking(table)
    while not table.look().view["over"]:
        hand.move()
    said = ear.check()
    assert ear.sent
    assert said.count(ear.sent[-1]) == 1


def test_an_offered_cube_is_heard_by_both(people: People) -> None:
    """What happened and what is asked, in this order; then the answer."""
    first, second = invited(people, game=game_of("table"), match=TO_FIVE, start=CLOSE)
    ears = [Ear(table) for table in (first, second)]
    seen = second.look()
    Clicking(first).double()
    seen = second.rest(seen)
    Clicking(second).press(second.button("take"))
    first.reach(second.rest(seen).seq)
    for ear in ears:
        ear.check()
        assert len(ear.sent) == 2
    asked = seen.view["say"]
    said = " ".join(text for _, text in ears[1].heard())
    assert said.index(ears[1].sent[0]) < said.index(asked) < said.index(ears[1].sent[1])


def test_the_host_is_told_that_the_match_begins(people: People) -> None:
    """He waits in another tab of his browser, or listens: who has come, then what is to be done."""
    host, guest = people.come("en"), people.come("de")
    links = host.ask_for(game=game_of("table"), opponent="friend", colour="white")
    first = host.sit(links["table"])
    ear = Ear(first)
    usual = first.page.title()
    page = guest.page(links["join"])
    page.locator("main form button.main").click()
    page.wait_for_url("**/t/*")
    expect(first.page).to_have_title(re.compile(f"^● {re.escape(first.strings()['your_turn'])} "))
    asked = first.look().view["say"]
    told = [text for _, text in ear.heard()]
    assert told[0].startswith("Black has sat down.")
    assert told[-1].endswith(asked)
    title = first.page.title()
    assert title.endswith(usual)


def test_who_comes_by_tab_hears_where_he_is_and_what_is_asked(people: People) -> None:
    """An element with a text has the focus, and the reader reads it; what is asked is said once."""
    table = people.come("it").new_table(game=game_of("table"), opponent="here")
    ear, page = Ear(table), table.page
    focused = page.locator("#board [role=option]:focus")
    Typing(table).walk_to(table.board)
    expect(focused).to_have_attribute("aria-selected", "true")
    expect(focused).to_have_text(re.compile(r"\D\d"))
    before = focused.inner_text()
    page.keyboard.press("ArrowRight")
    expect(focused).not_to_have_text(before)
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_text(before)
    assert [text for _, text in ear.heard()] == [table.look().view["say"]]


@pytest.mark.parametrize("window", [PHONE, None])
def test_a_finger_explores_the_points_and_presses_them(
    people: People, window: ViewportSize | None
) -> None:
    """Over each drawn place lies its element; a reader's press picks up and puts down."""
    touch = window is not None
    table = people.come("en", window, touch).new_table(
        game=game_of("table"), opponent="here", start=THROWN
    )
    page = table.page
    seen = table.rest()
    path = next(path for path in seen.paths if len(path["steps"]) == 1)
    for place in seen.view["board"]["points"]:
        found = page.evaluate(_AT, table.spot(int(place)))
        assert found == place
    source = page.locator(f'#board [data-place="{path["from"]}"]')
    expect(source).to_contain_text("5")
    # A reader presses an element by itself: no finger lies there.
    source.evaluate("element => element.click()")
    assert page.evaluate("seen.hand.picked") == path["from"]
    page.locator(f'#board [data-place="{path["to"]}"]').evaluate("element => element.click()")
    seen = table.rest(seen)
    # The hand plays through the same elements as if they were not there.
    hand = Touching(table) if touch else Dragging(table)
    assert hand.turn().view["actor"] != seen.view["actor"]


def test_only_what_changed_is_written_anew(people: People) -> None:
    """A step touches the elements of few places."""
    table = people.come().new_table(game=game_of("table"), opponent="here", start=THROWN)
    page = table.page
    expect(page.locator("#board [role=option]").first).not_to_have_text("")
    page.evaluate("seen.grid.told()")
    page.evaluate(
        """() => { window.written = new Set();
          new MutationObserver((changes) => changes.forEach(({ target }) => written.add(
            target.dataset.place))).observe(document.getElementById('board'), {
              childList: true, subtree: true, attributes: true }); }"""
    )
    seen = table.rest()
    Clicking(table).move()
    table.rest(seen)
    page.evaluate("seen.grid.told()")
    written = page.evaluate("[...written].filter(Boolean).length")
    assert 0 < written < 6


def test_the_text_says_each_point_once(people: People) -> None:
    """Only what stands somewhere; Escape leads back to the board."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here")
    page = table.page
    Typing(table).keys("b")
    view = page.get_by_role("region", name=table.strings()["text_view"])
    expect(view).to_be_focused()
    points = table.look().view["board"]["points"]
    rows = view.get_by_role("rowheader")
    expect(rows).to_have_count(len(points))
    for text in rows.all_inner_texts():
        assert text.count("oint ") == 1
    page.keyboard.press("Escape")
    expect(view).to_be_hidden()
    expect(page.locator("#board :focus")).to_have_count(1)


def test_switches_say_what_they_did(people: People) -> None:
    table = people.come("en").new_table(game=game_of("table"), opponent="here")
    ear, hand = Ear(table), Typing(table)
    strings = table.strings()
    hand.walk_to(table.board)
    ear.heard()
    for key, setting, values in (
        ("v", "voice", ("voice_brief", "voice_full")),
        ("q", "sounds", ("on", "off_switch")),
    ):
        for value in values:
            hand.keys(key)
            assert ear.heard()[-1][1] == f"{strings[setting]}: {strings[value]}."


def test_who_sits_down_and_who_goes_is_said_once(people: People) -> None:
    """The server says it when somebody has really gone; he who comes back is said to be here."""
    first = people.come("en").new_table(game=game_of("table"), opponent="friend", colour="white")
    address = first.open("invite").get_by_role("textbox").input_value()
    ear = Ear(first)
    guest = people.come("de")
    page = guest.page(address)
    page.locator("main form input[name=name]").fill("Anna")
    page.locator("main form button.main").click()
    page.wait_for_url("**/t/*")
    TablePage(page)
    seat = first.page.locator("#far")
    expect(seat).to_contain_text("Anna")
    page.goto("about:blank")
    away = first.strings()["away"]
    expect(seat).to_contain_text(away)
    expect(first.news).to_contain_text("Anna is away.", timeout=PATIENCE)
    page.goto(f"{guest.base}/t/{first.id}")
    expect(seat).not_to_contain_text(away)
    expect(first.news).to_contain_text("Anna is back.", timeout=PATIENCE)
    said = " ".join(text for _, text in ear.heard())
    for sentence in ("Anna has sat down.", "Anna is away.", "Anna is back."):
        assert said.count(sentence) == 1
    assert said.index("down.") < said.index("away.") < said.index("back.")


def test_names_and_numbers_stand_apart(people: People) -> None:
    """What a reader makes of the head: no number runs into a word; signs are for the eye."""
    table = people.come("it").new_table(game=game_of("table"), opponent="computer", colour="white")
    parts = table.page.locator(".head p:not(:empty)")
    expect(parts).to_have_count(3)
    for text in parts.all_text_contents():
        assert not re.search(r"\d[^\W\d]|[^\W\d]\d", text), text
    for name in table.page.locator("summary").all():
        assert name.evaluate("element => getComputedStyle(element, '::before').content") in (
            '""', "none", "normal",
        )  # fmt: skip
    assert "·" not in table.page.title()


SIX_FIVE = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W 6-5"


def test_a_key_that_finds_nothing_says_what_is_true(people: People) -> None:
    """The throw is to be played, only not from here; there is nothing yet to take back."""
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=SIX_FIVE)
    hand = Typing(table)
    hand.walk_to(table.board)
    hand.keys("1", "Enter")
    expect(table.news).to_contain_text("You have no checker on 1: ")
    hand.keys("m")
    expect(table.news).to_contain_text("Nothing can be played from here now.")
    expect(table.news).not_to_contain_text("No checker can be played now.")
    expect(table.news).not_to_contain_text("There is nothing to play now.")
    asked = table.look().view["say"]
    hand.keys("u")
    expect(table.news.locator("p").last).to_have_text(asked)


def test_enter_on_the_board_begins_the_next_game(people: People) -> None:
    """As it throws and ends a turn.  After the last one it leads to the button, which takes another
    Enter: no slip leaves the table."""
    start, two = "W 24:1 | B 1:2 | W 3-2", {"length": None, "games": 2}
    for match, over in ((two, False), ({"games": 1}, True)):
        table = people.come("en").new_table(
            game=game_of("table"), opponent="here", start=start, match=match
        )
        hand = Typing(table)
        for keys in (("1", "Enter", "2", "5", "Enter"), ("Enter",)):
            seen = table.look()
            hand.keys(*keys)
            seen = table.rest(seen)
        assert (seen.view["over"], "next" in seen.view["may"]) == (over, not over)
        hand.keys("Enter")
        if over:
            expect(table.main).to_be_focused()
            assert table.look().now == seen.now
        else:
            assert table.rest(seen).view["game"] == 2


def test_looking_back_says_who_played(people: People) -> None:
    table = people.come("en").new_table(game=game_of("table"), opponent="here", start=SIX_FIVE)
    hand = Clicking(table)
    while table.look().view["side"] == "W":
        hand.move()
    keys = Typing(table)
    keys.walk_to(table.board)
    keys.keys("PageUp")
    expect(table.news).to_contain_text("Looking back: White 65: ")
