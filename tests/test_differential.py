"""The engine against the oracle: every game, every option, all throws and all parts of them.

TAVOLA_NIGHTLY sets how many position-and-throw pairs are compared for each game;
plain Python compares a fifth of what compiled code does.
"""

from __future__ import annotations

import os
import random
from itertools import product
from typing import Any

import pytest

import oracle
from bridge import board_of, option_sets, oracle_options, positions, row_of, rows, step_of
from tavola.games import GAMES
from tavola.rules.kernel import backend, turn_program
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import Phase

pytestmark = pytest.mark.plain

PAIRS = int(os.environ.get("TAVOLA_NIGHTLY", "250" if backend.compiled else "50"))
VARIANTS = [(game, options) for game in GAMES for options in option_sets(game)]


class Pair:
    """One position, side and throw, compared part by part."""

    def __init__(self, game: str, options: dict[str, Any], rng: random.Random) -> None:
        self.game = game
        self.rules: Ruleset = GAMES[game].ruleset(options)
        self.options = oracle_options(game, options)
        self.rng = rng
        self.stood = 0
        """How many stood on the head when the throw began."""

    def _head(self, position: Position, side: Side) -> int:
        return position.count(side, geometry_of(self.rules).track[side][0])

    def _asked(self, position: Position, side: Side) -> dict[str, Any]:
        """The options, and how many have left the head with the numbers before."""
        if not self.rules.head:
            return self.options
        return {**self.options, "left_head": self.stood - self._head(position, side)}

    def compare(self, position: Position, side: Side, dice: tuple[int, ...]) -> None:
        """Follow the throw through all its parts along one random play."""
        begun = oracle.begin(self.game, board_of(position), int(side), **self.options)
        position = movement.begun(self.rules, position, side)
        assert position.row == row_of(begun)
        self.stood = self._head(position, side)
        done: list[tuple[tuple[int, ...], int]] = []
        chosen, complete, left = 0, True, 0
        while True:
            expected = self._expected(position, side, dice, done, chosen)
            code, numbers = movement.next_part(
                self.rules, position, side, dice, chosen, len(done), complete, left
            )
            self._same_part(code, numbers, expected, side)
            if code == turn_program.CHOOSE_DOUBLE:
                chosen = self.rng.randint(1, 6)
                continue
            if code == turn_program.HAND_OVER:
                self.inherit(position, side.other, (numbers[0], numbers[1]))
            if code <= 0:
                return
            position, steps = self.part(position, side, numbers)
            if movement.over(self.rules, position, side):
                self.outcome(position, side)
                return
            done.append((tuple(numbers), steps))
            complete, left = steps == len(numbers), len(numbers) - steps

    def _expected(
        self, position: Position, side: Side, dice: tuple[int, ...], done: Any, chosen: int
    ) -> tuple[Any, ...]:
        part = oracle.next_part(
            self.game,
            board_of(position),
            int(side),
            dice,
            tuple(done),
            chosen or None,
            **self.options,
        )
        return tuple(part)

    def _same_part(self, code: int, numbers: tuple[int, ...], expected: Any, side: Side) -> None:
        if code > 0:
            assert expected == ("play", tuple(sorted(numbers)))
        elif code == turn_program.CHOOSE_DOUBLE:
            assert expected == ("choose",)
        elif code == turn_program.THROW_AGAIN:
            assert expected == ("again",)
        elif code == turn_program.HAND_OVER:
            first, times = numbers
            head: Any = first if times == 4 and isinstance(expected[1][0], int) else (first, times)
            assert expected == ("hand", (head, *range(first + 1, 7)))
        else:
            second = self.rules.namer is side.other
            assert expected == (("again",) if second else ("end",))

    def part(
        self, position: Position, side: Side, numbers: tuple[int, ...]
    ) -> tuple[Position, int]:
        """Compare one part; play a random one of its plays."""
        board = board_of(position)
        plays = movement.plays(self.rules, position, side, numbers)
        found = rows(plays)
        assert len(found) == len(plays), "the same position twice in one list"
        asked = self._asked(position, side)
        expected = oracle.results(self.game, board, int(side), numbers, **asked)
        wanted = {row_of(end) for end in expected}
        assert (found or {position.between_throws().row}) == wanted, self._message(
            position, side, numbers
        )
        need, _ = movement.due(self.rules, position, side, numbers)
        assert (need > 0) == bool(plays)
        if len(plays) <= 40 and self.rng.random() < 0.2:
            self.tree(position, side, numbers)
        if not plays:
            return position, 0
        play = self.rng.choice(plays)
        played = movement.played(self.rules, position, side, play.steps, numbers)
        assert played == play.position
        return play.position, len(play.steps)

    def tree(self, position: Position, side: Side, numbers: tuple[int, ...]) -> None:
        """The steps offered one by one are exactly the prefixes of the maximal plays."""
        asked = self._asked(position, side)
        plays = oracle.maximal(self.game, board_of(position), int(side), numbers, **asked)
        need, only = movement.due(self.rules, position, side, numbers)
        line: list[oracle.Step] = []
        used = 0
        while True:
            offered = movement.next_steps(self.rules, position, side, numbers, used, need, only)
            depth = len(line)
            going_on = [p for p in plays if list(p[:depth]) == line and len(p) > depth]
            over = movement.over(self.rules, position, side)
            if not (over and not going_on):
                assert {step_of(code) for code in offered} == {p[depth] for p in going_on}
            if not offered or over:
                return
            code = self.rng.choice(offered)
            line.append(step_of(code))
            used |= 1 << next(
                i for i, n in enumerate(numbers) if n == code >> 10 and not (used >> i) & 1
            )
            need, only = need - 1, 0
            position = movement.after(self.rules, position, side, code)

    def inherit(self, position: Position, heir: Side, hand: tuple[int, int]) -> None:
        """Gioul: the heir's numbers, one after the other."""
        number, times = hand
        chain: tuple[Any, ...] = tuple(range(number, 7))
        if times != 4:
            chain = ((number, times), *chain[1:])
        done: list[tuple[tuple[int, ...], int]] = []
        complete = True
        self.stood = self._head(position, heir)
        for index in range(8):
            board = board_of(position)
            expected = oracle.inherit(
                self.game, board, int(heir), chain, tuple(done), **self.options
            )
            if index == 0:
                numbers = movement.heir_part(number, times, True, True)
            else:
                numbers = movement.heir_part(number + index - 1, times, complete, False)
            assert expected == (("play", numbers) if numbers else ("end",))
            if not numbers:
                return
            position, steps = self.part(position, heir, numbers)
            if movement.over(self.rules, position, heir):
                return
            done.append((numbers, steps))
            complete = steps == len(numbers)

    def outcome(self, position: Position, mover: Side) -> None:
        """Winner and value, and the pips."""
        board = board_of(position)
        found = movement.result(self.rules, position, mover, False)
        expected = oracle.outcome(self.game, board, int(mover), False, **self.options)
        assert found == expected, f"{position.text()} | {mover.letter}"

    def _message(self, position: Position, side: Side, numbers: tuple[int, ...]) -> str:
        return f"{self.game} {self.options}: {position.text()} | {side.letter} {numbers}"


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=[f"{g}-{o}" for g, o in VARIANTS])
def test_engine_and_oracle_agree(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(f"{game} {options}")
    pair = Pair(game, options, rng)
    throws = list(product(range(1, 7), repeat=oracle.LAWS[game].dice))
    compared = 0
    wanted = PAIRS if not options else PAIRS // 4
    while compared < wanted:
        for state in positions(pair.rules, rng, games=1, every=4):
            assert state.phase is Phase.START
            board = board_of(state.position)
            for side in Side:
                assert state.rules.board.value in ("circle", "towers") or (
                    movement.pip_count(state.rules, state.position, side)
                    == oracle.pips(game, board, int(side))
                )
                pair.outcome(state.position, side)
            for dice in rng.sample(throws, 6):
                if pair.rules.namer is state.side and dice[0] == dice[1]:
                    continue
                pair.compare(state.position, state.side, dice)
                compared += 1
            if compared >= wanted:
                break
