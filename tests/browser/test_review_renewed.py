"""The page of a review that is being made: it shows more every few seconds, and somebody reads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from browser.test_reviews import at, house, reviewed
from browser.visitors import People

__all__ = ["house"]
"""The server of these tests, too."""


def _half(route: Route) -> None:
    """The review as it was before there was a curve, with a button that is not there later."""
    text = route.fetch().text()
    before, _, rest = text.partition('<section aria-labelledby="course">')
    text = before + rest.partition("</section>")[2]
    text = text.replace(
        'data-status="done" data-version="', 'data-status="working" data-version="-'
    )
    route.fulfill(
        body=text.replace("<h1>", '<button id="stop">Stop</button><h1>'), content_type="text/html"
    )


def _renewed(page: Page, ready: list[bool]) -> None:
    """Load the page half made; the other half comes when it is `ready`."""

    def state(route: Route) -> None:
        found = route.fetch().json()
        now = {} if ready else {"status": "working", "version": f"-{found['version']}"}
        route.fulfill(json=found | now)

    page.route("**/t/*/review", _half, times=1)
    page.route("**/api/v1/tables/*/review?figures=false", state)
    page.reload()


@pytest.mark.parametrize("reached", ["field", "button", "gone"])
def test_what_a_reader_does_meanwhile_is_not_lost(people: People, reached: str) -> None:
    visitor, ready = people.come("en"), list[bool]()
    reviewed(visitor)
    page = at(visitor)
    _renewed(page, ready)
    box, field = page.locator("details:has(form.least)"), page.locator("input[name=blunder]")
    box.locator("summary").click()
    field.fill("0.4")
    use, stop = page.get_by_role("button", name="Use these"), page.locator("#stop")
    main = page.locator("#main")
    before, after = {"field": (field, field), "button": (use, use), "gone": (stop, main)}[reached]
    before.focus()
    ready.append(True)
    expect(page.locator("#course")).to_be_attached()
    expect(box).to_have_attribute("open", "")
    expect(page.locator("details[open]")).to_have_count(1)
    expect(field).to_have_value("0.4")
    expect(after).to_be_focused()
