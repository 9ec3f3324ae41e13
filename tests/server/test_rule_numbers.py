"""A page of rules has the numbers that its reader's board shows."""

from __future__ import annotations

import re

import pytest

from inside import Visitor
from paper import begin, open_page

PIN = "from {0} by way of {1} to {2}. The black checker on {2} is pinned."
AS_WHITE = PIN.format(17, 11, 10)
AS_BOOKLET = AS_BLACK = PIN.format(8, 14, 15)


def drawn(visitor: Visitor, where: str = "board-start") -> list[int]:
    """The numbers of both drawings of the start on the page of Pin, or of those elsewhere."""
    html = visitor.get("/games/pin").text
    html = html.partition(f'class="{where}"')[2].partition("<figcaption")[0]
    return [int(number) for number in re.findall(r"<text[^>]*number[^>]*>(\d+)</text>", html)]


def test_the_page_follows_the_setting(visitor: Visitor) -> None:
    page = open_page(visitor, "/games/pin")
    assert AS_WHITE in page.text
    assert "The points are numbered as White counts them." in page.text
    assert "17: one white checker" in page.text, "the start in words"
    first, second = drawn(visitor), drawn(visitor, "told")
    assert len(first) == 48
    assert len(second) >= 24, "the examples, too"

    chosen = {"numbering": "booklet", "back": "/games/pin"}
    assert page.all("button", name="numbering", value="booklet")
    assert page.all("button", name="numbering", value="own", **{"aria-current": "true"})
    answer = visitor.post("/settings", data=chosen)
    assert (answer.status_code, answer.headers["location"]) == (303, "/games/pin")

    page = open_page(visitor, "/games/pin")
    assert AS_BOOKLET in page.text
    assert "as White counts them" not in page.text
    assert "8: one white checker" in page.text
    assert drawn(visitor) == [25 - number for number in first]
    assert drawn(visitor, "told")[:24] == [25 - number for number in second[:24]]


@pytest.mark.parametrize(("colour", "told"), [("white", AS_WHITE), ("black", AS_BLACK)])
def test_opened_from_a_table_it_has_the_numbers_of_the_seat(
    visitor: Visitor, colour: str, told: str
) -> None:
    wish = {"game": "pin", "opponent": "friend", "colour": colour}
    address = begin(visitor, wish)
    link = next(
        found["href"]
        for found in open_page(visitor, address).all("a")
        if found["href"].startswith("/games/pin")
    )
    page = open_page(visitor, link)
    assert told in page.text
    assert page.all("a", href=address), "the way back"
    assert page.all("input", type="hidden", name="back", value=link), "also from another language"


def test_a_table_that_is_none(visitor: Visitor) -> None:
    open_page(visitor, "/games/pin?table=nothing-is-here", status=404)


def test_where_all_count_alike_there_is_nothing_to_choose(visitor: Visitor) -> None:
    for game in ("catch-me", "puff"):
        assert not open_page(visitor, f"/games/{game}").all("button", name="numbering")


@pytest.mark.parametrize("game", ["french-2", "doublets"])
def test_where_each_side_has_points_of_its_own_each_counts_them(
    visitor: Visitor, game: str
) -> None:
    """Both begin with their own 1: White's count does not number the points of Black."""
    page = open_page(visitor, f"/games/{game}")
    assert "Each side counts its own points." in page.text
    assert "as White counts them" not in page.text
    numbers = drawn(visitor)
    assert numbers
    visitor.post("/settings", data={"numbering": "booklet", "back": "/games/pin"})
    assert "counts its own" not in open_page(visitor, f"/games/{game}").text
