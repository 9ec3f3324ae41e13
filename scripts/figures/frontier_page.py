"""The part of the page that says what strength costs, with its picture."""

from __future__ import annotations

import math

from scripts.figures.classic import GAME
from scripts.figures.frontier import LEVELS, ours, row_of, theirs
from scripts.figures.page import Page, table
from scripts.figures.picture import Point, drawn

DOORS_HEAD = """\
### Every door

Decisions a CPU second at depth 0 with the cube on, in one run on the same decisions of own play.
"""
FRONTIER_HEAD = """\
### What strength costs

Points a game against GNU Backgammon with 0 plies, luck-adjusted, over CPU time a decision: ours at
depths 0 to 2 and with budgets of positions between them, and GNU Backgammon's own 0, 1 and 2 plies
(0 plies against itself are 0). Times are from one run on the same decisions, without a cube. *mp*
as above: the judge of the stored positions is GNU Backgammon with 2 plies.

![Points a game over CPU milliseconds a decision](figures/frontier.svg)
"""


def doors(page: Page) -> str:
    """How quickly every door answers."""
    name, lines = f"{GAME}/doors", []
    for what, words, goal in (
        ("best", "`Bot.best`, the first suggestion", "≥ 1.5"),
        *((level, f"a player of level {level}", "≥ 1.5") for level in LEVELS),
        ("analyst", "the analyst below them", ""),
        ("engine", "the engine's `best`, five candidates", "≥ 0.5"),
    ):
        rate = page.figure(name, what, 0, sign=False)
        lines.append([words, goal, page.figure(name, f"{what} ratio", 2, sign=False), rate])
    beside = page.figure(name, "gnubg", 0, sign=False)
    lines.append(["GNU Backgammon, 0 plies", "", "1", beside])
    head = ["door", "to reach", "ratio to gnubg 0-ply", "decisions a CPU second"]
    return DOORS_HEAD + "\n" + table(head, lines)


def frontier(page: Page) -> str:
    """The table of what strength costs; the picture beside it is written by `write`."""
    lines = []
    for name in (*ours(), *theirs()):
        row = row_of(name)
        points = page.figure(row) if row else "0"
        error = row.replace("/gnubg-", "/stored-error-")
        lost = page.figure(error, "", 1, sign=False) if error != row else ""
        cost = page.figure(f"{GAME}/costs", name, 2, sign=False)
        lines.append([name, cost, points, page.count(row, times=2) if row else "", lost])
    head = ["player", "CPU ms a decision", "points a game", "games", "mp on the stored positions"]
    return FRONTIER_HEAD + "\n" + table(head, lines)


def picture(page: Page) -> str:
    """The frontier as SVG; empty while nothing is measured."""
    series = []
    for title, names in (("Tavola", ours()), ("GNU Backgammon", theirs())):
        points = []
        for name in names:
            row, cost = row_of(name), page.mean(f"{GAME}/costs", name)
            mean, error = (page.mean(row, "points"), page.error(row)) if row else (0.0, 0.0)
            if all(math.isfinite(value) for value in (cost, mean, error)):
                points.append(Point(name, cost, mean, error))
        series.append((title, sorted(points, key=lambda one: one.cost)))
    return drawn(series)
