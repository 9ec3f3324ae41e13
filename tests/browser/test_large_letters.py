"""Pages for somebody whose browser writes everything larger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from scripts.board_shots import CHROMIUM

from browser.hands import Touching
from browser.places import game_of
from browser.test_tutor import BLUNDER, sit, typed, warned
from browser.visitors import PHONE, SMALL, People
from serving import House

LYING: ViewportSize = {"width": 640, "height": 320}
"""A small phone held across: beside the board there is little room, with letters of any size."""
START = "W 1:1 19:2 | B 5:1 9:1 13:1 17:1 24:2 | W"
"""With a 4-4 White hits four times: the longest word of a list of moves."""


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
@pytest.mark.parametrize("size", ["150%", "200%"])
def test_large_letters_stay_on_a_phone(people: People, language: str, size: str) -> None:
    """The head, above all, whose links stand in one line where they can."""
    visitor = people.come(language, PHONE)
    for address in ("/", "/mine", "/keys", f"/games/{game_of('table')}/openings"):
        page = visitor.page(address)
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        width = page.evaluate("document.scrollingElement.scrollWidth")
        assert width == PHONE["width"], address


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
def test_no_long_word_makes_a_page_wider_than_a_small_phone(people: People, language: str) -> None:
    """Rules and what is read like them: German has long words, and some names are longer."""
    visitor = people.come(language, SMALL)
    page = visitor.page()
    games = [f"/games/{game}" for game in ("misere", "tapa", "eureka")]
    for address in ("/", "/words", "/history", "/lessons", "/editor", *games):
        page.goto(visitor.base + address)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        for box in page.locator("main details").all():
            box.evaluate("box => { box.open = true; }")
        width = page.evaluate("document.scrollingElement.scrollWidth")
        assert width == SMALL["width"], address


BROKEN = """button => {
  const text = button.querySelector('span').firstChild;
  const words = [...text.data.matchAll(/[^\\s-]+/g)];
  return words.filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
}"""
"""The words of a button that stand in more than one line."""


@pytest.fixture
def readers(chromium: Browser, house: House) -> Iterator[People]:
    """People whose browser writes everything twice as large: the pages know it from the start."""
    large = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    )
    found = People(large, house.base)
    yield found
    found.leave()
    large.close()


def width(page: Page) -> int:
    return int(page.evaluate("document.scrollingElement.scrollWidth"))


def check_advice(page: Page) -> None:
    """Every play of a hint can be read and tapped; nothing lies upon it."""
    plays = page.locator("#advice .play")
    expect(plays.nth(1)).to_be_visible()
    for play in plays.all():
        parts = [part.bounding_box() for part in play.locator("> *").all() if part.inner_text()]
        button = parts[0]
        assert button
        assert button["width"] >= 60
        for part in parts[1:]:
            beside = part and part["x"] >= button["x"] + button["width"]
            assert beside or (part and part["y"] >= button["y"] + button["height"])


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
@pytest.mark.parametrize("window", [SMALL, LYING], ids=["small", "lying"])
def test_a_table_has_room_for_its_words(
    people: People, readers: People, language: str, window: ViewportSize
) -> None:
    """Hints, moves, answers and all boxes: on a small phone with large letters, and on one held
    across with usual ones."""
    visitor = (people if window is LYING else readers).come(language, window, touch=True)
    table = visitor.new_table(
        game="backgammon", opponent="here", dice="typed", hints=True, start=START
    )
    hand, page = Touching(table), table.page
    hand.move((4, 4))
    page.locator("#ask").tap()
    check_advice(page)
    best = page.locator("#advice .best")
    assert best.inner_text().count("*") == 4
    best.tap()
    table.rest()
    moves = table.tab("log").locator("li button")
    expect(moves.first).to_contain_text("*")
    for move in moves.all():
        assert move.evaluate("one => one.scrollWidth <= one.clientWidth")
    hand.seldom("resign1")
    expect(table.button("confirm")).to_be_visible()
    for half in page.locator("#offer button").all():
        box = half.bounding_box()
        assert box
        assert box["width"] >= 120
        assert half.evaluate("one => one.scrollHeight <= one.clientHeight + 2")
    table.button("no").tap()
    table.tab("table").evaluate(
        "panel => panel.querySelectorAll('details').forEach(box => { box.open = true; })"
    )
    expect(page.locator("#seeds li, #seeds input, #invite img").first).to_be_attached()
    assert width(page) == window["width"]


def test_a_hint_on_a_small_phone_takes_one_line_a_play(people: People) -> None:
    """In German, whose word for a loss is the longest."""
    table = people.come("de", SMALL, touch=True).new_table(
        game="backgammon", opponent="here", dice="typed", hints=True, start=START
    )
    Touching(table).move((2, 1))
    table.page.locator("#ask").tap()
    check_advice(table.page)
    for play in table.page.locator("#advice .play").all():
        tops = [one.bounding_box() for one in play.locator("button, summary").all()]
        button, figures = (box["y"] + box["height"] / 2 for box in tops if box)
        assert abs(button - figures) < 12


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
@pytest.mark.parametrize("window", [SMALL, LYING], ids=["small", "lying"])
def test_a_tutor_is_answered_in_whole_words(
    people: People, language: str, window: ViewportSize
) -> None:
    """Three answers side by side, or one below the other."""
    table = sit(people, language, window)
    typed(table, BLUNDER)
    table.main.click()
    warned(table)
    for answer in table.page.locator("#offer button").all():
        broken = answer.evaluate(BROKEN)
        assert broken == [], answer.inner_text()
