"""Games of a batch without NumPy: the kernel over its own buffers, compiled or plain."""

from __future__ import annotations

from typing import Any

from tavola.rl import seen
from tavola.rl.episode import bits_of
from tavola.rl.moment import Moment
from tavola.rl.numbering import ACTIONS
from tavola.rl.settings import Setting
from tavola.rules.kernel import batch, game_course
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel.backend import large, raw, small, words_of
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.movement import workspace
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.turn.state import Phase

STAGES = {Phase.OPENING: game_course.BEGINNING, Phase.START: game_course.AT_START}


class Games:
    """The first `count` games of a batch."""

    def __init__(self, agreed: Setting, count: int, seed: int) -> None:
        made, start = tables(agreed.rules), agreed.start
        space = workspace(made)
        self.count = count
        self.rows, self.cells = small(count * WIDTH), large(count * c.CELLS)
        self.mask, self.seen = small(count * ACTIONS), small(count * c.OBSERVED)
        self.player, self.ended = small(count), small(count)
        self.gained = large(2 * count)
        room = agreed.max_turns + 2 if agreed.rules.repetition else 0
        first = [*Position.start(agreed.rules).cells, *start.position.cells]
        self._game: tuple[Any, ...] = (
            *(made.T, made.Z, space.W, seen.terms_of(agreed), self.cells, words_of(self.rows)),
            *(large(count * room), room, small(first), seen.cells_of(Moment(agreed, start))),
            STAGES.get(start.phase, game_course.DECISION),
        )
        self._shown = (
            *(space.numbers, space.found, space.chosen),
            *(self.mask, self.seen, self.player),
        )
        batch.begin_games(*self._game, bits_of(seed), 0, count, *self._shown)

    def step(self, actions: list[int]) -> int:
        """Take a decision in each game."""
        chosen = large(actions)
        wrong = batch.first_wrong(chosen, self.mask, 0, self.count)
        assert wrong == -1
        done = (self.gained, self.ended)
        whole: tuple[Any, ...] = (*self._game, chosen, 0, self.count, *self._shown, *done)
        return int(batch.step_games(*whole))

    def tried(self, action: int) -> bool:
        """Whether a number means a decision in the first game, which is taken if it does: what it
        may not be is left to the mask."""
        done = (self.gained, self.ended)
        whole: tuple[Any, ...] = (*self._game, large([action]), 0, 1, *self._shown, *done)
        return int(batch.step_games(*whole)) == -1

    def random(self) -> list[int]:
        """Decisions at random."""
        chosen = large(self.count)
        batch.random_decisions(self.cells, self.mask, words_of(self.mask), 0, self.count, chosen)
        return [int(one) for one in chosen]

    def legal(self, game: int) -> tuple[int, ...]:
        """What is allowed in a game."""
        mask = self.mask[game * ACTIONS : (game + 1) * ACTIONS]
        return tuple(number for number, allowed in enumerate(mask) if allowed)

    def observation(self, game: int) -> list[int]:
        """What is seen there."""
        return [int(n) for n in self.seen[game * c.OBSERVED : (game + 1) * c.OBSERVED]]

    def position(self, game: int) -> Position:
        """Where its checkers stand."""
        return Position(bytes(raw(self.rows)[game * WIDTH : (game + 1) * WIDTH]))

    def points(self, game: int) -> tuple[int, int]:
        """What was gained there by the last decision."""
        return int(self.gained[2 * game]), int(self.gained[2 * game + 1])


def play_a_little(agreed: Setting, count: int = 2, decisions: int = 30) -> None:
    """Play games at random; `test_rl_batch.py` calls it in a process of its own."""
    games = Games(agreed, count, 1)
    for _ in range(decisions):
        assert games.step(games.random()) == -1
