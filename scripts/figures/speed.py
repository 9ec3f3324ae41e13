"""Speed on classic backgammon, side by side with GNU Backgammon: decisions a CPU second.

Both are asked for the same decisions of our own play, each of them once, in turns within one run.
What counts is the CPU time of either process: ours in the compiled loop of self-play, and through
the analyst that players and hints use; theirs inside its own Python, around its function for the
best play.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scripts.figures.boards import Table, board_of_row
from scripts.figures.bot import CLASSIC
from scripts.figures.classic import GAME, gnubg_for
from scripts.figures.nets import tables_of, weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK

from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import bench_for, tools
from tavola.bots.search.compiled_analyst import decide_all
from tavola.bots.search.working_net import WorkingNet
from tavola.bots.training.jobs import Job, do_job
from tavola.rules.kernel.backend import large, small
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side

DECISIONS = {0: 2500, 2: 40}
"""Decisions of a round, by depth."""
ROUNDS = 12
OPPONENTS = {0: ("gnubg 0-ply", 0), 2: ("gnubg World class", 2)}
"""Who decides beside us, and with how many plies; `World class` are two with its own filters."""
THEIRS = (
    "(lambda items, ci, ec, time: (lambda since: [[gnubg.findbestmove(b, ci, ec, d) "
    "for b, d in items], time.process_time() - since][1])(time.process_time()))"
    "({items}, cinfo(), ectx({plies}, {cubeful}, 1), __import__('time'))"
)
"""Seconds that GNU Backgammon needs for a list of decisions, as its server evaluates it."""

Asked = tuple[bytes, Side, tuple[int, int]]


def asked_in_play(weights: Any, amount: int, seed: int) -> list[Asked]:
    """Decisions of own play at depth 0 that leave a choice: row, side and throw."""
    rng, found = random.Random(seed), list[Asked]()
    while len(found) < amount:
        seed += 1
        lessons = do_job(Job(CLASSIC, weights, seed * 7919, max(1, amount // 60), 1.0))
        for row, stand in zip(lessons.rows, lessons.stands, strict=True):
            side, dice = Side(int(stand[0])), (rng.randint(1, 6), rng.randint(1, 6))
            numbers = dice * 2 if dice[0] == dice[1] else dice
            position = Position(row.tobytes())
            if len(movement.plays(CLASSIC, position, side, numbers)) > 1:
                found.append((position.row, side, dice))
    rng.shuffle(found)
    return found[:amount]


def _rate(amount: int, work: Callable[[], object]) -> float:
    since = time.process_time()
    work()
    return amount / (time.process_time() - since)


def side_by_side(row: Row, options: Options) -> Step:
    """Rounds of decisions: ours in the compiled loop, ours through the analyst, theirs."""
    depth = row.settings["depth"]
    rules, weights = replace(CLASSIC, cube=False), weights_for(GAME, options.net)
    analyst, table = Analyst(rules, weights, tables_of(rules)), Table(rules)
    net = WorkingNet(rules, weights, tables_of(rules))
    made, bench = tools(net), bench_for(rules, len(net.W[2]))
    gnubg, amount = gnubg_for(row, options), DECISIONS[depth]

    def loop(asked: list[Asked]) -> Callable[[], object]:
        rows = small([cell - 256 if cell > 127 else cell for one in asked for cell in one[0]])
        what = [n for _, side, dice in asked for n in (int(side), 10 * dice[0] + dice[1])]
        assert len(rows) == amount * WIDTH
        questions = large(what)
        return lambda: decide_all(made, bench, rows, questions, amount, depth)

    def step(unit: int) -> News:
        asked = asked_in_play(weights, amount, row.seed + 100 * unit)
        boards = [(board_of_row(cells, side), dice) for cells, side, dice in asked]
        states = [table.to_play(board, dice) for board, dice in boards]
        ours = _rate(amount, loop(asked))
        through = _rate(amount, lambda: [analyst.rank(state, depth) for state in states])
        plies = OPPONENTS[depth][1]
        expression = THEIRS.format(items=boards, plies=plies, cubeful=int(plies > 0))
        theirs = amount / gnubg.call(op="py", expr=expression)
        return {
            "loop": [ours],
            "analyst": [through],
            "gnubg": [theirs],
            "ratio": [ours / theirs],
            "analyst ratio": [through / theirs],
        }

    step(10**4)
    return step


def rows() -> list[Row]:
    """A row for each depth."""
    return [
        Row(
            f"{GAME}/speed-{depth}",
            side_by_side,
            {"depth": depth, "beside": OPPONENTS[depth][0], **LOOK},
            GAME,
            "ratio",
            minutes=5.0,
            most=ROUNDS,
            referee=True,
            alone=True,
        )
        for depth in DECISIONS
    ]
