"""Classic boards as the referee writes them: `[opponent, me]`, 25 numbers each.

Number i of a side counts the checkers on its own point i + 1 (its ace point is 0), number 24 those
on the bar.  `me` becomes White, who runs from booklet point 1 to 24.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.kernel import slots as k
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Cube, Phase, State, Turn

Board = Sequence[Sequence[int]]
CHECKERS = 15


def row_of(board: Board) -> bytes:
    """The kernel's row of a board."""
    opponent, me = board
    cells = [0] * k.WIDTH
    for i in range(24):
        if me[i]:
            cells[24 - i] = me[i]
        if opponent[i]:
            cells[i + 1] = -opponent[i]
    cells[k.BAR], cells[k.BAR + 1] = me[24], opponent[24]
    cells[k.OFF], cells[k.OFF + 1] = CHECKERS - sum(me), CHECKERS - sum(opponent)
    return bytes(cell & 255 for cell in cells)


def board_of(position: Position) -> list[list[int]]:
    """The board of a position, White being `me`."""
    cells = position.cells
    me = [max(cells[24 - i], 0) for i in range(24)]
    opponent = [max(-cells[i + 1], 0) for i in range(24)]
    return [[*opponent, cells[k.BAR + 1]], [*me, cells[k.BAR]]]


class Table:
    """States for boards, made from one another instead of by the rules: fast, and always with White
    on turn."""

    def __init__(self, rules: Ruleset, match: MatchRules | None = None) -> None:
        self.rules = rules
        self.plain = State(
            rules,
            match or MatchRules(),
            Position.start(rules),
            phase=Phase.START,
            side=Side.WHITE,
        )

    def before_throw(self, board: Board, cube: Cube | None = None) -> State:
        """White is about to throw, or to double."""
        return self.plain.but(position=Position(row_of(board)), cube=cube or self.plain.cube)

    def to_play(self, board: Board, dice: Sequence[int], cube: Cube | None = None) -> State:
        """White has thrown and may play (it is not asked where nothing can be played)."""
        a, b = dice
        numbers = (a,) * 4 if a == b else (max(a, b), min(a, b))
        turn = Turn(dice=(a, b), numbers=numbers, need=1)
        return self.before_throw(board, cube).but(phase=Phase.MOVE, fresh=False, turn=turn)


def board_of_row(row: bytes, side: Side) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The board of a row of the kernel with `side` as `me`."""
    opponent, me = board_of(Position(row))
    return (tuple(me), tuple(opponent)) if side is Side.BLACK else (tuple(opponent), tuple(me))
