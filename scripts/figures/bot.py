"""Tavola's player for the referee: one line of JSON a decision, one line of answer.

    python -m scripts.figures.bot --depth 1 [--net FILE] [--cube]
    python -m scripts.figures.bot --budget 2000

The protocol is that of the referee (`move`, `double`, `take`).  Without `--cube` plays are chosen
by plain equities, else with the cube and the score in mind.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from scripts.figures.boards import Board, Table, board_of
from scripts.figures.nets import tables_of, weights_for

from tavola.bots.adviser import Adviser
from tavola.bots.cube.decisions import Answer
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import FILTERS
from tavola.bots.search.effort import DEEPEST
from tavola.games import GAMES
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Cube, Kind, Offer, Phase, State

CLASSIC = GAMES["backgammon"].ruleset()
OWNERS = {"centre": None, "me": Side.WHITE, "opp": Side.BLACK}
MONEY = MatchRules()


class Bot:
    """A player of classic backgammon at a depth, or with a budget that chooses one; `choose` takes
    a question and gives the answer."""

    def __init__(
        self, weights: Any, depth: int, cube: bool = False, budget: int | None = None
    ) -> None:
        self.depth = depth if budget is None else DEEPEST
        self.budget = budget
        rules = CLASSIC if cube else replace(CLASSIC, cube=False)
        self.analyst = Analyst(rules, weights, tables_of(rules))
        self.adviser = Adviser(CLASSIC, weights, tables_of(CLASSIC))
        self._plays = Table(rules)
        self._tables: dict[MatchRules, Table] = {}

    def _table(self, match: MatchRules) -> Table:
        if match not in self._tables:
            self._tables[match] = Table(CLASSIC, match)
        return self._tables[match]

    def choose(self, question: dict[str, Any]) -> dict[str, Any]:
        """Answer one question of the referee."""
        board, kind = question["board"], question["type"]
        cube = Cube(question.get("cube", 1), OWNERS[question.get("cube_owner", "centre")])
        length = question.get("match_length", 0)
        match = MatchRules(length=length, games=None) if length else MONEY
        if kind == "move":
            if not self.analyst.rules.cube:
                return {"board": self.play(board, question["dice"])}
            state = self._table(match).to_play(board, question["dice"], cube)
            return {"board": self._played(_scored(state, question), board)}
        if kind == "double":
            state = self._table(match).before_throw(board, cube)
            return {"double": self.doubles(_scored(state, question))}
        # The doubler takes White's place, whatever colour he had.
        owner = None if cube.owner is None else cube.owner.other
        state = self._table(match).before_throw([board[1], board[0]], Cube(cube.value, owner))
        asked = {**question, "score": question.get("score", [0, 0])[::-1]}
        return {"take": self.takes(_scored(state, asked))}

    def play(self, board: Board, dice: tuple[int, int]) -> Board:
        """The board after the best play of a throw, without a cube."""
        return self._played(self._plays.to_play(board, dice), board)

    def _played(self, state: State, board: Board) -> Board:
        filters = FILTERS if self.budget is None else None
        ranked = self.analyst.rank(state, self.depth, self.budget, filters=filters)
        return board_of(ranked[0].position) if ranked else board

    def doubles(self, state: State) -> bool:
        """Whether White, about to throw, doubles."""
        return self.adviser.cube(state, Side.WHITE, self.depth, self.budget).doubles

    def takes(self, state: State) -> bool:
        """Whether Black takes if White, about to throw, doubles."""
        offer = Offer(Kind.DOUBLE, Side.WHITE, 2 * state.cube.value, Phase.START)
        asked = state.but(phase=Phase.ANSWER, offer=offer)
        return self.adviser.answer(asked, self.depth, self.budget).answer is not Answer.DROP


def _scored(state: State, question: dict[str, Any]) -> State:
    mine, theirs = question.get("score", [0, 0])
    return state.but(score=(mine, theirs), crawford="now" if question.get("crawford") else "")


def main() -> None:
    """Answer questions until there are no more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--budget", type=int, help="positions a decision, instead of a depth")
    parser.add_argument("--net", type=Path, help="a net file; by default the package's own")
    parser.add_argument("--cube", action="store_true", help="play with the cube in mind")
    arguments = parser.parse_args()
    weights = weights_for("backgammon", arguments.net)
    bot = Bot(weights, arguments.depth, arguments.cube, arguments.budget)
    for line in sys.stdin:
        print(json.dumps(bot.choose(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
