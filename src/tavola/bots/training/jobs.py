"""Work that can be done anywhere: games played from given weights and a seed.

A job is a plain value and its lessons depend on nothing else, so that threads, processes and
other machines give the same lessons for the same job.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.bots.arena import selfplay
from tavola.bots.net.evaluate import OUTPUTS, WEIGHTS
from tavola.bots.search.working_net import WorkingNet, money
from tavola.rules.kernel.backend import large, reals, small
from tavola.rules.kernel.playout import COUNTERS, SEED, roll
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Job:
    """Games to be played: weights as in `Net`, a seed, and how.

    `trace` is the lambda of the returns; `stray` in 1000 throws are played at random; `depth` 0
    learns from the games alone, 1 looks one throw ahead at every stand.  `steady` in 1000 throws
    are played forwards only; `haste` is lost of a result with each stand that it is away.  `wild`
    in 1000 games begin with many throws at random; in these the lambda is `wild_trace`.
    """

    rules: Ruleset
    weights: Array
    seed: int
    games: int
    trace: float
    stray: int = 0
    depth: int = 0
    steady: int = 0
    haste: float = 0.0
    wild: int = 0
    wild_trace: float = 0.0


@dataclass(frozen=True, eq=False)
class Lessons:
    """Stands and goals: `rows` int8 (n, 64), `stands` int64 (n, 4), `goals` float32 (n, 5)."""

    rows: Array
    stands: Array
    goals: Array

    def __len__(self) -> int:
        return len(self.stands)

    @classmethod
    def together(cls, parts: list[Lessons]) -> Lessons:
        """All lessons of several jobs, in their order."""
        import numpy

        return cls(
            numpy.concatenate([part.rows for part in parts]),
            numpy.concatenate([part.stands for part in parts]),
            numpy.concatenate([part.goals for part in parts]),
        )


class Stopped(Exception):
    """A job was given up half done."""


def _never() -> bool:
    return False


class Desk:
    """The buffers of one thread that does jobs for one game."""

    def __init__(self, job: Job) -> None:
        self.net = WorkingNet(job.rules, job.weights.copy())
        self.start = Position.start(job.rules)
        self.room = 0
        self.buffers: tuple[Any, ...] = ()
        self.counters = large(COUNTERS)
        self.goal = reals(OUTPUTS)

    def fits(self, job: Job) -> bool:
        """Whether a job can be done here: the same game and a net of the same size."""
        return self.net.rules == job.rules and len(self.net.M[WEIGHTS]) == len(job.weights)

    def _make_room(self, stands: int) -> None:
        """Room for so many stands and one more game."""
        import numpy

        if self.room >= stands:
            return
        old, self.room = self.room, 2 * stands
        buffers = (
            small(self.room * WIDTH),
            large(self.room * selfplay.STAND),
            reals(self.room * OUTPUTS),
            large(self.room),
            reals(self.room * OUTPUTS),
        )
        if old:
            for new, kept in zip(buffers, self.buffers, strict=True):
                numpy.asarray(new)[: len(kept)] = kept
        self.buffers = buffers

    def do(self, job: Job, stopped: Callable[[], bool]) -> Lessons:
        """Play the games of a job and say what they teach.

        `stopped` is asked before each game whether to raise `Stopped`.
        """
        import numpy

        net, at = self.net, 0
        net.M[WEIGHTS][:] = job.weights
        net.value(money(job.rules))  # the cache holds opinions of other weights
        self.counters[SEED] = job.seed % 0xFFFFFFFE + 1
        for _ in range(job.games):
            if stopped():
                raise Stopped
            self._make_room(at + selfplay.LONGEST + 1)
            at = self._game(job, net, at)
        rows, stands, values, _, _ = self.buffers
        return Lessons(
            numpy.array(rows[: at * WIDTH]).reshape(at, WIDTH),
            numpy.array(stands[: at * selfplay.STAND]).reshape(at, selfplay.STAND),
            numpy.array(values[: at * OUTPUTS]).reshape(at, OUTPUTS),
        )

    def _game(self, job: Job, net: WorkingNet, first: int) -> int:
        import numpy

        rows, stands, values, keys, looked = self.buffers
        net.space.rows[:WIDTH] = numpy.frombuffer(self.start.row, dtype="int8")
        lists = (net.T, net.Z, net.W, net.M, net.K, net.best)
        wild = job.wild > 0 and int(roll(self.counters, 1000)) < job.wild
        trace = job.wild_trace if wild else job.trace
        end = int(
            selfplay.one_game(
                *lists,
                self.counters,
                rows,
                stands,
                values,
                keys,
                first,
                job.stray,
                wild,
                job.steady,
                self.goal,
                net.numbers,
            )
        )
        if job.depth == 0:
            selfplay.returns(values, stands, first, end, trace, job.haste, self.goal)
            return end
        selfplay.look(
            *lists,
            net.saved,
            net.totals,
            rows,
            stands,
            looked,
            first,
            end,
            job.depth,
            net.numbers,
        )
        selfplay.looked_returns(values, looked, stands, first, end, trace, job.haste, self.goal)
        return end


_here = threading.local()


def do_job(job: Job, stopped: Callable[[], bool] = _never) -> Lessons:
    """Do a job in this thread; its buffers are kept for the next job of the same game."""
    desk = getattr(_here, "desk", None)
    if desk is None or not desk.fits(job):
        desk = _here.desk = Desk(job)
    lessons: Lessons = desk.do(job, stopped)
    return lessons
