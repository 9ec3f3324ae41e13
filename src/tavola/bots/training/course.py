"""The course that every net takes, step by step, so that it can stop and go on anywhere.

1. Warm-up: the value of random play, so that the first games come to an end.
2. Play: games against itself, each round from the weights of the last one; lambda-returns.
3. Look: games with a look ahead by one throw at every stand; after each generation all its lessons
   are learnt several times over.

Every step depends on the plan, the seed and the weights before it, and on nothing else: a course
that was interrupted ends with the same net as one that was not.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tavola.bots.net import Net
from tavola.bots.selfplay import ALWAYS
from tavola.bots.training.jobs import Job, Lessons
from tavola.bots.training.student import Student
from tavola.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


@dataclass(frozen=True)
class Plan:
    """How much of everything.  Games and jobs are counts, so that a plan means the same anywhere.

    Rates and traces (lambda) go evenly from the first to the second value.
    """

    play_games: int = 40_000
    look_games: int = 1_500
    generations: int = 2
    passes: int = 4
    warm_games: int = 1_000
    round_games: int = 512
    jobs: int = 4
    play_rates: tuple[float, float] = (0.05, 0.003)
    play_traces: tuple[float, float] = (0.8, 0.3)
    look_rates: tuple[float, float] = (0.03, 0.001)
    look_trace: float = 0.5
    stray: int = 10
    look_stray: int = 30


class Hands(Protocol):
    """Somebody who does jobs; the lessons come in the order of the jobs."""

    def do(self, jobs: Iterable[Job]) -> Iterator[Lessons]:
        """Do all jobs."""
        ...


@dataclass(frozen=True)
class Progress:
    """Where a course stands: `stage` is warm, play, look, learn or done; `done` of `total` in it."""

    stage: str
    done: int
    total: int
    games: int
    error: float
    seconds: float


@dataclass
class Mark:
    """What a checkpoint holds besides the weights."""

    plan: dict[str, Any]
    seed: int
    rules: str
    stage: str = "warm"
    games: int = 0
    generation: int = 0
    error: float = 0.0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)


class OtherCourse(Exception):
    """The folder holds a course with another plan, seed or game."""


class Course:
    """A course in a folder; `steps` goes on from the last checkpoint."""

    def __init__(self, rules: Ruleset, plan: Plan, seed: int, folder: Path, hands: Hands) -> None:
        self.rules, self.plan, self.seed = rules, plan, seed
        self.folder, self.hands = folder, hands
        folder.mkdir(parents=True, exist_ok=True)
        self.mark, weights = self._resume()
        self.student = Student(rules, weights)
        self._since = time.monotonic()

    # ------------------------------------------------------------------------------- checkpoints

    def _resume(self) -> tuple[Mark, Array]:
        import numpy

        fresh = Mark(json.loads(json.dumps(asdict(self.plan))), self.seed, self.rules.digest())
        path = self.folder / "checkpoint.npz"
        if not path.exists():
            return fresh, Net.fresh(self.rules, self.seed).weights
        with numpy.load(path) as stored:
            mark = Mark(**json.loads(str(stored["mark"])))
            weights = numpy.array(stored["weights"])
        if (mark.plan, mark.seed, mark.rules) != (fresh.plan, fresh.seed, fresh.rules):
            raise OtherCourse(str(self.folder))
        return mark, weights

    def _keep(self) -> None:
        import numpy

        now = time.monotonic()
        self.mark.seconds += now - self._since
        self._since = now
        draft = self.folder / "checkpoint.part.npz"
        with draft.open("wb") as file:
            numpy.savez(file, weights=self.student.weights, mark=json.dumps(asdict(self.mark)))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.folder / "checkpoint.npz")

    def _news(self, done: int, total: int) -> Progress:
        mark = self.mark
        seconds = mark.seconds + time.monotonic() - self._since
        return Progress(mark.stage, done, total, mark.games, mark.error, seconds)

    # ------------------------------------------------------------------------------------ stages

    def steps(self) -> Iterator[Progress]:
        """Go on to the end; stop between two steps and nothing but the last one is lost."""
        while self.mark.stage != "done":
            yield from getattr(self, f"_{self.mark.stage}")()

    def net(self) -> Net:
        """The net as it is now."""
        return Net(self.student.weights.copy(), self.rules.digest())

    def _number(self, *name: int | str) -> int:
        """A seed that belongs to a place in the course."""
        text = "/".join(str(part) for part in (self.seed, self.mark.stage, *name))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")

    def _order(self, count: int, *name: int) -> Array:
        import numpy

        return numpy.random.default_rng(self._number("order", *name)).permutation(count)

    def _play_round(self, games: int, base: Job) -> Lessons:
        jobs = max(1, min(self.plan.jobs, games // 16))
        shares = [games // jobs + (i < games % jobs) for i in range(jobs)]
        name = self.mark.games
        parts = [
            replace(base, seed=self._number(name, i), games=n, weights=self.student.weights.copy())
            for i, n in enumerate(shares)
        ]
        return Lessons.together(list(self.hands.do(parts)))

    def _job(self, **how: Any) -> Job:
        return Job(self.rules, self.student.weights, 0, 0, **how)

    def _warm(self) -> Iterator[Progress]:
        lessons = self._play_round(self.plan.warm_games, self._job(trace=1.0, stray=ALWAYS))
        rate = self.plan.play_rates[0]
        self.mark.error = self.student.learn(lessons, self._order(len(lessons)), rate)
        self.mark.stage = "play"
        self._keep()
        yield self._news(1, 1)

    def _play(self) -> Iterator[Progress]:
        plan, mark = self.plan, self.mark
        while mark.games < plan.play_games:
            part = mark.games / plan.play_games
            games = min(plan.round_games, 4 + mark.games // 16, plan.play_games - mark.games)
            job = self._job(trace=_even(plan.play_traces, part), stray=plan.stray)
            lessons = self._play_round(games, job)
            order = self._order(len(lessons), mark.games)
            mark.error = self.student.learn(lessons, order, _falling(plan.play_rates, part))
            mark.games += games
            if mark.games // 8192 != (mark.games - games) // 8192:
                self._remember()
                self._keep()
            yield self._news(mark.games, plan.play_games)
        mark.stage = "look" if plan.generations else "done"
        self._keep()

    def _remember(self) -> None:
        mark = self.mark
        seconds = mark.seconds + time.monotonic() - self._since
        entry = {"stage": mark.stage, "games": mark.games, "error": round(mark.error, 5)}
        mark.history.append({**entry, "seconds": round(seconds)})

    def _chunk(self, index: int) -> Path:
        return self.folder / f"lessons-{self.mark.generation}-{index}.npz"

    def _look(self) -> Iterator[Progress]:
        import numpy

        plan = self.plan
        size = 16 * plan.jobs
        count = -(-plan.look_games // size)
        for index in range(count):
            if self._chunk(index).exists():
                continue
            games = min(size, plan.look_games - index * size)
            base = self._job(trace=plan.look_trace, stray=plan.look_stray, depth=1)
            jobs = [
                replace(base, seed=self._number(self.mark.generation, index, i), games=n)
                for i in range(plan.jobs)
                if (n := games // plan.jobs + (i < games % plan.jobs))
            ]
            lessons = Lessons.together(list(self.hands.do(jobs)))
            draft = self._chunk(index).with_suffix(".part")
            with draft.open("wb") as file:
                numpy.savez(
                    file,
                    rows=lessons.rows,
                    stands=lessons.stands.astype("int8"),
                    goals=lessons.goals,
                )
            draft.replace(self._chunk(index))
            yield self._news(index + 1, count)
        self.mark.games += plan.look_games
        self.mark.stage = "learn"
        self._keep()

    def _lessons(self) -> Lessons:
        """All lessons of this generation and the one before."""
        import numpy

        parts = []
        for generation in (self.mark.generation - 1, self.mark.generation):
            for path in sorted(self.folder.glob(f"lessons-{generation}-*.npz")):
                with numpy.load(path) as stored:
                    stands = stored["stands"].astype("int64")
                    parts.append(Lessons(stored["rows"], stands, stored["goals"]))
        return Lessons.together(parts)

    def _learn(self) -> Iterator[Progress]:
        plan, mark = self.plan, self.mark
        lessons = self._lessons()
        order = self._order(len(lessons), mark.generation)
        held = order[: len(order) // 20]
        order = order[len(held) :]
        pieces = 4 * plan.passes
        for i in range(pieces):
            part = order[len(order) * (i % 4) // 4 : len(order) * (i % 4 + 1) // 4]
            self.student.learn(lessons, part, _falling(plan.look_rates, i / pieces))
            mark.error = self.student.learn(lessons, held, 0.0)
            yield self._news(i + 1, pieces)
        self._remember()
        mark.generation += 1
        mark.stage = "look" if mark.generation < plan.generations else "done"
        self._keep()
        self.net().save(self.folder / f"generation-{mark.generation}.net")


def _even(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def _falling(ends: tuple[float, float], part: float) -> float:
    """From the first value to the second by even factors."""
    return float(ends[0] * (ends[1] / ends[0]) ** part)
