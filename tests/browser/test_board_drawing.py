"""The board in the browser: every geometry in every room, its colours and its size.

Drawn by Chromium; skipped where there is none.  `board_probe.js` looks at what was drawn.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from scripts.board_shots import SHOWN, STATIC, THEMES, Shown, open_page, show

from browser.places import SHAPES, game_of
from tavola.games import GAMES
from tavola.rules.model.geometry import GEOMETRIES, own_number
from tavola.rules.model.ruleset import Side

ROOMS = ((320, 480), (352, 484), (390, 700), (720, 300), (1024, 768), (3840, 2160))
FULL = ("middle", "ending", "tall", "enter", "pins", "half-bar", "ahead-bar", "handed", "offered")
START = Shown("backgammon", view={"dice": [{"face": 6}, {"face": 4}]})
MOST_BYTES = 84_000
"""Of scripts and styles of the board that the page of a table loads."""


def room(page: Page, width: int = 1000, height: int = 700) -> None:
    page.set_viewport_size({"width": width, "height": height})


def game(name: str) -> Shown:
    return Shown(name, view={"dice": [{"face": 6}, {"face": 4}]})


@pytest.mark.parametrize("size", ROOMS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_the_board_fits_and_shows_every_checker(
    page: Page, name: str, size: tuple[int, int]
) -> None:
    room(page, *size)
    show(page, game(name))
    drawn = page.evaluate("probe.drawn()")
    ratio = drawn.pop("ratio")
    white, black = (setup.total for setup in GAMES[name].ruleset().start)
    assert drawn == {"inside": True, "scrolls": False, "W": white, "B": black}
    assert ratio is None or 0.75 <= ratio <= 0.95  # whole pixels: a little less than 0.8 at times


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("size", ROOMS, ids=str)
def test_nothing_lies_upon_anything_else(page: Page, name: str, size: tuple[int, int]) -> None:
    """Checkers stay on their point, bar or tray; dice and cube touch no checker."""
    room(page, *size)
    show(page, SHOWN[name])
    assert page.evaluate("probe.misplaced()") == []


@pytest.mark.parametrize("facing", ["W", "B"])
@pytest.mark.parametrize("name", GAMES)
def test_points_are_called_as_in_the_notation(page: Page, name: str, facing: str) -> None:
    room(page)
    rules = GAMES[name].ruleset()
    geometry = GEOMETRIES[rules.board]
    viewer = Side("WB".index(facing))
    expected = {
        point: own_number(rules, viewer if geometry.path(viewer, point) else viewer.other, point)
        for point in {*geometry.track[0], *geometry.track[1]}
    }
    show(page, game(name), facing=facing)
    assert dict(page.evaluate("probe.numbers()")) == expected
    show(page, game(name), facing=facing, numbering="booklet")
    assert dict(page.evaluate("probe.numbers()")) == {point: point for point in expected}


VIEWS: dict[str, dict[str, Any]] = {
    "lying": {"facing": "W", "portrait": False},
    "black": {"facing": "B", "portrait": False},
    "mirrored": {"facing": "W", "portrait": False, "mirror": True},
    "turned": {"facing": "W", "portrait": True},
    "turned, black": {"facing": "B", "portrait": True},
    "turned, mirrored": {"facing": "W", "portrait": True, "mirror": True},
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", ["backgammon", "ludus-lumbadorum", "french-2", "catch-me"])
def test_the_viewers_home_is_near(page: Page, name: str, view: str) -> None:
    """Below; where the board is turned, the end of his track."""
    options = VIEWS[view]
    room(page, 600, 700)
    show(page, game(name), **options)
    track = GEOMETRIES[GAMES[name].ruleset().board].track["WB".index(options["facing"])]
    boxes = page.evaluate("places => places.map((place) => board.boxOf(place))", list(track))
    home = boxes[-1]
    assert home["y"] + home["height"] / 2 > 350
    if name == "backgammon" and not options["portrait"]:
        right = (options["facing"] == "W") != options.get("mirror", False)
        assert (home["x"] > 300) is right


@pytest.mark.parametrize("name", GAMES)
def test_points_on_a_phone_are_thick_and_text_can_be_read(page: Page, name: str) -> None:
    room(page, 360, 640)
    show(page, game(name))
    assert page.evaluate("board.plan.point") >= 40
    sizes = [float(size) for size in page.locator(".board text").evaluate_all(
        "texts => texts.map((text) => text.getAttribute('font-size'))"
    )]  # fmt: skip
    assert min(sizes) >= 14


@pytest.mark.parametrize(
    ("size", "least"), [((312, 470), 32), ((352, 484), 32), ((382, 590), 40)], ids=str
)
@pytest.mark.parametrize("name", GAMES)
def test_the_room_beside_head_and_buttons_is_enough(
    page: Page, name: str, size: tuple[int, int], least: int
) -> None:
    """What the table page leaves on phones held upright; a board of twelve columns is turned."""
    room(page, *size)
    show(page, game(name))
    assert page.evaluate("board.plan.point") >= least
    if page.evaluate("board.layout.columns") == 12:
        assert page.evaluate("board.plan.portrait")


@pytest.mark.parametrize("height", [640, 760, 920])
def test_a_tablet_held_upright_is_filled(page: Page, height: int) -> None:
    """Its width, by a lying or by a turned board."""
    room(page, 744, height)
    show(page, START)
    assert page.evaluate("board.plan.size.w") > 0.9 * 744


@pytest.mark.parametrize("size", ROOMS, ids=str)
@pytest.mark.parametrize("name", [game_of(shape) for shape in SHAPES])
def test_numbers_lie_in_the_rim(page: Page, name: str, size: tuple[int, int]) -> None:
    """Inside the frame, beside the field: not cut, and not cut into."""
    room(page, *size)
    show(page, game(name))
    assert page.evaluate("probe.squeezed()") == []


def test_high_stacks_bear_their_number(page: Page) -> None:
    room(page)
    show(page, SHOWN["tall"])
    assert sorted(page.locator(".checkers .count").all_text_contents()) == ["11", "8"]


def test_pinned_checkers_look_out(page: Page) -> None:
    """A victim has a rim and lies under a pinner of the other colour, not hidden by it."""
    room(page)
    show(page, SHOWN["pins"])
    found = page.evaluate("probe.pinned()")
    assert sorted(pair[:2] for pair in found) == [[False, True], [True, False]]
    assert min(pair[2] for pair in found) > 0.3


def test_the_last_checker_of_a_ring_is_crowned(page: Page) -> None:
    show(page, SHOWN["ring"])
    assert page.locator(".lane").count() == 1
    assert page.locator(".seat").count() == 16
    assert page.locator(".corner").count() == 8
    assert page.locator(".checkers path.count").count() == 0
    show(page, SHOWN["ring-late"])
    assert page.locator(".checkers .W path.count").count() == 1


def test_every_throw_is_on_the_board(page: Page) -> None:
    room(page)
    show(page, SHOWN["ahead"])
    assert page.locator(".die.W.left").count() == 2
    assert page.locator(".die.B.ahead").count() == 2
    show(page, SHOWN["handed"])
    assert page.locator(".die.handed").count() == 4
    show(page, SHOWN["to-come"])
    assert page.locator(".die.handed text").text_content() == "\u00d74"
    show(page, SHOWN["tall"])
    assert page.locator(".die.lost .strike").count() == 2
    show(page, replace(START, view={"opening": [3, 5]}))
    assert page.locator(".die.W .pip").count() == 3
    assert page.locator(".die.B .pip").count() == 5


@pytest.mark.parametrize("throw", [(4, 1), (2, 2), (6, 5)])
def test_a_sum_is_shown_by_the_dice_that_make_it(page: Page, throw: tuple[int, int]) -> None:
    """5 of 4 and 1 is no 5: what may be played with it are other throws."""
    room(page)
    dice = [{"face": sum(throw)}]
    show(page, replace(SHOWN["ring"], view={"dice": dice, "throw": throw}))
    shown = [die.locator(".pip").count() for die in page.locator(".die").all()]
    assert shown == list(throw)


@pytest.mark.parametrize("size", ROOMS, ids=str)
def test_a_checker_beside_dice_to_come_is_taken(page: Page, size: tuple[int, int]) -> None:
    """From the bar, all of it: the opponent's dice to come are smaller than a finger."""
    room(page, *size)
    show(page, SHOWN["ahead-bar"])
    assert set(page.evaluate("probe.onBar()")) == {"bar"}


def test_the_cube_lies_with_its_owner(page: Page) -> None:
    room(page)
    heights = {}
    for owner in ("W", None, "B"):
        show(page, replace(START, view={"cube": {"value": 4, "owner": owner}}))
        assert page.locator(".cube .count").text_content() == "4"
        heights[owner] = page.locator("g.cube > .body").evaluate("e => e.getBoundingClientRect().y")
    assert heights["W"] > heights[None] > heights["B"]


def test_the_directions_are_shown_on_request(page: Page) -> None:
    show(page, START)
    assert page.locator(".track").count() == 0
    show(page, START, arrows=True)
    assert page.locator(".track.W").count() == page.locator(".track.B").count() == 2


def test_marks_are_drawn_and_taken_away(page: Page) -> None:
    room(page)
    show(page, START)
    page.evaluate(
        "board.mark({source: 1, targets: [5, 'off'], cursor: 3, refused: [6, 'bar'], side: 'W'})"
    )
    counts = {"glow": 2, "landing": 2, "source": 2, "cursor": 2, "refused": 8}
    for name, count in counts.items():
        assert page.locator(f".board .{name}:not(g)").count() == count, name
    page.evaluate("board.mark({})")
    assert page.locator("g.marks > *, g.glow > *").count() == 0


def test_the_drawing_is_hidden_from_screen_readers(page: Page) -> None:
    show(page, START)
    assert page.locator("svg.board").get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize("name", SHOWN)
def test_every_picture_of_the_gallery_is_drawn(page: Page, name: str) -> None:
    """So that what `scripts/board_shots.py` shows to an eye breaks here first."""
    room(page, 390, 700)
    shown = SHOWN[name]
    show(page, shown)
    points = shown.arguments()["view"]["board"]["points"].values()
    least = sum(stack["count"] + stack["pinned"] for stack in points)
    assert page.locator(".checkers .checker").count() >= least


# ------------------------------------------------------------------------------------ colours

PAIRS = (
    ("w", "w-line", 7), ("k", "k-line", 7), ("w", "k", 3), ("ink", "frame", 7), ("ink", "well", 7),
    ("line", "field", 3), ("line", "well", 3), ("glow", "field", 3), ("glow", "dark", 7),
    ("w2", "w-line", 7), ("k2", "k-line", 7), ("w", "w-mark", 3), ("k", "k-mark", 3),
    ("stop", "field", 3), ("stop", "dark", 3), ("key", "field", 3), ("key", "dark", 3),
)  # fmt: skip
"""Colours that must differ, by the names of the variables, and how much."""
GROUNDS = ("a", "b", "field", "frame", "well")
SCHEMES = [(theme, "light", "screen") for theme in THEMES] + [
    ("auto", "light", "screen"),
    ("auto", "dark", "screen"),
    ("walnut", "light", "print"),
]


def luminance(colour: str) -> float:
    parts = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("theme", "scheme", "media"), SCHEMES)
def test_every_theme_has_contrast(browser: Browser, theme: str, scheme: Any, media: Any) -> None:
    """And a checker's fill or its line stands out from every ground it can lie on."""
    page = open_page(browser, 400, 300, color_scheme=scheme)
    page.emulate_media(media=media, color_scheme=scheme)
    rims = {"w-rim", "k-rim"}
    names = sorted({part for one, two, _ in PAIRS for part in (one, two)} | set(GROUNDS) | rims)
    colour = page.evaluate("probe.colours", [theme, names])
    page.close()
    poor = [
        (one, two, round(contrast(colour[one], colour[two]), 2))
        for one, two, least in PAIRS
        if contrast(colour[one], colour[two]) < least
    ]
    hidden = [
        (side, ground)
        for side in ("w", "k")
        for ground in GROUNDS
        if max(contrast(colour[ground], colour[part]) for part in (side, f"{side}-rim")) < 3
    ]
    assert not poor
    assert not hidden


def test_the_board_is_small() -> None:
    files = [*(STATIC / "board").glob("*.js"), *(STATIC / "board").glob("*.css")]
    sizes = {file.name: file.stat().st_size for file in files}
    assert len(sizes) >= 8
    assert sum(sizes.values()) < MOST_BYTES, sizes
