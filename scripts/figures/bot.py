"""Tavola's player for the referee: one line of JSON a decision, one line of answer.

    python -m scripts.figures.bot --depth 1 [--net FILE]

The protocol is that of the referee (`move`, `double`, `take`).  Cubeless play compares plain
equities; with `--cube` plays are chosen with the cube in mind.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from scripts.figures.boards import Board, Table, board_of
from scripts.figures.nets import CLASSIC, classic_net
from tavola.bots.analyst import Analyst
from tavola.bots.chances import Chances
from tavola.bots.context import Context, context
from tavola.bots.cube import Answer, double_decision, take_decision
from tavola.rules.ruleset import MatchRules, Side
from tavola.rules.state import Cube

OWNERS = {"centre": None, "me": Side.WHITE, "opp": Side.BLACK}


class Bot:
    """A player of classic backgammon at a depth; `choose` takes a question and gives the answer."""

    def __init__(self, weights: Any, depth: int, cube: bool = False) -> None:
        self.depth = depth
        self.cubeless = replace(CLASSIC, cube=False)
        self.analyst = Analyst(CLASSIC if cube else self.cubeless, weights)
        self._tables: dict[MatchRules, Table] = {}

    def _table(self, question: dict[str, Any]) -> Table:
        length = question.get("match_length", 0)
        match = MatchRules(length=length, games=None) if length else MatchRules()
        if match not in self._tables:
            self._tables[match] = Table(self.analyst.rules, match)
        return self._tables[match]

    def play(self, board: Board, dice: tuple[int, int]) -> list[list[int]]:
        """The board after the best play of a throw."""
        return self.choose({"type": "move", "board": board, "dice": dice})["board"]  # type: ignore[no-any-return]

    def chances(self, board: Board) -> Chances:
        """What `me` may hope for, about to throw."""
        state = self._table({}).before_throw(board)
        return self.analyst.chances(state.position, Side.WHITE, self.depth)

    def choose(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer one question of the referee."""
        board, kind = question["board"], question["type"]
        cube = Cube(question.get("cube", 1), OWNERS[question.get("cube_owner", "centre")])
        table = self._table(question)
        if kind == "move":
            state = _scored(table.to_play(board, question["dice"], cube), question)
            ranked = self.analyst.rank(state, self.depth)
            return {"board": board_of(ranked[0].position) if ranked else board}
        state = _scored(table.before_throw(board, cube), question)
        where = context(state, Side.WHITE)
        if kind == "double":
            return {"double": self.doubles(self.chances(board), where)}
        # Doubled: the other side is about to throw, so its chances are asked for.
        chances = self.chances([board[1], board[0]]).swapped()
        return {"take": self.takes(chances, where)}

    @staticmethod
    def doubles(chances: Chances, where: Context) -> bool:
        """Whether a side about to throw doubles."""
        return double_decision(chances, where).doubles

    @staticmethod
    def takes(chances: Chances, where: Context) -> bool:
        """Whether a side that is doubled takes; the chances are its own."""
        return take_decision(chances, where).answer is not Answer.DROP


def _scored(state: Any, question: dict[str, Any]) -> Any:
    score = question.get("score", [0, 0])
    crawford = "now" if question.get("crawford") else ""
    return state.but(score=(score[0], score[1]), crawford=crawford)


def main() -> None:
    """Answer questions until there are no more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--net", type=Path, help="a net file; by default the package's own")
    parser.add_argument("--cube", action="store_true", help="play with the cube in mind")
    arguments = parser.parse_args()
    bot = Bot(classic_net(arguments.net).weights, arguments.depth, arguments.cube)
    for line in sys.stdin:
        print(json.dumps(bot.choose(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
