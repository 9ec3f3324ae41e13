"""What does not move: frame, fields, points, trays, numbers, and the ways of both sides.

The browser does the same in `web/static/board/draw.js`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from tavola.drawing.elements import bent, boxed, circle, line, path, written
from tavola.drawing.plan import Box, Plan, Point
from tavola.rules.model.ruleset import Side

Names = Callable[[int], object]
"""What a point is called."""
_BESIDE = 0.62
"""An arrow begins and ends so many points beside the checkers that stand there."""


def ground(plan: Plan, names: Names | None, *, directions: bool) -> Iterator[str]:
    """The board without checkers; `names`: what its points are called."""
    frame = Box(0, 0, *plan.size).inner(0.5)
    yield boxed(frame, min(14, plan.point * 0.2), "frame")
    yield from _fields(plan)
    yield from _points(plan)
    if plan.loops:
        yield _ring(plan)
    yield from _trays(plan)
    if names is not None:
        yield from _numbers(plan, names)
    if directions and not plan.towers:
        for side in Side:
            yield from _track(plan, side)


def _fields(plan: Plan) -> Iterator[str]:
    """One field, or one on each side of the bar."""
    columns = plan.layout["columns"]
    halves = ((0, columns / 2), (columns / 2, columns)) if plan.whole else ((0, columns),)
    for begin, end in halves:
        wide, deep = (end - begin) * plan.point, plan.width - 2 * plan.number
        yield boxed(plan.box(plan.u(begin), plan.number, wide, deep), 2, "field")


def _points(plan: Plan) -> Iterator[str]:
    """Triangles (all of one colour as one path), cups for goals, tiles for towers."""
    gap = max(0.5, plan.point * 0.03)
    triangles = {"a": "", "b": ""}
    others = []
    for point, seat in plan.seats.items():
        if plan.towers:
            tile = plan.point_box(point).inner(plan.point * 0.05)
            others.append(boxed(tile, plan.point * 0.1, "point a"))
            continue
        if plan.layout["facing"] and seat.row == 0:
            others.append(_hairline(plan, point))
        if point in plan.layout["goals"].values():
            others.append(_cup(plan, point, gap))
            continue
        triangles["ab"[(seat.col + seat.row) % 2]] += f"{line(plan.triangle(point, gap))}Z"
        if point in plan.layout["corners"]:
            others.append(_corner(plan, point, gap))
    for name, d in triangles.items():
        if d:
            yield path(d, f"point {name}")
    yield from others


def _hairline(plan: Plan, point: int) -> str:
    """From a point to the one that it faces."""
    col, tip = plan.seats[point].col, plan.free * 0.97
    facing = next(other for other, seat in plan.seats.items() if seat.row and seat.col == col)
    return path(line([plan.on(point, tip), plan.on(facing, tip)]), "hairline")


def _cup(plan: Plan, point: int, gap: float) -> str:
    half, tip = plan.point / 2 - gap, plan.free * 0.97
    sides = ((tip, -half), (0.03, -half), (0.03, half), (tip, half))
    return path(bent([plan.on(point, high, aside) for high, aside in sides], half), "cup")


def _corner(plan: Plan, point: int, gap: float) -> str:
    half, high = plan.point / 2 - gap, plan.point / plan.checker
    square = ((0.02, -half), (0.02, half), (high, half), (high, -half))
    return path(f"{line([plan.on(point, up, aside) for up, aside in square])}Z", "corner")


def _ring(plan: Plan) -> str:
    """The endless line through the feet of all points."""
    foot = plan.number + plan.checker / 2
    begin = plan.u(0) + plan.point / 2
    end = plan.u(plan.layout["columns"] - 1) + plan.point / 2
    box = plan.box(begin, foot, end - begin, plan.width - 2 * foot)
    return boxed(box, plan.point * 0.5, "ring-line")


def _trays(plan: Plan) -> Iterator[str]:
    for pool in plan.pools:
        yield boxed(plan.box(pool.u, pool.v, pool.du, pool.dv), 4, "well")
    if plan.layout["cube"] and not plan.room.bare:
        for owner in (None, *Side):
            yield boxed(plan.cube_box(owner), plan.point * 0.14, "cube-seat")


def _numbers(plan: Plan, names: Names) -> Iterator[str]:
    size = max(14.0, plan.font * 0.85) if plan.turned else plan.font
    for point, seat in plan.seats.items():
        across = plan.across(seat.row == 0, plan.number / 2)
        at = plan.at(plan.u(seat.col) + plan.point / 2, across)
        name = "number special" if plan.special(point) else "number"
        yield written(names(point), at, size, name)


def _track(plan: Plan, side: Side) -> Iterator[str]:
    """The way a side runs, as an arrow along its track."""
    mine = side is plan.facing
    high = plan.free - (0.35 if mine else 0.95)
    track, way = plan.track(side), []
    for point in _turns(plan, track):
        inward = 0.12 if mine else -0.12
        inward += _BESIDE if point in (track[0], track[-1]) else 0.0
        way.append(plan.on(point, high, plan.point * (-inward if plan.right(point) else inward)))
    d = bent(way, plan.point * 0.45) + arrowhead(way, plan.point * 0.22)
    for name in ("track edge", "track"):
        yield path(d, f"{name} {side.letter}")
    yield circle(way[0], plan.point * 0.13, f"track-start {side.letter}")


def _turns(plan: Plan, track: Sequence[int]) -> list[int]:
    """The points of a track where its row begins or ends."""
    rows = [plan.seats[point].row for point in track]
    around = zip(track, [None, *rows], rows, [*rows[1:], None], strict=False)
    return [point for point, before, row, after in around if not before == row == after]


def arrowhead(way: Sequence[Point], size: float) -> str:
    """The head of an arrow along a way, for `d`."""
    (ax, ay), (bx, by) = way[-2:]
    part = size / (math.hypot(bx - ax, by - ay) or 1)
    dx, dy = (bx - ax) * part, (by - ay) * part
    return line([(bx - dx - dy, by - dy + dx), (bx, by), (bx - dx + dy, by - dy - dx)])
