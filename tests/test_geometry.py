"""What can be asked about a board, and that nothing depends on which board it is."""

from __future__ import annotations

import pytest

from tavola.rules.model.geometry import GEOMETRIES, Geometry, Shape
from tavola.rules.model.ruleset import BearOff, Board, Goal, Ruleset, Score, Side, all_reserve

pytestmark = pytest.mark.plain

PROPERTIES = ("runs", "loops", "towers", "shared", "facing", "same_way")
ASKED = {
    Board.CONTRARY: ("runs", "shared"),
    Board.MIRRORED: ("runs", "shared"),
    Board.SAME: ("runs", "shared", "same_way"),
    Board.PARALLEL: ("runs", "shared"),
    Board.HALF: ("runs", "shared"),
    Board.FACING: ("runs", "facing"),
    Board.CIRCLE: ("loops", "shared"),
    Board.TOWERS: ("towers",),
}
SHAPES = {
    Board.HALF: Shape.HALF,
    Board.FACING: Shape.ROWS,
    Board.CIRCLE: Shape.RING,
    Board.TOWERS: Shape.TOWERS,
}


@pytest.mark.parametrize("board", Board)
def test_what_holds_for_a_board(board: Board) -> None:
    geometry = GEOMETRIES[board]
    assert {name for name in PROPERTIES if getattr(geometry, name)} == set(ASKED[board])
    assert geometry.shape is SHAPES.get(board, Shape.TABLE)


@pytest.mark.parametrize("board", Board)
@pytest.mark.parametrize("side", Side)
def test_a_track_is_its_home_and_what_lies_outside(board: Board, side: Side) -> None:
    geometry = GEOMETRIES[board]
    assert geometry.outside(side) + geometry.home(side) == geometry.track[side]
    for path in range(1, geometry.length + 1):
        at_home = geometry.point(side, path) in geometry.home(side)
        assert geometry.is_home(path) == at_home
    assert not geometry.is_home(0), "a point that is not on the track is no home"


def test_home_of_classic() -> None:
    geometry = GEOMETRIES[Board.CONTRARY]
    assert geometry.home(Side.WHITE) == (19, 20, 21, 22, 23, 24)
    assert geometry.home(Side.BLACK) == (6, 5, 4, 3, 2, 1)


def test_parallel_tracks_are_half_a_round_apart() -> None:
    """Both run the same way; each passes the other's start on its 13th point."""
    geometry = GEOMETRIES[Board.PARALLEL]
    for side in Side:
        assert geometry.path(side.other, geometry.track[side][0]) == 13
        assert geometry.home(side) == geometry.track[side.other][6:12]
    assert geometry.track[Side.BLACK][:13] == (13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 1)


def test_a_board_is_its_tracks() -> None:
    """Nothing about a geometry says which game it belongs to: two with equal tracks are one."""
    track = GEOMETRIES[Board.SAME].track
    assert Geometry(track=track) == GEOMETRIES[Board.SAME]
    assert Geometry(track=track, loops=True).shape is Shape.RING


OFF = {
    BearOff.STANDARD: ("checker", "larger_off"),
    BearOff.EXACT: ("checker", "exact_off"),
    BearOff.ANY_LOWER: ("checker", "larger_off"),
    BearOff.FARTHEST: ("checker", "farthest_off"),
    BearOff.PILE: ("", "piles"),
    BearOff.CHECKER: ("checker",),
    BearOff.TOWER: ("tower",),
}


@pytest.mark.parametrize("way", BearOff)
def test_how_checkers_leave(way: BearOff) -> None:
    board = Board.TOWERS if way in (BearOff.CHECKER, BearOff.TOWER) else Board.CONTRARY
    start = all_reserve(15)
    rules = Ruleset(board=board, bear_off=way, start=start, score=Score.SINGLE, goal=Goal.FIRST_OFF)
    unit, *holds = OFF[way]
    assert rules.borne_off_by == unit
    names = ("piles", "exact_off", "farthest_off", "larger_off")
    assert [name for name in names if getattr(rules, name)] == holds
