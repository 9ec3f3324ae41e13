"""Lessons in the browser: by keyboard alone, in the text view, without a script, and light."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from browser.places import SHAPES, game_of
from browser.visitors import PHONE, People
from tavola.study.lessons.written import lesson_of

MOST_BYTES = 150_000
"""Of all that a lesson's page loads, as it is sent."""
HIT = "/games/backgammon/lessons/hit"
GOOD = ("24", "15")
"""The good play of the lesson, in the reader's own numbers."""


def _walk_to(page: Page, place: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if place.evaluate("here => here.contains(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


def _type_point(page: Page, number: str) -> None:
    for digit in number:
        page.keyboard.press(digit)
    page.keyboard.press("Enter")


def _play(page: Page) -> None:
    """The good play by keys, from anywhere on the page."""
    _walk_to(page, page.locator("#board"))
    expect(page.locator("#board .checkers")).to_be_attached()
    for number in GOOD:
        _type_point(page, number)
    expect(page.locator("#main-row button")).to_be_enabled()
    page.keyboard.press("Shift+Enter")


@pytest.mark.parametrize("language", ["it", "de", "fr", "en"])
def test_a_lesson_by_keyboard_alone(people: People, language: str) -> None:
    """Every step, the last answer too; what is said is heard, and the lesson counts as done."""
    text = lesson_of("backgammon", "hit")
    assert text is not None
    told = text.text(language).numbered(text.rules, "own", text.side).steps
    page = people.come(language).page(HIT)
    expect(page.locator("#step-why h2")).to_have_text(told["why"].title)
    _walk_to(page, page.locator("#row [data-key=on]"))
    page.keyboard.press("Enter")
    expect(page.locator("#step-hit h2")).to_be_focused()
    _play(page)
    expect(page.locator("#step-hit .reply.right")).to_contain_text(told["hit"].replies["right"])
    expect(page.locator("#said")).to_contain_text(told["hit"].replies["right"])
    page.keyboard.press("Enter")
    expect(page.locator("#step-shots h2")).to_be_focused()
    _walk_to(page, page.locator("#n-shots"))
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#step-shots .reply.wrong")).to_be_visible()
    page.locator("#n-shots").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#step-shots .reply.right")).to_contain_text(told["shots"].replies["right"])
    expect(page.locator("#after a")).to_be_focused()
    page.goto(page.url.partition("/games")[0] + "/lessons")
    expect(page.locator('[data-lesson="backgammon/hit"] [data-done]')).to_be_visible()
    expect(page.locator('[data-lesson="backgammon/block"] [data-done]')).to_be_hidden()


def test_a_wrong_play_gets_a_reason_and_may_be_tried_again(people: People) -> None:
    page = people.come("en", PHONE).page(f"{HIT}#step-hit")
    page.locator(".practice-more summary").click()
    page.locator("#type").fill("13/10 13/7")
    page.keyboard.press("Enter")
    page.locator("#main-row button").click()
    reply = page.locator("#step-hit .reply.wrong")
    expect(reply).to_contain_text("Allowed, but there is something better.")
    expect(reply.locator("p")).not_to_have_count(2)
    page.locator("#type").fill("13/10")
    reply.locator("button").click()
    expect(reply).to_be_hidden()
    expect(page.locator("#board [role=option]:focus")).to_have_count(1)
    _play(page)
    expect(page.locator("#step-hit .reply.right")).to_be_visible()


def test_an_answer_that_comes_late_belongs_to_its_step(people: People) -> None:
    """Somebody has gone to another step meanwhile: that one is not answered by it."""
    page = people.come("en").page(f"{HIT}#step-hit")
    replies: list[Route] = []
    page.route("**/api/v1/lessons/**", lambda route: replies.append(route))  # noqa: PLW0108
    page.locator(".practice-more summary").click()
    page.locator("#type").fill("24/15")
    page.keyboard.press("Enter")
    with page.expect_request("**/api/v1/lessons/**"):
        page.locator("#main-row button").click()
    page.locator("#row [data-key=back]").click()
    with page.expect_response("**/api/v1/lessons/**"):
        replies[0].continue_()
    page.unroute("**/api/v1/lessons/**")
    page.locator("#row [data-key=on]").click()
    _play(page)
    expect(page.locator("#step-hit .reply.right")).to_be_visible()


def test_a_step_that_is_told_late_leaves_a_new_board_alone(people: People) -> None:
    """It was played before the position was laid anew: it lies there as it is in the lesson."""
    page = people.come("en").page(f"{HIT}#step-hit")
    steps: list[Route] = []
    page.locator(".practice-more summary").click()
    page.route("**/api/v1/practice", lambda route: _hold(route, steps))
    page.locator("#type").fill("24/18")
    with page.expect_request(lambda request: _plays(request.post_data_json)):
        page.keyboard.press("Enter")
    page.locator("#row [data-key=back]").click()
    page.locator("#row [data-key=on]").click()
    expect(page.locator("[data-key=undo]")).to_be_disabled()
    with page.expect_response(lambda response: _plays(response.request.post_data_json)):
        steps[0].continue_()
    page.unroute("**/api/v1/practice")
    _play(page)
    expect(page.locator("#step-hit .reply.right")).to_be_visible()


def _plays(asked: Any) -> bool:
    return bool(asked and asked.get("message") and asked["message"]["type"] == "play")


def test_who_goes_back_before_a_board_is_there_stays_back(people: People) -> None:
    """The step that comes late took the address along: loaded again, the page showed that one."""
    page = people.come().page(HIT)
    boards: list[Route] = []
    page.route("**/api/v1/practice", lambda route: boards.append(route))  # noqa: PLW0108
    page.locator("#row [data-key=on]").click()
    expect(page.locator("#step-hit")).to_be_visible()
    page.locator("#row [data-key=back]").click()
    expect(page).to_have_url(re.compile("#step-why$"))
    page.locator("#row [data-key=on]").focus()
    with page.expect_response("**/api/v1/practice"):
        boards[0].continue_()
    page.wait_for_function("() => document.querySelector('#board .checkers')")
    expect(page).to_have_url(re.compile("#step-why$"))
    expect(page.locator("#row [data-key=on]")).to_be_focused()


def _hold(route: Route, steps: list[Route]) -> None:
    if _plays(route.request.post_data_json):
        steps.append(route)
    else:
        route.continue_()


def test_a_refusal_is_a_sentence_and_nothing_has_moved(people: People) -> None:
    page = people.come("en").page(f"{HIT}#step-hit")
    page.locator(".practice-more summary").click()
    page.locator("#type").fill("24/23")
    page.keyboard.press("Enter")
    expect(page.locator(".practice-told.refusal")).not_to_be_empty()
    expect(page.locator("[data-key=undo]")).to_be_disabled()


def test_a_lesson_in_the_text_view(people: People) -> None:
    page = people.come("en").page(f"{HIT}#step-hit")
    page.locator(".practice-more summary").click()
    page.get_by_role("button", name="Text view").click()
    row = page.locator('#text-view tr[data-place="1"]')
    row.get_by_role("button", name="6+3: to 15").or_(
        row.get_by_role("button", name="3+6: to 15")
    ).first.click()
    page.locator("#main-row button").click()
    expect(page.locator("#step-hit .reply.right")).to_be_visible()


def test_a_lesson_can_be_read_without_a_script(people: People) -> None:
    """All steps with their boards, and each answer."""
    visitor = people.come("de", java_script_enabled=False)
    page = visitor.page(HIT)
    expect(page.locator(".step")).to_have_count(3)
    for name in ("why", "hit", "shots"):
        expect(page.locator(f"#step-{name} .step-board svg")).to_be_visible()
    answer = page.locator("#step-hit .step-answer")
    answer.locator("summary").click()
    expect(answer.locator("svg")).to_be_visible()
    expect(answer).to_contain_text("Geschlagen!")
    expect(page.locator("#after a")).to_be_visible()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_lesson_is_light(people: People, shape: str) -> None:
    """All that its page loads until the board lives."""
    visitor = people.come("de")
    address = (
        visitor.page(f"/games/{game_of(shape)}")
        .locator(".first-time a")
        .first.get_attribute("href")
    )
    assert address is not None
    got: list[Response] = []
    visitor.context.on("response", lambda response: got.append(response))  # noqa: PLW0108
    page = visitor.page(address)
    expect(page.locator("#row button").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    sent = {one.url.rpartition("/")[2]: one.request.sizes()["responseBodySize"] for one in got}
    assert "main.js" in sent
    assert sum(sent.values()) < MOST_BYTES, sent


def test_the_wall_leads_to_the_first_lesson(people: People) -> None:
    page = people.come("it").page("/")
    page.locator(".hero-start .first-time a").first.click()
    expect(page.locator("#lesson .step").first).to_be_visible()


def test_a_lesson_ends_in_play(people: People) -> None:
    """From the position of its last step, against the level that it names."""
    page = people.come("it").page("/games/eureka/lessons/cube")
    for _ in range(5):
        page.locator("#row [data-key=on]").click()
    page.locator("#step-play .step-play button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#near")).to_contain_text("tu, 48 passi")
    expect(page.locator("#far")).to_contain_text("omputer")
    expect(page.locator("#main-place")).to_be_enabled()
    expect(page).to_have_title(re.compile("Eureka"))
