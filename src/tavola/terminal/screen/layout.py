"""Which point is drawn where, from the geometry alone.

A board is two rows of columns seen from one side: that side's track starts at the upper right, runs
left along the upper row and back right along the lower one, so that its home is at the lower right.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules.model.geometry import Geometry
from tavola.rules.model.ruleset import Board, Side

Column = int | None
"""A booklet point, or None for the bar between two halves."""


@dataclass(frozen=True)
class Layout:
    """Upper and lower row, left to right."""

    upper: tuple[Column, ...]
    lower: tuple[Column, ...]


def layout(geometry: Geometry, viewer: Side) -> Layout:
    """The rows of a board as `viewer` sees it."""
    mine, theirs = geometry.track[viewer], geometry.track[viewer.other]
    if geometry.board is Board.FACING:
        return Layout(_halved(theirs), _halved(mine))
    if geometry.board is Board.TOWERS:
        return Layout(theirs[::-1], mine[::-1])
    half = len(mine) // 2
    if geometry.board is Board.HALF:
        return Layout((None, *mine[:half]), (None, *mine[: half - 1 : -1]))
    return Layout(_halved(mine[:half][::-1]), _halved(mine[half:]))


def _halved(points: tuple[int, ...]) -> tuple[Column, ...]:
    middle = len(points) // 2
    return (*points[:middle], None, *points[middle:])


def direction(geometry: Geometry, side: Side, row: tuple[Column, ...]) -> int:
    """1 if the side runs to the right along a row, -1 to the left, 0 if it does not run there."""
    if geometry.board is Board.TOWERS:
        return 0
    paths = [geometry.path(side, point) for point in row if point is not None]
    if len(paths) < 2 or 0 in paths:
        return 0
    return 1 if paths[1] > paths[0] else -1
