"""Work that can be done anywhere: games played from given weights and a seed.

A job is a plain value and its lessons depend on nothing else, so that threads, processes and
other machines give the same lessons for the same job.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tavola.bots.arena import goals, rare, selfplay
from tavola.bots.arena.careful import scales
from tavola.bots.cube.context import usual
from tavola.bots.net.evaluate import OUTPUTS, WEIGHTS
from tavola.bots.net.features import FEATURES
from tavola.bots.search.working_net import WorkingNet, money
from tavola.rules.kernel.backend import large, reals, small
from tavola.rules.kernel.playout import COUNTERS, SEED, roll
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Dice, Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Job:
    """Games to be played: weights as in `Net`, a seed, and how.

    `trace` is the lambda of the returns; `stray` in 1000 throws are played at random; `depth` 0
    learns from the games alone, 1 looks one throw ahead at every stand.  `steady` in 1000 throws
    are played forwards only; `haste` is lost of a result with each stand that it is away.  `wild`
    in 1000 games begin with many throws at random, `rare` in 1000 from a position of a rare kind;
    in both the lambda is `wild_trace`.  Of plays that the net finds at most `close` thousandths of
    the usual win apart the better one is found by a look ahead; with `rivals` the other one is
    learnt from too.
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
    rare: int = 0
    close: int = 0
    rivals: bool = False

    @property
    def within(self) -> int:
        """How far close plays are apart, as `evaluate.rounded` counts."""
        return round(100 * self.close * (usual(self.rules).amount or 1.0))

    @property
    def sees(self) -> bool:
        """Whether the next throw lies open before each play."""
        return self.rules.dice is Dice.AHEAD


GATHERED = 6
"""Games without a look ahead in which a stand of a rare kind is looked for.  All of them take less
than a tenth of the time of one game with a look ahead."""


class Found:
    """A stand of each rare kind, as `rare.sift` wants it."""

    def __init__(self) -> None:
        self.inputs = reals(FEATURES)
        self.seen, self._taken = large(rare.KINDS), [0] * rare.KINDS
        self.rows, self.stands = small(rare.KINDS * WIDTH), large(rare.KINDS * 3)

    def forget(self) -> None:
        """As if nothing had been seen."""
        self.seen[:], self._taken = 0, [0] * rare.KINDS

    def take(self) -> int:
        """The kind, of those that were seen, that was taken least; then none of it is there."""
        there = [kind for kind in range(1, rare.KINDS) if self.seen[kind]]
        if not there:
            return rare.ORDINARY
        kind = min(there, key=self._taken.__getitem__)
        self._taken[kind] += 1
        self.seen[kind] = 0
        return kind


@dataclass(frozen=True, eq=False)
class Lessons:
    """Stands and goals: `rows` int8 (n, 64), `stands` int64 (n, 4), `goals` float32 (n, 5).

    A lesson may have a *rival*: the stand, with its goal, that the play which was turned down would
    have led to.  `rival` int64 (n,) is its number in `rivals`, or NONE.
    """

    rows: Array
    stands: Array
    goals: Array
    rival: Array | None = None
    rivals: Lessons | None = None

    NONE = -1

    def __len__(self) -> int:
        return len(self.stands)

    def __getitem__(self, which: Array) -> Lessons:
        """Some of the lessons, by indices or a mask, without their rivals."""
        return Lessons(self.rows[which], self.stands[which], self.goals[which])

    @classmethod
    def together(cls, parts: list[Lessons]) -> Lessons:
        """All lessons of several jobs, in their order."""
        import numpy

        plain = (
            numpy.concatenate([part.rows for part in parts]),
            numpy.concatenate([part.stands for part in parts]),
            numpy.concatenate([part.goals for part in parts]),
        )
        if all(part.rivals is None for part in parts):
            return cls(*plain)
        rival, rivals, begin = [], [], 0
        for part in parts:
            if part.rival is None or part.rivals is None:
                rival.append(numpy.full(len(part), cls.NONE))
                continue
            rival.append(numpy.where(part.rival == cls.NONE, cls.NONE, part.rival + begin))
            rivals.append(part.rivals)
            begin += len(part.rivals)
        return cls(*plain, numpy.concatenate(rival), cls.together(rivals))


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
        self.notes: tuple[Any, ...] = ()
        self.counters = large(COUNTERS)
        self.goal = reals(OUTPUTS)
        self._scales = scales(self.net.saved, self.net.totals)
        self._stand = large(3)
        self._found = Found()

    def fits(self, job: Job) -> bool:
        """Whether a job can be done here: the same game and a net of the same size."""
        return self.net.rules == job.rules and len(self.net.M[WEIGHTS]) == len(job.weights)

    def _make_room(self, stands: int) -> None:
        """Room for so many stands and one more game."""
        import numpy

        if self.room >= stands:
            return
        old, self.room = self.room, 2 * stands
        notes = (
            small(self.room * WIDTH),
            large(self.room * selfplay.STAND),
            reals(self.room * OUTPUTS),
            large(self.room),
            reals(self.room * OUTPUTS),
            reals(self.room * OUTPUTS),
            small(self.room * WIDTH),
            reals(self.room * OUTPUTS),
        )
        if old:
            for new, kept in zip(notes, self.notes, strict=True):
                numpy.asarray(new)[: len(kept)] = kept
        self.notes = notes

    def do(self, job: Job, stopped: Callable[[], bool]) -> Lessons:
        """Play the games of a job and say what they teach.

        `stopped` is asked before each game whether to raise `Stopped`.
        """
        import numpy

        net, at = self.net, 0
        net.M[WEIGHTS][:] = job.weights
        net.value(money(job.rules))  # the cache holds opinions of other weights
        self.counters[SEED] = job.seed % 0xFFFFFFFE + 1
        self._found.forget()
        for _ in range(job.games):
            if stopped():
                raise Stopped
            self._make_room(at + selfplay.LONGEST + 1)
            at = self._game(job, at)
        rows, stands, values, _, _, _, rivals, rivalled = self.notes
        lessons = _noted(rows, stands, values, at)
        if not job.rivals:
            return lessons
        others = _noted(rivals, stands, rivalled, at)
        known = others.goals[:, 0] != selfplay.UNKNOWN
        rival = numpy.where(known, numpy.cumsum(known) - 1, Lessons.NONE)
        return replace(lessons, rival=rival, rivals=others[known])

    def _chance(self, thousandths: int) -> bool:
        return thousandths > 0 and int(roll(self.counters, 1000)) < thousandths

    def _game(self, job: Job, first: int) -> int:
        """Play a game and turn its stands, from index `first` on, into lessons; their end."""
        net = self.net
        begun = self._chance(job.rare) and self._from_a_rare_stand(job, first)
        if not begun:
            self._from_the_start()
        wild = not begun and self._chance(job.wild)
        end = self._play(job, first, wild, job.within)
        _, stands, values, _, looked, expected, _, rivalled = self.notes
        trace = job.wild_trace if begun or wild else job.trace
        if job.depth == 0:
            goals.returns(values, stands, first, end, trace, job.haste, self.goal)
            return end
        lists = (net.T, net.Z, net.W, net.M, net.K, net.best, net.saved, net.totals, self.counters)
        selfplay.look(*lists, self.notes, first, end, job.depth, job.sees, net.numbers)
        how = (first, end, trace, job.haste, self.goal)
        goals.looked_returns(values, looked, expected, rivalled, stands, *how)
        return end

    def _from_the_start(self) -> None:
        import numpy

        self.net.space.rows[:WIDTH] = numpy.frombuffer(self.start.row, dtype="int8")
        self._stand[0] = -1

    def _play(self, job: Job, first: int, wild: bool, within: int) -> int:
        """Play a game from where everything stands."""
        net = self.net
        how = (job.stray, wild, job.steady, within, job.sees, self.goal, net.numbers)
        lists = (net.T, net.Z, net.W, net.M, net.K, net.best, self._scales, self.counters)
        return int(selfplay.one_game(*lists, self.notes, self._stand, first, *how))

    def _from_a_rare_stand(self, job: Job, first: int) -> bool:
        """Play a few games at once, half of them wild, and begin from a stand of theirs; whether
        there is one of a rare kind."""
        found = self._found
        rows, stands, values = self.notes[:3]
        for number in range(GATHERED):
            self._from_the_start()
            end = self._play(job, first, number % 2 == 0, 0)
            lists = (self.net.T, self.counters, rows, stands, values, first, end)
            rare.sift(*lists, found.inputs, found.seen, found.rows, found.stands)
        kind = found.take()
        if kind == rare.ORDINARY:
            return False
        self.net.space.rows[:WIDTH] = found.rows[kind * WIDTH : (kind + 1) * WIDTH]
        self._stand[:] = found.stands[3 * kind : 3 * kind + 3]
        return True


def _noted(rows: Any, stands: Any, goals: Any, count: int) -> Lessons:
    """The first `count` stands of buffers, with their goals."""
    import numpy

    return Lessons(
        numpy.array(rows[: count * WIDTH]).reshape(count, WIDTH),
        numpy.array(stands[: count * selfplay.STAND]).reshape(count, selfplay.STAND),
        numpy.array(goals[: count * OUTPUTS]).reshape(count, OUTPUTS),
    )


_here = threading.local()


def do_job(job: Job, stopped: Callable[[], bool] = _never) -> Lessons:
    """Do a job in this thread; its buffers are kept for the next job of the same game."""
    desk = getattr(_here, "desk", None)
    if desk is None or not desk.fits(job):
        desk = _here.desk = Desk(job)
    lessons: Lessons = desk.do(job, stopped)
    return lessons
