"""Doubles and takes of classic backgammon in positions of own play, by both judges.

The stored cube decisions are 200, too few to tell one thousandth from four.  Here every game of the
player against itself gives some more, as many as are asked for.  A position counts if the side
about to throw wins `DOUBTFUL` of all games by GNU Backgammon's look two throws ahead, whatever the
players think of it: below nobody doubles, above everybody does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scripts.figures.boards import Board, Table
from scripts.figures.bot import CLASSIC, Bot
from scripts.figures.classic import (
    GAME,
    JUDGED_PLIES,
    bot_for,
    gnubg_for,
    module,
    own_decisions,
)
from scripts.figures.cube_worth import Worth
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.sage import JUDGE, Sage
from scripts.figures.settings import LOOK

DOUBTFUL = (0.5, 0.9)
"""Chances of the side about to throw, between which a double is a question."""
MOST = 1000
"""Games: a few thousand decisions, which tell one thousandth from another."""


def _by_gnubg(gnubg: Any, board: Board, plies: int) -> Worth:
    """The cube, in the middle, as GNU Backgammon sees it.  Money, without the Jacoby rule."""
    return Worth(*gnubg.cubes([board], plies)[0][1:4])


def _doubtful(gnubg: Any, bot: Bot, core: Any, seed: int) -> Iterator[Board]:
    """Some positions of a game before a throw."""
    for board, _, _ in own_decisions(bot, core, seed):
        if DOUBTFUL[0] <= gnubg.evals([board], JUDGED_PLIES)[0][0] <= DOUBTFUL[1]:
            yield board


def _losses(row: Row, options: Options, plies: int, judge: Callable[[Any, Board], Worth]) -> Step:
    """Ours, and those of GNU Backgammon with so many plies in the same positions."""
    bot, core = bot_for(row, options), module(options, "bgcore")
    gnubg, table = gnubg_for(row, options), Table(CLASSIC)

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {}
        for board in _doubtful(gnubg, bot, core, row.seed + unit):
            worth, theirs = judge(gnubg, board), _by_gnubg(gnubg, board, plies)
            state = table.before_throw(board)
            ours = worth.lost(bot.doubles(state), bot.takes(state))
            beside = worth.lost(*theirs.decisions)
            for kind, mine, other in zip(("double", "take"), ours, beside, strict=True):
                news.setdefault(kind, []).append(mine)
                news.setdefault(f"gnubg {kind}", []).append(other)
                news.setdefault(f"{kind} difference", []).append(mine - other)
        return news

    return step


def by_gnubg(row: Row, options: Options) -> Step:
    """By GNU Backgammon's 2-ply equities; beside us its own 0-ply player."""
    return _losses(row, options, 0, lambda gnubg, board: _by_gnubg(gnubg, board, JUDGED_PLIES))


def by_sage(row: Row, options: Options) -> Step:
    """By Open Sage; beside us GNU Backgammon with as many plies as our depth."""
    sage = Sage(cubeful=True)
    return _losses(row, options, row.settings["depth"], lambda _, board: Worth(*sage.cube(board)))


def rows() -> list[Row]:
    """The rows of doubles and takes in own play."""
    made = []
    for depth in (0, 1, 2):
        settings = {"depth": depth, **LOOK}
        for name, prepare, how in (
            (f"own-cube-{depth}", by_gnubg, settings),
            (f"sage-own-cube-{depth}", by_sage, {**settings, "judge": JUDGE}),
        ):
            made.append(
                Row(
                    f"{GAME}/{name}",
                    prepare,
                    how,
                    GAME,
                    "double",
                    minutes=30.0,
                    most=MOST,
                    referee=True,
                )
            )
    return made
