"""Brädspel by hand: the one board after which two values of a jan are possible."""

from __future__ import annotations

import pytest

import oracle
from bridge import row_of, rows
from cases import WHITE
from tavola.games import GAMES
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side

pytestmark = pytest.mark.plain


def test_the_last_step_tells_a_jan_from_one_by_bursting() -> None:
    """The same checkers, hit last or burst last."""
    text = "W bar:3 24:12 | B 13:1 14:1 15:1 16:1 1:2 2:2 3:2 4:2 5:2 6:1"
    after = "24:12 bar:1{} | B 13:1 14:1 15:1 16:1 2:2 3:2 4:2 5:2 bar:3"
    wanted = {f"W 1:1 6:1 {after.format(burst)}": n for burst, n in ((" burst:1", 6), ("", 4))}
    board = oracle.parse("bradspel", text)
    ends = {oracle.parse("bradspel", end): points for end, points in wanted.items()}
    assert oracle.results("bradspel", board, WHITE, (1, 6)) == set(ends)
    rules = GAMES["bradspel"].rules
    plays = movement.plays(rules, Position.parse(rules, text), Side.WHITE, (1, 6))
    assert rows(plays) == {row_of(end) for end in ends}
    for end, points in ends.items():
        assert oracle.outcome("bradspel", end, WHITE) == (WHITE, points)
        position = Position.parse(rules, oracle.show(end))
        assert movement.result(rules, position, Side.WHITE, False) == (WHITE, points)
