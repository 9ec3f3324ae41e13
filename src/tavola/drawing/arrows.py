"""Arrows of a play: one that may come, or the one that led here, one line for each checker.

The browser draws the last play in `web/static/board/marks.js`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tavola.drawing.elements import bent, circle, path
from tavola.drawing.ground import arrowhead
from tavola.drawing.pieces import stack_of
from tavola.drawing.plan import Plan, Point, Stack
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import where

Place = int | str
"""A point, `bar`, `res` or `off`."""
_LONG = 9999.0
"""A radius that makes a way as round as it can be."""


def legs_of(steps: Sequence[int]) -> list[tuple[Place, Place]]:
    """Where each checker of a play (steps as kernel integers) comes from and goes to."""
    legs: list[tuple[Place, Place]] = []
    for step in steps:
        source, target = where((step >> 5) & 31), where(step & 31)
        before = next((leg for leg in legs if leg[1] == source and source != "bar"), None)
        if before is None:
            legs.append((source, target))
        else:
            legs[legs.index(before)] = (before[0], target)
    return [leg for leg in legs if leg[0] != leg[1]]


def last_play(plan: Plan, position: Position, side: Side, steps: Sequence[int]) -> Iterator[str]:
    """Faint lines along the play that led to a position."""
    size, letter = plan.checker, side.letter
    for source, target in legs_of(steps):
        start = next_on(plan, position, side, source)
        end = top_of(plan, position, side, target)
        way = _round(plan, _trail(plan, side, source, target, start, end))
        for name, width in (("edge", 0.15), ("line", 0.09)):
            yield path(bent(way, _LONG), f"last {name} {letter}", size * width)
        yield circle(start, size * 0.36, f"last line {letter}", size * 0.06)


def play(plan: Plan, position: Position, side: Side, steps: Sequence[int]) -> Iterator[str]:
    """Arrows of a play that may be played now."""
    left: Counter[Place] = Counter()
    come: Counter[Place] = Counter()
    for source, target in legs_of(steps):
        start = top_of(plan, position, side, source, left[source])
        end = next_on(plan, position, side, target, come[target])
        left[source] += 1
        come[target] += 1
        yield from _landing(plan, end)
        way = _round(plan, _trail(plan, side, source, target, start, end))
        d = bent(way, _LONG) + arrowhead(way, plan.checker * 0.28)
        for name in ("source edge", "source"):
            yield path(d, name)
        yield circle(start, plan.checker * 0.12, "source")


def _landing(plan: Plan, end: Point) -> Iterator[str]:
    """Where a checker comes to stand."""
    for name in ("landing edge", "landing"):
        yield circle(end, plan.checker * 0.44, name)


def _trail(
    plan: Plan, side: Side, source: Place, target: Place, start: Point, end: Point
) -> list[Point]:
    """The way of a checker: along its track, around the corner where the track changes its row."""
    track = plan.track(side)
    if plan.towers or source not in track or target not in track:
        return [start, end]
    at, last = track.index(int(source)), track.index(int(target))
    one = 1 if plan.loops or at < last else -1
    way = [start]
    while at != last:
        following = (at + one) % len(track)
        here, there = track[at], track[following]
        if plan.seats[here].row != plan.seats[there].row:
            way += [plan.on(here, 2.5)] if here != source else []
            way += [plan.on(there, 2.5)] if there != target else []
        at = following
    return [*way, end]


def _round(plan: Plan, way: list[Point]) -> list[Point]:
    """A straight way bends towards the middle of the board, so that it is not taken for a part of
    it."""
    if len(way) > 2:
        return way
    (ax, ay), (bx, by) = way
    lift = min(math.dist(*way) * 0.4, plan.checker * 2.4)
    x, y = (ax + bx) / 2, (ay + by) / 2
    if plan.turned:
        x += lift if x < plan.width / 2 else -lift
    else:
        y += lift if y < plan.width / 2 else -lift
    return [way[0], (x, y), way[1]]


def top_of(plan: Plan, position: Position, side: Side, place: Place, below: int = 0) -> Point:
    """Middle of the uppermost checker of a place, or of one `below` it."""
    if isinstance(place, str):
        return _last_in(plan, side, place, _lying(position, side, place) - below)
    found = stack_of(position, place)
    if found is None:
        return plan.on(place, 0.5)
    return plan.stack(place, found)[max(0, found.count - 1 - below)]


def next_on(plan: Plan, position: Position, side: Side, place: Place, more: int = 0) -> Point:
    """Where the next checker on a place comes to lie, or one that follows `more` others."""
    if isinstance(place, str):
        return _last_in(plan, side, place, _lying(position, side, place) + 1 + more)
    found = stack_of(position, place)
    if found is not None and found.side is side:
        found = replace(found, count=found.count + 1 + more)
    else:
        found = Stack(side, 1 + more, found is not None and not plan.layout["bar"])
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


__all__ = ["last_play", "legs_of", "next_on", "play", "top_of"]
