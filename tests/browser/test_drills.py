"""A drill in a browser: answered wrongly and rightly with nothing but the keyboard."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from browser.visitors import People
from tavola.study.drills.asked import question

ADDRESS = "/drills/shots/backgammon?seed=7"


def clean(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert found == [], found


def answered(page: Page, number: int) -> None:
    expect(page.locator("#number")).to_be_focused()
    page.keyboard.type(str(number))
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize(("lang", "wrong", "right"), [("it", "Non proprio", "Giusto")])
def test_a_drill_is_failed_and_solved_by_keyboard(
    people: People, lang: str, wrong: str, right: str
) -> None:
    page = people.come(lang).page(ADDRESS)
    clean(page)
    answered(page, question("shots", "backgammon", "7/1").answer % 36 + 1)
    expect(page.locator("h1")).to_contain_text(wrong)
    assert page.locator(".reasons li").count() >= 2
    clean(page)
    # Where the focus is a screen reader begins to read: with the verdict, and all that follows.
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("a.main")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    answered(page, question("shots", "backgammon", "7/2").answer)
    expect(page.locator("h1")).to_contain_text(right)
    expect(page.locator(".drill-score")).to_contain_text("1 su 2")
    page.goto(page.url.split("/drills")[0] + "/drills/opening/backgammon?seed=7")
    clean(page)
    expect(page.locator("input[type=radio]").first).to_be_focused()
    page.keyboard.press("Space")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("h1.judged")).to_be_visible()


def test_what_is_no_answer_is_told_in_the_language_of_the_page(people: People) -> None:
    """Not by the browser, which says it in its own and does not say what is wanted."""
    visitor = people.come("de")
    visitor.expects("422")
    page = visitor.page(ADDRESS)
    answered(page, -1)
    expect(page.locator("[role=alert]")).to_have_text("Gib eine ganze Zahl ab 0 ein.")
    expect(page.locator("#number")).to_be_focused()
    clean(page)
