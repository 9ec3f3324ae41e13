"""Where everything of a picture lies, in whole pixels, from the layout of a board and its room.

A board is planned lying: `u` runs along its rows, `v` across them, row 0 above row 1.  A turned one
(for tall rooms) is lying on its side, so that the viewer's home comes to lie below.  The browser's
board does the same in `web/static/board/plan.js`; `tests/browser/test_pictures.py` compares where
the checkers stand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tavola.drawing.plan_parts import Box, Point, Pool, Room, Seat, Spot, Stack, rounded
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.ruleset import Ruleset, Side

MARGIN, BAR, DICE_BAR, RIB, TRAY, GAP, LANE = 0.2, 0.94, 1.1, 0.3, 1.18, 1.5, 1.12
PAIRED_TRAY = 0.58
"""Parts of a point's width; the bar is wider where the dice lie on it."""
CHECKER, TOWER = (0.75, 0.88), (0.34, 0.4)
COMFORT = 40
PHONE = 500
"""Rooms that are narrower than this and not lower are phones held upright."""
APART = 1.24
"""From die to die, in dice."""


def plan(rules: Ruleset, room: Room) -> Plan:
    """The best plan for a room: lying or turned, dice between the rows (on a turned board on the
    bar) or the other way, whichever gives clearly wider points."""
    if room.turned is not None:
        turns = [room.turned]
    elif room.width > room.height:
        turns = [False]
    else:
        turns = [True, False] if room.width < PHONE else [False, True]
    fixed = room.bare or not layout_of(rules)["bar_column"]
    plans = [
        Plan(rules, room, turned=turn, dice_on_bar=on_bar)
        for turn in turns
        for on_bar in ([False] if fixed else [turn, not turn])
    ]
    best = plans[0]
    for following in plans[1:]:
        enough = 1.06 if best.point < COMFORT else 1.15
        if following.point > best.point * enough:
            best = following
    return best


class Plan:
    """Places of all that is drawn of a board, in a room."""

    def __init__(self, rules: Ruleset, room: Room, *, turned: bool, dice_on_bar: bool) -> None:
        self.layout: dict[str, Any] = layout_of(rules)
        self.room = room
        self.facing = room.facing
        self.turned = turned
        self.dice_on_bar = dice_on_bar
        self.loops: bool = self.layout["loops"]
        self.towers: bool = self.layout["towers"]
        self.half = self.layout["bar_column"] == 0
        self.whole = bool(self.layout["bar_column"])
        self.free: float = self.layout["high"]
        self.seats = _seats(self.layout, self.facing, mirror=room.mirror)
        self.home_right = self.towers or self.right(self.track(self.facing)[-1])
        self.bar_right = self.half and self.right(self.track(Side.WHITE)[0])
        ends = self._ends()
        self._measure(ends)
        self.pools = [self._placed(pool, ends) for pool in ends]

    def track(self, side: Side) -> Sequence[int]:
        """The points that a side runs over, in order."""
        found: Sequence[int] = self.layout["tracks"][side.letter]
        return found

    def right(self, point: int) -> bool:
        """Whether a point lies in the right half."""
        return bool(self.seats[point].col >= self.layout["columns"] / 2)

    def upper(self, side: Side) -> bool:
        """Whether what belongs to a side lies in the upper half."""
        return side is not self.facing

    def special(self, point: int) -> bool:
        """Whether a point is a corner or a goal."""
        return point in self.layout["corners"] or point in self.layout["goals"].values()

    # ---------------------------------------------------------------------------------- measures

    def _measure(self, ends: Sequence[Pool]) -> None:
        columns, room = self.layout["columns"], self.room
        along, across = room.width, room.height
        if self.turned:
            along, across = across, along
        edges = {pool.right for pool in ends}
        self.cube_right = edges != {False}
        if self.layout["cube"]:
            edges.add(self.cube_right)
        thick = DICE_BAR if self.dice_on_bar else BAR if self.layout["bar"] else RIB
        thick = 0.0 if self.towers else thick
        # Where a turned board has trays at both ends, they share the room of little more than one.
        tray = PAIRED_TRAY if self.turned and len(edges) > 1 else TRAY
        widths = columns + thick + len(edges) * tray + 2 * MARGIN
        self.point = max(8, math.floor(along / widths))
        self._fit(across)
        self.margin, self.bar, self.tray = (
            rounded(self.point * part) for part in (MARGIN, thick, tray)
        )
        bar_first = self.bar if self.half and not self.bar_right else 0
        self.start: int = self.margin + (self.tray if False in edges else 0) + bar_first
        self.length = columns * self.point + self.bar + len(edges) * self.tray + 2 * self.margin

    def _fit(self, across: float) -> None:
        """Narrow the points until their checkers fit into `across` pixels."""
        bare, free = self.room.bare, self.free
        least, most = TOWER if self.towers else CHECKER
        width = 0
        self.point += 1
        while width < least * self.point and self.point > 8:
            self.point -= 1
            part = 0.2 if self.towers else 0.29
            self.font = rounded(min(64, max(14, self.point * part)))
            band = 1.7 if self.turned else 1.6
            self.number = rounded(self.point * 0.2 if bare else self.font * band)
            gap = 4 if self.dice_on_bar else (0.3 if bare else 0.9) * self.point
            room = (across - 2 * self.number - gap) / (2 * free)
            width = 2 * math.floor(min(most * self.point, room) / 2)
        self.checker: int = max(4, width)
        self.depth = rounded(free * self.checker)
        # Low points leave room, so that every board has about the same shape.
        channel = 1 if self.towers else GAP + 1.2 * (5 - free)
        rest = min(across - 2 * (self.number + self.depth), channel * self.point)
        self.gap: int = max(2, math.floor(rest))
        self.width = 2 * (self.number + self.depth) + self.gap
        # On an endless track checkers run in a lane around the board.
        self.lane = rounded(self.point * LANE) if self.loops else 0
        self.foot = self.lane / 2 / self.checker if self.lane else 0.5

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return (self.width, self.length) if self.turned else (self.length, self.width)

    # ------------------------------------------------------------------------------------ places

    def at(self, u: float, v: float) -> Point:
        """From lying to the picture."""
        if not self.turned:
            return u, v
        return (self.width - v, u) if self.home_right else (v, self.length - u)

    def box(self, u: float, v: float, du: float, dv: float) -> Box:
        """A rectangle on the picture."""
        (ax, ay), (bx, by) = self.at(u, v), self.at(u + du, v + dv)
        return Box(min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay))

    def u(self, col: float) -> float:
        """Left edge of a column."""
        after_bar = self.whole and col >= self.layout["columns"] / 2
        left: float = self.start + col * self.point + (self.bar if after_bar else 0)
        return left

    def top(self, row: int) -> int:
        """Upper edge of a row."""
        return self.number if row == 0 else self.width - self.number - self.depth

    def across(self, upper: bool, far: float) -> float:
        """`far` pixels from the upper or from the lower edge."""
        return far if upper else self.width - far

    def point_box(self, point: int) -> Box:
        """Where the checkers of a point stand."""
        seat = self.seats[point]
        return self.box(self.u(seat.col), self.top(seat.row), self.point, self.depth)

    def on(self, point: int, high: float, aside: float = 0.0) -> Point:
        """A place on a point: `high` checkers above its base, `aside` pixels from its middle."""
        seat = self.seats[point]
        base = self.top(seat.row) + (self.depth if seat.up else 0)
        v = base + (-1 if seat.up else 1) * high * self.checker
        return self.at(self.u(seat.col) + self.point / 2 + aside, v)

    @property
    def tip(self) -> float:
        """How high the tip of a point is, in checkers."""
        return self.free if self.lane else self.free * 0.88

    def triangle(self, point: int, inset: float) -> list[Point]:
        """The corners of a point, `inset` pixels narrower on each side."""
        half, base = self.point / 2 - inset, self.lane / self.checker
        pairs = ((base, -half), (self.tip, 0.0), (base, half))
        return [self.on(point, high, aside) for high, aside in pairs]

    def stack(self, point: int, stack: Stack) -> list[Point]:
        """Middles of the checkers of a point, from its base."""
        first = 0.98 if stack.pinned else self.foot
        pitch = min(1.0, (self.free - first - 0.5) / max(1, stack.count - 1))
        if not self.towers:
            return [self.on(point, first + i * pitch) for i in range(stack.count)]
        return [self._in_tower(point, stack, i) for i in range(stack.count)]

    def _in_tower(self, point: int, stack: Stack, i: int) -> Point:
        beside = (i - (stack.count - 1) / 2) * self.checker
        x, y = self.on(point, self.free / 2, beside * 1.08 if stack.flat else 0.0)
        return (x, y) if stack.flat else (x, y - beside * 0.46)

    @cached_property
    def bar_start(self) -> float:
        """Left edge of the bar."""
        columns: int = self.layout["columns"]
        col = (columns if self.bar_right else 0) if self.half else columns / 2
        return self.u(col) - (0 if self.bar_right else self.bar)

    def on_bar(self, side: Side, count: int) -> list[Point]:
        """Middles of checkers on the bar, from the edge, in the half where they enter."""
        radius = self.checker / 2
        first = self.number + radius
        free = 2 * APART * self.die if self.dice_on_bar else radius
        room = self.width / 2 - first - radius - free
        pitch = min(self.checker, max(0.0, room) / max(1, count - 1))
        u, upper = self.bar_start + self.bar / 2, self._waits_above(side)
        return [self.at(u, self.across(upper, first + i * pitch)) for i in range(count)]

    def _waits_above(self, side: Side) -> bool:
        """Whether a side's hit checkers wait in the upper half: where they enter, if that tells
        sides apart."""
        mine, theirs = (self.seats[self.track(one)[0]].row for one in (side, side.other))
        return self.upper(side) if mine == theirs else mine == 0

    # ------------------------------------------------------------------------------------- trays

    def _ends(self) -> list[Pool]:
        """Every tray: at the end where its side's track begins or ends, in that half."""
        has = {"res": self.layout["reserve"], "off": self.layout["off"]}
        return [self._end(side, kind) for side in Side for kind in has if has[kind]]

    def _end(self, side: Side, kind: str) -> Pool:
        first = self.towers or self.loops or kind == "res"
        point = self.track(side)[0 if first else -1]
        right = self.towers or self.right(point)
        return Pool(side, kind, right, self.seats[point].row == 0)

    def _placed(self, pool: Pool, ends: Sequence[Pool]) -> Pool:
        same = [one for one in ends if (one.right, one.up) == (pool.right, pool.up)]
        same.sort(key=lambda one: not self.upper(one.side))
        shown = self.layout["cube"] and not self.room.bare
        with_cube = shown and pool.right is self.cube_right
        rim = self.number
        room = self.width / 2 - rim - (1.5 * self.cube_pitch if with_cube else 2)
        dv = room / len(same)
        v = (rim if pool.up else self.width - rim - room) + dv * same.index(pool)
        inset = self.margin / 3
        u, du = self._tray_start(pool.right) + inset, self.tray - 2 * inset
        return Pool(pool.side, pool.kind, pool.right, pool.up, u, v + 1, du, dv - 2)

    def _tray_start(self, right: bool) -> int:
        return self.length - self.margin - self.tray if right else self.margin

    def pool(self, side: Side, kind: str) -> Pool | None:
        """The tray of a side for `res` or `off`, if this board has it."""
        return next((p for p in self.pools if (p.side, p.kind) == (side, kind)), None)

    def in_pool(self, pool: Pool, count: int, thick: float, keep: float = 0.0) -> list[Point]:
        """Middles of things in a tray, from its outer end; `keep` pixels stay free."""
        pitch = min(thick, (pool.dv - thick - 6 - keep) / max(1, count - 1))
        found = []
        for i in range(count):
            far = 3 + thick / 2 + i * pitch
            found.append(
                self.at(pool.u + pool.du / 2, pool.v + (far if pool.up else pool.dv - far))
            )
        return found

    def edge_of(self, pool: Pool) -> float:
        """How thick a checker is that stands on its edge in a tray."""
        return min(self.checker * 0.34, (pool.dv - self.font * 1.25 - 8) / 15)

    # ------------------------------------------------------------------------------ cube and dice

    @property
    def cube(self) -> int:
        """Width of the cube."""
        return 2 * rounded(min(self.tray * 0.74, self.checker) / 2)

    @property
    def cube_pitch(self) -> int:
        """From one seat of the cube to the next."""
        return self.cube + max(4, rounded(self.point * 0.14))

    def cube_box(self, owner: Side | None) -> Box:
        """One of three seats between the trays: theirs, nobody's, mine."""
        away = 0 if owner is None else -self.cube_pitch if self.upper(owner) else self.cube_pitch
        u = self._tray_start(self.cube_right) + (self.tray - self.cube) / 2
        return self.box(u, (self.width - self.cube) / 2 + away, self.cube, self.cube)

    def offer_box(self, asked: Side) -> Box:
        """Where the cube stands while a side is asked to take it."""
        size = rounded(self.cube * 1.1)
        if self.dice_on_bar:
            aside = -0.9 * size if self.upper(asked) else 0.9 * size
            u, v = self.bar_start + self.bar / 2, self.width / 2 + aside
        else:
            u, v = self._dice_room(asked, alone=False)[0], self.width / 2
        return self.box(u - size / 2, v - size / 2, size, size)

    @property
    def die(self) -> int:
        """Width of a die."""
        most = self.bar * 0.82 if self.dice_on_bar else self.gap * 0.86
        part = 1.6 if self.towers else 0.94 if self.dice_on_bar else 0.84
        return 2 * rounded(min(self.checker * part, most) / 2)

    def dice(self, side: Side, widths: Sequence[float], theirs: Sequence[float]) -> list[Spot]:
        """Places of a side's dice, from their widths in dice; on the bar beside `theirs`."""
        total, rest = (sum(width * APART for width in row) for row in (widths, theirs))
        middle, room = self._dice_room(side, alone=not rest)
        beside = rest if self.dice_on_bar else 0.0
        size = min(self.die, room / (total + beside or 1))
        way = -1 if self.turned and self.home_right is self.dice_on_bar else 1
        aside = -beside if self.upper(side) else beside
        begin, found = middle + (aside - way * total) * size / 2, []
        for width in widths:
            along = begin + way * width * APART * size / 2
            begin += way * width * APART * size
            if self.dice_on_bar:
                at = self.at(self.bar_start + self.bar / 2, along)
            else:
                at = self.at(along, self.width / 2)
            found.append(Spot(at, width * size))
        return found

    def _dice_room(self, side: Side, *, alone: bool) -> tuple[float, float]:
        """The middle of a side's dice and how long they may lie; the bar's checkers leave them
        that."""
        if self.dice_on_bar:
            return self.width / 2, 4 * APART * self.die
        columns, upper = self.layout["columns"] / 2, self.upper(side)
        half = columns * self.point
        if self.whole:
            return self.u(columns if upper is not self.home_right else 0) + half / 2, half
        middle = self.u(0) + half
        return (middle, 2 * half) if alone else (middle + (-half if upper else half) / 2, half - 6)


def _seats(layout: dict[str, Any], facing: Side, *, mirror: bool) -> dict[int, Seat]:
    """Column, row and way of growing of each point, as this viewer sees them."""
    turned = facing is Side.BLACK
    found = {}
    for point in sorted(map(int, layout["places"])):
        place = layout["places"][str(point)]
        col, row, up = place["col"], place["row"], place["grow"] == "up"
        if turned:
            row, up = layout["rows"] - 1 - row, not up
        if turned is not mirror:
            col = layout["columns"] - 1 - col
        found[point] = Seat(col, row, up)
    return found
