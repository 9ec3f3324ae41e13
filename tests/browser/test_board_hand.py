"""The board in the browser under the hand: places, taps, drags, and what moves.

Drawn by Chromium; skipped where there is none.  `board_probe.js` looks at what was drawn.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from scripts.board_shots import SHOWN, Shown, open_page, show

from tavola.games import GAMES
from tavola.rules.model.drawing_layout import layout_of

START = Shown("backgammon", view={"dice": [{"face": 6}, {"face": 4}]})
POOLS = {"bar": "bar", "res": "reserve", "off": "off"}


@pytest.fixture(autouse=True)
def _room(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})


def middle(page: Page, place: int | str, side: str = "W") -> tuple[float, float]:
    box = page.evaluate("([place, side]) => board.boxOf(place, side)", [place, side])
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: int, target: int) -> None:
    page.mouse.move(*middle(page, source))
    page.mouse.down()
    page.mouse.move(*middle(page, target), steps=4)


@pytest.mark.parametrize("size", [(390, 700), (1000, 600)], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_every_place_is_found_and_reached(page: Page, name: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, Shown(name))
    layout = layout_of(GAMES[name].ruleset())
    count = len(layout["places"]) + sum(layout[pool] for pool in POOLS.values())
    assert page.evaluate("probe.reached()") == {"wrong": [], "places": count, "seen": count}


def test_a_tap_tells_its_place(page: Page) -> None:
    show(page, SHOWN["middle"])
    page.evaluate("probe.listen({})")
    for place, side in ((12, "W"), ("bar", "W"), ("bar", "B"), ("off", "B")):
        page.mouse.click(*middle(page, place, side))
    for name in (".die >> nth=0", ".cube .body"):
        page.locator(name).click()
    assert page.evaluate("told.map(([name, place, side]) => [name, place, side])") == [
        ["tap", 12, None], ["tap", "bar", "W"], ["tap", "bar", "B"], ["tap", "off", "B"],
        ["tap", "dice", None], ["tap", "cube", None],
    ]  # fmt: skip


@pytest.mark.parametrize("size", [(390, 700), (1000, 700)], ids=str)
def test_a_tap_where_nothing_lies_tells_the_board(page: Page, size: tuple[int, int]) -> None:
    """Between the points, on the rim, on a bar without checkers."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, START)
    page.evaluate("probe.listen({})")
    box = page.locator(".frame").bounding_box()
    assert box is not None
    x, y, w, h = (box[name] for name in ("x", "y", "width", "height"))
    channel = (x + w / 2, y + h * 0.7) if h > w else (x + w * 0.3, y + h / 2)
    for at in (channel, (x + 3, y + h - 3), middle(page, "bar", "B")):
        page.mouse.click(*at)
    assert page.evaluate("told") == [["tap", "board", None, None]] * 3


def test_what_waits_for_a_throw_is_tapped_as_dice(page: Page) -> None:
    show(page, SHOWN["wait"])
    page.evaluate("probe.listen({})")
    for name in (".pill", ".await .word", ".cube .body"):
        page.locator(name).click(force=True)
    assert [place for _, place, *_ in page.evaluate("told")] == ["dice", "dice", "cube"]


def test_a_right_click_takes_back_and_opens_no_menu(page: Page) -> None:
    show(page, START)
    page.evaluate("probe.listen({})")
    page.evaluate(
        "addEventListener('contextmenu', (event) => { window.menu = event.defaultPrevented; })"
    )
    page.mouse.click(*middle(page, 1), button="right")
    assert page.evaluate("[told.map(([name]) => name), menu]") == [["undo"], True]


@pytest.mark.parametrize("taken", [True, False])
def test_a_checker_is_dragged(page: Page, taken: bool) -> None:
    """It hangs under the pointer, and after it was let go the board shows its view again."""
    show(page, START, speed="fast")
    page.evaluate("drop => probe.listen({drop})", taken)
    drag(page, 1, 5)
    lifted = page.locator(".flying .checker").bounding_box()
    assert lifted is not None
    assert abs(lifted["x"] + lifted["width"] / 2 - middle(page, 5)[0]) < 3
    assert page.locator(".checkers .checker.W").count() == 14
    page.mouse.up()
    page.wait_for_function("!document.querySelector('.flying .checker')")
    assert page.locator(".checkers .checker.W").count() == 15
    assert page.evaluate("told") == [["dragstart", 1, None, 1], ["drop", 5, None, 1]]


def test_nothing_is_dragged_that_may_not_or_is_not_there(page: Page) -> None:
    show(page, START)
    page.evaluate("probe.listen({dragstart: false})")
    for place in (1, 2):
        drag(page, place, 5)
        assert page.locator(".flying .checker").count() == 0
        page.mouse.up()
    assert [name for name, *_ in page.evaluate("told")] == ["dragstart", "dragstart"]


def test_a_view_that_comes_while_a_checker_is_dragged_wins(page: Page) -> None:
    show(page, START)
    page.evaluate("probe.listen({})")
    drag(page, 1, 5)
    page.evaluate("board.show(board.view)")
    assert page.locator(".flying .checker").count() == 0
    page.mouse.move(*middle(page, 6))
    page.mouse.up()
    assert page.locator(".checkers .checker.W").count() == 15
    assert page.evaluate("told.map(([name]) => name)") == ["dragstart"]


def test_a_finger_taps(browser: Browser) -> None:
    page = open_page(browser, 360, 640, has_touch=True, is_mobile=True)
    show(page, START)
    page.evaluate("probe.listen({})")
    page.touchscreen.tap(*middle(page, 13))
    assert page.evaluate("told") == [["tap", 13, None, None]]
    assert page.evaluate("getComputedStyle(board.svg).touchAction") == "pinch-zoom"
    page.close()


# ----------------------------------------------------------------------------------- movement

OPEN = "W 1:1 12:5 17:3 19:5 bar:1 | B 24:2 13:5 8:3 6:5"
BLOT = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:4 4:1"
EVENTS: dict[str, tuple[str, str, int | str, int | str, list[int]]] = {
    "along a row": ("backgammon", "", 1, 5, []),
    "around the corner": ("backgammon", "", 12, 18, []),
    "a hit": ("backgammon", BLOT, 1, 4, [4]),
    "from the bar": ("backgammon", OPEN, "bar", 4, []),
    "off": ("backgammon", "W 24:3 | B 1:3", 24, "off", []),
    "from the reserve": ("puff", "", "res", 22, []),
    "a pin": ("pin", "W 1:12 8:1 20:2 | B 24:12 12:1 17:2", 8, 12, []),
    "a pin taken off": ("pin", "W 1:12 8:1 20:2 | B 24:12 8:1p 17:2", 8, 10, []),
    "a facing checker": ("french-2", "W 5:1 res:2 | B 18:1 res:2", 5, 7, [18]),
    "a capture": ("catch-me", "W 24:1 20:1 | B 17:1 2:1", 20, 17, [17]),
}
"""Game, position, from, to, and where a checker is hit."""


def after(shown: Shown, source: int | str, target: int | str, hits: list[int]) -> dict[str, Any]:
    """The view after a step of White, told in the simplest way."""
    view: dict[str, Any] = shown.arguments()["view"]
    points, white, black = (view["board"][name] for name in ("points", "white", "black"))
    for point in hits:
        del points[str(point)]
        black["bar" if layout_of(shown.rules)["bar"] else "off"] += 1
    if source in POOLS:
        white[POOLS[str(source)]] -= 1
    else:
        left = points.pop(str(source))
        if left["count"] > 1:
            points[str(source)] = left | {"count": left["count"] - 1}
        elif left["pinned"]:
            points[str(source)] = {"side": "B", "count": 1, "pinned": 0}
    if target in POOLS:
        white[POOLS[str(target)]] += 1
    else:
        there = points.get(str(target), {"side": "W", "count": 0, "pinned": 0})
        own = there["side"] == "W"
        points[str(target)] = {
            "side": "W",
            "count": there["count"] + 1 if own else 1,
            "pinned": 0 if own else there["count"],
        }
    return view


@pytest.mark.parametrize("name", EVENTS)
def test_a_step_slides_to_where_the_view_has_it(page: Page, name: str) -> None:
    """The last picture that a slide paints by itself is that of the view which follows."""
    game, position, source, target, hits = EVENTS[name]
    shown = Shown(game, position)
    show(page, shown, speed="fastest")
    step = {"number": 1, "from": source, "to": target}
    event = {"action": {"do": "step", "side": "W"}, "steps": [step], "hits": hits}
    played = page.evaluate("probe.played", [event, after(shown, source, target, hits)])
    assert played == {"flying": 1 + len(hits), "left": 0, "moved": True, "same": True}


@pytest.mark.parametrize(
    ("motion", "speed", "moves"),
    [("no-preference", "slow", True), ("no-preference", "none", False), ("reduce", "slow", False)],
)
def test_nothing_moves_for_those_who_want_none(
    browser: Browser, motion: Any, speed: str, moves: bool
) -> None:
    page = open_page(browser, 800, 600, reduced_motion=motion)
    show(page, START, speed=speed)
    count = page.evaluate("probe.movements", START.arguments()["view"])
    page.close()
    assert (count > 0) is moves


def test_a_newer_view_ends_a_movement(page: Page) -> None:
    show(page, START, speed="slow")
    view, newer = (START.arguments()["view"] for _ in range(2))
    del newer["board"]["points"]["1"]
    assert page.evaluate("probe.overtaken", [view, newer]) == [13, 0]


def test_a_new_room_ends_a_movement_with_its_view(page: Page) -> None:
    show(page, START, speed="slow")
    newer = START.arguments()["view"]
    del newer["board"]["points"]["1"]
    assert page.evaluate("probe.narrowed", newer) == 13


def test_the_cube_slides_to_the_one_who_is_asked_and_to_its_owner(page: Page) -> None:
    shown = Shown("backgammon", view={"cube": {"value": 2, "owner": None}})
    show(page, shown)
    view = shown.arguments()["view"]
    offered = view | {"offer": {"kind": "double", "side": "B", "value": 4}}
    taken = view | {"cube": {"value": 4, "owner": "W"}}
    for kind, then in (("double", offered), ("take", taken)):
        assert page.evaluate("probe.slides", [kind, then]) == [True, False]


@pytest.mark.parametrize("side", ["W", "B"])
def test_the_board_bows_to_the_winner(browser: Browser, side: str) -> None:
    for motion, moves in (("no-preference", 1), ("reduce", 0)):
        page = open_page(browser, 800, 600, reduced_motion=motion)
        show(page, START)
        assert page.evaluate("probe.bows", side) == [moves, 0]
        page.close()


def test_the_throw_for_the_start_is_seen(page: Page) -> None:
    show(page, START, speed="fastest")
    view = START.arguments()["view"] | {"side": "B", "dice": []}
    assert page.evaluate("probe.opened", [[2, 5], view]) == [2, 5, 0]
