"""Tracks: which booklet point is a side's own point 1, 2, ... for every board.

Booklet points are 1-24.  A *path point* p counts a side's own track from 1 at its start to `length`
at its end, so a number n always leads from p to p + n.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tavola.rules.model.ruleset import Board, Ruleset, Side

QUARTER = 6
"""Points of the start quarter and of the home quarter."""
WHOLE = 24
"""Points of a track over the whole board."""

_UP = tuple(range(1, 25))
_DOWN = tuple(range(24, 0, -1))
_ROUND = _UP[12:] + _UP[:12]
_HALF = (6, 5, 4, 3, 2, 1, 24, 23, 22, 21, 20, 19)  # ruling 3.16: along the bar and back

_CORNERS = {8: (1, 6, 7, 12, 13, 18, 19, 24), 4: (1, 12, 13, 24)}


class Shape(Enum):
    """What a drawing of a board is made of; each is two rows of points."""

    TABLE = "table"  # twelve columns, the bar in the middle
    HALF = "half"  # six columns beside the bar
    ROWS = "rows"  # twelve columns; the rows are two tracks, points face each other
    RING = "ring"  # twelve columns with an endless line through all points
    TOWERS = "towers"  # six columns of tiles, a row for each side


@dataclass(frozen=True, kw_only=True)
class Geometry:
    """The tracks of both sides, and what can be asked about them.

    `track[side][p - 1]` is the booklet point of path point p.  All that draws, describes or
    evaluates a board asks its properties and never which board it is.
    """

    track: tuple[tuple[int, ...], tuple[int, ...]]
    loops: bool = False
    """The tracks are endless: behind the last point comes the first (Catch me)."""
    towers: bool = False
    """Each point is a tower that is changed where it stands; nothing moves (Doublets)."""

    @property
    def length(self) -> int:
        """Points of a track: 24, 12 or 6."""
        return len(self.track[0])

    @property
    def runs(self) -> bool:
        """Checkers move from point to point towards an end, so that pips can be counted and one
        checker can go on with the next number."""
        return not self.loops and not self.towers

    @property
    def shared(self) -> bool:
        """The tracks have points in common, so that the sides can stand in each other's way."""
        return not set(self.track[0]).isdisjoint(self.track[1])

    @property
    def facing(self) -> bool:
        """Two tracks lie side by side: each point faces the one that has the same number on the
        other track (French 2)."""
        return self.runs and not self.shared

    @property
    def same_way(self) -> bool:
        """Both sides run over the same points in the same order."""
        return self.track[0] == self.track[1]

    @property
    def shape(self) -> Shape:
        """How the board is drawn."""
        if self.loops:
            return Shape.RING
        if self.towers:
            return Shape.TOWERS
        if self.facing:
            return Shape.ROWS
        return Shape.TABLE if self.length == WHOLE else Shape.HALF

    def home(self, side: Side) -> tuple[int, ...]:
        """Booklet points of a side's last quarter, from which it bears off."""
        return self.track[side][-QUARTER:]

    def outside(self, side: Side) -> tuple[int, ...]:
        """Booklet points of a side's track before its last quarter."""
        return self.track[side][:-QUARTER]

    def is_home(self, path: int) -> bool:
        """Whether a path point lies in the last quarter."""
        return path > self.length - QUARTER

    def path(self, side: Side, point: int) -> int:
        """Path point (from 1) of a booklet point, or 0 if it is not on the side's track."""
        try:
            return self.track[side].index(point) + 1
        except ValueError:
            return 0

    def point(self, side: Side, path: int) -> int:
        """Booklet point of a path point (from 1)."""
        return self.track[side][path - 1]


GEOMETRIES = {
    Board.CONTRARY: Geometry(track=(_UP, _DOWN)),
    Board.MIRRORED: Geometry(track=(_DOWN, _UP)),
    Board.SAME: Geometry(track=(_UP, _UP)),
    Board.PARALLEL: Geometry(track=(_UP, _ROUND)),
    Board.HALF: Geometry(track=(_HALF, _HALF[::-1])),
    Board.FACING: Geometry(track=(_UP[:12], _DOWN[:12])),
    Board.CIRCLE: Geometry(track=(_DOWN, _UP), loops=True),
    Board.TOWERS: Geometry(track=(_DOWN[:6], _UP[:6]), towers=True),
}
"""The geometry of every board."""


def geometry_of(rules: Ruleset) -> Geometry:
    """How checkers run in a game."""
    return GEOMETRIES[rules.board]


def quarter_cell(pips: Iterable[int]) -> int:
    """Points of the home quarter, told by their pips from the end, as a cell of a row: six bits of
    a signed number (`HITTERS` in `kernel/slots.py`)."""
    bits = sum(1 << one - 1 for one in pips)
    return bits - 64 * (bits >> 5)


def runs_home(rules: Ruleset) -> bool:
    """Whether a runner must come home, into the last quarter, before other checkers may move."""
    return geometry_of(rules).is_home(rules.runner + 1)


def own_number(rules: Ruleset, side: Side, point: int) -> int:
    """The number by which `side` calls a booklet point."""
    geometry = geometry_of(rules)
    path = geometry.path(side, point)
    if geometry.loops or not path:
        return point
    if geometry.towers or rules.piles:
        return path
    return geometry.length + 1 - path


def board_number(rules: Ruleset, viewer: Side, point: int, numbering: str) -> int:
    """The number that stands at a booklet point of a board seen by `viewer`: in `own` his own; at a
    point of the other track alone that of the side whose track it is."""
    if numbering != "own":
        return point
    on_own = geometry_of(rules).path(viewer, point)
    return own_number(rules, viewer if on_own else viewer.other, point)


def corner_paths(corners: int) -> tuple[int, ...]:
    """Path points of the circle's corners, ascending; the same for both sides by symmetry."""
    return tuple(sorted(_CORNERS[corners]))
