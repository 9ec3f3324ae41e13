"""What a board shows while it is played: dice, cube, hit checkers, proposed plays, the last one.

Drawn by Chromium; skipped where there is none.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page
from scripts.board_shots import SHOWN, Shown, show

START = Shown("backgammon", view={"dice": [{"face": 6}, {"face": 4}]})


def room(page: Page, width: int = 1000, height: int = 700) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("size", [(390, 700), (1000, 700)], ids=str)
def test_dice_are_nearly_as_large_as_checkers(page: Page, size: tuple[int, int]) -> None:
    room(page, *size)
    show(page, START)
    assert 0.8 <= page.evaluate("board.plan.die / board.plan.checker") <= 0.96


def test_a_used_die_has_sunk(page: Page) -> None:
    """An outline with hollow pips, also for those who see no colours."""
    room(page)
    show(page, SHOWN["middle"])
    looks = "all => all.map((one) => getComputedStyle(one).fill)"
    assert set(page.locator(".die.used .body, .die.used .pip").evaluate_all(looks)) == {"none"}
    assert "none" not in page.locator(".die.left .pip").evaluate_all(looks)


@pytest.mark.parametrize("side", ["W", "B"])
def test_dice_lie_on_the_half_of_the_thrower(page: Page, side: str) -> None:
    """Where his home is who sits below, and across the bar."""
    room(page)
    for facing in ("W", "B"):
        show(page, replace(START, view=START.view | {"side": side}), facing=facing)
        die = page.locator(".die >> nth=0").bounding_box()
        home = page.evaluate("side => board.boxOf(board.plan.track(side).at(-1))", facing)
        assert die is not None
        assert ((die["x"] > 500) is (home["x"] > 500)) is (side == facing)


def test_hit_checkers_wait_where_they_enter(page: Page) -> None:
    """In the quarter of the other side; where both enter in one quarter, each on its own half."""
    room(page)
    for name, above in (("backgammon", {"W": True, "B": False}), ("russian", {"W": False})):
        show(page, Shown(name))
        for side, wanted in above.items():
            box = page.evaluate("side => board.boxOf('bar', side)", side)
            assert (box["y"] + box["height"] / 2 < 350) is wanted, (name, side)


@pytest.mark.parametrize("size", [(390, 700), (1000, 700)], ids=str)
def test_a_throw_is_waited_for_with_blank_dice(page: Page, size: tuple[int, int]) -> None:
    room(page, *size)
    show(page, SHOWN["wait"])
    assert page.locator(".await .die.blank").count() == 2
    assert page.locator(".await .word").text_content() == "Würfeln"
    pill, board = (page.locator(one).bounding_box() for one in (".pill", ".frame"))
    assert pill
    assert board
    assert pill["x"] > board["x"]
    assert pill["x"] + pill["width"] < board["x"] + board["width"]
    page.evaluate("board.set({await: null, offerable: false})")
    assert page.locator(".await, .offerable").count() == 0
    show(page, replace(SHOWN["wait"], view=START.view))
    assert page.locator(".await").count() == 0


def test_an_offered_cube_stands_with_the_one_who_is_asked(page: Page) -> None:
    """With its way behind it; where it lay an empty seat is left."""
    for width, height in ((1000, 700), (390, 700)):
        room(page, width, height)
        places = {}
        for side in ("W", "B"):
            offer = {"kind": "double", "side": side, "value": 4}
            view = {"cube": {"value": 2, "owner": side}, "offer": offer}
            show(page, Shown("backgammon", view=view))
            assert page.locator(".cube .count").text_content() == "4"
            assert page.locator(".left-seat").count() == page.locator(".cube-way").count() == 1
            box = page.locator(".cube > .body").bounding_box()
            assert box is not None
            places[side] = box["x"]
        # White sits below: on a lying board to the right, on a turned one to the left.
        assert (places["B"] > places["W"]) is (width > height)


def test_proposed_plays_are_arrows_until_the_next_view(page: Page) -> None:
    room(page)
    show(page, SHOWN["hint"])
    assert page.locator(".plays .seat-to").count() == 4
    assert page.locator(".plays .shaft.no:not(.tip):not(.dot)").count() == 1
    assert page.locator(".plays .seat-to.hit").count() == 1
    room(page, 390, 700)
    page.wait_for_function("board.plan.portrait")
    assert page.locator(".plays .seat-to").count() == 4, "a new room keeps them"
    page.evaluate("board.show(board.view)")
    assert page.locator(".plays > *").count() == 0


def test_the_last_play_leaves_a_ring_and_a_path(page: Page) -> None:
    """A checker that went on from where it had landed left one ring only."""
    room(page)
    show(page, SHOWN["middle"])
    assert page.locator("circle.last.line").count() == 2
    assert page.locator("path.last.line").count() == 2
    show(page, SHOWN["lane"])
    corners = page.locator("path.last.line").evaluate(
        "path => path.getAttribute('d').split('L').length"
    )
    assert corners > 10, "it follows the lane around the corner"
