"""Pictures drawn by Python stand where the browser draws: every checker, die and cube."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from scripts.board_shots import SHOWN, Shown, open_page, show

from tavola.drawing.arrows import Arrow
from tavola.drawing.picture import Look, svg_of_position
from tavola.drawing.picture import Shown as Drawn
from tavola.drawing.shown_dice import Die
from tavola.games import GAMES
from tavola.rules.model.geometry import GEOMETRIES, Shape
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Cube

WIDE, DEEP, TALL = 1000, 750, 1500
"""A picture has the room of its width and three quarters of it; a turned one that and a half."""
_CHECKER = re.compile(r'<use href="#[\w-]+-([WB])[np]?" x="([-\d.]+)" y="([-\d.]+)"')
_EDGE = re.compile(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="[\d.]+" class="edge-mark ([WB])"')
_DRAWN = """() => [...board.svg.querySelectorAll('.checkers .checker')].map((one) => [
  one.classList.contains('W') ? 'W' : 'B',
  ...one.getAttribute('transform').match(/[-\\d.]+/g).map(Number),
]).concat([...board.svg.querySelectorAll('.checkers .edge-mark')].map((one) => [
  one.classList.contains('W') ? 'W' : 'B', Number(one.getAttribute('cx')), Number(one.getAttribute('cy')),
]))"""  # noqa: E501


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    return open_page(browser, WIDE, DEEP)


def drawn_by_python(shown: Shown, look: Look) -> list[tuple[str, float, float]]:
    rules = shown.rules
    start = Position.start(rules)
    position = Position.parse(rules, shown.position) if shown.position else start
    picture = svg_of_position(rules, position, look)
    checkers = [(side, float(x), float(y)) for side, x, y in _CHECKER.findall(picture)]
    return checkers + [(side, float(x), float(y)) for x, y, side in _EDGE.findall(picture)]


def compare(page: Page, shown: Shown, look: Look) -> None:
    """Every checker of the one has its own of the same colour in the other, within a pixel."""
    facing = Side.WHITE if GEOMETRIES[shown.rules.board].same_way else look.viewer
    page.set_viewport_size({"width": WIDE, "height": TALL if look.turned else DEEP})
    board = Shown(shown.game, shown.position)
    show(page, board, facing=facing.letter, portrait=look.turned, mirror=look.mirror)
    theirs: list[Any] = sorted(map(tuple, page.evaluate(_DRAWN)))
    mine = sorted(drawn_by_python(shown, look))
    assert len(mine) == len(theirs) > 0
    for one, other in zip(mine, theirs, strict=True):
        assert one[0] == other[0]
        assert one[1:] == pytest.approx(other[1:], abs=1.0)


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("viewer", Side)
@pytest.mark.parametrize("game", GAMES)
def test_checkers_stand_where_the_browser_draws_them(
    page: Page, game: str, viewer: Side, turned: bool, mirror: bool
) -> None:
    compare(page, Shown(game), Look(WIDE, viewer, turned=turned, mirror=mirror))


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("name", SHOWN)
def test_so_do_those_of_the_gallery(page: Page, name: str, mirror: bool) -> None:
    """Bar, trays, pins, towers, high stacks."""
    compare(page, SHOWN[name], Look(WIDE, mirror=mirror))


_THINGS = """(name) => [...board.svg.querySelectorAll(name)].map((one) => {
  const [a, b] = [one.getBoundingClientRect(), board.svg.getBoundingClientRect()];
  return [a.x + a.width / 2 - b.x, a.y + a.height / 2 - b.y];
})"""


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", ["hint", "lane", "four"])
def test_dice_cube_and_arrows_lie_where_the_browser_draws_them(
    page: Page, name: str, turned: bool, mirror: bool
) -> None:
    shown, look = SHOWN[name], Look(WIDE, turned=turned, mirror=mirror)
    page.set_viewport_size({"width": WIDE, "height": TALL if turned else DEEP})
    show(page, shown, portrait=turned, mirror=mirror)
    view = shown.arguments()["view"]
    last = [(int(step["from"]), int(step["to"])) for step in view["last_play"]]
    told = Drawn(
        [
            Arrow(Side.WHITE, one["from"], one["to"], one.get("hit", False), one.get("kind", "go"))
            for one in shown.plays
        ],
        dice={Side.WHITE: [Die(die["face"], die["state"]) for die in view["dice"]]},
        cube=Cube() if view["cube"] else None,
        last=(Side.BLACK, [source << 5 | target for source, target in last]),
    )
    rules = shown.rules
    picture = svg_of_position(rules, Position.parse(rules, shown.position), look, told)
    svg = page.evaluate_handle(
        "text => { const one = document.createElement('div'); one.innerHTML = text;"
        " one.style.cssText = 'position:absolute;left:0;top:0'; document.body.append(one);"
        " const svg = one.firstChild; const [, , w, h] = svg.getAttribute('viewBox').split(' ');"
        " svg.setAttribute('width', w); svg.setAttribute('height', h);"
        " window.twin = { svg }; return one; }",
        picture,
    )
    twin = _THINGS.replace("board.svg", "twin.svg")
    for things in (".die > .body", ".cube > .body", ".seat-to", "circle.last", "path.shaft"):
        theirs, mine = page.evaluate(_THINGS, things), page.evaluate(twin, things)
        assert len(mine) == len(theirs), things
        for one, other in zip(mine, theirs, strict=True):
            assert one == pytest.approx(other, abs=1.0), things
    svg.evaluate("one => one.remove()")


def test_every_shape_is_compared() -> None:
    assert {GEOMETRIES[game.ruleset().board].shape for game in GAMES.values()} == set(Shape)
