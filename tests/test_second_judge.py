"""The second judge of classic decisions: its boards are ours, losses count from the best play."""

from __future__ import annotations

import importlib.util
import random
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from scripts.figures import sage
from scripts.figures.boards import board_of, row_of
from scripts.figures.classic import NoReferee
from scripts.figures.cube_worth import Worth

from tavola.games import GAMES
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side

START = [[0] * 5 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]] * 2
installed = importlib.util.find_spec("bgsage") is not None
"""A day's run goes without: the extra `judge` is for `make figures` alone."""


@dataclass
class _Analyzer:
    """Knows four plays, and was asked to look deeper at some."""

    eval_level: str
    cubeful: bool
    forced: list[list[int]] = field(default_factory=list)

    def checker_play(
        self, board: list[int], die1: int, die2: int, jacoby: bool, force_boards: list[list[int]]
    ) -> SimpleNamespace:
        """Equities of plays, the best one of the deeper look first."""
        self.forced += force_boards
        deep, close, far = ([*line, 0] for line in ([1] * 25, [2] * 25, [3] * 25))
        found = [(deep, 0.25, "3-ply"), (close, 0.5, "1-ply"), (far, -0.125, "3-ply")]
        return SimpleNamespace(
            moves=[
                SimpleNamespace(board=line, equity=equity, eval_level=level)
                for line, equity, level in found
            ]
        )

    def cube_action(self, board: list[int], jacoby: bool, beaver: bool) -> SimpleNamespace:
        """A double that may be dropped, for money, without the rules that change its worth."""
        assert self.cubeful
        assert not jacoby
        assert not beaver
        self.forced.append(board)
        return SimpleNamespace(equity_nd=0.875, equity_dt=1.125, equity_dp=1.0)


def test_a_board_is_written_as_the_judge_reads_it() -> None:
    assert sage.line_of(START) == [
        *(0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5),
        *(5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0),
    ]
    entering = [[1] + [0] * 23 + [2], [0] * 23 + [4, 3]]
    assert sage.line_of(entering) == [2, *[0] * 23, 4 - 1, 3]


def test_losses_count_from_the_best_play_that_was_looked_at_as_deep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "bgsage", SimpleNamespace(BgBotAnalyzer=_Analyzer))
    boards = {1: [[0] * 25, [*[1] * 24, 0]], 3: [[0] * 24 + [3], [*[3] * 24, 0]]}
    boards[1][0][24] = 1
    judge = sage.Sage()
    assert judge.losses(START, (3, 1), (boards[3], boards[1])) == [0.375, 0.0]
    assert judge._analyzer.forced == [sage.line_of(boards[3]), sage.line_of(boards[1])]


def test_it_says_what_a_double_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bgsage", SimpleNamespace(BgBotAnalyzer=_Analyzer))
    judge = sage.Sage(cubeful=True)
    assert judge.cube(START) == (0.875, 1.125, 1.0)
    assert judge._analyzer.forced == [sage.line_of(START)]


@pytest.mark.parametrize(
    ("worth", "double", "wait", "take", "drop"),
    [
        ((0.875, 1.125, 1.0), 0, 125, 125, 0),  # a double that must be dropped
        ((0.5, 0.25, 1.0), 250, 0, 0, 750),  # none yet
        ((1.25, 1.5, 1.0), 250, 0, 500, 0),  # too good
        ((0.5, 0.75, 1.0), 0, 250, 0, 250),  # one that is to be taken
    ],
)
def test_what_a_cube_decision_loses(
    worth: tuple[float, float, float], double: float, wait: float, take: float, drop: float
) -> None:
    judged = Worth(*worth)
    assert judged.decisions == (double < wait, take <= drop)
    assert judged.lost(doubles=True, takes=True) == (double, take)
    assert judged.lost(doubles=False, takes=False) == (wait, drop)


def test_without_the_judge_its_rows_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bgsage", None)
    with pytest.raises(NoReferee, match=r"tavola\[judge\]"):
        sage.Sage()


@pytest.mark.skipif(not installed, reason="bgsage is not installed (pip install 'tavola[judge]')")
def test_the_judge_knows_the_same_plays() -> None:
    """Of the throws of games at random."""
    import bgsage

    rules, rng, seen = GAMES["backgammon"].ruleset(), random.Random(11), 0
    for _ in range(20):
        position = Position.start(rules)
        while max(position.off(side) for side in Side) < 15:
            dice = rng.randint(1, 6), rng.randint(1, 6)
            numbers = dice * 2 if dice[0] == dice[1] else dice
            found = movement.plays(rules, position, Side.WHITE, numbers)
            board = board_of(position)
            line = sage.line_of(board)
            ours = {tuple(sage.line_of(board_of(one.position))) for one in found} or {tuple(line)}
            theirs = {tuple(one) for one in bgsage.possible_moves(line, *dice)} or {tuple(line)}
            assert ours == theirs, (board, dice)
            board = board_of(rng.choice(found).position) if found else board
            position = Position(row_of([board[1], board[0]]))
            seen += 1
    assert seen > 1000
