"""What does not move: frame, fields, points, trays, numbers, and the ways of both sides.

The browser does the same in `web/static/board/draw.js`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from tavola.drawing.elements import bent, boxed, circle, line, path, written
from tavola.drawing.plan import Plan
from tavola.drawing.plan_parts import Box, Point, Pool
from tavola.rules.model.ruleset import Side

Names = Callable[[int], object]
"""What a point is called."""
_BESIDE = 0.62
"""An arrow begins and ends so many points beside the checkers that stand there."""


def ground(plan: Plan, names: Names | None, *, directions: bool) -> Iterator[str]:
    """The board without checkers; `names`: what its points are called."""
    frame, radius = Box(0, 0, *plan.size), min(12, plan.point * 0.22)
    yield boxed(frame.inner(0.5), radius, "frame")
    if not plan.room.bare:
        yield boxed(frame.inner(1.5), radius - 1, "frame-light")
    if plan.lane:
        yield _lane(plan)
    yield from _fields(plan)
    yield from _points(plan)
    if plan.lane and not plan.room.bare:
        yield from _ways(plan)
    yield from _trays(plan)
    if names is not None:
        yield from _numbers(plan, names)
    if directions and not plan.towers and not plan.lane:
        for side in Side:
            yield from _track(plan, side)


def _fields(plan: Plan) -> Iterator[str]:
    """One field, or one on each side of the bar; the rim throws a soft shadow on it."""
    columns, rim = plan.layout["columns"], plan.point if plan.lane else 0
    halves = ((0, columns // 2), (columns // 2, columns)) if plan.whole else ((0, columns),)
    for begin, end in halves:
        left = plan.u(begin) + (0 if begin else rim)
        right = plan.u(end - 1) + plan.point - (rim if end == columns else 0)
        foot = plan.number + plan.lane
        box = plan.box(left, foot, right - left, plan.width - 2 * foot)
        yield boxed(box, 2, "field")
        for wide in () if plan.lane or plan.room.bare else (2, 4, 7):
            yield boxed(box.inner(0.5 + wide / 2), 2, "rim-shadow", wide)


def _lane(plan: Plan) -> str:
    """The lane of an endless track: around the field, one seat a point."""
    end = plan.u(plan.layout["columns"] - 1) + plan.point
    box = plan.box(plan.u(0), plan.number, end - plan.u(0), plan.width - 2 * plan.number)
    return boxed(box, plan.point * 0.6, "lane")


def _points(plan: Plan) -> Iterator[str]:
    """Triangles (all of one colour as one path), cups for goals, tiles for towers."""
    gap = max(0.5, plan.point * 0.027)
    triangles = {"a": "", "b": ""}
    others = []
    for point, seat in plan.seats.items():
        kind = "ab"[(seat.col + seat.row) % 2]
        if plan.towers:
            tile = plan.point_box(point).inner(plan.point * 0.04)
            others.append(boxed(tile, plan.point * 0.1, f"point {kind}"))
            continue
        if plan.layout["facing"] and seat.row == 0:
            others.append(_hairline(plan, point))
        if point in plan.layout["goals"].values():
            others.append(_cup(plan, point, gap))
            continue
        if not (plan.lane and seat.col in (0, plan.layout["columns"] - 1)):
            triangles[kind] += f"{bent(plan.triangle(point, gap), plan.point * 0.1)}Z"
        if point in plan.layout["corners"]:
            others.append(_corner(plan, point))
        elif plan.lane:
            others.append(circle(plan.on(point, plan.foot), max(1.5, plan.point * 0.045), "seat"))
    for name, d in triangles.items():
        if d:
            yield path(d, f"point {name}")
    yield from others


def _hairline(plan: Plan, point: int) -> str:
    """From a point to the one that it faces."""
    col = plan.seats[point].col
    facing = next(other for other, seat in plan.seats.items() if seat.row and seat.col == col)
    return path(line([plan.on(point, plan.tip), plan.on(facing, plan.tip)]), "hairline")


def _cup(plan: Plan, point: int, gap: float) -> str:
    """A goal is open above, where checkers come in, and they stay in it."""
    half, tip = plan.point / 2 - gap, plan.tip
    sides = ((tip, -half), (0.03, -half), (0.03, half), (tip, half))
    return path(bent([plan.on(point, high, aside) for high, aside in sides], half), "cup")


def _corner(plan: Plan, point: int) -> str:
    """A corner is a diamond under its checker."""
    half, foot = plan.point * 0.47, plan.foot
    high = half / plan.checker
    diamond = ((foot + high, 0.0), (foot, half), (foot - high, 0.0), (foot, -half))
    return path(f"{line([plan.on(point, up, aside) for up, aside in diamond])}Z", "corner")


def _ways(plan: Plan) -> Iterator[str]:
    """Which way each side runs around, in the lane at the end of the rows."""
    for side in Side:
        track = plan.track(side)
        around = zip(track, [*track[1:], track[0]], strict=True)
        first = next(a for a, b in around if plan.seats[a].col == plan.seats[b].col == 0)
        way = -1 if plan.seats[first].row else 1
        u = plan.u(0) + plan.point * (0.3 if side is Side.WHITE else 0.7)
        far = way * plan.point
        ends = [plan.at(u, plan.width / 2 + end * far) for end in (-0.8, 0.8)]
        yield path(line(ends) + arrowhead(ends, plan.point * 0.13), "way")
        start = plan.at(u, plan.width / 2 - 0.95 * far)
        yield circle(start, plan.checker * 0.14, f"way-of {side.letter}")


def _trays(plan: Plan) -> Iterator[str]:
    for pool in plan.pools:
        box = plan.box(pool.u, pool.v, pool.du, pool.dv)
        yield boxed(box, min(6, plan.point * 0.1), "well")
    if plan.layout["cube"] and not plan.room.bare:
        for owner in (None, *Side):
            yield boxed(plan.cube_box(owner), plan.cube * 0.18, "cube-seat")


def _numbers(plan: Plan, names: Names) -> Iterator[str]:
    for point, seat in plan.seats.items():
        across = plan.across(seat.row == 0, plan.number / 2)
        at = plan.at(plan.u(seat.col) + plan.point / 2, across)
        name = "number special" if plan.special(point) else "number"
        yield written(names(point), at, plan.font, name)


def _track(plan: Plan, side: Side) -> Iterator[str]:
    """The way a side runs, as an arrow along its track."""
    mine = side is plan.facing
    high = _above(plan, mine=mine)
    track, way = plan.track(side), []
    for point in _turns(plan, track):
        end = point in (track[0], track[-1])
        aside = 0.3 if end else 0.12
        inward = (_BESIDE if end else 0.0) + (aside if mine else -aside)
        way.append(plan.on(point, high, plan.point * (-inward if plan.right(point) else inward)))
    entry = plan.pool(side, "res")
    if entry is not None:
        way.insert(0, _entering(plan, entry, way[0]))
    d = bent(way, plan.point * 0.45) + arrowhead(way, plan.point * 0.18)
    for name in ("track edge", "track"):
        yield path(d, f"{name} {side.letter}")
    yield circle(way[0], plan.point * 0.13, f"track-start {side.letter}")


def _above(plan: Plan, *, mine: bool) -> float:
    """How high a way runs: in the channel beside the dice where there is room, else below its
    edge."""
    if plan.gap > 0.8 * plan.point:
        part = 0.26 if mine else 0.06
        return plan.free + part * plan.gap / plan.checker
    return plan.free - (0.35 if mine else 0.95)


def _entering(plan: Plan, pool: Pool, first: Point) -> Point:
    """Where the way of checkers that enter begins: in their tray, as near to the track as it
    lies."""
    box = plan.box(pool.u + pool.du * 0.5, pool.v + pool.dv * 0.12, 0, pool.dv * 0.76)
    x, y = first
    return min(max(x, box.x), box.x + box.w), min(max(y, box.y), box.y + box.h)


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
