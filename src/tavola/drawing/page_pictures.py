"""Drawings inside web pages: their colours come from the styles of the page around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tavola.drawing.elements import boxed, group, number, tag, written
from tavola.drawing.picture import BoardView, Picture, Shown
from tavola.drawing.plan import Plan
from tavola.drawing.plan_parts import Box, Point
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side

NARROW, WIDE = 360.0, 640.0
"""Widths of a diagram on a phone and on a desk: its numbers are as large as the text around it."""
_HIDDEN = {"aria_hidden": "true", "focusable": "false"}


def diagram(rules: Ruleset, width: float, view: BoardView, name: str = "") -> str:
    """The opening position with the directions, for the rules of a game."""
    return scene(rules, Scene(Position.start(rules)), width, view, name, directions=True)


@dataclass(frozen=True)
class Scene:
    """A moment of a game: a position, and what is shown beside it (arrows, marks, dice, a
    close-up)."""

    position: Position
    shown: Shown = field(default_factory=Shown)


def scene(
    rules: Ruleset,
    moment: Scene,
    width: float,
    view: BoardView,
    name: str = "",
    *,
    directions: bool = False,
    ratio: float | None = None,
) -> str:
    """A moment of a game for a page; `name`: another class of it; `ratio`: as many times as wide as
    high, None for the shape of the board (or of the close-up)."""
    drawn = Picture(rules, view.look(width, directions=directions))
    body = "".join(drawn.layers(moment.position, moment.shown))
    box = " ".join(map(number, moment.shown.focus.box(*drawn.plan.size, ratio)))
    return _svg(drawn.defs(body) + body, box, f"board small {name}".rstrip())


@dataclass(frozen=True)
class Parts:
    """What the parts of a board are called in a drawing: quarters, bar, the place of what is off,
    and whose quarter it is."""

    inner: str
    outer: str
    bar: str
    off: str
    sides: Mapping[Side, str]


def named_board(
    rules: Ruleset, width: float, parts: Parts, name: str = "", *, numbering: str = "booklet"
) -> str:
    """The empty board of some rules as White sees it, its parts named, with the directions."""
    drawn = Picture(rules, BoardView(numbering=numbering).look(width, directions=True))
    plan = drawn.plan
    named = [*_quarters(plan, parts), _upright(plan, parts.bar, _on_bar(plan))]
    for side in Side:
        if (pool := plan.pool(side, "off")) is not None:
            middle = plan.box(pool.u, pool.v, pool.du, pool.dv).middle
            named.append(_upright(plan, parts.off, middle))
    w, h = plan.size
    box = f"0 0 {number(w)} {number(h)}"
    return _svg(drawn.ground() + group("names", named), box, f"board small {name}".rstrip())


def _quarters(plan: Plan, parts: Parts) -> Iterator[str]:
    """A sign on each quarter, at the feet of its points: inner or outer, and whose."""
    size = plan.font
    for side in Side:
        for right in (True, False):
            points = [p for p in plan.seats if plan.right(p) is right and _below(plan, p, side)]
            boxes = [plan.point_box(point) for point in points]
            left, end = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
            x, y = (left + end) / 2, plan.on(points[0], plan.free * 0.3)[1]
            sign = Box(left + 0.15 * plan.point, y - 1.4 * size, end - left, 2.8 * size)
            yield boxed(replace(sign, w=sign.w - 0.3 * plan.point), 4, "plate")
            yield written(parts.inner if right else parts.outer, (x, y - 0.6 * size), size, "name")
            yield written(parts.sides[side], (x, y + 0.6 * size), size, "name")


def _below(plan: Plan, point: int, side: Side) -> bool:
    """Whether a point lies in the row that is nearer to a side."""
    return plan.seats[point].up is (side is plan.facing)


def _on_bar(plan: Plan) -> Point:
    """In the upper half of the bar, clear of the ways that cross its middle."""
    return plan.bar_start + plan.bar / 2, plan.width / 4


def _upright(plan: Plan, content: str, at: Point) -> str:
    """A name that runs upwards, where there is little room beside."""
    turn = f"rotate(-90 {number(at[0])} {number(at[1])})"
    return tag("g", written(content, at, plan.font, "name"), transform=turn)


def _svg(content: str, box: str, name: str) -> str:
    return tag("svg", content, viewBox=box, class_=name, **_HIDDEN)
