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
import os
import signal
import time
from collections.abc import Iterator, Sequence
from typing import Any

from tavola.bots import shipped_nets
from tavola.bots.adviser import Candidate
from tavola.bots.arena.rollout import HORIZON
from tavola.rules.model.refusal import refuse
from tavola.rules.text import one_line
from tavola.rules.turn.state import State
from tavola.study.rollouts import Result, Rollout, Tally

VERSION = 1
BATCH = 12
"""Most trials between two looks at how far it has come."""
LOOK = 0.2
"""Seconds between two such looks where one core works, so that it can be stopped soon."""
TRIALS = 324


class Rolling:
    """A rollout of a position that is iterated over; parameters as of `Rollout`.

    `workers` processes work on it, by default one for each core.  Raises `Refused` as `Rollout`.
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
        plays: Sequence[Candidate] | None = None,
    ) -> None:
        self.rollout = Rollout(game, state, most, seed, horizon, plays)
        self.trials, self.most = trials, most
        self.workers = workers or os.cpu_count() or 1
        self.seconds = 0.0
        self._before = 0

    @property
    def done(self) -> int:
        """Trials that are counted."""
        return self.rollout.tally.count

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
        jobs = [(n, min(BATCH, self.trials - n)) for n in range(self.done, self.trials, BATCH)]
        workers = min(self.workers, len(jobs))
        if workers < 2:
            yield from self._alone()
            return
        one = self.rollout
        about = (one.game, one.state, self.most, one.seed, one.horizon, one.plays)
        context = multiprocessing.get_context("spawn")
        # Leaving the block ends the workers at once, whatever they are at.
        with context.Pool(workers, _begin, about) as pool:
            yield from pool.imap(_work, jobs)

    def _alone(self) -> Iterator[list[list[float]]]:
        count = 1
        while not self.finished:
            began = time.monotonic()
            trials = self.rollout.trials(self.done, min(count, self.trials - self.done))
            took = (time.monotonic() - began) / len(trials)
            count = max(1, min(BATCH, int(LOOK / took) if took else BATCH))
            yield trials

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
                }
                for result in self.results()
            ],
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
            wide, sums = len(self.rollout.plays), [float(one) for one in data["sums"]]
            products = [[float(one) for one in row] for row in data["products"]]
            shape = {len(sums), len(products), *(len(row) for row in products)}
            count = int(data["trials"])
        except (KeyError, TypeError, ValueError):
            raise refuse("bad_rollout", what="form") from None
        if not same or shape != {wide} or count < 0:
            raise refuse("bad_rollout", what="other")
        self.rollout.tally = Tally(wide, count, sums, products)


def _texts(data: Any) -> set[str]:
    return {str(one["play"]) for one in data["plays"]}


def finite(value: float) -> float | None:
    """A value as JSON has it: None in place of an infinite one."""
    return value if math.isfinite(value) else None


# ------------------------------------------------------------------------------ in other processes

_own: dict[str, Rollout] = {}


def _begin(
    game: str, state: State, most: int, seed: int, horizon: int, plays: Sequence[Candidate]
) -> None:
    """Make this process ready; who interrupts the main one ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own["rollout"] = Rollout(game, state, most, seed, horizon, plays)


def _work(job: tuple[int, int]) -> list[list[float]]:
    return _own["rollout"].trials(*job)


__all__ = ["TRIALS", "Rolling", "finite"]
