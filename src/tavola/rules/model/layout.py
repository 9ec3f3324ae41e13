"""Where a board is drawn, from its rules alone: places on a grid, as White sees them.

White's track starts at the upper right, runs left along the upper row and back along the lower one,
so that its home is at the lower right.  Seen from Black the board is turned by half a turn.
`docs/server.md` describes the result.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavola.rules.model.geometry import GEOMETRIES, Geometry, corner_paths
from tavola.rules.model.position import has_bar, has_reserve, most_on_point
from tavola.rules.model.ruleset import BearOff, Board, Ruleset, Side

Rows = tuple[tuple[int, ...], tuple[int, ...]]
"""Booklet points of the upper and of the lower row, from left to right."""

_SHAPES = {
    Board.HALF: "half",
    Board.FACING: "rows",
    Board.TOWERS: "towers",
    Board.CIRCLE: "ring",
}


def rows_of(geometry: Geometry) -> Rows:
    """The two rows of a board as White sees them."""
    mine, theirs = geometry.track
    if geometry.board is Board.FACING:
        return theirs, mine
    if geometry.board is Board.TOWERS:
        return theirs[::-1], mine[::-1]
    half = len(mine) // 2
    if geometry.board is Board.HALF:
        return mine[:half], mine[half:][::-1]
    return mine[:half][::-1], mine[half:]


@lru_cache(maxsize=64)
def layout_of(rules: Ruleset) -> dict[str, Any]:
    """How the board of a game is drawn, as plain JSON values.  Do not change the result."""
    geometry = GEOMETRIES[rules.board]
    rows = rows_of(geometry)
    return {
        "board": rules.board.value,
        "shape": _SHAPES.get(rules.board, "table"),
        "columns": len(rows[0]),
        "rows": len(rows),
        "places": _places(rows),
        "bar": has_bar(rules),
        "reserve": has_reserve(rules),
        "off": rules.bear_off is not BearOff.PILE,
        "cube": rules.cube,
        "tracks": {side.letter: list(geometry.track[side]) for side in Side},
        "corners": _corners(rules, geometry),
        "goals": _goals(rules, geometry),
        "stacks": max(most_on_point(rules, path) for path in range(1, geometry.length + 1)),
    }


def _places(rows: Rows) -> dict[str, dict[str, Any]]:
    """Checkers of the upper row hang down, those of the lower one stand up."""
    return {
        str(point): {"col": column, "row": row, "grow": ("down", "up")[row]}
        for row, points in enumerate(rows)
        for column, point in enumerate(points)
    }


def _corners(rules: Ruleset, geometry: Geometry) -> list[int]:
    if rules.board is not Board.CIRCLE:
        return []
    return sorted(geometry.point(Side.WHITE, path) for path in corner_paths(rules.corners))


def _goals(rules: Ruleset, geometry: Geometry) -> dict[str, int]:
    """The last points, where checkers stay for good instead of leaving the board."""
    if rules.bear_off is not BearOff.PILE:
        return {}
    return {side.letter: geometry.track[side][-1] for side in Side}


def same_way(rules: Ruleset) -> bool:
    """Whether both sides run over the same points in the same order: then both look at the board
    from the same side, or one of them would have its home far away."""
    white, black = GEOMETRIES[rules.board].track
    return white == black


__all__ = ["layout_of", "rows_of", "same_way"]
