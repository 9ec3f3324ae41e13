"""The page of a review, what it leads to, and the review in an export."""

from __future__ import annotations

from typing import Any

import pytest

from inside import Inside, Visitor
from paper import Page, boards, mirrored, open_page
from reviewing import ask, ended, house, keep, played, review_of, reviewed_by
from tavola.study.review_json import review_from_json
from tavola.words.translations import LANGUAGES

__all__ = ["house"]

# ----------------------------------------------------------------------------------------- the page


@pytest.fixture(scope="module")
def reviewed(house: Inside) -> tuple[Visitor, str]:
    """A reviewed match of somebody who played White."""
    anna = house.visitor()
    table = keep(anna, played("backgammon", 2))
    ask(anna, table, depth=0)
    assert ended(anna, table)["status"] == "done"
    return anna, table


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_in_every_language(reviewed: tuple[Visitor, str], lang: str) -> None:
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review", lang)
    assert "{" not in page.text
    assert len(page.all("svg", role="group")) == 2
    assert page.all("th", scope="row")
    assert len(page.all("p", role="status")) == 1
    detail = open_page(anna, f"/t/{table}/review?error=1", lang)
    assert "{" not in detail.text
    assert detail.all("h2", id="here")
    assert len([one for one in detail.all("svg") if "board small" in one.get("class", "")]) == 2


def test_errors_are_stepped_through_without_a_script(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    address, seen = f"/t/{table}/review?error=1", []
    while address:
        page = open_page(anna, address)
        seen.append(page)
        (after,) = page.all("a", id="after")
        address = after.get("href", "").partition("#")[0]
    review = review_of(anna, table)
    mine = review.errors(0.03, 0)
    assert len(seen) == len(mine) > 2
    for number, page in enumerate(seen, start=1):
        assert f"Error {number} of {len(mine)}" in page.text
        assert "you" in page.text
    assert not seen[0].all("a", id="before")[0].get("href")


def test_the_three_largest_are_the_three_that_cost_most(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review")
    review = review_of(anna, table)
    errors = sorted(review.errors(0.03, 0), key=lambda one: one.n)
    worst = review.errors(0.03, 0)[:3]
    wanted = [f"?error={errors.index(one) + 1}#here" for one in worst]
    shown = [one["href"].partition("/review")[2] for one in page.all("a", **{"class": "button"})]
    assert [link for link in shown if link in wanted] == wanted


def test_thresholds_and_whose_errors_can_be_changed(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    base = f"/t/{table}/review"
    review = review_of(anna, table)
    theirs = review.errors(0.03, 1)
    assert f"of {len(theirs)}" in open_page(anna, f"{base}?whose=theirs&error=1").text
    few = open_page(anna, f"{base}?doubtful=50&wrong=60&blunder=70")
    assert "No errors." in few.text
    for nonsense in ("?doubtful=x", "?doubtful=3&wrong=2&blunder=1", "?error=x", "?error=999999"):
        assert anna.get(base + nonsense).status_code == 200


def test_any_play_of_the_list_can_be_looked_at(reviewed: tuple[Visitor, str]) -> None:
    anna, table = reviewed
    review = review_of(anna, table)
    right = next(one for one in review.decisions if one.taken == 0 and one.done.actions)
    page = open_page(anna, f"/t/{table}/review?event={right.n}")
    assert page.all("h2", id="here")
    assert "was the best." in page.text


def test_the_other_side_is_seen_from_ones_own(reviewed: tuple[Visitor, str]) -> None:
    """White reads Black's plays in the numbers of his own board: 25 less Black's."""
    anna, table = reviewed
    review = review_of(anna, table)
    theirs = sorted(review.errors(0.03, 1), key=lambda one: one.n)
    number, one = next(
        (n, one)
        for n, one in enumerate(theirs, start=1)
        if one.what.value == "play" and set(one.done.text) <= set("0123456789/ ")
    )
    told = " ".join(
        "/".join(str(25 - int(point)) for point in leg.split("/")) for leg in one.done.text.split()
    )
    page = open_page(anna, f"/t/{table}/review?whose=theirs&error={number}")
    assert told in page.text


def test_one_plays_on_from_an_error(reviewed: tuple[Visitor, str]) -> None:
    """At a new table, from the board as it was before the decision."""
    anna, table = reviewed
    page = open_page(anna, f"/t/{table}/review?error=1")
    (address,) = (one["action"] for one in page.all("form") if "/from/" in one["action"])
    answer = anna.post(address)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/t/")
    assert anna.get(answer.headers["location"]).status_code == 200


# --------------------------------------------------------------------------------- another play


def test_another_play_is_tried_and_judged(house: Inside) -> None:
    anna = house.visitor()
    table, one = reviewed_by(anna)
    page = open_page(anna, f"/t/{table}/review?event={one.n}")
    assert "Try another play" in page.text
    (address,) = (link["href"] for link in page.all("a") if "/try/" in link.get("href", ""))
    board = open_page(anna, address)
    assert board.all("script", id="asked")
    best = Page(anna.post(address, data={"play": one.best.text}))
    assert "It is the best play." in best.text
    same = Page(anna.post(address, data={"play": one.done.text}))
    assert f"against {one.best.text}" in same.text
    assert "It gives away" in same.text
    for text in ("", "nonsense", "1/2/3"):
        answer = anna.post(address, data={"play": text})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
    assert anna.post(address, data={"events": "[[["}).status_code == 422
    assert anna.get(f"/t/{table}/review/try/999999").status_code == 404
    assert house.visitor().get(address).status_code == 200


def test_a_mirrored_board_stays_mirrored_while_one_tries(house: Inside) -> None:
    anna = house.visitor()
    table, one = reviewed_by(anna)
    pages = (f"/t/{table}/review?event={one.n}", f"/t/{table}/review/try/{one.n}")

    def drawn() -> list[Any]:
        texts = [anna.get(page).text for page in pages]
        texts.append(anna.post(pages[1], data={"play": one.best.text}).text)
        return [boards(text) for text in texts]

    plain = drawn()
    assert all(plain)
    anna.post("/settings", json={"mirror": True})
    assert drawn() == [mirrored(found) for found in plain]


def test_the_export_has_the_reviews(house: Inside) -> None:
    anna = house.visitor()
    table, _ = reviewed_by(anna)
    other = keep(anna, played(seed=3))
    tables = anna.get("/api/v1/me/export").json()["tables"]
    reviews_by = {one["id"]: one["review"] for one in tables}
    assert reviews_by[other] is None
    assert reviews_by[table]["tavola_review"] == 1
    assert review_from_json(reviews_by[table]) == review_of(anna, table)


def test_who_played_is_called_you(house: Inside) -> None:
    """He reads the page as the one who played there; whoever watched reads the colours."""
    anna, other = house.visitor(), house.visitor()
    table, _ = reviewed_by(anna)
    shown = [open_page(one, f"/t/{table}/review").text for one in (anna, other)]
    assert ["You, Black" in text for text in shown] == [True, False]
    assert "White, Black" in shown[1]
