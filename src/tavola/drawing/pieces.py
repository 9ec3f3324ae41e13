"""What lies on the board: checkers on points, bar and trays, dice, and the cube.

The browser does the same in `web/static/board/pieces.js`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tavola.drawing.elements import boxed, circle, group, line, number, path, tag, written
from tavola.drawing.plan import Plan
from tavola.drawing.plan_parts import Box, Point, Pool, Spot, Stack
from tavola.drawing.shown_dice import Die
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Cube

MANY = 6
"""So many checkers on a point bear their number."""
PIPS = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
CROWN, _BLANK, _PACKED = "crown", " ", "packed"
"""Labels: a crown, no mark; little is seen of it, and it throws no shadow."""
_PINNER, _COLLAR = 0.91, 0.485
"""Width of a checker that pins, and radius of its collar's middle line, in checkers."""
_APART, _LITTLE = 0.25, 0.5
"""So far apart, in checkers, heaps of them lie in a small picture at least."""
_MIDDLE = (0.0, 0.0)


class Pieces:
    """Draws the checkers of one plan; each kind of checker is drawn once and used where it stands.

    `root` is a class around what is used; `name` begins its ids; `shade` begins those of the
    gradients, or is empty.
    """

    def __init__(self, plan: Plan, root: str, name: str, shade: str = "") -> None:
        self.plan = plan
        self.name = name
        self.root = root
        self.shade = shade
        self.used: dict[str, str] = {}

    def checker(self, side: Side, at: Point, label: object = "", part: float = 1.0) -> str:
        """One checker: White's with a ring, Black's with a dot; its label, or a crown; `part`: how
        wide it is, in checkers."""
        size = self.plan.checker * part
        if self.plan.room.bare and label not in (CROWN, _BLANK, _PACKED):
            label = ""
        kind = side.letter + ("" if label == "" else "p" if label == _PACKED else "n")
        name = f"{self.name}{number(size).replace('.', '')}-{kind}"
        if name not in self.used:
            # What is used elsewhere does not see the classes around it there.
            kinds = f"{side.letter} packed" if label == _PACKED else side.letter
            body = group(kinds, self._body(side, size, label))
            self.used[name] = group(self.root, [body], id=name)
        found = tag("use", href=f"#{name}", x=at[0], y=at[1])
        if label in ("", _BLANK, _PACKED):
            return found
        if label == CROWN:
            mark = path(_crown(size * 0.2), "count")
            return found + group(side.letter, [mark], transform=f"translate({at[0]} {at[1]})")
        return found + group(side.letter, [written(label, at, max(14, size * 0.42), "count")])

    def _body(self, side: Side, size: float, label: object) -> Iterator[str]:
        edge, shaded = max(1.0, size * 0.026), self.shade and size > 14
        if shaded and label != _PACKED:
            yield tag("circle", cy=size * 0.05, r=size * 0.6, fill=f"url(#{self.shade}cast)")
        yield circle(_MIDDLE, (size - edge) / 2, "body", edge)
        if shaded:
            yield tag("circle", r=size / 2 - edge, fill=f"url(#{self.shade}{side.letter})")
            yield path(_bevel(size / 2 - edge - 0.5), "bevel")
        if label == _PACKED:
            return
        if side is Side.WHITE:
            ring = 0.27 if label == "" else 0.38
            yield circle(_MIDDLE, size * ring, "mark", max(1, size * 0.045))
        elif label == "":
            yield circle(_MIDDLE, size * 0.1, "mark")

    def all(self, position: Position) -> Iterator[str]:
        """All checkers of a position."""
        for point in self.plan.seats:
            yield from self._stack(position, point)
        for side in Side:
            yield from self._row(side, self.plan.on_bar(side, position.bar(side)))
            yield from self._in_trays(position, side)

    def _stack(self, position: Position, point: int) -> Iterator[str]:
        """The checkers of a point.  A pinned one peeks out below, its colour is the collar of the
        one above, which is smaller, so that both fit the point."""
        found = stack_of(position, point)
        if found is None:
            return
        crowned = self.plan.loops and sum(position.points(found.side).values()) == 1
        last = found.count - 1
        numbered = found.count >= (MANY - 1 if found.pinned else MANY)
        spots = self.plan.stack(point, found)
        for i, at in enumerate(spots):
            top = CROWN if crowned else found.count if numbered else ""
            label = top if i == last else self._below(spots, i)
            if found.pinned and i == 0:
                yield from self._pinned(point, found.side.other, at)
                yield self.checker(found.side, at, label, _PINNER)
            else:
                yield self.checker(found.side, at, label)

    def _pinned(self, point: int, side: Side, above: Point) -> Iterator[str]:
        """A pinned checker, its mark where it can be seen, and the collar of the one `above`."""
        size, letter = self.plan.checker, side.letter
        at = self.plan.on(point, 0.5)
        yield self.checker(side, at, "" if side is Side.WHITE else _BLANK)
        if side is Side.BLACK:
            yield group(letter, [circle(self.plan.on(point, 0.16), size * 0.1, "mark")])
        yield circle(above, size * (_COLLAR + 0.045), f"collar-rim {letter}", 1.25)
        yield circle(above, size * _COLLAR, f"collar {letter}", size * 0.08)

    def _row(self, side: Side, spots: Sequence[Point], label: object = "") -> Iterator[str]:
        """Checkers in a row; the last one bears their number if they overlap."""
        apart = math.dist(*spots[:2]) if len(spots) > 1 else self.plan.checker
        if apart < self.plan.checker * 0.96:
            label = len(spots)
        if self.plan.room.bare:
            # A small picture bears no numbers, and rims that touch would hide whose they are.
            step, last = math.ceil(_APART * self.plan.checker / max(apart, 0.1)), len(spots) - 1
            spots = [spots[last - (last - i) // step * step] for i in range(len(spots))]
        for i, at in enumerate(spots):
            yield self.checker(side, at, label if i == len(spots) - 1 else self._below(spots, i))

    def _below(self, spots: Sequence[Point], i: int) -> str:
        """The label of a checker by how much of it the next one leaves to be seen."""
        little = math.dist(spots[i], spots[i + 1]) < _LITTLE * self.plan.checker
        return _PACKED if little and not self.plan.towers else ""

    def _in_trays(self, position: Position, side: Side) -> Iterator[str]:
        for kind, lying in (("res", position.reserve(side)), ("off", position.off(side))):
            pool = self.plan.pool(side, kind)
            if pool is None or (not lying and self.plan.room.bare):
                continue
            if not lying:
                yield from _sign(self.plan, pool)
            elif kind == "off":
                yield from self._off(pool, lying)
            else:
                spots = self.plan.in_pool(pool, lying, self.plan.checker)
                yield from self._row(side, spots)

    def _off(self, pool: Pool, count: int) -> Iterator[str]:
        """Checkers that are off stand on their edges; where that is too narrow: one, with their
        number."""
        plan, letter = self.plan, pool.side.letter
        thick = plan.edge_of(pool)
        if thick < 3:
            yield from self._row(pool.side, plan.in_pool(pool, 1, plan.checker), count)
            return
        keep = plan.font * 1.25
        w, h = (thick - 1, pool.du - 8) if plan.turned else (pool.du - 8, thick - 1)
        for x, y in plan.in_pool(pool, count, thick, keep):
            yield boxed(Box(x - w / 2, y - h / 2, w, h), 2, f"edge-on {letter}")
            yield circle((x, y), thick * 0.22, f"edge-mark {letter}")
        v = pool.v + (pool.dv - keep / 2 if pool.up else keep / 2)
        yield written(count, plan.at(pool.u + pool.du / 2, v), plan.font, "number")


def stack_of(position: Position, point: int) -> Stack | None:
    """The checkers of a point, or None if it is empty."""
    top = position.top(point)
    if top is None:
        return None
    pinned = position.pinned(point) is not None
    return Stack(top, position.count(top, point), pinned, position.lying(point))


def _bevel(r: float) -> str:
    """An arc of light inside the edge, open below."""
    x, y = number(r * 0.87), number(r * 0.5)
    return f"M-{x} {y}A{number(r)} {number(r)} 0 1 1 {x} {y}"


def _crown(s: float) -> str:
    corners = [(-1, 0.8), (-1, -0.6), (-0.5, 0), (0, -1), (0.5, 0), (1, -0.6), (1, 0.8)]
    return f"{line([(x * s, y * s) for x, y in corners])}Z"


def _sign(plan: Plan, pool: Pool) -> Iterator[str]:
    """What an empty tray is for: its side's ring or dot, and a way into the board or out of it."""
    s = min(plan.point * 0.15, pool.dv * 0.25, pool.du * 0.25)
    way = (-1 if pool.right is (pool.kind == "res") else 1) * s
    u, v = pool.u + pool.du / 2, pool.v + pool.dv / 2
    tip = [plan.at(u + way * along, v + aside) for along, aside in ((0.6, -s), (1.5, 0), (0.6, s))]
    radius = s * (0.7 if pool.side is Side.WHITE else 0.35)
    yield circle(plan.at(u - way, v), radius, f"sign {pool.side.letter}")
    yield path(line(tip), "sign")


def dice(plan: Plan, lying: Sequence[Sequence[Die]], shade: str = "") -> Iterator[str]:
    """The dice of both sides; `shade`: as for the checkers."""
    widths = [[die.size for die in row] for row in lying]
    for side in Side:
        spots = plan.dice(side, widths[side], widths[side.other])
        for spot, die in zip(spots, lying[side], strict=True):
            fill = f"url(#{shade}{side.letter})" if shade else ""
            yield group(f"die {side.letter} {die.state}", _die(spot, die, fill))


def _die(spot: Spot, die: Die, shade: str) -> Iterator[str]:
    """A die; one whose number is played has sunk: an outline with hollow pips."""
    (x, y), size = spot.at, spot.size
    half = size / 2 - 0.5
    box = Box(x - half, y - half, 2 * half, 2 * half)
    lies = "used" not in die.state and "ahead" not in die.state
    if lies and shade:
        yield boxed(replace(box, y=box.y + size * 0.06), size * 0.22, "drop")
    yield boxed(box, size * 0.22, "body")
    if lies and shade:
        yield tag("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=size * 0.22, fill=shade)
    for n in map(int, PIPS.get(die.face, "")):
        at = x + (n % 3 - 1) * size * 0.26, y + (n // 3 - 1) * size * 0.26
        yield circle(at, size * 0.088, "pip")
    if die.state.startswith("lost"):
        yield path(line([(x - half, y + half), (x + half, y - half)]), "strike", size * 0.09)
    if die.times:
        yield circle((x + half, y + half), 11, "times")
        yield written(f"\u00d7{die.times}", (x + half, y + half), 14, "number")


def cube(plan: Plan, shown: Cube, asked: Side | None = None, value: int = 0) -> str:
    """The cube in its seat, or with the side that is `asked` to take it at a `value`."""
    seat = plan.cube_box(shown.owner)
    box, number_on = (seat, shown.value) if asked is None else (plan.offer_box(asked), value)
    part = (0.56, 0.48, 0.38)[min(len(str(number_on)), 3) - 1]
    parts = [
        boxed(replace(box, y=box.y + box.w * 0.06).inner(0.5), box.w * 0.18, "drop"),
        boxed(box.inner(0.5), box.w * 0.18, "body"),
        boxed(box.inner(box.w * 0.08), box.w * 0.12, "inset"),
        written(number_on, box.middle, max(14, box.w * part), "count"),
    ]
    if asked is not None:
        way = path(line([seat.middle, box.middle]), "cube-way")
        rim = boxed(box.inner(-3.5), box.w * 0.26, "offerable")
        parts = [boxed(seat.inner(1), seat.w * 0.18, "left-seat"), way, rim, *parts]
    owner = "free" if shown.owner is None else shown.owner.letter
    return group(f"cube {owner}", parts)


def die(side: Side, spot: Spot, shown: Die) -> str:
    """One die of a side by itself."""
    return group(f"die {side.letter} {shown.state}", _die(spot, shown, ""))
