"""Where boards are drawn."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from matches import rules_of
from tavola.drawing.text_board import Drawing
from tavola.games import GAMES, find
from tavola.rules.model.drawing_layout import layout_of, rows_of
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.ruleset import Board, Side

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("game", GAMES)
def test_every_point_has_a_place_of_its_own(game: str) -> None:
    rules = find(game).rules
    layout = layout_of(rules)
    assert json.loads(json.dumps(layout)) == layout
    track = GEOMETRIES[rules.board].track
    assert set(layout["places"]) == {str(point) for point in {*track[0], *track[1]}}
    spots = {(place["col"], place["row"]) for place in layout["places"].values()}
    assert len(spots) == len(layout["places"])
    for place in layout["places"].values():
        assert 0 <= place["col"] < layout["columns"]
        assert place["grow"] == {0: "down", 1: "up"}[place["row"]]
    assert layout["tracks"] == {"W": list(track[0]), "B": list(track[1])}
    for side in Side:
        setup = rules.start[side]
        assert all(count <= layout["stacks"] for _, count in setup.points)
        assert layout["bar"] or not setup.bar
        assert layout["reserve"] or not setup.reserve


@pytest.mark.parametrize("board", [board for board in Board if board is not Board.TOWERS])
def test_a_track_runs_from_neighbour_to_neighbour(board: Board) -> None:
    """A step of one goes to the next column, or from the end of a row straight to the other row."""
    geometry = GEOMETRIES[board]
    where = {}
    for row, points in enumerate(rows_of(geometry)):
        for column, point in enumerate(points):
            where[point] = (row, column)
    for track in geometry.track:
        for here, there in pairwise(track):
            rows = abs(where[here][0] - where[there][0])
            columns = abs(where[here][1] - where[there][1])
            assert rows + columns == 1, (board, here, there)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", Side)
def test_screen_and_page_have_one_layout(game: str, viewer: Side) -> None:
    """The terminal draws the rows of the page, the bar in the same column."""
    rules = find(game).rules
    geometry, layout = GEOMETRIES[rules.board], layout_of(rules)
    drawing = Drawing(rules, viewer, "own")
    for row, shown in zip(rows_of(geometry, viewer), (drawing.upper, drawing.lower), strict=True):
        assert tuple(point for point in shown if point is not None) == row
        assert (shown.index(None) if None in shown else None) == layout["bar_column"]


@pytest.mark.parametrize("board", [board for board in Board if board is not Board.TOWERS])
def test_whites_home_is_below(board: Board) -> None:
    """Where the board is turned for Black, his home is below, too."""
    geometry = GEOMETRIES[board]
    upper, lower = rows_of(geometry)
    assert geometry.track[Side.WHITE][-1] in lower
    black = upper if geometry.track[0] != geometry.track[1] else lower
    assert geometry.track[Side.BLACK][-1] in black


def test_shapes() -> None:
    shapes = {game: layout_of(find(game).rules)["shape"] for game in GAMES}
    assert shapes["backgammon"] == "table"
    assert shapes["ludus-lumbadorum"] == "half"
    assert shapes["french-2"] == "rows"
    assert shapes["doublets"] == "towers"
    assert shapes["catch-me"] == "ring"


def test_a_layout_says_what_can_be_drawn_and_names_no_board() -> None:
    """What the client asks: endless, towers, facing, where the bar lies, how high a point is."""
    asked = ("loops", "towers", "facing", "bar_column", "high")
    found = {game: tuple(layout_of(find(game).rules)[name] for name in asked) for game in GAMES}
    assert found["backgammon"] == found["mexican"] == (False, False, False, 6, 5)
    assert found["ludus-lumbadorum"] == (False, False, False, 0, 5)
    assert found["french-2"] == (False, False, True, 6, 3)
    assert found["doublets"] == (False, True, False, None, 2.5)
    assert found["catch-me"] == (True, False, False, 6, 3)
    assert not any("board" in layout_of(find(game).rules) for game in GAMES)


def test_what_only_some_boards_have() -> None:
    circle = layout_of(rules_of("catch-me"))
    assert circle["corners"] == [1, 6, 7, 12, 13, 18, 19, 24]
    assert layout_of(rules_of("catch-me", corners=4))["corners"] == [1, 12, 13, 24]
    facing = layout_of(rules_of("french-2"))
    assert facing["goals"] == {"W": 12, "B": 13}
    assert not facing["off"]
    places = facing["places"]
    for point in range(1, 13):
        assert places[str(point)]["col"] == places[str(25 - point)]["col"], "points face each other"
    half = layout_of(rules_of("ludus-lumbadorum"))
    assert (half["columns"], len(half["places"])) == (6, 12)
    assert half["bar"]
    assert not circle["bar"]
    assert layout_of(rules_of("puff"))["reserve"]
    assert layout_of(rules_of())["cube"]
    assert not circle["cube"]


def test_who_runs_the_same_way() -> None:
    assert GEOMETRIES[rules_of("straight").board].same_way
    assert not GEOMETRIES[rules_of().board].same_way
