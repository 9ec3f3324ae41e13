"""The board in characters: points, checkers, bar, pins, towers, and where both sides run."""

from __future__ import annotations

from rich.text import Text

from tavola.rules import engine
from tavola.rules.geometry import GEOMETRIES, Geometry
from tavola.rules.notation import own_number
from tavola.rules.position import Position, has_bar, has_reserve
from tavola.rules.ruleset import Board, Ruleset, Side
from tavola.rules.state import State
from tavola.terminal.layout import Column, Layout, direction, layout

SYMBOLS = ("○", "●")
"""White's and Black's checker: they differ by shape, not only by colour."""
STYLES = ("bold bright_white", "bold yellow")
HEIGHT = 5
CELL = 4


class Drawing:
    """Draws positions of one game for one viewer."""

    def __init__(self, rules: Ruleset, viewer: Side, numbering: str) -> None:
        self.rules = rules
        self.viewer = viewer
        self.numbering = numbering
        self.geometry: Geometry = GEOMETRIES[rules.board]
        self.layout: Layout = layout(self.geometry, viewer)

    def board(self, position: Position, *, arrows: bool = False) -> Text:
        """The board with its points, without pools and score."""
        rows = [self._numbers(self.layout.upper), self._edge("┌", "┬", "┐")]
        if arrows:
            rows[1:1] = self._arrows(self.layout.upper)
        rows += self._half(position, self.layout.upper, upper=True)
        rows.append(self._edge("├", "┼", "┤"))
        rows += self._half(position, self.layout.lower, upper=False)
        rows += [self._edge("└", "┴", "┘"), self._numbers(self.layout.lower)]
        if arrows:
            rows[-1:-1] = self._arrows(self.layout.lower)
        return Text("\n").join(rows)

    def _numbers(self, row: tuple[Column, ...]) -> Text:
        cells = [self._label(column) for column in row]
        return Text(" " + "".join(f"{cell:^{CELL}}" for cell in cells).rstrip(), style="dim")

    def _label(self, column: Column) -> str:
        if column is None:
            return ""
        if self.numbering == "booklet":
            return str(column)
        side = self.viewer
        if not self.geometry.path(side, column):
            side = side.other
        return str(own_number(self.rules, side, column))

    def _edge(self, left: str, middle: str, right: str) -> Text:
        width = len(self.layout.upper) * CELL
        line = "─" * width
        at = self._bar_column()
        if at:
            start, end = at * CELL, (at + 1) * CELL - 1
            line = line[:start] + middle + line[start + 1 : end] + middle + line[end + 1 :]
        return Text(left + line + right, style="dim")

    def _bar_column(self) -> int | None:
        return self.layout.upper.index(None) if None in self.layout.upper else None

    def _half(self, position: Position, row: tuple[Column, ...], *, upper: bool) -> list[Text]:
        """The lines of one row of points, from the edge to the middle or the other way round."""
        columns = [self._column(position, column, upper) for column in row]
        lines = []
        for level in range(HEIGHT) if upper else reversed(range(HEIGHT)):
            line = Text("│", style="dim")
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
        count = abs(position.cells[column])
        if position.lying(column):
            return [_cell(SYMBOLS[owner] * count if level == 0 else "", STYLES[owner]) for level in range(HEIGHT)]
        below = position.pinned(column)
        bottom = [] if below is None else [_cell(f"({SYMBOLS[below]})", STYLES[below])]
        room = HEIGHT - len(bottom)
        stack = [_cell(SYMBOLS[owner], STYLES[owner]) for _ in range(min(count, room))]
        if count > room:
            stack[-1] = _cell(str(count), STYLES[owner])
        blank = [_cell("", "") for _ in range(room - len(stack))]
        return bottom + stack + blank

    def _bar(self, position: Position, side: Side) -> list[Text]:
        """The bar between the halves: each side's hit checkers on its own half."""
        count = position.bar(side)
        filled = [f"{SYMBOLS[side]}{count}" if count > 1 else SYMBOLS[side]] if count else []
        cells = []
        for level in range(HEIGHT):
            text = filled[0] if filled and level == HEIGHT - 2 else ""
            cell = Text("│", style="dim")
            cell.append(f"{text:^{CELL - 2}}", style=STYLES[side])
            cells.append(cell.append("│", style="dim"))
        return cells

    def _arrows(self, row: tuple[Column, ...]) -> list[Text]:
        """For each side that runs along a row: which way."""
        lines = []
        width = len(row) * CELL - 4
        for side in Side:
            way = direction(self.geometry, side, row)
            if way:
                shaft = "─" * (width - 8)
                arrow = f"{shaft}▶" if way > 0 else f"◀{shaft}"
                lines.append(Text(f"   {SYMBOLS[side]} {arrow}", style=STYLES[side]))
        return lines


def _cell(text: str, style: str) -> Text:
    return Text(f"{text:^{CELL}}", style=style)


def pools(rules: Ruleset, position: Position, side: Side) -> dict[str, int]:
    """What a side has outside the points, as far as the game knows it: pips, reserve, bar, off."""
    found: dict[str, int] = {}
    if GEOMETRIES[rules.board].runs:
        found["pips"] = engine.pip_count(rules, position, side)
    if has_reserve(rules):
        found["reserve"] = position.reserve(side)
    if has_bar(rules):
        found["bar"] = position.bar(side)
    found["off"] = position.off(side)
    if rules.board is Board.TOWERS:
        found["stage"] = position.stage(side)
    return found


def cube_text(state: State) -> str:
    """The cube as a small box, empty where the game has none."""
    if not state.rules.cube:
        return ""
    owner = "" if state.cube.owner is None else f" {SYMBOLS[state.cube.owner]}"
    return f"[{state.cube.value}]{owner}"
