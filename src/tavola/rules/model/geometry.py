"""Tracks: which booklet point is a side's own point 1, 2, ... for every board.

Booklet points are 1-24.  A *path point* p counts a side's own track from 1 at its start to `length`
at its end, so a number n always leads from p to p + n.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules.model.ruleset import Board, Side

QUARTER = 6
"""Points of the start quarter and of the home quarter."""

_UP = tuple(range(1, 25))
_DOWN = tuple(range(24, 0, -1))
_HALF = (6, 5, 4, 3, 2, 1, 24, 23, 22, 21, 20, 19)  # ruling 3.16: along the bar and back

_TRACKS = {
    Board.CONTRARY: (_UP, _DOWN),
    Board.MIRRORED: (_DOWN, _UP),
    Board.SAME: (_UP, _UP),
    Board.HALF: (_HALF, _HALF[::-1]),
    Board.FACING: (_UP[:12], _DOWN[:12]),
    Board.CIRCLE: (_DOWN, _UP),
    Board.TOWERS: (_DOWN[:6], _UP[:6]),
}

_CORNERS = {8: (1, 6, 7, 12, 13, 18, 19, 24), 4: (1, 12, 13, 24)}


@dataclass(frozen=True)
class Geometry:
    """The track of both sides.

    `track[side][p - 1]` is the booklet point of path point p.
    """

    board: Board
    track: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def length(self) -> int:
        """Points of a track: 24, 12 or 6."""
        return len(self.track[0])

    @property
    def runs(self) -> bool:
        """Checkers move from point to point towards an end, so pips can be counted."""
        return self.board not in (Board.CIRCLE, Board.TOWERS)

    def path(self, side: Side, point: int) -> int:
        """Path point (from 1) of a booklet point, or 0 if it is not on the side's track."""
        try:
            return self.track[side].index(point) + 1
        except ValueError:
            return 0

    def point(self, side: Side, path: int) -> int:
        """Booklet point of a path point (from 1)."""
        return self.track[side][path - 1]


GEOMETRIES = {board: Geometry(board, track) for board, track in _TRACKS.items()}
"""The geometry of every board."""


def corner_paths(corners: int) -> tuple[int, ...]:
    """Path points of the circle's corners, ascending; the same for both sides by symmetry."""
    return tuple(sorted(_CORNERS[corners]))
