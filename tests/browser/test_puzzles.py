"""Puzzles in a browser: solved and failed on the board, by pointer and by keyboard, and heard."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from browser.visitors import PHONE, People
from tavola.study import attempts
from tavola.study.puzzles import Puzzle, puzzles_of, state_of

GAME = "backgammon"
ADDRESS = f"/games/{GAME}/puzzles/1"
RIGHT = {"it": "Giusto", "de": "Richtig", "fr": "Juste", "en": "Right"}
WRONG = {"it": "Non proprio", "de": "Nicht ganz", "fr": "Pas tout à fait", "en": "Not quite"}


def puzzle() -> Puzzle:
    return puzzles_of(GAME).puzzles[0]


def solved(page: Page, play: str) -> None:
    """Type a play on the board with nothing but the keyboard, and finish it."""
    page.goto(page.url)
    expect(page.locator(".practice")).to_be_visible()
    expect(page.locator("#typed")).to_have_count(0)
    page.locator(".practice-more summary").focus()
    page.keyboard.press("Enter")
    page.locator("#type").focus()
    page.keyboard.type(play)
    page.keyboard.press("Enter")
    done = page.locator("#main-row button")
    expect(done).to_be_enabled()
    done.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def clean(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert found == [], found


@pytest.mark.parametrize("lang", sorted(RIGHT))
def test_a_puzzle_is_failed_and_solved_by_keyboard(people: People, lang: str) -> None:
    page = people.come(lang).page(ADDRESS)
    clean(page)
    one = puzzle()
    solved(page, one.plays[one.natural])
    expect(page.locator("h1")).to_contain_text(WRONG[lang])
    clean(page)
    page.goto(page.url)
    solved(page, one.plays[0])
    expect(page.locator("h1")).to_contain_text(RIGHT[lang])
    assert page.locator(".reasons li").count() >= 1
    page.goto(page.url.replace(ADDRESS, "/mine/deck"))
    expect(page.locator("table.plays tbody tr")).to_have_count(1)
    clean(page)


def test_on_a_phone_the_answer_stands_upright_as_the_board_did(people: People) -> None:
    """Where it was played, with the arrows; on a wide page it lies."""
    page = people.come("fr", PHONE, touch=True).page(ADDRESS)
    board = page.locator(".practice #board svg.board")
    expect(board).to_be_visible()
    ours = board.bounding_box()
    one = puzzle()
    solved(page, one.plays[one.natural])
    expect(page.locator("svg.board.lying")).to_be_hidden()
    theirs = page.locator("svg.board.upright").bounding_box()
    assert ours is not None
    assert theirs is not None
    for side in ("width", "height"):
        assert abs(ours[side] - theirs[side]) <= 0.02 * ours[side]
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("svg.board.lying")).to_be_visible()
    expect(page.locator("svg.board.upright")).to_be_hidden()


def test_what_was_taken_back_does_not_count(people: People) -> None:
    page = people.come("en").page(ADDRESS)
    one = puzzle()
    expect(page.locator(".practice")).to_be_visible()
    page.locator(".practice-more summary").click()
    page.locator("#type").fill(one.plays[one.natural])
    page.keyboard.press("Enter")
    undo = page.locator('.practice [data-key="undo"]')
    expect(page.locator("#main-row button")).to_be_enabled()
    for _ in attempts.of_text(state_of(GAME, one), one.plays[one.natural]).actions:
        expect(undo).to_be_enabled()
        with page.expect_response("**/api/v1/practice"):
            undo.click()
    expect(undo).to_be_disabled()
    page.locator("#type").fill(one.plays[0])
    page.keyboard.press("Enter")
    done = page.locator("#main-row button")
    expect(done).to_be_enabled()
    with page.expect_navigation():
        done.click()
    expect(page.locator("h1")).to_contain_text("Right")


def test_one_region_speaks(people: People) -> None:
    page = people.come("en").page(ADDRESS)
    expect(page.locator(".practice")).to_be_visible()
    expect(page.locator("[aria-live], [role=status], [role=log]")).to_have_count(1)


@pytest.mark.parametrize(("wish", "shown"), [("first", 0), ("never", 0), ("always", 2)])
def test_ways_lie_over_no_puzzle_unless_they_always_do(
    people: People, wish: str, shown: int
) -> None:
    page = people.come().like(arrows=wish).page(ADDRESS)
    expect(page.locator(".practice .checkers .checker").first).to_be_attached()
    expect(page.locator(".practice .track:not(.edge)")).to_have_count(shown)


def test_the_question_mark_lists_the_keys_as_the_board_says(people: People) -> None:
    """In a window beside the puzzle, whose board stays as it is."""
    page = people.come("en").page(ADDRESS)
    point = page.locator("#board [role=option]").first
    expect(page.locator("#board-help")).to_contain_text("the question mark lists all keys")
    point.focus()
    with page.expect_popup() as opened:
        page.keyboard.press("?")
    expect(opened.value.locator("h1")).to_have_text("Keys on the board")
    expect(point).to_be_visible()


def test_escape_leads_from_a_typed_play_back_to_the_board(people: People) -> None:
    page = people.come("en").page(ADDRESS)
    page.locator("#board [role=option]").first.focus()
    page.keyboard.press("g")
    expect(page.locator("#type")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#board:focus-within")).to_be_visible()
    page.get_by_role("button", name="Text view").click()
    expect(page.locator("#text-view")).to_be_focused()  # else it takes the focus before the key
    page.locator("#type").press("Escape")
    expect(page.locator("#text-view")).to_be_focused()


MONTHS = {
    "it": "novembre 2026",
    "de": "November 2026",
    "fr": "novembre 2026",
    "en": "November 2026",
}


@pytest.mark.parametrize("lang", sorted(MONTHS))
def test_a_month_has_its_name(people: People, lang: str) -> None:
    """A page says 2026-11 until the script has told it as its reader would."""
    page = people.come(lang).page("/mine/deck")
    told = page.evaluate(
        """async () => {
          const { src } = document.querySelector('script[src$="/mine.js"]');
          const { tellTimes } = await import(src.replace(/mine\\.js$/, 'times.js'));
          const time = document.createElement('time');
          time.dateTime = time.textContent = '2026-11';
          document.body.append(time);
          tellTimes();
          return time.textContent;
        }"""
    )
    assert told == MONTHS[lang]
