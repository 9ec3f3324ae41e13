"""The form of a new table, filled in by somebody who mistypes and changes his mind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.places import game_of
from browser.visitors import PHONE, People


def _too_long(people: People, scripts: bool) -> Page:
    """The form with a match to 500 points, its line open."""
    visitor = people.come("en", PHONE, java_script_enabled=scripts)
    visitor.expects("422")
    page = visitor.page(f"/games/{game_of('table')}")
    page.locator("input[name=opponent][value=here]").check()
    page.locator(".line:has([name=play]) summary").click()
    page.locator("input[name=play][value=points]").check()
    page.locator("input[name=length]").fill("500")
    return page


@pytest.mark.parametrize("scripts", [True, False])
def test_a_wrong_number_in_a_line_that_was_closed_is_told(people: People, scripts: bool) -> None:
    """Browsers refuse to send a wrong number that they cannot show, and say nothing."""
    page = _too_long(people, scripts)
    page.locator(".line:has([name=dice]) summary").click()
    expect(page.locator("input[name=length]")).to_be_hidden()
    page.locator(".setup button.main").click()
    field = page.locator("input[name=length]")
    expect(page.locator("#problem")).to_contain_text("1 to 99 points")
    expect(field).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_value("500")
    expect(field).to_have_accessible_description(re.compile("1 to 99 points"))


def test_a_number_that_is_not_asked_for_any_more_stops_nobody(people: People) -> None:
    page = _too_long(people, scripts=True)
    page.locator("input[name=play][value=money]").check()
    page.locator(".setup button.main").click()
    page.wait_for_url("**/t/*")
