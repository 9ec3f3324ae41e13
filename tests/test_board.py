"""The drawing of every geometry, against small reviewed text files.

TAVOLA_GOLDEN=write pytest tests/test_board.py     makes them anew; look at them then
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tavola.drawing.text_board import Drawing, text
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.drawing_layout import rows_of, with_bar
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Board, Side
from tavola.rules.text import one_line

BOARDS = Path(__file__).parent / "golden" / "boards"

CASES = {
    "contrary": ("backgammon", "", True),
    "bar-and-stacks": ("backgammon", "W 1:2 12:8 bar:3 | B 24:1 13:11 bar:1", False),
    "snake": ("snake", "", False),
    "pins": ("pin", "W 1:12 8:1p 17:1 20:1 | B 24:12 8:2 17:1p", False),
    "mirrored": ("puff", "W 24:2 19:1 res:12 | B 1:6 6:2 res:7", True),
    "same": ("straight", "", True),
    "parallel": ("narde", "", True),
    "half": ("ludus-lumbadorum", "", True),
    "half-bar": ("ludus-lumbadorum", "W 6:3 20:2 bar:1 | B 19:4 bar:2", False),
    "facing": ("french-2", "W 5:1 12:2 | B 20:1 13:1 bar:1", True),
    "circle": ("catch-me", "", True),
    "towers": ("doublets", "", True),
    "towers-lying": ("doublets", "W 24:2 23:2s 22:2 21:2s 20:2 19:2 | B 1:2 2:1 stage:3", False),
}
"""Name of the file: game, position (empty: the start), whether the directions are drawn."""


def drawn(game: str, text: str, arrows: bool) -> str:
    """Both views: White's with own numbers, Black's with the booklet's."""
    rules = GAMES[game].rules
    position = Position.parse(rules, text) if text else Position.start(rules)
    views = (Drawing(rules, Side.WHITE, "own"), Drawing(rules, Side.BLACK, "booklet"))
    pictures = [view.board(position, arrows=arrows).plain for view in views]
    lines = "\n\n".join(pictures).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_drawing(name: str) -> None:
    path, text = BOARDS / f"{name}.txt", drawn(*CASES[name])
    if os.environ.get("TAVOLA_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_every_geometry_is_drawn_and_nothing_else_lies_about() -> None:
    assert {GAMES[game].rules.board for game, _, _ in CASES.values()} == set(Board)
    assert {path.stem for path in BOARDS.iterdir()} == set(CASES)


@pytest.mark.parametrize("board", Board)
@pytest.mark.parametrize("side", Side)
def test_every_point_has_one_place(board: Board, side: Side) -> None:
    geometry = GEOMETRIES[board]
    upper, lower = rows_of(geometry, side)
    assert sorted(upper + lower) == sorted({*geometry.track[0], *geometry.track[1]})
    assert len(with_bar(geometry, upper)) == len(with_bar(geometry, lower))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", Side)
def test_lines_are_even_and_every_checker_is_seen(game: str, side: Side) -> None:
    rules = GAMES[game].rules
    lines = Drawing(rules, side, "own").board(Position.start(rules)).plain.splitlines()
    assert len({len(line) for line in lines[1:-1]}) == 1
    assert max(map(len, lines)) <= 79


# ------------------------------------------------------------------------------ states as text

TOLD = {
    "": ("○ White, 167 pips", "Both sides throw for the start"),
    "W 1:2 12:3 bar:1 | B 24:2 13:5 | W": ("○ White, 112 pips, bar 1, off 9", "White to throw"),
    "W 1:2 | B 24:2 | B 6-5 cube:2W": ("○ White, 48 pips, off 13, cube 2", "Black to play 6-5"),
}


@pytest.mark.parametrize("position", TOLD)
def test_a_state_as_text(position: str) -> None:
    rules = GAMES["backgammon"].ruleset()
    state = one_line.read(rules, position) if position else turn.new_match(rules)
    lines = text(state).splitlines()
    assert tuple(lines[-2:]) == TOLD[position]
    assert len(lines) == 18
    below = text(state, Side.BLACK, "booklet").splitlines()
    assert below[-2].startswith("● Black")
    assert below[-4].split() == [str(point) for point in range(12, 0, -1)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_printed(game: str) -> None:
    state = turn.new_match(GAMES[game].ruleset())
    lines = text(state, directions=True).splitlines()
    assert max(map(len, lines)) <= 79
    for shown in (repr(state), repr(state.position)):
        assert "\n" not in shown
        assert len(shown) < 200
        assert state.position.text() in shown
