"""The board in characters: points, checkers, bar, pins, towers, and where both sides run.

print(text(state))          as White sees it, what lies outside the points below
"""

from __future__ import annotations

from rich.text import Text

from tavola.drawing.headline import headline, name_of
from tavola.rules.model import movement
from tavola.rules.model.drawing_layout import (
    Column,
    Columns,
    bar_column,
    corners_of,
    direction,
    goals_of,
    rows_of,
    with_bar,
)
from tavola.rules.model.geometry import Geometry, board_number, geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.notation import numbering_of
from tavola.rules.turn.asked import HasState, state_of
from tavola.rules.turn.state import State

SYMBOLS = ("○", "●")
"""White's and Black's checker: they differ by shape, not only by colour."""
STYLES = ("bold", "bold magenta")
CUP, CORNER = "\u222a", "◇"
"""Marks behind the number of a goal point and of a corner."""
HEIGHT = 5
CELL = 4


def text(
    state: State | HasState,
    viewer: Side = Side.WHITE,
    numbering: str = "own",
    *,
    directions: bool = False,
) -> str:
    """A state as lines of plain text, 79 characters wide at most: the board, what both sides have
    outside their points, and who is to do what.

    `viewer` sits below; `numbering`: `own` (the viewer's) or `booklet`; `directions`: arrows along
    both tracks.  Raises `Refused` (code `bad_picture`) for another one, ValueError for a
    `viewer` that is no side, and TypeError for what is no state and has none.
    """
    state, viewer = state_of(state), Side(viewer)
    drawing = Drawing(state.rules, viewer, numbering_of(numbering))
    board = drawing.board(state.position, arrows=directions).plain.splitlines()
    sides = [_outside(state, side) for side in (viewer.other, viewer)]
    return "\n".join(line.rstrip() for line in [*board, *sides, headline(state)])


def _outside(state: State, side: Side) -> str:
    """What a side has besides its points: pips to go, bar, reserve, off, the cube."""
    position, cube = state.position, state.cube
    found = [f"{SYMBOLS[side]} {name_of(side)}"]
    if geometry_of(state.rules).runs:
        found.append(f"{movement.pip_count(state.rules, position, side)} pips")
    places = {"bar": position.bar, "reserve": position.reserve, "off": position.off}
    found += [f"{name} {many(side)}" for name, many in places.items() if many(side)]
    if cube.owner is side:
        found.append(f"cube {cube.value}")
    return ", ".join(found)


class Drawing:
    """Draws positions of one game for one viewer."""

    def __init__(self, rules: Ruleset, viewer: Side, numbering: str) -> None:
        self.rules = rules
        self.viewer = viewer
        self.numbering = numbering
        self.geometry: Geometry = geometry_of(rules)
        self.upper, self.lower = (
            with_bar(self.geometry, row) for row in rows_of(self.geometry, viewer)
        )

    def board(self, position: Position, *, arrows: bool = False) -> Text:
        """The board with its points, without pools and score."""
        rows = [self._numbers(self.upper)]
        if arrows:
            rows += self._arrows(self.upper)
        rows.append(self._edge("┌", "┬", "┐"))
        rows += self._half(position, self.upper, upper=True)
        rows.append(self._edge("├", "┼", "┤"))
        rows += self._half(position, self.lower, upper=False)
        rows.append(self._edge("└", "┴", "┘"))
        if arrows:
            rows += self._arrows(self.lower)
        rows.append(self._numbers(self.lower))
        return Text("\n").join(rows)

    def _numbers(self, row: Columns) -> Text:
        cells = [self._label(column) for column in row]
        margin = "" if row[0] is None else " "
        return Text((margin + "".join(f"{cell:^{CELL}}" for cell in cells)).rstrip(), style="dim")

    def _label(self, column: Column) -> str:
        if column is None:
            return ""
        number = board_number(self.rules, self.viewer, column, self.numbering)
        return f"{number}{self._mark(column)}"

    def _mark(self, point: int) -> str:
        """What is special about a point: a goal, or a corner."""
        if point in corners_of(self.rules):
            return CORNER
        return CUP if point in goals_of(self.rules) else ""

    def _edge(self, left: str, middle: str, right: str) -> Text:
        at = bar_column(self.geometry)
        line = "─" * (len(self.upper) * CELL)
        if at is not None:
            start, end = at * CELL, (at + 1) * CELL - 1
            line = line[:start] + middle + line[start + 1 : end] + middle + line[end + 1 :]
        whole = left + line + right
        if at == 0:  # the bar stands at the left edge and is the edge
            whole = left + line[1:] + right
        return Text(whole, style="dim")

    def _half(self, position: Position, row: Columns, *, upper: bool) -> list[Text]:
        """The lines of one row of points, from the edge to the middle or the other way round."""
        columns = [self._column(position, column, upper) for column in row]
        lines = []
        for level in range(HEIGHT) if upper else reversed(range(HEIGHT)):
            line = Text() if row[0] is None else Text("│", style="dim")
            for cells in columns:
                line.append_text(cells[level])
            lines.append(line.append("│", style="dim"))
        return lines

    def _column(self, position: Position, column: Column, upper: bool) -> list[Text]:
        if column is None:
            return self._bar(position, self.viewer.other if upper else self.viewer)
        owner = position.top(column)
        if owner is None:
            return [_cell("·" if level == 0 else "", "dim") for level in range(HEIGHT)]
        count = position.count(owner, column)
        if position.lying(column):
            beside = _cell(SYMBOLS[owner] * count, STYLES[owner])
            return [beside, *(_cell("", "") for _ in range(HEIGHT - 1))]
        below = position.pinned(column)
        bottom = [] if below is None else [_cell(f"({SYMBOLS[below]})", STYLES[below])]
        room = HEIGHT - len(bottom)
        stack = [_cell(SYMBOLS[owner], STYLES[owner]) for _ in range(min(count, room))]
        if count > room:
            stack[-1] = _cell(str(count), STYLES[owner])
        return bottom + stack + [_cell("", "") for _ in range(room - len(stack))]

    def _bar(self, position: Position, side: Side) -> list[Text]:
        """The bar between the halves: each side's hit checkers on its own half."""
        count = position.bar(side)
        filled = f"{SYMBOLS[side]}{count if count > 1 else ''}" if count else ""
        cells = []
        for level in range(HEIGHT):
            text = filled if level == HEIGHT - 2 else ""
            cell = Text("│", style="dim")
            if len(text) > CELL - 2:  # ten or more: the number takes the symbol's place
                text = text[1:]
            cell.append(f"{text:^{CELL - 2}}", style=STYLES[side])
            cells.append(cell.append("│", style="dim"))
        return cells

    def _arrows(self, row: Columns) -> list[Text]:
        """For each side that runs along a row: which way."""
        lines = []
        for side in Side:
            way = direction(self.geometry, side, row)
            if way:
                shaft = "─" * (len(row) * CELL - 12)
                arrow = f"{shaft}▶" if way > 0 else f"◀{shaft}"
                lines.append(Text(f"   {SYMBOLS[side]} {arrow}", style=STYLES[side]))
        return lines


def _cell(text: str, style: str) -> Text:
    return Text(f"{text:^{CELL}}", style=style)
