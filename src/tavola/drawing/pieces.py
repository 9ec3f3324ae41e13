"""What lies on the board: checkers on points, bar and trays, dice, and the cube.

The browser does the same in `web/static/board/pieces.js`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tavola.drawing.elements import boxed, circle, group, line, path, tag, written
from tavola.drawing.plan import Box, Plan, Point, Pool, Spot, Stack
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
CROWN = "crown"
_APART = 0.25
"""So far apart, in checkers, heaps of them lie in a small picture at least."""
_MIDDLE = (0.0, 0.0)


class Pieces:
    """Draws the checkers of one plan; each kind of checker is drawn once and used where it stands.

    `root` is a class around what is used; `name` begins its ids; `shade` is the id of a gradient,
    or empty.
    """

    def __init__(self, plan: Plan, root: str, name: str, shade: str = "") -> None:
        self.plan = plan
        self.name = name
        self.root = root
        self.shade = shade
        self.used: dict[str, str] = {}

    def checker(self, side: Side, at: Point, label: object = "") -> str:
        """One checker: White's with a ring, Black's with a dot; its label, or a crown."""
        size = self.plan.checker
        if self.plan.room.bare and label != CROWN:
            label = ""
        kind = side.letter + ("" if label == "" else "n")
        name = f"{self.name}{size}-{kind}"
        if name not in self.used:
            # What is used elsewhere does not see the classes around it there.
            body = group(side.letter, self._body(side, label != ""))
            self.used[name] = group(self.root, [body], id=name)
        found = tag("use", href=f"#{name}", x=at[0], y=at[1])
        if label == "":
            return found
        if label == CROWN:
            mark = path(_crown(size * 0.2), "count")
            return found + group(side.letter, [mark], transform=f"translate({at[0]} {at[1]})")
        return found + group(side.letter, [written(label, at, max(14, size * 0.42), "count")])

    def _body(self, side: Side, labelled: bool) -> Iterator[str]:
        size = self.plan.checker
        edge = max(1.0, size * 0.045)
        yield circle(_MIDDLE, (size - edge) / 2, "body", edge)
        if self.shade and size > 14:
            yield tag("circle", r=size / 2 - edge, fill=f"url(#{self.shade})")
        if side is Side.WHITE:
            yield circle(_MIDDLE, size * (0.38 if labelled else 0.32), "mark", size * 0.06)
        elif not labelled:
            yield circle(_MIDDLE, size * 0.11, "mark")

    def all(self, position: Position) -> Iterator[str]:
        """All checkers of a position."""
        for point in self.plan.seats:
            yield from self._stack(position, point)
        for side in Side:
            yield from self._row(side, self.plan.on_bar(side, position.bar(side)))
            yield from self._in_trays(position, side)

    def _stack(self, position: Position, point: int) -> Iterator[str]:
        """The checkers of a point; a pinned one looks out from below, with a rim of warning."""
        found = stack_of(position, point)
        if found is None:
            return
        if found.pinned:
            at = self.plan.on(point, 0.5)
            yield self.checker(found.side.other, at)
            yield circle(at, self.plan.checker * 0.47, "pin-rim", self.plan.checker * 0.07)
        crowned = self.plan.loops and sum(position.points(found.side).values()) == 1
        last = found.count - 1
        numbered = found.count >= (MANY - 1 if found.pinned else MANY)
        for i, at in enumerate(self.plan.stack(point, found)):
            label = CROWN if crowned else found.count if numbered and i == last else ""
            yield self.checker(found.side, at, label)

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
            yield self.checker(side, at, label if i == len(spots) - 1 else "")

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


def _crown(s: float) -> str:
    corners = [(-1, 0.8), (-1, -0.6), (-0.5, 0), (0, -1), (0.5, 0), (1, -0.6), (1, 0.8)]
    return f"{line([(x * s, y * s) for x, y in corners])}Z"


def _sign(plan: Plan, pool: Pool) -> Iterator[str]:
    """What an empty tray is for: its side's ring or dot, and a way into the board or out of it."""
    s = min(plan.point * 0.15, pool.dv * 0.25)
    way = (-1 if pool.right is (pool.kind == "res") else 1) * s
    u, v = pool.u + pool.du / 2, pool.v + pool.dv / 2
    tip = [plan.at(u + way * along, v + aside) for along, aside in ((0.6, -s), (1.5, 0), (0.6, s))]
    radius = s * (0.7 if pool.side is Side.WHITE else 0.35)
    yield circle(plan.at(u - way, v), radius, f"sign {pool.side.letter}")
    yield path(line(tip), "sign")


def dice(plan: Plan, lying: Sequence[Sequence[Die]]) -> Iterator[str]:
    """The dice of both sides."""
    alone = not all(lying)
    for side in Side:
        widths = [die.size for die in lying[side]]
        for spot, die in zip(plan.dice(side, widths, alone=alone), lying[side], strict=True):
            yield group(f"die {side.letter} {die.state}", _die(spot, die))


def _die(spot: Spot, die: Die) -> Iterator[str]:
    (x, y), size = spot.at, spot.size
    half = size / 2 - 0.5
    yield boxed(Box(x - half, y - half, 2 * half, 2 * half), size * 0.2, "body")
    for n in map(int, PIPS.get(die.face, "")):
        at = x + (n % 3 - 1) * size * 0.26, y + (n // 3 - 1) * size * 0.26
        yield circle(at, size * 0.095, "pip")
    if die.state.startswith("lost"):
        yield path(line([(x - half, y + half), (x + half, y - half)]), "strike", size * 0.09)
    if die.times:
        yield circle((x + half, y + half), 11, "times")
        yield written(f"\u00d7{die.times}", (x + half, y + half), 14, "number")


def cube(plan: Plan, shown: Cube) -> str:
    """The cube where its owner keeps it."""
    box = plan.cube_box(shown.owner)
    part = (0.62, 0.52, 0.4)[min(len(str(shown.value)), 3) - 1]
    value = written(shown.value, box.middle, max(14, box.w * part), "count")
    owner = "free" if shown.owner is None else shown.owner.letter
    return group(f"cube {owner}", [boxed(box.inner(0.5), box.w * 0.16, "body"), value])


def die(side: Side, spot: Spot, shown: Die) -> str:
    """One die of a side by itself."""
    return group(f"die {side.letter} {shown.state}", _die(spot, shown))
