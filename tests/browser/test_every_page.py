"""Every page: no error, no violation of the policy, no foreign request, no sideways scrolling, and
nothing serious for those who use it without eyes or mouse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Response, ViewportSize, expect

from browser.hands import Clicking
from browser.places import SHAPES, game_of, near_end
from browser.table_page import TablePage
from browser.test_cube import CLOSE, TO_FIVE
from browser.visitors import DESK, SMALL, People, Visitor
from tavola.drawing.curve import Scale, Spot, curve
from tavola.words.translations import LANGUAGES

Opening = Callable[[Visitor], Page]
MOST_BYTES = 75_000
"""Of a table's page, packed as they are sent."""
MOST_UNPACKED = 180_000
MOST_REQUESTS = 20


def at(address: str, visitor: Visitor) -> Page:
    """A page by its address."""
    return visitor.page(address)


def _game(visitor: Visitor) -> Page:
    return visitor.page(f"/games/{game_of('table')}")


def _lesson(visitor: Visitor) -> Page:
    """A lesson in which something is asked, its boxes open."""
    page = visitor.page(f"/games/{game_of('table')}/lessons/hit#step-hit")
    expect(page.locator("#board .checkers")).to_be_attached()
    for box in page.locator("#step-hit details").all():
        box.evaluate("box => { box.open = true; }")
    return page


def _join(visitor: Visitor) -> Page:
    links = visitor.ask_for(game=game_of("table"), opponent="friend")
    visitor.context.clear_cookies()
    return visitor.page(links["join"])


def _mine(visitor: Visitor) -> Page:
    visitor.ask_for(game=game_of("rows"), opponent="here")
    finished(visitor)
    page = visitor.page("/mine")
    expect(page.locator(".finished li")).not_to_have_count(0)
    return page


def _statistics(visitor: Visitor) -> Page:
    finished(visitor)
    return visitor.page("/mine/statistics")


def finished(visitor: Visitor) -> TablePage:
    """A table whose match is over."""
    table = visitor.new_table(game=game_of("table"), opponent="here", start=CLOSE, match=None)
    seen = table.look()
    Clicking(table).resign(seen.view["resign"][0])
    seen = table.rest(seen)
    Clicking(table).press(table.button("accept"))
    table.rest(seen)
    return table


def _fairness(visitor: Visitor) -> Page:
    return visitor.page(f"/t/{finished(visitor).id}/dice")


def _table(shape: str, visitor: Visitor) -> Page:
    table = visitor.new_table(
        game=game_of(shape), opponent="here", start=near_end(game_of(shape), 9)
    )
    Clicking(table).move()
    return table.page


def _offer(visitor: Visitor) -> Page:
    table = visitor.new_table(game=game_of("table"), opponent="here", start=CLOSE, match=TO_FIVE)
    seen = table.look()
    Clicking(table).double()
    table.rest(seen)
    expect(table.offer).to_be_visible()
    return table.page


def _text(visitor: Visitor) -> Page:
    page = _table("table", visitor)
    page.locator("#tab-table").click()
    page.locator("#text-button").click()
    expect(page.locator("#text-view table")).to_be_visible()
    return page


def _boxes(visitor: Visitor) -> Page:
    """All boxes open, after a few moves."""
    table = visitor.new_table(game=game_of("table"), opponent="here", start=CLOSE)
    hand = Clicking(table)
    while not table.look().may("done"):
        hand.move()
    expect(table.tab("log").locator("#log li").first).to_be_visible()
    for box, inside in {
        "more": "#type", "settings": "#set-theme", "keys": "#keys kbd",
        "dice": "#commitment", "invite": "#invite input",
    }.items():  # fmt: skip
        expect(table.open(box).locator(inside).first).to_be_visible()
    return table.page


def _waiting(visitor: Visitor) -> Page:
    table = visitor.new_table(game=game_of("table"), opponent="friend", colour="white")
    expect(table.page.locator("#invite input")).to_be_visible()
    return table.page


def _typed(visitor: Visitor) -> Page:
    table = visitor.new_table(game=game_of("table"), opponent="here", dice="typed")
    expect(table.page.locator("#choices button")).to_have_count(6)
    return table.page


def _result(visitor: Visitor) -> Page:
    table = finished(visitor)
    expect(table.result).to_be_visible()
    return table.page


def _no_such(visitor: Visitor) -> Page:
    visitor.expects("404")
    return visitor.page("/t/nothing-is-here")


PAGES: dict[str, Opening] = {
    "wall": partial(at, "/"),
    "game": _game,
    "join": _join,
    "mine": _mine,
    "erase": partial(at, "/mine/erase"),
    "editor": partial(at, "/editor?game=gioul&length=5"),
    "statistics": _statistics,
    "dice": partial(at, "/dice"),
    "keys": partial(at, "/keys"),
    "words": partial(at, "/words"),
    "history": partial(at, "/history"),
    "offline": partial(at, "/offline"),
    "lessons": partial(at, "/lessons"),
    "lesson": _lesson,
    "fairness": _fairness,
    "no-such": _no_such,
    **{shape: partial(_table, shape) for shape in SHAPES},
    "offer": _offer,
    "text": _text,
    "boxes": _boxes,
    "waiting": _waiting,
    "typed": _typed,
    "result": _result,
}
"""Every page, and a table in all its states."""


def serious(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes']][:4]} {one['help']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_for_assistive_tools(people: People, name: str, scheme: str) -> None:
    page = PAGES[name](people.come("de", color_scheme=scheme))
    assert serious(page) == []


@pytest.mark.parametrize("theme", ["walnut", "linen", "night", "contrast", "safe"])
def test_every_theme_can_be_read(people: People, theme: str) -> None:
    visitor = people.come("en").like(theme=theme)
    assert serious(visitor.page("/")) == []
    assert serious(_boxes(visitor)) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_small_phone(people: People, name: str) -> None:
    page = PAGES[name](people.come("de", SMALL, touch=True))
    widths = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert widths == [SMALL["width"], SMALL["width"]]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("window", [SMALL, {"width": 720, "height": 360}, DESK], ids=str)
def test_the_board_is_seen_whole(people: People, shape: str, window: ViewportSize) -> None:
    """Board and main button without scrolling, however small the window."""
    page = _table(shape, people.come("de", window))
    page.evaluate("scrollTo(0, 0)")
    for selector in ("#board svg.board", "#main-place"):
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= window["width"]
        assert box["y"] + box["height"] <= window["height"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
def test_a_table_is_light(people: People, shape: str, language: str) -> None:
    """All that its page loads until the board lives, as it is sent and unpacked."""
    visitor = people.come(language)
    id = visitor.ask_for(game=game_of(shape), opponent="computer")["table"]
    got: list[Response] = []
    visitor.context.on("response", lambda response: got.append(response))  # noqa: PLW0108
    table = visitor.sit(id)
    expect(table.board.locator(".checkers")).to_be_attached()
    sizes = {response.url.rpartition("/")[2]: len(response.body()) for response in got}
    sent = [response.request.sizes()["responseBodySize"] for response in got]
    assert id in sizes
    assert "main.js" in sizes
    assert "table.css" in sizes
    assert sum(sent) < MOST_BYTES, sent
    assert sum(sizes.values()) < MOST_UNPACKED, sizes
    assert len(got) < MOST_REQUESTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_scripts_says_what_it_needs(people: People, language: str) -> None:
    visitor = people.come(language, java_script_enabled=False)
    id = visitor.ask_for(game=game_of("table"), opponent="here")["table"]
    page = visitor.page(f"/t/{id}")
    expect(page.locator("noscript .note")).to_be_visible()
    expect(page.locator("noscript .note")).to_contain_text("JavaScript")


def test_a_table_without_a_connection_shows_its_board(people: People) -> None:
    """The page itself holds the first position: the board is there before the socket is."""
    visitor = people.come()
    visitor.expects("WebSocket|ERR_")
    id = visitor.ask_for(game=game_of("table"), opponent="computer")["table"]
    page = visitor.context.new_page()
    page.route_web_socket("**/socket*", lambda line: line.close())
    page.goto(f"{visitor.base}/t/{id}")
    expect(page.locator("#board .checkers .checker")).to_have_count(30)


_LINES_OF_A_LOOK = """() => {
  const real = WebSocket;
  let made = 0;
  window.WebSocket = class extends real { constructor(...all) { super(...all); made += 1; } };
  dispatchEvent(new Event('online'));
  window.WebSocket = real;
  return made;
}"""
"""Whoever looks at a page again, or is connected again: how many lines it opens."""


def test_a_table_that_is_gone_is_not_asked_for_again(people: People) -> None:
    """Whoever looked at its page again was told once more that it is gone."""
    visitor = people.come("en")
    visitor.expects("WebSocket|ERR_")
    id = visitor.ask_for(game=game_of("table"), opponent="computer")["table"]
    page = visitor.context.new_page()
    page.route_web_socket("**/socket*", lambda line: line.close(code=4404))
    page.goto(f"{visitor.base}/t/{id}")
    expect(page.locator("#said")).to_contain_text("This table is no longer there.")
    assert page.evaluate(_LINES_OF_A_LOOK) == 0


def test_forms_make_a_table(people: People) -> None:
    """From the wall by one click, by the sheet, and from a game's page with everything chosen."""
    page = people.come("fr").page("/")
    page.locator(".hero .start button").click()
    page.wait_for_url("**/t/*")
    assert len(TablePage(page).look().mine) == 1
    page = people.come("de").page("/")
    page.locator(".card").nth(1).locator(".ways").click()
    page.locator("#ways button[value=here]").click()
    page.wait_for_url("**/t/*")
    assert TablePage(page).look().mine == ["W", "B"]
    page = people.come("it").page(f"/games/{game_of('table')}")
    page.locator("input[name=opponent][value=here]").check()
    page.locator(".line:has([name=dice]) summary").click()
    page.locator("input[name=dice][value=typed]").check()
    page.locator(".setup button.main").click()
    page.wait_for_url("**/t/*")
    assert TablePage(page).look().view["typed"]


def test_mine_is_erased(people: People) -> None:
    visitor = people.come("de").like(name="Ada")
    visitor.ask_for(game=game_of("rows"), opponent="here")
    with visitor.page("/mine").expect_download() as download:
        visitor.context.pages[-1].locator("a[download='tavola.json']").click()
    assert "Ada" in download.value.path().read_text(encoding="utf-8")
    page = visitor.page("/mine/erase")
    page.locator("form button.danger").click()
    expect(page.locator("h1")).to_be_visible()
    assert visitor.context.cookies() == []
    assert visitor.fetch("/api/v1/me")["known"] is False


def test_these_checks_see_what_is_wrong(people: People) -> None:
    """A picture without a name, and a script that the policy forbids."""
    visitor = people.come()
    page = visitor.page("/keys")
    page.evaluate(
        """() => {
          const script = document.createElement('script');
          script.textContent = 'window.foreign = true';
          const picture = document.createElement('img');
          picture.src = document.querySelector('link[rel=icon]').href;
          document.querySelector('main').append(script, picture);
        }"""
    )
    assert any(found.startswith("image-alt") for found in serious(page))
    assert any("Content Security Policy" in text for text in visitor.wrong)
    assert page.evaluate("window.foreign") is None
    visitor.expects("Content Security Policy")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_curve_of_the_statistics_keeps_its_figures_whole(people: People, width: int) -> None:
    """On a phone its letters are larger, and "0.06" has to stand left of it all the same."""
    page = people.come(window={"width": width, "height": 800}).page("/mine/statistics")
    spots = [Spot(0.0, 0.02), Spot(1.0, 0.06)]
    drawn = curve(spots, Scale(0.0, 0.03, 0.06, ("0.00", "0.03", "0.06")))
    cut = page.evaluate(
        """drawn => {
          document.querySelector('main').insertAdjacentHTML(
            'beforeend', `<figure class="plot">${drawn}</figure>`);
          const svg = document.querySelector('.plot svg'), whole = svg.getBoundingClientRect();
          return [...svg.querySelectorAll('text')].filter(text => {
            const { left, right } = text.getBoundingClientRect();
            return left < whole.left || right > whole.right;
          }).map(text => text.textContent);
        }""",
        drawn,
    )
    assert cut == []
