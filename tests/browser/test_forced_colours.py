"""Colours that a reader's system forces on all pages: what is chosen is seen in them, too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from browser.places import game_of
from browser.visitors import People


def _marked(one: Locator) -> bool:
    """Whether an element and all letters in it have the colours of what is selected."""
    found = one.evaluate(
        """one => {
          const probe = document.createElement('i');
          probe.style.cssText =
            'background: SelectedItem; color: SelectedItemText; forced-color-adjust: none';
          one.parentElement.append(probe);
          const { backgroundColor, color } = getComputedStyle(probe);
          probe.remove();
          const letters = [one, ...one.querySelectorAll('span:not(.swatch), small')];
          return getComputedStyle(one).backgroundColor === backgroundColor
            && letters.every(part => getComputedStyle(part).color === color);
        }"""
    )
    return bool(found)


CHOICES = {
    "/": [".top nav a", ".filter a"],
    f"/games/{game_of('table')}": [".numbering button", ".ways-of .pick"],
    f"/games/{game_of('table')}/puzzles": [".filter a"],
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", CHOICES)
def test_what_is_chosen_is_marked(people: People, address: str, scheme: str) -> None:
    """By more than the weight of its letters."""
    page = people.come("de", forced_colors="active", color_scheme=scheme).page(address)
    for choice in (*CHOICES[address], ".menu button[name=language]"):
        chosen = page.locator(f"{choice}[aria-current], {choice}:has(:checked)").first
        other = page.locator(f"{choice}:not([aria-current]):not(:has(:checked))").first
        assert (_marked(chosen), _marked(other)) == (True, False), choice
