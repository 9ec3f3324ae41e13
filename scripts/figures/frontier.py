"""What strength costs on classic backgammon: points a game over CPU time a decision, ours and GNU
Backgammon's, and the rate of every door that asks the computer.

Each point of the picture is a row of games against GNU Backgammon with 0 plies (`classic.match`);
what a decision takes is measured in one row for all of them, on the same decisions in turns.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from scripts.figures.boards import Table, board_of_row
from scripts.figures.bot import CLASSIC, MONEY, Bot
from scripts.figures.classic import GAME, gnubg_for, match, stored_errors
from scripts.figures.nets import tables_of, weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import EFFORT, LOOK
from scripts.figures.speed import THEIRS, asked_in_play

from tavola.bots.bot import Bot as LibraryBot
from tavola.bots.levels import nearest
from tavola.bots.player import Player
from tavola.bots.search.analyst import Analyst
from tavola.games.agreement import Wish, agree
from tavola.protocol.lines import write_line
from tavola.protocol.serve import answer
from tavola.protocol.states import state_json

BUDGETS = (1400, 4000, 20_000, 60_000)
"""Budgets that cost less than depth 1, and the last one less than depth 2."""
DEPTHS = (0, 1, 2)
PLIES = (0, 1, 2)
"""What GNU Backgammon is measured at."""
SLOW = 10
"""Of so many decisions of a round the deeper players are asked one."""
DECISIONS, ROUNDS = 300, 12
LEVELS = ("casual", "expert")


def ours() -> dict[str, dict[str, int]]:
    """Our players of the picture, by name, with their settings, the cheapest first."""
    at: list[dict[str, int]] = [{"depth": depth} for depth in DEPTHS]
    with_budget: list[dict[str, int]] = [{"budget": budget} for budget in BUDGETS]
    players = (at[0], *with_budget[:3], at[1], *with_budget[3:], at[2])
    return {f"{how} {value}": one for one in players for how, value in one.items()}


def theirs() -> dict[str, int]:
    """GNU Backgammon's players of the picture, by name, with their plies."""
    return {f"gnubg {plies}-ply": plies for plies in PLIES}


def row_of(name: str) -> str:
    """The row of games of a player of the picture; empty for the one that is 0 by definition."""
    if name in theirs():
        return f"{GAME}/against-gnubg-{theirs()[name]}-ply" if theirs()[name] else ""
    how = ours()[name]
    return f"{GAME}/gnubg-{how['depth']}" if "depth" in how else f"{GAME}/gnubg-b{how['budget']}"


def _timed(work: Callable[[], object], amount: int) -> float:
    """Thousandths of a CPU second a decision."""
    since = time.process_time()
    work()
    return 1e3 * (time.process_time() - since) / amount


def costs(row: Row, options: Options) -> Step:
    """Thousandths of a CPU second a decision, without a cube: ours and theirs on the same ones."""
    weights, gnubg = weights_for(GAME, options.net), gnubg_for(row, options)
    bots = {
        name: Bot(weights, how.get("depth", 0), budget=how.get("budget"))
        for name, how in ours().items()
    }

    def step(unit: int) -> News:
        asked = asked_in_play(weights, DECISIONS, row.seed + 100 * unit)
        boards = [(board_of_row(cells, side), dice) for cells, side, dice in asked]
        news = {}
        for name, bot in bots.items():
            some = boards if name == "depth 0" else boards[::SLOW]

            news[name] = [_timed(_each(_played_by(bot), some), len(some))]
        for name, plies in theirs().items():
            some = boards if plies == 0 else boards[::SLOW]
            expression = THEIRS.format(items=some, plies=plies, cubeful=0)
            news[name] = [1e3 * gnubg.call(op="py", expr=expression) / len(some)]
        return news

    step(10**4)
    return step


def doors(row: Row, options: Options) -> Step:
    """Decisions a CPU second with the cube on, at depth 0, through every door; and their ratios to
    GNU Backgammon's with 0 plies."""
    weights, exact, gnubg = (
        weights_for(GAME, options.net),
        tables_of(CLASSIC),
        gnubg_for(row, options),
    )
    agreed = agree(Wish(GAME, money=True))
    table, analyst, bot = Table(CLASSIC, MONEY), Analyst(CLASSIC, weights, exact), LibraryBot(GAME)
    players = [
        Player(CLASSIC, nearest(CLASSIC, name), weights, exact=exact, seconds=None)
        for name in LEVELS
    ]
    asked_by: dict[str, Callable[[Any], object]] = {
        "analyst": lambda state: analyst.rank(state)[0],
        "best": lambda state: bot.best(state)[0],
        **{name: player.choose for name, player in zip(LEVELS, players, strict=True)},
    }

    def step(unit: int) -> News:
        asked = asked_in_play(weights, DECISIONS, row.seed + 100 * unit)
        boards = [(board_of_row(cells, side), dice) for cells, side, dice in asked]
        rates = {}
        for name, ask in asked_by.items():
            states = [table.to_play(board, dice) for board, dice in boards]
            rates[name] = 1e3 / _timed(_each(ask, states), len(states))
        lines = [_request(agreed, table.to_play(board, dice)) for board, dice in boards]
        rates["engine"] = 1e3 / _timed(_each(_served, lines), len(lines))
        expression = THEIRS.format(items=boards, plies=0, cubeful=0)
        gnubg_rate = len(boards) / gnubg.call(op="py", expr=expression)
        ratios = {f"{name} ratio": [rate / gnubg_rate] for name, rate in rates.items()}
        return {**{name: [rate] for name, rate in rates.items()}, "gnubg": [gnubg_rate], **ratios}

    step(10**4)
    return step


def _played_by(bot: Bot) -> Callable[[Any], object]:
    return lambda one: bot.play(*one)


def _each(ask: Callable[[Any], object], items: list[Any]) -> Callable[[], object]:
    return lambda: [ask(one) for one in items]


def _served(line: bytes) -> bytes:
    return write_line(answer(line))


def _request(agreed: Any, state: Any) -> bytes:
    fresh = state.but(fresh=True)
    return json.dumps({"command": "best", "state": state_json(agreed, fresh)}).encode()


def rows() -> list[Row]:
    """The rows of the picture that are not rows of depths, and those of the doors."""
    made = []
    for budget in BUDGETS:
        how = {"budget": budget, **EFFORT}
        against = {**how, "opponent": "gnubg 0-ply"}
        name = f"{GAME}/gnubg-b{budget}"
        made += [
            Row(name, match, against, GAME, minutes=60.0, most=1000, referee=True),
            Row(
                f"{GAME}/stored-error-b{budget}",
                stored_errors,
                how,
                GAME,
                minutes=30.0,
                most=31,
                referee=True,
            ),
        ]
    for plies in PLIES[1:]:
        how = {"plies": plies}
        name = f"{GAME}/against-gnubg-{plies}-ply"
        made.append(Row(name, match, how, None, minutes=60.0, most=600, referee=True))
    measured = {
        "depths": list(DEPTHS),
        "budgets": list(BUDGETS),
        "plies": list(PLIES),
        **LOOK,
        **EFFORT,
    }
    alone: dict[str, Any] = {"minutes": 5.0, "most": ROUNDS, "referee": True, "alone": True}
    made.append(Row(f"{GAME}/costs", costs, measured, GAME, "depth 0", **alone))
    beside = {"beside": "gnubg 0-ply", "levels": list(LEVELS)}
    made.append(Row(f"{GAME}/doors", doors, beside, GAME, "best ratio", **alone))
    return made
