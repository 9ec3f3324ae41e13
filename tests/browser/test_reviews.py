"""The review of a match in a browser: made, stepped through by keyboard, on phone and desk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from browser.table_page import TablePage
from browser.test_every_page import finished, serious
from browser.test_puzzles import solved
from browser.visitors import DESK, PHONE, SMALL, People, Visitor
from seats import play
from serving import House
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record

SOON = 60_000
"""Milliseconds for what takes seconds."""
LONG = 240_000
"""Milliseconds for a review, however slow the machine is."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose reviews are made by compiled code, as they are wherever somebody plays."""
    cache = str(backend.cache_folder().parent)
    found = House(
        tmp_path_factory.mktemp("reviews"),
        TAVOLA_COMPILE="1",
        NUMBA_CACHE_DIR=cache,
        TAVOLA_WARM="0",
    )
    yield found
    found.close()


@lru_cache(maxsize=2)
def record(game: str = "backgammon", games: int = 2) -> str:
    match = Match.start(Record(game, match=MatchRules(games=games)), SeededDice(3))
    assert play(match)
    return json.dumps(match.record.to_json())


def kept(visitor: Visitor, colour: str = "white") -> str:
    """A match of his own that was played elsewhere."""
    answer = visitor.context.request.post(
        f"{visitor.base}/api/v1/records?colour={colour}",
        data=record(),
        headers={"content-type": "application/json"},
    )
    assert answer.status == 201, answer.text()
    return str(answer.json()["table"])


_ONCE: dict[str, tuple[str, str]] = {}
"""The match that is reviewed once for a server, and who played it."""


def reviewed(visitor: Visitor) -> str:
    """The same, reviewed; whoever comes later is the same person in another browser."""
    if visitor.base not in _ONCE:
        table = kept(visitor)
        page = visitor.page(f"/t/{table}/review")
        page.evaluate(
            """async (address) => {
              const wish = { method: 'POST', headers: { 'content-type': 'application/json' } };
              await fetch(address, { ...wish, body: JSON.stringify({ depth: 0 }) });
              let state;
              do state = await (await fetch(`${address}?figures=false`)).json();
              while (['waiting', 'working'].includes(state.status));
            }""",
            f"/api/v1/tables/{table}/review",
        )
        (cookie,) = visitor.context.cookies()
        _ONCE[visitor.base] = table, cookie["value"]
    table, value = _ONCE[visitor.base]
    visitor.context.clear_cookies()
    visitor.context.add_cookies([{"name": "tavola", "value": value, "url": visitor.base}])
    visitor.like(theme="auto").page(f"/t/{table}/review")
    return table


def at(visitor: Visitor) -> Page:
    return visitor.context.pages[-1]


def test_a_match_is_reviewed_at_the_press_of_a_button(people: People) -> None:
    """Progress is shown and said, figures come before the end, and the page becomes the review."""
    visitor = people.come("en")
    page = visitor.page(f"/t/{kept(visitor)}/review")
    page.get_by_role("button", name="Review this match").click()
    expect(page.locator("progress, #summary").first).to_be_visible()
    expect(page.locator("#review[data-status=done]")).to_be_attached(timeout=LONG)
    expect(page.locator("#said")).to_have_text("The review is finished.")
    expect(page.locator("#summary")).to_be_visible()
    expect(page.locator(".three li")).to_have_count(3)


def test_the_end_is_said_though_the_page_shows_it_first(people: People) -> None:
    """A review may end while the page that shows how far it has come is on its way."""
    visitor = people.come("en")
    reviewed(visitor)
    page = at(visitor)

    def earlier(route: Route) -> None:
        text = route.fetch().text()
        assert 'data-status="done"' in text
        text = text.replace(
            'data-status="done" data-version="', 'data-status="working" data-version="-'
        )
        route.fulfill(body=text, content_type="text/html")

    def nearly(route: Route) -> None:
        state = route.fetch().json()
        route.fulfill(json=state | {"status": "working", "say": "Nearly."})

    page.route("**/t/*/review", earlier, times=1)
    page.route("**/api/v1/tables/*/review?figures=false", nearly, times=1)
    page.reload()
    expect(page.locator("#review[data-status=done]")).to_be_attached()
    expect(page.locator("#said")).to_have_text("The review is finished.")


def test_nobody_asks_for_ever_after_a_match_that_is_erased(people: People) -> None:
    visitor = people.come("en")
    reviewed(visitor)
    visitor.expects("404")
    page = at(visitor)
    asked: list[str] = []

    def working(route: Route) -> None:
        text = route.fetch().text()
        text = text.replace('data-status="done"', 'data-status="working"')
        route.fulfill(body=text, content_type="text/html")

    def erased(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, json={})

    page.clock.install()
    page.route("**/t/*/review", working)
    page.route("**/api/v1/tables/*/review?figures=false", erased)
    page.reload()
    with page.expect_response("**/api/v1/tables/*/review?figures=false"):
        page.clock.run_for(1000)
    for _ in range(5):
        page.clock.run_for(1000)
    assert len(asked) == 1


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_errors_are_stepped_through_by_keyboard(people: People, window: object) -> None:
    visitor = people.come("en", window)  # type: ignore[arg-type]
    reviewed(visitor)
    page = at(visitor)
    expect(page.locator(".by-key")).to_be_visible()
    page.locator("body").press("ArrowRight")
    here = page.locator("#here")
    expect(here).to_be_focused()
    expect(here).to_contain_text("Error 1 of ")
    expect(here).to_contain_text("you")
    first = here.inner_text()
    assert page.url.endswith("?error=1#here")
    here.press("ArrowRight")
    expect(here).to_contain_text("Error 2 of ")
    expect(here).to_be_focused()
    expect(page.locator(".compared svg.board:visible")).to_have_count(1)
    here.press("ArrowLeft")
    expect(here).to_have_text(first)
    page.go_back()
    expect(here).to_contain_text("Error 2 of ")
    page.go_back()
    page.go_back()
    expect(page.locator("#largest")).to_be_visible()
    page.locator(".three a").first.click()
    expect(here).to_be_focused()


def test_the_last_place_gone_to_is_shown(people: People) -> None:
    """An answer that comes late does not push aside what the reader has gone to since."""
    visitor = people.come("en")
    reviewed(visitor)
    page = at(visitor)
    here = page.locator("#here")
    page.locator("body").press("ArrowRight")
    expect(here).to_contain_text("Error 1 of ")
    here.press("ArrowRight")
    expect(here).to_contain_text("Error 2 of ")
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    page.route("**/review?error=1*", keep)
    with page.expect_request("**/review?error=1*"):
        page.go_back()
    page.go_back()
    expect(page.locator("#largest")).to_be_visible()
    assert len(late) == 1
    with page.expect_response("**/review?error=1*") as told:
        late[0].continue_()
    told.value.finished()
    page.evaluate("() => new Promise((done) => { setTimeout(done); })")
    expect(page.locator("#largest")).to_be_visible()
    expect(here).to_have_count(0)


def test_the_same_is_there_without_a_script(people: People) -> None:
    visitor = people.come("it")
    table = reviewed(visitor)
    plain = visitor.context.browser
    assert plain is not None
    context = plain.new_context(java_script_enabled=False, locale="it-IT")
    context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": visitor.base}
         for one in visitor.context.cookies()]
    )  # fmt: skip
    page = context.new_page()
    page.goto(f"{visitor.base}/t/{table}/review")
    page.locator("#after").click()
    expect(page.locator("#here")).to_contain_text("Errore 1 di ")
    page.locator("#after").click()
    expect(page.locator("#here")).to_contain_text("Errore 2 di ")
    expect(page.locator("#here")).to_contain_text("hai ")
    page.locator("form button[name=do]").first.click()
    expect(page.locator("h1")).to_be_visible()
    context.close()


def test_one_decision_is_looked_at_deeper(people: People) -> None:
    visitor = people.come("de")
    table = reviewed(visitor)
    page = visitor.page(f"/t/{table}/review?error=1")
    # What another test has asked of the same review comes first.
    expect(page.locator("#review[data-status=done]")).to_be_attached(timeout=LONG)
    expect(page.locator(".judgement .note")).to_contain_text("0 Würfe")
    page.get_by_role("button", name="Hier tiefer schauen").click()
    expect(page.locator("#review[data-status=done]")).to_be_attached(timeout=LONG)
    expect(page.locator(".judgement .note")).to_contain_text("2 Würfe")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
def test_it_can_be_read_and_heard(people: People, language: str, scheme: str) -> None:
    """Axe finds nothing, nothing is wider than a phone, in every language."""
    visitor = people.come(language, SMALL, touch=True, color_scheme=scheme)
    table = reviewed(visitor)
    page = at(visitor)
    expect(page.locator(".by-key")).to_be_hidden()
    for address in ("", "?error=1"):
        page.goto(f"{visitor.base}/t/{table}/review{address}")
        assert serious(page) == []
        widths = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
        assert widths == [SMALL["width"], SMALL["width"]]
        for box in page.locator(".review .button:visible, .review button:visible").all():
            size = box.bounding_box()
            assert size is not None
            assert size["height"] >= 44


@pytest.mark.parametrize("theme", ["walnut", "contrast", "safe"])
def test_every_theme_can_be_read(people: People, theme: str) -> None:
    visitor = people.come("en")
    table = reviewed(visitor)
    visitor.like(theme=theme)
    at(visitor).reload()
    assert serious(at(visitor)) == []
    assert serious(visitor.page(f"/t/{table}/review?error=1")) == []


def test_a_result_leads_to_the_review(people: People) -> None:
    visitor = people.come("en")
    table = finished(visitor)
    expect(table.result).to_be_visible()
    table.result.get_by_role("button", name="Review this match").click()
    page = table.page
    page.wait_for_url("**/review")
    expect(page.locator("#review[data-status=done]")).to_be_attached(timeout=LONG)
    mine = visitor.page("/mine")
    expect(mine.get_by_role("link", name="The review")).to_be_visible()


def test_a_record_is_given_as_a_file(people: People) -> None:
    visitor = people.come("fr")
    page = visitor.page("/mine")
    page.locator("form[action='/mine/records'] input[type=file]").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": record().encode()}
    )
    page.locator("form[action='/mine/records'] button").click()
    page.wait_for_url("**/review")
    expect(page.locator("h1")).to_contain_text("Analyse")
    # Who played there is not away, and nobody is left for a rematch.
    page.goto(page.url.removesuffix("/review"))
    table = TablePage(page)
    expect(table.main).to_have_text(table.strings()["new_table"])
    expect(page.locator(".away")).to_have_count(0)


@pytest.mark.parametrize(("lang", "taken"), [("de", "1 von 4"), ("fr", "1 sur 4")])
def test_several_files_are_sent_one_after_the_other(people: People, lang: str, taken: str) -> None:
    """On a phone; each is told, nonsense with its reason, and matches lead to their reviews."""
    visitor = people.come(lang, PHONE)
    visitor.expects("422")
    page = visitor.page("/mine")
    form = page.locator("form[action='/mine/records']")
    text = " 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/5      xx\n"
    files = {
        "one.json": record().encode(),
        "nonsense.mat": b"\0\xff" * 999,
        "torn <b>name.mat": text.encode(),
        "empty.sgf": b"",
    }
    given: list[FilePayload] = [
        {"name": name, "mimeType": "", "buffer": data} for name, data in files.items()
    ]
    form.locator("input[type=file]").set_input_files(given)
    form.locator("button").click()
    lines = form.locator(".sent-files li")
    expect(lines).to_have_count(4, timeout=SOON)
    expect(form.locator(".sent")).to_contain_text(taken)
    expect(lines.locator("a")).to_have_text(["one.json"])
    expect(form.locator(".bad")).to_have_count(3)
    expect(lines.nth(2)).to_contain_text("torn <b>name.mat")
    assert all(len(one) > 30 for one in lines.all_inner_texts()[1:])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []


def test_a_file_that_is_never_stored_is_told_at_last(people: People) -> None:
    """As on a full disk, where every answer asks to come again a moment later."""
    visitor = people.come("en", DESK)
    visitor.expects("503")
    page = visitor.page("/mine")
    full = {"code": "not_stored", "say": "Is the disk full?"}
    again = {"retry-after": "0.001", "content-type": "application/json"}

    def refuse(route: Route) -> None:
        route.fulfill(status=503, headers=again, body=json.dumps(full))

    page.route("**/api/v1/records*", refuse)
    form = page.locator("form[action='/mine/records']")
    given: list[FilePayload] = [
        {"name": name, "mimeType": "", "buffer": b"x"} for name in ("one.mat", "two.mat")
    ]
    form.locator("input[type=file]").set_input_files(given)
    form.locator("button").click()
    expect(form.locator(".bad")).to_have_text(
        [f"{name} \N{EN DASH} Is the disk full?" for name in ("one.mat", "two.mat")], timeout=SOON
    )
    expect(form.locator("button")).to_be_enabled()


def check(visitor: Visitor, button: str) -> Page:
    """The page of an error whose rollout has just been asked for."""
    table = reviewed(visitor)
    page = visitor.page(f"/t/{table}/review?error=1")
    page.get_by_role("button", name=button).click()
    expect(page.locator("#rollout")).to_be_visible()
    return page


def test_an_error_is_checked_by_a_rollout_and_another_play_tried(people: People) -> None:
    """Progress stands below the verdict, a stop keeps what there is; then one plays it oneself."""
    visitor = people.come("it", PHONE)
    page = check(visitor, "Verifica con una simulazione")
    rolled = page.locator("#rolled")
    expect(rolled.locator("tbody tr").nth(1)).to_be_visible(timeout=LONG)
    expect(rolled.locator("progress")).to_be_visible()
    assert serious(page) == []
    stop = page.locator("#rollout").get_by_role("button", name="Ferma")
    stop.click()
    expect(page.locator("#review[data-status=done]")).to_be_attached(timeout=LONG)
    expect(rolled).to_contain_text("Non finita: ")
    expect(rolled.locator("progress")).to_have_count(0)
    assert serious(page) == []
    page.reload()
    expect(rolled).to_contain_text("Non finita: ")
    widths = page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]

    page.get_by_role("link", name="Prova un’altra giocata").click()
    page.wait_for_url("**/review/try/*")
    board = page.locator("#place .practice")
    expect(board).to_be_visible()
    assert serious(page) == []
    play = page.locator(".note", has_text="Nell’incontro: ").inner_text()
    solved(page, play.partition(": ")[2].rstrip("."))
    expect(page.locator(".answer h2")).to_be_visible()
    expect(page.locator(".answer section")).to_contain_text("Perde ")
    assert serious(page) == []
    page.locator(".answer").get_by_role("link", name="Torna alla revisione").click()
    expect(rolled).to_contain_text("Non finita: ")
