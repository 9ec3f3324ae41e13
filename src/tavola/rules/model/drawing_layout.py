"""Where each point of a board is drawn, from the geometry alone, for screen, page and picture.

A board is two rows of columns seen from one side: that side's track starts at the upper right, runs
left along the upper row and back right along the lower one, so that its home is at the lower right.
`layout_of` says the same as plain JSON values, as White sees them; `docs/server.md` describes it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavola.rules.model.geometry import Geometry, Shape, corner_paths, geometry_of
from tavola.rules.model.room import has_bar, has_reserve, most_on_point
from tavola.rules.model.ruleset import Ruleset, Side

Points = tuple[int, ...]
Rows = tuple[Points, Points]
"""Booklet points of the upper and of the lower row, from left to right."""
Column = int | None
"""A booklet point, or None for the bar."""
Columns = tuple[Column, ...]

_LEAST, _MOST = 3, 5
"""Checkers that a point has room for side by side; more of them overlap."""
_TOWER = 2.5


def rows_of(geometry: Geometry, viewer: Side = Side.WHITE) -> Rows:
    """The two rows of a board as a side sees them."""
    mine, theirs = geometry.track[viewer], geometry.track[viewer.other]
    half = len(mine) // 2
    match geometry.shape:
        case Shape.ROWS:
            return theirs, mine
        case Shape.TOWERS:
            return theirs[::-1], mine[::-1]
        case Shape.HALF:
            return mine[:half], mine[half:][::-1]
        case Shape.TABLE | Shape.RING:
            return mine[:half][::-1], mine[half:]


def bar_column(geometry: Geometry) -> int | None:
    """The column to the left of which the bar lies; None on a board that has no place for one."""
    if geometry.towers:
        return None
    return 0 if geometry.shape is Shape.HALF else len(rows_of(geometry)[0]) // 2


def with_bar(geometry: Geometry, row: Points) -> Columns:
    """A row of points with the bar in its place."""
    at = bar_column(geometry)
    return row if at is None else (*row[:at], None, *row[at:])


def direction(geometry: Geometry, side: Side, row: Columns) -> int:
    """1 if the side runs to the right along a row, -1 to the left, 0 if it does not run there."""
    paths = [geometry.path(side, point) for point in row if point is not None]
    if geometry.towers or len(paths) < 2 or 0 in paths:
        return 0
    return 1 if paths[1] > paths[0] else -1


def corners_of(rules: Ruleset) -> Points:
    """The corners of an endless track, ascending; no other board has any."""
    geometry = geometry_of(rules)
    if not geometry.loops:
        return ()
    paths = corner_paths(rules.corners)
    return tuple(sorted(geometry.point(Side.WHITE, path) for path in paths))


def goals_of(rules: Ruleset) -> Points:
    """White's and Black's last point, where checkers stay for good instead of leaving the board."""
    return tuple(track[-1] for track in geometry_of(rules).track) if rules.piles else ()


@lru_cache(maxsize=64)
def layout_of(rules: Ruleset) -> dict[str, Any]:
    """How the board of a game is drawn, as plain JSON values.  Do not change the result."""
    geometry = geometry_of(rules)
    rows = rows_of(geometry)
    stacks = max(most_on_point(rules, path) for path in range(1, geometry.length + 1))
    return {
        "shape": geometry.shape.value,
        "loops": geometry.loops,
        "towers": geometry.towers,
        "facing": geometry.facing,
        "columns": len(rows[0]),
        "rows": len(rows),
        "bar_column": bar_column(geometry),
        "places": _places(rows),
        "bar": has_bar(rules),
        "reserve": has_reserve(rules),
        "off": not rules.piles,
        "cube": rules.cube,
        "tracks": {side.letter: list(geometry.track[side]) for side in Side},
        "corners": list(corners_of(rules)),
        "goals": {side.letter: goal for side, goal in zip(Side, goals_of(rules), strict=False)},
        "stacks": stacks,
        "high": _high(geometry, stacks),
    }


def _places(rows: Rows) -> dict[str, dict[str, Any]]:
    """Checkers of the upper row hang down, those of the lower one stand up."""
    return {
        str(point): {"col": column, "row": row, "grow": ("down", "up")[row]}
        for row, points in enumerate(rows)
        for column, point in enumerate(points)
    }


def _high(geometry: Geometry, stacks: int) -> float:
    """How high a point is drawn, in checkers; lower where only few may ever stand on one."""
    if geometry.towers:
        return _TOWER
    low = geometry.loops or geometry.facing
    return max(_LEAST, min(_MOST, stacks)) if low else _MOST


__all__ = [
    "Column",
    "Columns",
    "Rows",
    "bar_column",
    "corners_of",
    "direction",
    "goals_of",
    "layout_of",
    "rows_of",
    "with_bar",
]
