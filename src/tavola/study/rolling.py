"""A rollout bit by bit, on one core or several: told as it comes on, stopped, kept, gone on with.

    rolling = Rolling(game, state, trials=1296, workers=2)
    for _ in rolling:                       # after each batch; leave it whenever you like
        print(rolling.done, rolling.results()[0].text)
    data = rolling.to_json()                # kept, with `finished` false where it was left

The trials are numbered and counted in their order, so that the result does not depend on how many
work on it.
"""

from __future__ import annotations

import math
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.pool import AsyncResult, Pool
from typing import Any

from tavola.bots import shipped_nets
from tavola.bots.arena.rollout import HORIZON
from tavola.cores import usable_cores
from tavola.rules.model.refusal import refuse
from tavola.rules.text import one_line
from tavola.rules.turn.state import Phase, State
from tavola.study.choices import Choices
from tavola.study.rollouts import Result, Rolled, Rollout, Tally

VERSION = 1
BATCH = 12
"""Most trials between two looks at how far it has come."""
LOOK = 0.2
"""Seconds between two such looks of this process, so that it can be stopped soon."""
AHEAD = 2
"""Batches that each of the others has before it: none of them ever waits."""
TRIALS = 324


def begun(game: str, state: State, most: int, seed: int, horizon: int) -> Rolled:
    """What is to be decided in a state, ready to be rolled out: plays, or what is no play.  Raises
    `Refused` as both do."""
    if state.phase is Phase.MOVE:
        return Rollout(game, state, most, seed, horizon)
    return Choices(game, state, None, most, seed, horizon)


class Rolling:
    """A rollout of a position that is iterated over; parameters as of `Rollout` and `Choices`.

    `rolled` is what is rolled out, in place of all that may be decided in the state.  `workers`
    processes work on it, by default one for each core that may be used.  Raises `Refused` as
    `begun`.
    """

    def __init__(
        self,
        game: str,
        state: State,
        trials: int = TRIALS,
        most: int = 4,
        seed: int = 1,
        horizon: int = HORIZON,
        workers: int | None = None,
        rolled: Rolled | None = None,
    ) -> None:
        self.rollout = rolled or begun(game, state, most, seed, horizon)
        self.trials = trials
        self.workers = workers or usable_cores()
        self.seconds = 0.0
        self._before = 0

    @property
    def done(self) -> int:
        """Trials that are counted."""
        return self.rollout.tally.count

    @property
    def whole(self) -> bool:
        """Whether cube and score count."""
        return self.rollout.whole

    @property
    def finished(self) -> bool:
        """Whether all trials are counted."""
        return self.done >= self.trials

    @property
    def rate(self) -> float:
        """Trials a second, each of all plays; of this run."""
        return (self.done - self._before) / self.seconds if self.seconds else 0.0

    def results(self) -> list[Result]:
        """What the trials so far say of the plays, the best first."""
        return self.rollout.results()

    def __iter__(self) -> Iterator[Rolling]:
        self._before, began = self.done, time.monotonic()
        for trials in self._batches():
            self.rollout.tally.add(trials)
            self.seconds = time.monotonic() - began
            yield self

    def run(self) -> Rolling:
        """All trials that are left."""
        for _ in self:
            pass
        return self

    def _batches(self) -> Iterator[list[list[float]]]:
        left = self.trials - self.done
        workers = min(self.workers, -(-left // BATCH))
        if workers < 2:
            yield from self._alone()
            return
        about = (type(self.rollout), self.rollout.recipe())
        context = multiprocessing.get_context("spawn")
        # Leaving the block ends the workers at once, whatever they are at.
        with _deaf_to_ctrl_c():
            made = context.Pool(workers - 1, _begin, about)
        with made as pool:
            yield from self._together(pool, workers - 1)

    def _alone(self) -> Iterator[list[list[float]]]:
        pace = _Pace()
        while not self.finished:
            yield pace.made(self.rollout, self.done, self.trials - self.done)

    def _together(self, pool: Pool, others: int) -> Iterator[list[list[float]]]:
        """This process works, too: alone until the others are ready, which takes seconds."""
        pace, given = _Pace(), self.done
        ready = pool.apply_async(_ready)
        made = dict[int, list[list[float]]]()
        theirs = dict[int, AsyncResult[list[list[float]]]]()
        while not self.finished:
            while ready.ready() and given < self.trials and len(theirs) < AHEAD * others:
                count = min(BATCH, self.trials - given)
                theirs[given] = pool.apply_async(_work, (given, count))
                given += count
            if given < self.trials:
                made[given] = found = pace.made(self.rollout, given, self.trials - given)
                given += len(found)
            elif self.done in theirs:
                theirs[self.done].wait()
            for first in [n for n, one in theirs.items() if one.ready()]:
                made[first] = theirs.pop(first).get()
            while self.done in made:
                yield made.pop(self.done)

    # --------------------------------------------------------------------------------------- kept

    def to_json(self) -> dict[str, Any]:
        """All of it as data."""
        one = self.rollout
        return {
            "version": VERSION,
            "game": one.game,
            "net": shipped_nets.mark(one.game),
            "position": one_line.write(one.state),
            "seed": one.seed,
            "horizon": one.horizon,
            "trials": self.done,
            "wanted": self.trials,
            "finished": self.finished,
            "unit": one.unit,
            "plays": [
                {
                    "play": result.text,
                    "mean": result.mean,
                    "error": finite(result.error),
                    "behind": result.behind,
                    "behind_error": finite(result.behind_error),
                    **({} if result.counts else {"counts": False}),
                }
                for result in self.results()
            ],
            "columns": one.texts,
            "sums": one.tally.sums,
            "products": one.tally.products,
        }

    def go_on_from(self, data: Any) -> None:
        """Count what was kept before.  Raises `Refused` (code `bad_rollout`) where it is of another
        position, another net or other settings, or nothing that can be read."""
        now = self.to_json()
        try:
            same = all(data[k] == now[k] for k in ("version", "game", "net", "position", "seed"))
            same = same and data["horizon"] == now["horizon"]
            same = same and _texts(data) == _texts(now)
            columns = [str(one) for one in data.get("columns") or now["columns"]]
            same = same and sorted(columns) == sorted(now["columns"])
            wide, sums = self.rollout.tally.wide, [float(one) for one in data["sums"]]
            products = [[float(one) for one in row] for row in data["products"]]
            shape = {len(sums), len(products), *(len(row) for row in products)}
            count = int(data["trials"])
        except (KeyError, TypeError, ValueError):
            raise refuse("bad_rollout", what="form") from None
        if not same or shape != {wide} or count < 0:
            raise refuse("bad_rollout", what="other")
        # A first look with other tables may have put the same plays in another order.
        places = [columns.index(text) for text in now["columns"]]
        products = [[products[i][j] for j in places] for i in places]
        self.rollout.tally = Tally(wide, count, [sums[i] for i in places], products)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """What is started meanwhile never hears it, not even while it is loading: its main process
    does, and ends it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which lets it be heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Pace:
    """How many trials are made between two looks, by how long the last ones took."""

    def __init__(self) -> None:
        self._count = 1

    def made(self, rollout: Rolled, first: int, left: int) -> list[list[float]]:
        """Some of the trials that are left, from a number on."""
        began = time.monotonic()
        trials = rollout.trials(first, min(self._count, left))
        took = (time.monotonic() - began) / len(trials)
        self._count = max(1, min(BATCH, int(LOOK / took) if took else BATCH))
        return trials


def _texts(data: Any) -> set[str]:
    return {str(one["play"]) for one in data["plays"]}


def finite(value: float) -> float | None:
    """A value as JSON has it: None in place of an infinite one."""
    return value if math.isfinite(value) else None


# ------------------------------------------------------------------------------ in other processes

_own: dict[str, Rolled] = {}


def _begin(kind: Callable[..., Rolled], recipe: tuple[Any, ...]) -> None:
    """Make this process ready; who interrupts the main one ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own["rollout"] = kind(*recipe)


def _ready() -> None:
    """Somebody is there."""


def _work(first: int, count: int) -> list[list[float]]:
    return _own["rollout"].trials(first, count)


__all__ = ["TRIALS", "Rolling", "begun", "finite"]
