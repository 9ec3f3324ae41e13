"""Decisions of classic backgammon by a second judge, Open Sage (`bgsage`, the extra `judge`).

GNU Backgammon, as a judge, favours the plays that its own nets like. Open Sage has nets of another
family, and looks two throws ahead like the first judge (it calls that 3-ply). Both players look as
far ahead as each other: ours at a depth, GNU Backgammon at as many plies.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scripts.figures.boards import Board
from scripts.figures.classic import (
    GAME,
    SLICE,
    NoReferee,
    bot_for,
    gnubg_for,
    module,
    own_decisions,
    stored,
)
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK

JUDGE = "bgsage 3-ply"
LEVEL = "3ply"
"""How Open Sage calls a look two throws ahead."""
POINTS, BAR = 24, 24


def line_of(board: Board) -> list[int]:
    """A board as Open Sage writes it: 26 numbers, those on the bar of the opponent, the points of
    the side to play from its ace point on, the opponent's checkers negative, and its own bar."""
    opponent, me = board
    points = [me[i] - opponent[POINTS - 1 - i] for i in range(POINTS)]
    return [opponent[BAR], *points, me[BAR]]


class Sage:
    """The second judge.  Raises `NoReferee` where it is not installed."""

    def __init__(self, cubeful: bool = False) -> None:
        try:
            found = importlib.import_module("bgsage")
        except ImportError as missing:
            raise NoReferee("install the second judge: pip install 'tavola[judge]'") from missing
        self._analyzer = found.BgBotAnalyzer(eval_level=LEVEL, cubeful=cubeful)

    def losses(self, board: Board, dice: Sequence[int], plays: Sequence[Board]) -> list[float]:
        """What plays, by the boards they lead to, lose against the best one, in points.

        All of them are looked at as deep as the best.
        """
        wanted = [line_of(play) for play in plays]
        judged = self._analyzer.checker_play(
            line_of(board), *dice, jacoby=False, force_boards=wanted
        ).moves
        worth = {tuple(one.board): one.equity for one in judged}
        deep = [one.equity for one in judged if one.eval_level == judged[0].eval_level]
        return [max(deep) - worth[tuple(line)] for line in wanted]

    def cube(self, board: Board) -> tuple[float, float, float]:
        """What it is worth to throw, to double and be taken, and to double and be dropped; for
        money, without the Jacoby rule and beavers, with the cube in the middle."""
        found = self._analyzer.cube_action(line_of(board), jacoby=False, beaver=False)
        return found.equity_nd, found.equity_dt, found.equity_dp


Decisions = Callable[[int], Iterable[tuple[Any, Any, Any]]]
"""Boards, throws and the boards after our plays, of a unit of work."""


def own_errors(row: Row, options: Options) -> Step:
    """Thousandths lost a decision in own play, and by GNU Backgammon in the same decisions."""
    bot, core = bot_for(row, options), module(options, "bgcore")
    return _errors(row, options, lambda unit: own_decisions(bot, core, row.seed + unit))


def stored_errors(row: Row, options: Options) -> Step:
    """The same on the referee's positions."""
    bot = bot_for(row, options)
    asked = [one for one in stored(options, "positions.jsonl.gz") if len(one["legal"]) > 1]

    def decisions(unit: int) -> Iterable[tuple[Any, Any, Any]]:
        for one in asked[unit * SLICE : (unit + 1) * SLICE]:
            yield one["board"], one["dice"], bot.play(one["board"], one["dice"])

    return _errors(row, options, decisions)


def _errors(row: Row, options: Options, decisions: Decisions) -> Step:
    gnubg, sage, plies = gnubg_for(row, options), Sage(), row.settings["depth"]

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {"points": [], "gnubg": [], "difference": []}
        for board, dice, chosen in decisions(unit):
            plays = chosen, gnubg.best(board, dice, plies)[0]
            ours, theirs = (1e3 * loss for loss in sage.losses(board, dice, plays))
            news["points"].append(ours)
            news["gnubg"].append(theirs)
            news["difference"].append(ours - theirs)
        return news

    return step


def rows() -> list[Row]:
    """The rows that the second judge decides."""
    return [
        Row(
            f"{GAME}/sage-{name}-{depth}",
            prepare,
            {"depth": depth, **LOOK, "judge": JUDGE},
            GAME,
            minutes=30.0,
            most=most,
            referee=True,
        )
        for depth in (0, 1, 2)
        for name, prepare, most in (
            ("own-error", own_errors, 150),
            ("stored-error", stored_errors, 31),
        )
    ]
