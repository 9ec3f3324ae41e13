"""The pages around the board, by hand: search, groups, sheet, set-up, no connection."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.places import game_of
from browser.table_page import PATIENCE
from browser.visitors import PHONE, SMALL, People
from serving import House

KEPT = "async (path) => Boolean(await caches.match(path))"
PATHS = """async () => {
  const found = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const asked = await Promise.all(found.map((cache) => cache.keys()));
  return asked.flat().map(({ url }) => new URL(url).pathname);
}"""


def _kept(page: Page) -> None:
    """Wait until the service worker looks after the page."""
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_a_family_is_filtered(people: People) -> None:
    page = people.come().page("/")
    shown = page.locator(".card:visible")
    everything = shown.count()
    counts = []
    for link in page.locator("[data-filter] a").all()[1:]:
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        counts.append(shown.count())
        assert link.locator("small").inner_text() == str(counts[-1])
    assert sum(counts) == everything
    assert min(counts) > 0


def test_searching_by_the_keyboard(people: People) -> None:
    """Without marks and in another language; the number of matches is said, and none is no end."""
    page = people.come("de").page("/")
    shown, said = page.locator(".card:visible"), page.locator("#shown")
    everything = shown.count()
    page.locator(".search input").focus()
    page.keyboard.type("LANCIO FISSO")
    expect(shown).to_have_count(1)
    expect(said).not_to_have_text("")
    assert "q=" in page.url
    page.keyboard.press("Enter")
    expect(shown.locator("h3 a")).to_be_focused()
    page.locator(".search input").fill("xyzzy")
    expect(shown).to_have_count(0)
    expect(said).not_to_have_text("")
    page.locator(".search input").fill("")
    expect(shown).to_have_count(everything)


def test_a_search_is_an_address(people: People) -> None:
    """What was sought is found again, also without the script."""
    visitor = people.come("en", java_script_enabled=False)
    page = visitor.page("/?q=lancio")
    found = page.locator(".card:visible").count()
    assert 0 < found < page.locator(".card").count()
    page.locator(".search input").fill("gioul")
    page.locator(".search input").press("Enter")
    expect(page.locator(".card:visible")).to_have_count(1)


def test_the_sheet_gives_the_focus_back(people: People) -> None:
    page = people.come("fr").page("/")
    link = page.locator(".card").nth(2).locator(".ways")
    link.focus()
    page.keyboard.press("Enter")
    sheet = page.locator("#ways")
    expect(sheet).to_be_visible()
    expect(sheet.locator("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_a_card_is_one_link_on_a_phone(people: People) -> None:
    page = people.come("it", PHONE, touch=True).page("/")
    card = page.locator(".card").nth(3)
    card.scroll_into_view_if_needed()
    name = card.locator("h3").inner_text()
    box = card.locator(".shows").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**/games/*")
    expect(page.locator("h1")).to_have_text(name)


@pytest.mark.parametrize("language", ["it", "fr", "en"])
def test_nothing_is_wider_than_a_small_phone(people: People, language: str) -> None:
    """In the languages in which `test_every_page.py` does not look."""
    visitor = people.come(language, SMALL, touch=True)
    visitor.ask_for(game=game_of("table"), opponent="computer")
    for address in ("/", f"/games/{game_of('table')}", "/mine", "/offline"):
        page = visitor.page(address)
        assert page.evaluate("document.scrollingElement.scrollWidth") == SMALL["width"], address


def test_the_set_up_reads_what_is_chosen(people: People) -> None:
    """Each line says its value, without the script too; what does not belong is not shown."""
    page = people.come("en", java_script_enabled=False).page(f"/games/{game_of('table')}")
    level = page.locator(".line:has([name=level])")
    assert level.locator(".values").inner_text() == "Casual player"
    level.locator("summary").click()
    level.locator("input[value=master]").check()
    assert level.locator(".values").inner_text() == "Master"
    page.locator("input[name=opponent][value=here]").check()
    expect(level).to_be_hidden()
    expect(page.locator(".line:has([name=colour])")).to_be_hidden()


def test_without_a_connection_what_was_read_can_be_read(people: People) -> None:
    visitor = people.come("it")
    visitor.expects("ERR_INTERNET_DISCONNECTED")
    page = visitor.page("/")
    _kept(page)
    game = game_of("table")
    page.goto(f"{visitor.base}/games/{game}")
    title = page.locator("h1").inner_text()
    page.wait_for_function(
        "async (path) => Boolean(await caches.match(path))", arg=f"/games/{game}"
    )
    table = visitor.ask_for(game=game, opponent="here")["table"]
    page.goto(f"{visitor.base}/t/{table}")
    visitor.context.set_offline(True)

    page.goto(f"{visitor.base}/games/{game}")
    expect(page.locator("h1")).to_have_text(title)
    assert page.evaluate("getComputedStyle(document.body).display") == "flex", "with its styles"

    for address in ("/", f"/t/{table}", "/mine", f"/games/{game_of('ring')}"):
        page.goto(visitor.base + address)
        expect(page.locator("#kept li:visible")).to_have_count(1)
        expect(page.locator("#kept li:visible a")).to_have_attribute("href", f"/games/{game}")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    kept = page.evaluate(PATHS)
    assert f"/games/{game}" in kept
    assert not [path for path in kept if re.match(r"/(t|api|mine|join)\b", path)]

    visitor.context.set_offline(False)
    expect(page.locator(".setup")).to_be_visible()  # by itself


def test_a_server_that_comes_back_is_found(chromium: Browser, tmp_path: Path) -> None:
    """Nobody's line was cut, so that no browser says that anything is back."""
    house = House(tmp_path)
    people = People(chromium, house.base)
    try:
        visitor = people.come("de")
        visitor.expects("ERR_|Failed to load resource")
        page = visitor.page("/")
        _kept(page)
        house.kill()
        page.goto(f"{visitor.base}/games/{game_of('table')}")
        expect(page.locator("#nothing")).to_be_visible()
        house.start()
        expect(page.locator(".setup")).to_be_visible(timeout=PATIENCE)  # by itself
        people.leave()
    finally:
        house.close()


def test_a_new_version_takes_over_what_was_kept(people: People) -> None:
    visitor = people.come("en")
    page = visitor.page("/")
    _kept(page)
    page.goto(f"{visitor.base}/words")
    page.wait_for_function(KEPT, arg="/words")
    before = page.evaluate("caches.keys()")
    page.evaluate("() => navigator.serviceWorker.register('/worker.js?v=another')")
    page.wait_for_function("async () => (await caches.keys()).join() === 'tavola-another'")
    assert before != ["tavola-another"]
    assert page.evaluate(KEPT, "/words"), "what was read can still be read"
    assert page.evaluate(KEPT, "/offline")
