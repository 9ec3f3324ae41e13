"""Thousands of games at once: arrays of decisions in, arrays of observations and masks out.

    batch = Batch("backgammon", games=10_000, seed=1)
    while learning:
        batch.step(choose(batch.observation, batch.mask))
        learn(batch.player, batch.reward, batch.terminated | batch.truncated)

The games are those of the state machine, dice included: game `i` of a batch is
`Episode(setting, seed, i)`.  They are stepped in the compiled kernel, on all cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tavola.bots.net import game_features
from tavola.bots.net.features import FEATURES as NET
from tavola.cores import usable_cores
from tavola.rl import compiler, seen
from tavola.rl.episode import bits_of
from tavola.rl.moment import Moment
from tavola.rl.numbering import ACTIONS
from tavola.rl.settings import MOST_TURNS, setting
from tavola.rules.kernel import backend, batch, game_course, game_observation_2
from tavola.rules.kernel import game_cells as c
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.movement import Workspace, workspace
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Side
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.turn.state import Phase

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

Share = Callable[[int, int], int]
"""Work on the games from one number to another; a number that is less than 0 if all went well."""

LEAST_SHARE = 256
"""Fewer games are not worth a thread of their own."""
NOTHING = ""
"""No observation is made."""


class Batch:
    """Many matches of one game side by side; one that is over begins anew with the next dice.

    `game` and `wish` are what `setting` takes; `seed` decides all dice; `observe` is `"counts"`,
    `"counts-2"`, `"features"` or `""` for none; `threads` is one for each core unless told
    otherwise.  `mask`: an array of yours to write masks into, of shape (games, ACTIONS) and type
    bool, contiguous.

    The arrays are always the same ones, written anew by each step:

    - `mask` (games, ACTIONS) bool: what may be decided
    - `observation` (games, OBSERVED) or (games, OBSERVED_2) int8, or (games, FEATURES) float32: as
      who decides sees it
    - `player` (games,) int8: who decides, 0 or 1; player 0 has White in the first game of a match
    - `reward` (games, 2) float32: what players 0 and 1 gained by the last step
    - `points` (games, 2) int64: the same as it is scored
    - `terminated`, `truncated` (games,) bool: the match ended by the last step; the rest shows the
      next one

    Raises `Refused` for a wish, ValueError for numbers out of range, ImportError where the compiled
    kernel is not there.
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        *,
        seed: int = 0,
        observe: str = seen.COUNTS,
        threads: int | None = None,
        mask: NDArray[numpy.bool_] | None = None,
        max_turns: int = MOST_TURNS,
        **wish: Any,
    ) -> None:
        compiler.need()
        import numpy as np

        if not is_whole(games) or games < 1:
            raise ValueError("games is a whole number from 1 on")
        self.setting = setting(game, max_turns=max_turns, **wish)
        games, max_turns = int(games), self.setting.max_turns
        self.games, self.seed = games, seed
        self.observe = seen.check(observe) if observe else NOTHING
        self.mask = np.zeros((games, ACTIONS), np.bool_) if mask is None else _whole(mask, games)
        counted = games if self.observe else 0
        self._counts = np.zeros((counted, c.OBSERVED), np.int8)
        featured = games if self.observe == seen.FEATURED else 0
        self._features = np.zeros((featured, seen.FEATURES), np.float32)
        second = games if self.observe == seen.COUNTS_2 else 0
        self._counts_2 = np.zeros((second, c.OBSERVED_2), np.int8)
        self.player = np.zeros(games, np.int8)
        self.points = np.zeros((games, 2), np.int64)
        self.reward = np.zeros((games, 2), np.float32)
        self._ended = np.zeros(games, np.int8)
        self.terminated, self.truncated = np.zeros((2, games), np.bool_)
        self._rows = np.zeros(games * WIDTH, np.int8)
        self._cells = np.zeros(games * c.CELLS, np.int64)
        self._room = max_turns + 2 if self.setting.rules.repetition else 0
        self._past = np.zeros(games * self._room, np.int64)
        self._made = tables(self.setting.rules)
        self._terms = seen.terms_of(self.setting)
        self._stepped = False
        self._begin_with()
        self._shares = _shares(games, usable_cores() if threads is None else threads)
        self._hire()
        self.reset(seed)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of, in another process too: it has threads of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_pool"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._hire()

    def _hire(self) -> None:
        """Threads of this process; none where one does it all."""
        count, self._process = len(self._shares), os.getpid()
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def __copy__(self) -> Batch:
        return deepcopy(self)  # games step in place: arrays that are shared would be stepped twice

    def _begin_with(self) -> None:
        """What every match begins with: rows, cells, and the stage from which it goes on."""
        rules, state = self.setting.rules, self.setting.start
        rows = [*Position.start(rules).cells, *state.position.cells]
        self._start = backend.small(rows)
        first = Moment(self.setting, state)
        if state.phase is Phase.OPENING:
            self._stage = game_course.BEGINNING
        elif state.phase is Phase.START:
            self._stage = game_course.AT_START
        elif first.legal:
            self._stage = game_course.DECISION
        else:
            raise ValueError("a batch does not begin with a throw that is over")
        self._first = seen.cells_of(first)

    # ---------------------------------------------------------------------------------- stepping

    @property
    def observation(self) -> Any:
        """What the deciding player of each game sees."""
        if not self.observe:
            raise ValueError("this batch makes no observations: observe='counts'")
        made = {seen.COUNTS: self._counts, seen.COUNTS_2: self._counts_2}
        return made.get(self.observe, self._features)

    def reset(self, seed: int | None = None) -> None:
        """Begin all matches; without a seed with that of the last reset."""
        seed = self.seed if seed is None else seed
        bits = bits_of(seed)
        self.seed = seed

        def begin_games(begin: int, end: int) -> int:
            space = workspace(self._made)
            game, shown = self._game(space.W), self._shown(space)
            whole: tuple[Any, ...] = (*game, bits, begin, end, *shown)
            batch.begin_games(*whole)
            return -1

        self._all(self._described(begin_games))
        for array in (self.points, self.reward, self.terminated, self.truncated):
            array[:] = 0

    def step(self, actions: ArrayLike) -> None:
        """Take one decision in each game: the numbers of `actions`, of shape (games,).

        Raises ValueError if one of them is not allowed, or no whole number; nothing has changed
        then.
        """
        import numpy as np

        given: Any = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"decisions are whole numbers, not an array of {given.dtype}")
        chosen: Any = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"one decision for each game: an array of shape ({self.games},)")
        mask = self.mask.view(np.int8).reshape(-1)
        self._refuse(chosen, batch.first_wrong(chosen, mask, 0, self.games))

        def step_games(begin: int, end: int) -> int:
            space = workspace(self._made)
            game, shown = self._game(space.W), self._shown(space)
            gained = (self.points.reshape(-1), self._ended)
            whole: tuple[Any, ...] = (*game, chosen, begin, end, *shown, *gained)
            return int(batch.step_games(*whole))

        self._refuse(chosen, max(self._all(self._described(step_games))))
        np.divide(self.points, self.setting.unit, out=self.reward, casting="unsafe")
        np.equal(self._ended, 1, out=self.terminated)
        np.equal(self._ended, 2, out=self.truncated)
        if not self._stepped:
            compiler.done()
            self._stepped = True

    def sample(self) -> NDArray[numpy.int64]:
        """A decision for each game, at random among those that are allowed."""
        import numpy as np

        chosen = np.zeros(self.games, np.int64)
        mask = self.mask.view(np.int8).reshape(-1)

        def choose(begin: int, end: int) -> int:
            batch.random_decisions(self._cells, mask, mask.view(np.int64), begin, end, chosen)
            return -1

        self._all(choose)
        return chosen

    def _refuse(self, actions: Any, game: int) -> None:
        if game >= 0:
            raise ValueError(f"game {game}: the decision {actions[game]} is not allowed there")

    def _game(self, buffers: Any) -> tuple[Any, ...]:
        made = self._made
        words = self._rows.view("int64")
        whole = (made.T, made.Z, buffers, self._terms, self._cells, words, self._past, self._room)
        return (*whole, self._start, self._first, self._stage)

    def _shown(self, space: Workspace) -> tuple[Any, ...]:
        room = (space.numbers, space.found, space.chosen)
        return (*room, self.mask.view("int8").reshape(-1), self._counts.reshape(-1), self.player)

    def _described(self, work: Share) -> Share:
        """Some work, and then what is made of the counts, if that is observed."""
        if self.observe not in (seen.COUNTS_2, seen.FEATURED):
            return work

        def both(begin: int, end: int) -> int:
            found = work(begin, end)
            games = (self._rows, self._cells, begin, end, self._counts.reshape(-1))
            if self.observe == seen.COUNTS_2:
                game_observation_2.observe_games(*games, self._counts_2.reshape(-1))
            else:
                net, features = backend.reals(NET), self._features.reshape(-1)
                game_features.describe_games(self._made.T, *games, net, features)
            return found

        return both

    def _all(self, work: Share) -> list[int]:
        """Do some work for all games, shared between the threads."""
        if self._process != os.getpid():
            self._hire()  # a fork has none of the threads, and would wait for them for ever
        if self._pool is None:
            return [work(*self._shares[0])]
        return list(self._pool.map(work, *zip(*self._shares, strict=True)))

    # ---------------------------------------------------------------------------- looking at one

    def position(self, game: int) -> Position:
        """Where the checkers of one game stand."""
        at = range(self.games)[game] * WIDTH
        return Position(self._rows[at : at + WIDTH].tobytes())

    def side(self, game: int) -> Side:
        """The side that is on turn in one game."""
        return Side(int(self._cells[range(self.games)[game] * c.CELLS + c.SIDE]))

    def __repr__(self) -> str:
        return f"<Batch {self.setting.game.id}, {self.games} games>"


def _whole(mask: Any, games: int) -> Any:
    right = getattr(mask, "shape", None) == (games, ACTIONS) and str(mask.dtype) == "bool"
    if not right or not mask.flags.c_contiguous or not mask.flags.writeable:
        raise ValueError(f"mask is a contiguous array of bool, of shape ({games}, {ACTIONS})")
    return mask


def _shares(games: int, threads: int) -> list[tuple[int, int]]:
    """Who steps which games."""
    if not is_whole(threads) or threads < 1:
        raise ValueError("threads is a whole number from 1 on")
    count = max(1, min(threads, games // LEAST_SHARE))
    edges = [games * i // count for i in range(count + 1)]
    return list(pairwise(edges))


__all__ = ["Batch"]
