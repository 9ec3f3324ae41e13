"""The position editor in a browser: by mouse, by finger, by keys, by the form, by the line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from browser.test_every_page import serious
from browser.visitors import DESK, PHONE, People, Visitor
from tavola.games import GAMES
from tavola.words.translations import LANGUAGES, Words

RACE = "W 20:2 22:3 | B 3:2 5:1 | W"


def _open(visitor: Visitor, game: str = "backgammon", line: str = RACE, more: str = "") -> Page:
    query = line.replace(" ", "+").replace("|", "%7C")
    page = visitor.page(f"/editor?game={game}&position={query}{more}")
    expect(page.locator("#board [role=option]").first).to_be_attached()
    return page


def _middle(page: Page, place: int | str) -> tuple[float, float]:
    box = page.locator(f'#board [data-place="{place}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _foot(page: Page, place: int) -> tuple[float, float]:
    """Where the first checker of a point stands on a board that is not turned."""
    box = page.locator(f'#board [data-place="{place}"]').bounding_box()
    assert box is not None
    upper = place <= 12
    return box["x"] + box["width"] / 2, box["y"] + (40 if upper else box["height"] - 40)


def _line(page: Page, text: str) -> None:
    expect(page.locator("#line")).to_have_value(text)


def test_checkers_are_put_down_dragged_and_taken_away_by_hand(people: People) -> None:
    page = _open(people.come())
    page.mouse.click(*_middle(page, 9))
    _line(page, "W 9:1 20:2 22:3 | B 3:2 5:1 | W")
    page.mouse.click(*_middle(page, 9))
    page.get_by_label("Black", exact=True).check()
    page.mouse.click(*_middle(page, "bar"))
    _line(page, "W 9:2 20:2 22:3 | B 3:2 5:1 bar:1 | W")
    page.mouse.click(*_middle(page, 9))  # whoever stood there goes away
    _line(page, "W 20:2 22:3 | B 3:2 5:1 9:1 bar:1 | W")
    page.get_by_label("Take away").check()
    page.mouse.click(*_middle(page, 22))
    _line(page, "W 20:2 22:2 | B 3:2 5:1 9:1 bar:1 | W")
    page.mouse.move(*_foot(page, 20))
    page.mouse.down()
    page.mouse.move(*_foot(page, 24), steps=6)
    page.mouse.up()
    _line(page, "W 20:1 22:2 24:1 | B 3:2 5:1 9:1 bar:1 | W")
    for _ in range(6):
        page.get_by_role("button", name="Undo").click()
    _line(page, RACE)


def test_a_finger_sets_up_a_position(people: People) -> None:
    page = _open(people.come(window=PHONE, touch=True), "pin")
    page.touchscreen.tap(*_middle(page, 9))
    _line(page, "W 9:1 20:2 22:3 | B 3:2 5:1 | W")
    page.get_by_text("Schwarz").or_(page.get_by_text("Black")).first.tap()
    page.touchscreen.tap(*_middle(page, 9))  # a single one is pinned
    _line(page, "W 9:1p 20:2 22:3 | B 3:2 5:1 9:1 | W")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_alone_set_up_a_position_and_ask_about_it(people: People, language: str) -> None:
    words = Words(language)
    page = _open(people.come(language))
    page.locator('#board [tabindex="0"]').focus()
    here = page.locator("#board :focus")
    page.keyboard.press("ArrowRight")
    place = int(here.get_attribute("data-place") or "0")
    page.keyboard.press("b")
    page.keyboard.type("12")
    expect(page.locator(f"[name=B-{place}]")).to_have_value("12")
    expect(page.locator("#line")).to_have_value(re.compile(rf"B .*\b{place}:12\b"))
    expect(here).to_contain_text("12")  # the cell says what stands there now
    page.keyboard.press("Delete")
    expect(page.locator(f"[name=B-{place}]")).to_have_value("11")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    _line(page, RACE)
    page.keyboard.press("w")
    expect(page.locator("#said")).to_contain_text(words.text("White"))
    page.get_by_label(words.text("First die")).first.select_option("6")
    page.get_by_label(words.text("Second die")).first.select_option("1")
    _line(page, f"{RACE} 6-1")
    page.get_by_role("button", name=words.text("Ask the computer")).press("Enter")
    expect(page.locator("#opinion tbody tr").first).to_be_visible(timeout=60_000)
    expect(page.locator("#opinion thead")).to_contain_text(words.text("Equity"))
    expect(page.locator("#said")).to_contain_text(words.text("Equity"))
    assert not serious(page)
    # And edited again: the answer is not that of the new position.
    page.get_by_label(words.text("First die")).first.select_option("5")
    expect(page.locator("#opinion")).to_be_hidden()


def test_an_opinion_of_another_position_is_not_shown(people: People) -> None:
    page = _open(people.come())
    asked: list[Route] = []
    page.route("**/editor/ask", lambda route: asked.append(route))  # noqa: PLW0108
    button = page.locator("[value=ask]")
    with page.expect_request("**/editor/ask"):
        button.click()
    page.mouse.click(*_middle(page, 9))
    _line(page, "W 9:1 20:2 22:3 | B 3:2 5:1 | W")
    asked[0].continue_()
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=60_000)
    expect(page.locator("#opinion")).to_be_hidden()
    expect(page.locator("#board .plays > *")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_impossible_is_said_at_once(people: People, language: str) -> None:
    words = Words(language)
    page = _open(people.come(language))
    page.get_by_role("button", name=words.text("Empty the board")).click()
    over = words.text("The position is wrong: the game is over in it.")
    expect(page.locator("#status")).to_have_text(over)
    expect(page.locator("#said")).to_contain_text(over)
    expect(page.locator("#share")).to_be_hidden()
    page.get_by_role("button", name=words.text("Undo")).click()
    expect(page.locator("#share")).to_be_visible()
    _line(page, RACE)


def test_the_line_is_read_and_a_wrong_one_stays(people: People) -> None:
    visitor = people.come()
    visitor.expects("422")
    page = _open(visitor)
    page.locator("#line").fill("W 1:2 | B 1:2 | W")
    page.locator(".as-line button").click()
    expect(page.locator("#status")).to_contain_text("point 24 cannot stand together")
    _line(page, "W 1:2 | B 1:2 | W")
    page.locator("#line").fill("W 1:2 | B 24:2 | B 5-3")
    page.locator("#line").press("Enter")
    expect(page.locator("[name=turn]")).to_have_value("B")
    expect(page.locator("[name=a]")).to_have_value("5")
    expect(page.locator("[name=W-1]")).to_have_value("2")


def test_somebody_plays_on_from_it(people: People) -> None:
    page = _open(people.come(), line=f"{RACE} 6-1")
    page.get_by_role("button", name="Two here").click()
    page.wait_for_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator('#board [data-place="20"]')).to_contain_text("2 white checkers")


def test_the_board_is_mirrored_for_whoever_has_it_so(people: People) -> None:
    visitor = people.come()
    page = _open(visitor)
    assert _middle(page, 13)[0] < _middle(page, 24)[0]
    visitor.like(mirror=True)
    page = _open(visitor)
    assert _middle(page, 13)[0] > _middle(page, 24)[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_edited(people: People, game: str) -> None:
    """The start is shown, one checker is taken away and comes back."""
    page = people.come().page(f"/editor?game={game}")
    expect(page.locator("#board [role=option]").first).to_be_attached()
    start = page.locator("#line").input_value()
    page.get_by_label("Take away").check()
    rules = GAMES[game].rules
    setup = rules.start[0]
    place: int | str = setup.points[0][0] if setup.points else "bar" if setup.bar else "res"
    page.locator(f'#board [data-place="{place}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#line")).not_to_have_value(start)
    page.keyboard.press("Control+z")
    _line(page, start)


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["pin", "gioul", "doublets", "acey-deucey"])
def test_nothing_is_serious_for_readers(people: People, game: str, window: object) -> None:
    page = people.come("de", window=window).page(f"/editor?game={game}&length=5")  # type: ignore[arg-type]
    expect(page.locator("#board [role=option]").first).to_be_attached()
    page.locator("#numbers summary").click()
    assert not serious(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("[aria-live], [role=status]").count() == 1


@pytest.mark.parametrize("number", ["3000", "1e3", "-3", "2.5"])
def test_a_number_that_no_side_has_is_refused_and_not_drawn(people: People, number: str) -> None:
    """A hundred thousand checkers would take the page with them."""
    page = people.come("en").page("/editor?game=backgammon")
    page.locator("#numbers summary").click()
    with page.expect_response("**/editor/look"):
        page.locator('[name="W-6"]').fill(number)
    expect(page.locator("#status")).to_contain_text(number)
    assert page.locator("#board .checkers .checker").count() <= 40


def test_undo_takes_back_what_was_typed_before_what_was_put_down(people: People) -> None:
    """One thing at a time, whichever way it was done."""
    page = _open(people.come())
    page.locator("#numbers summary").click()
    page.locator('#board [data-place="9"]').focus()
    page.keyboard.press("+")
    _line(page, "W 9:1 20:2 22:3 | B 3:2 5:1 | W")
    page.locator('[name="W-22"]').fill("12")
    _line(page, "W 9:1 20:2 22:12 | B 3:2 5:1 | W")
    page.locator('select[name="turn"]').select_option("B")  # no checker, nothing to undo
    undo = page.locator("#undo")
    undo.click()
    _line(page, "W 9:1 20:2 22:3 | B 3:2 5:1 | B")
    undo.click()
    _line(page, "W 20:2 22:3 | B 3:2 5:1 | B")
