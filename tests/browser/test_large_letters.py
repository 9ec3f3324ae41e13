"""Pages for somebody whose browser writes everything larger."""

from __future__ import annotations

import pytest

from browser.places import game_of
from browser.visitors import PHONE, SMALL, People


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
    for address in ("/", "/words", "/history", "/lessons", "/games/misere", "/games/tapa"):
        page.goto(visitor.base + address)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        for box in page.locator("main details").all():
            box.evaluate("box => { box.open = true; }")
        width = page.evaluate("document.scrollingElement.scrollWidth")
        assert width == SMALL["width"], address
