"""Arrows of plays that may come, the play that led here, and marks: one line for each checker.

The browser draws the same in `web/static/board/marks.js`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tavola.drawing.elements import bow, circle, curve, cut, line, path
from tavola.drawing.pieces import stack_of
from tavola.drawing.plan import Plan
from tavola.drawing.plan_parts import Point, Stack
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Side
from tavola.rules.turn.state import State, where

Place = int | str
"""A point, `bar`, `res` or `off`."""


@dataclass(frozen=True)
class Arrow:
    """One checker's way in a play that is proposed.

    `hit`: it takes something where it lands (a solid rim); `kind`: `go` for what may or should be
    played, `no` (dashed) for what is worse or forbidden.
    """

    side: Side
    source: Place
    target: Place
    hit: bool = False
    kind: str = "go"


@dataclass(frozen=True)
class Mark:
    """What a picture points at: the uppermost checker of a place, or the foot of an empty point.

    `kind`: `look` for a ring, `no` for a crossed one.
    """

    side: Side
    place: Place
    kind: str = "look"


def legs_of(steps: Sequence[int], stops: Iterable[Place] = ()) -> list[tuple[Place, Place]]:
    """Where each checker of a play (steps as kernel integers) comes from and goes to; whoever goes
    on from one of the `stops` first does so in a leg of its own."""
    legs: list[tuple[Place, Place]] = []
    unused = set(stops)
    for step in steps:
        source, target = where((step >> 5) & 31), where(step & 31)
        before = next((leg for leg in legs if leg[1] == source), None)
        if before is None or source == "bar" or source in unused:
            legs.append((source, target))
        else:
            legs[legs.index(before)] = (before[0], target)
        unused.discard(source)
    return [leg for leg in legs if leg[0] != leg[1]]


def arrows_of(state: State, steps: Sequence[int]) -> list[Arrow]:
    """The arrows of a play that may be played now.  What it takes on its way is shown, too: there
    an arrow ends, and the next one goes on."""
    position, side = state.position, state.side
    taken = [p for p in range(1, 25) if _hits(position, side, p)]
    legs = legs_of(steps, () if state.rules.contact is Contact.PIN else taken)
    return [Arrow(side, source, target, _hits(position, side, target)) for source, target in legs]


def _hits(position: Position, side: Side, target: Place) -> bool:
    """Whether the other side stands there: what lands hits a blot, or bursts the point."""
    return not isinstance(target, str) and position.top(target) is side.other


def last_play(plan: Plan, position: Position, side: Side, steps: Sequence[int]) -> Iterator[str]:
    """The play that led to a position: an empty ring where a checker left, a dashed path to where
    it arrived."""
    left: Counter[Place] = Counter()
    come: Counter[Place] = Counter()
    radius = plan.checker / 2
    for source, target in legs_of(steps):
        start = next_on(plan, position, side, source, left[source])
        end = top_of(plan, position, side, target, come[target])
        left[source] += 1
        come[target] += 1
        way = cut(_way(plan, side, source, target, start, end), radius * 0.84, radius)
        for name in ("edge", "line"):
            yield circle(start, radius * 0.84, f"last {name}")
            yield path(line(way), f"last {name} way")


def proposed(plan: Plan, position: Position, arrows: Iterable[Arrow]) -> Iterator[str]:
    """Arrows of plays that are proposed: a dot where a checker leaves, a dashed seat where it
    lands."""
    left: Counter[tuple[object, ...]] = Counter()
    come: Counter[tuple[object, ...]] = Counter()
    for arrow in arrows:
        side, source, target = arrow.side, arrow.source, arrow.target
        leaves, lands = (source, side, arrow.kind), (target, side, arrow.kind)
        start = top_of(plan, position, side, source, left[leaves])
        end = next_on(plan, position, side, target, come[lands], hits=arrow.hit)
        left[leaves] += 1
        come[lands] += 1
        way = _way(plan, side, source, target, start, end)
        yield from _arrow(plan, way, f"{arrow.kind} hit" if arrow.hit else arrow.kind)


def _arrow(plan: Plan, way: Sequence[Point], name: str) -> Iterator[str]:
    """A shaft with its casing, and the head at its end."""
    thick = min(8.0, max(2.0, plan.checker * 0.085))
    shaft, end = cut(way, 0, thick * 2.2), way[-1]
    rim = max(1.5, thick * 0.5)
    yield circle(end, plan.checker * 0.46, "seat-rim", rim * 2)
    yield circle(end, plan.checker * 0.46, f"seat-to {name}", rim)
    for layer, more in (("case", thick), ("shaft", 0.0)):
        yield path(line(shaft), f"arrow {layer} {name}", thick + more)
        barb = line(_barb(shaft[-1], end, thick * 1.3))
        yield path(f"{barb}Z", f"arrow tip {layer} {name}", more)
        yield circle(way[0], thick * 1.15 + more / 2, f"arrow dot {layer} {name}")


def _barb(start: Point, end: Point, half: float) -> list[Point]:
    """The head of an arrow: from the end of its shaft to its tip."""
    (ax, ay), (bx, by) = start, end
    part = half / (math.dist(start, end) or 1)
    dx, dy = (bx - ax) * part, (by - ay) * part
    return [(ax - dy, ay + dx), end, (ax + dy, ay - dx)]


def marked(plan: Plan, position: Position, marks: Iterable[Mark]) -> Iterator[str]:
    """Rings around what a picture points at, crossed where something is forbidden."""
    radius = plan.checker / 2 + 1.5
    for mark in marks:
        x, y = top_of(plan, position, mark.side, mark.place)
        across = radius * math.sqrt(0.5)
        cross = line([(x - across, y - across), (x + across, y + across)])
        for name in ("edge", ""):
            kind = f"{'source' if mark.kind == 'look' else 'forbidden'} {name}".rstrip()
            yield circle((x, y), radius, kind)
            if mark.kind == "no":
                yield path(cross, kind)


def _way(
    plan: Plan, side: Side, source: Place, target: Place, start: Point, end: Point
) -> list[Point]:
    """The way of a checker as it is drawn: bent towards the channel where both ends lie on one side
    of it, straight across it, along the lane of an endless track."""
    if plan.lane:
        return curve(_trail(plan, side, source, target, start, end), plan.point * 0.5)
    axis, half = (0 if plan.turned else 1), plan.width / 2
    a, b = start[axis] - half, end[axis] - half
    if a * b <= 0:
        return [start, end]
    lift = math.copysign(min(2.1 * plan.checker, 0.5 * math.dist(start, end)), a)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return bow(start, (x - lift, y) if plan.turned else (x, y - lift), end)


def _trail(
    plan: Plan, side: Side, source: Place, target: Place, start: Point, end: Point
) -> list[Point]:
    """Along an endless track, around the corner where it changes its row."""
    track = plan.track(side)
    if source not in track or target not in track:
        return [start, end]
    at, last, way = track.index(int(source)), track.index(int(target)), [start]
    while at != last:
        following = (at + 1) % len(track)
        here, there = track[at], track[following]
        if plan.seats[here].row != plan.seats[there].row:
            way += [plan.on(here, plan.foot)] if here != source else []
            way += [plan.on(there, plan.foot)] if there != target else []
        at = following
    return [*way, end]


def top_of(plan: Plan, position: Position, side: Side, place: Place, below: int = 0) -> Point:
    """Middle of the uppermost checker of a place, or of one `below` it."""
    if isinstance(place, str):
        return _last_in(plan, side, place, _lying(position, side, place) - below)
    found = stack_of(position, place)
    if found is None:
        return plan.on(place, plan.foot)
    return plan.stack(place, found)[max(0, found.count - 1 - below)]


def next_on(
    plan: Plan,
    position: Position,
    side: Side,
    place: Place,
    more: int = 0,
    *,
    hits: bool = False,
) -> Point:
    """Where the next checker on a place comes to lie, or one that follows `more` others; one that
    `hits` lies where the other one leaves."""
    if isinstance(place, str):
        return _last_in(plan, side, place, _lying(position, side, place) + 1 + more)
    found = stack_of(position, place)
    if found is not None and found.side is side:
        found = replace(found, count=found.count + 1 + more)
    else:
        pinned = found is not None and not hits and not plan.layout["bar"]
        found = Stack(side, 1 + more, pinned)
    return plan.stack(place, found)[-1]


def _lying(position: Position, side: Side, place: str) -> int:
    pools = {"bar": position.bar, "res": position.reserve, "off": position.off}
    return pools[place](side)


def _last_in(plan: Plan, side: Side, place: str, count: int) -> Point:
    many = max(1, count)
    if place == "bar":
        return plan.on_bar(side, many)[-1]
    pool = plan.pool(side, place)
    if pool is None:
        return plan.at(plan.length / 2, plan.width / 2)
    thick = max(3.0, plan.edge_of(pool)) if place == "off" else plan.checker
    return plan.in_pool(pool, many, thick)[-1]


__all__ = [
    "Arrow",
    "Mark",
    "arrows_of",
    "last_play",
    "legs_of",
    "marked",
    "next_on",
    "proposed",
    "top_of",
]
