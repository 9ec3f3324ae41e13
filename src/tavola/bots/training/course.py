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
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tavola.bots.arena.selfplay import ALWAYS
from tavola.bots.net.file import Net
from tavola.bots.training.adam import AdamStudent
from tavola.bots.training.folder import Folder, Mark
from tavola.bots.training.jobs import Job, Lessons
from tavola.bots.training.plan import Plan
from tavola.bots.training.student import Mean, Student
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

PATIENCE = 20.0
"""Seconds from one checkpoint to the next, as soon as a step is done."""
KEPT = 3
"""Generations whose lessons are learnt together: the more weights, the more lessons they need."""
MANY = 1_000_000
"""Lessons of Look from which on a net gets weights for every phase (`net/features.py`)."""
CHAPTER = 8192
"""Games of self-play from one entry of the history to the next."""
STEADY, HASTE = (1000.0, 125.0), (0.01, 0.002)
"""Where checkers may step back, nets would wait for each other for ever: some of 1000 throws are
played forwards only, and of a result a share is lost with each stand that it is away; both from the
first game of Play to its last, and in Look."""


class Workers(Protocol):
    """Somebody who does jobs; the lessons come in the order of the jobs."""

    def do(self, jobs: Iterable[Job]) -> Iterator[Lessons]:
        """Do all jobs."""
        ...


class Learner(Protocol):
    """Somebody who learns lessons; see `Student`."""

    name: str

    def learn(self, lessons: Lessons, order: Array, rate: float) -> float:
        """Change the weights it was made with; the mean error."""
        ...


@dataclass(frozen=True)
class Progress:
    """Where a course stands.

    `stage` is warm, play, look, learn or done; `done` of `total` are games, in warm and learn
    pieces of the work.  `games` and `seconds` are those of the whole course.
    """

    stage: str
    done: int
    total: int
    games: int
    error: float
    seconds: float
    generation: int = 0


class OtherCourse(Exception):
    """The folder holds another course; `what` is game, seed or plan, `mark` its own."""

    def __init__(self, what: str, mark: Mark) -> None:
        super().__init__(what)
        self.what, self.mark = what, mark


class Course:
    """A course in a folder; `steps` goes on from the last checkpoint.

    `look_learner` makes the learner of the Look stage from rules, weights and what differences
    between rivals count.  A plan that begins
    from another net gets its weights in `first`.  Raises
    `OtherCourse`, `folder.Damaged`, `folder.InUse`, `folder.OtherVersion` or OSError.
    """

    def __init__(
        self,
        rules: Ruleset,
        plan: Plan,
        seed: int,
        folder: Path,
        workers: Workers,
        look_learner: Callable[[Ruleset, Array, float], Learner] = AdamStudent,
        first: Array | None = None,
    ) -> None:
        self.rules, self.plan, self.seed, self.workers = rules, plan, seed, workers
        self.folder = Folder(folder)
        try:
            self.mark, weights = self._resume(first)
        except BaseException:
            self.folder.close()
            raise
        self.student = Student(rules, weights)
        self._look_learner = look_learner
        self._since, self._used = time.monotonic(), time.process_time()

    # ------------------------------------------------------------------------------- checkpoints

    def _resume(self, first: Array | None) -> tuple[Mark, Array]:
        plan = json.loads(json.dumps(asdict(self.plan)))
        fresh = Mark(plan, self.seed, self.rules.digest())
        stored = self.folder.load()
        if stored is None:
            return self._begun(fresh, first)
        mark = stored[0]
        old, begun = Plan.stored(mark.plan), mark.generation + (mark.stage in ("look", "learn"))
        for what, same in (
            ("game", mark.rules == fresh.rules),
            ("seed", mark.seed == fresh.seed),
            ("plan", self.plan.goes_on_from(old, begun)),
        ):
            if not same:
                raise OtherCourse(what, mark)
        mark.plan = plan
        if mark.stage == "done" and mark.generation < self.plan.generations:
            mark.stage = "look"
        return stored

    def _begun(self, fresh: Mark, first: Array | None) -> tuple[Mark, Array]:
        """A course from nothing, or from the weights of a net that has its Play behind it."""
        if first is None:
            return fresh, Net.fresh(self.rules, self.seed).weights
        fresh.stage = "look" if self.plan.generations else "done"
        self.folder.save(Net(first.copy(), self.rules.digest()), "play")
        return fresh, first.copy()

    def _keep(self) -> None:
        mark = self.mark
        now, used = time.monotonic(), time.process_time()
        mark.seconds, mark.cpu = mark.seconds + now - self._since, mark.cpu + used - self._used
        self._since, self._used = now, used
        self.folder.keep(mark, self.student.weights)

    def _keep_if_due(self) -> None:
        if time.monotonic() - self._since > PATIENCE:
            self._keep()

    @property
    def _seconds(self) -> float:
        return self.mark.seconds + time.monotonic() - self._since

    def _news(self, done: int, total: int) -> Progress:
        mark = self.mark
        return Progress(
            mark.stage, done, total, mark.games, mark.error, self._seconds, mark.generation
        )

    def _remember(self) -> None:
        mark = self.mark
        entry = {"stage": mark.stage, "games": mark.games, "error": round(mark.error, 5)}
        cpu = mark.cpu + time.process_time() - self._used
        mark.history.append({**entry, "seconds": round(self._seconds), "cpu": round(cpu)})

    # ------------------------------------------------------------------------------------ stages

    def steps(self) -> Iterator[Progress]:
        """Go on to the end; stop anywhere and nothing is lost but what no checkpoint holds yet."""
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

    def _job(self, **how: Any) -> Job:
        return Job(self.rules, self.student.weights, 0, 0, **how)

    def _on(self, part: float) -> dict[str, Any]:
        """What makes games go on, at a part of the stage."""
        if not self.rules.backward:
            return {}
        return {"steady": round(_even(STEADY, part)), "haste": _falling(HASTE, part)}

    def _play_round(self, games: int, base: Job) -> Lessons:
        jobs = max(1, min(self.plan.jobs, games // 16))
        shares = [games // jobs + (i < games % jobs) for i in range(jobs)]
        name = self.mark.games
        parts = [replace(base, seed=self._number(name, i), games=n) for i, n in enumerate(shares)]
        return Lessons.together(list(self.workers.do(parts)))

    def _warm(self) -> Iterator[Progress]:
        yield self._news(0, 1)
        job = replace(self._job(trace=1.0, stray=ALWAYS), rules=onward(self.rules))
        lessons = self._play_round(self.plan.warm_games, job)
        rate = self.plan.play_rates[0]
        self.mark.error = self.student.learn(lessons, self._order(len(lessons)), rate)
        self.mark.lessons += len(lessons)
        yield self._news(1, 1)
        self.mark.stage = "play"
        self._keep()

    def _play(self) -> Iterator[Progress]:
        plan, mark = self.plan, self.mark
        while mark.games < plan.play_games:
            yield self._news(mark.games, plan.play_games)
            part = mark.games / plan.play_games
            games = min(plan.round_games, 4 + mark.games // 16, plan.play_games - mark.games)
            job = self._job(trace=_even(plan.play_traces, part), stray=plan.stray, **self._on(part))
            lessons = self._play_round(games, job)
            order = self._order(len(lessons), mark.games)
            mark.error = self.student.learn(lessons, order, _falling(plan.play_rates, part))
            before, mark.games = mark.games, mark.games + games
            mark.lessons += len(lessons)
            if before < plan.play_games // 2 <= mark.games:
                self.folder.save(self.net(), "half")
            if mark.games // CHAPTER != before // CHAPTER or mark.games == plan.play_games:
                self._remember()
                self._keep()
            self._keep_if_due()
        yield self._news(mark.games, plan.play_games)
        self.folder.save(self.net(), "play")
        mark.stage = "look" if plan.generations else "done"
        self._keep()

    def _look_jobs(self) -> list[tuple[int, int, Job]]:
        """The jobs of this generation with their names: (index of the round, number in it, job)."""
        plan = self.plan
        found: list[tuple[int, int, Job]] = []
        size = 16 * plan.jobs
        looked = plan.looked(self.mark.generation)
        base = self._job(
            trace=looked.trace / 1000,
            stray=looked.stray,
            wild=looked.wild,
            wild_trace=looked.wild_trace / 1000,
            rare=looked.rare,
            close=looked.close,
            rivals=looked.rivals > 0,
            depth=1,
            **self._on(1.0),
        )
        for index in range(-(-looked.games // size)):
            games = min(size, looked.games - index * size)
            for i in range(plan.jobs):
                share = games // plan.jobs + (i < games % plan.jobs)
                seed = self._number(self.mark.generation, index, i)
                if share:
                    found.append((index, i, replace(base, seed=seed, games=share)))
        return found

    def _look(self) -> Iterator[Progress]:
        self._keep()  # lessons in the folder are always those of its checkpoint
        generation = self.mark.generation
        looked = self.plan.looked(generation).games
        left = [
            (index, i, job)
            for index, i, job in self._look_jobs()
            if not self.folder.has_lessons(generation, index, i)
        ]
        done = looked - sum(job.games for _, _, job in left)
        found = self.workers.do([job for _, _, job in left])
        yield self._news(done, looked)
        for (index, i, job), lessons in zip(left, found, strict=True):
            self.folder.put_lessons(generation, index, i, lessons)
            done += job.games
            self._keep_if_due()
            yield self._news(done, looked)
        self.mark.games += looked
        self.mark.stage = "learn"
        self._keep()

    def _learn(self) -> Iterator[Progress]:
        """Learn the lessons of this generation, if any; an interruption begins it anew."""
        plan, mark = self.plan, self.mark
        old, new = self._lessons()
        if old or new:
            yield from self._learn_all(Lessons.together([*old, *new]))
        mark.lessons += sum(len(part) for part in new)
        mark.generation += 1
        self.folder.save(self.net(), f"generation-{mark.generation}")
        mark.stage = "look" if mark.generation < plan.generations else "done"
        self._keep()
        self.folder.forget_lessons(mark.generation - KEPT)

    def _lessons(self) -> tuple[list[Lessons], list[Lessons]]:
        """Those of the generations before that are kept and have goals of the same kind, and those
        of this one."""
        plan, now = self.plan, self.mark.generation
        before = range(max(0, now - KEPT + 1), now)
        kept = (i for i in before if plan.looked(i).traces == plan.looked(now).traces)
        old = [part for generation in kept for part in self.folder.lessons(generation)]
        return old, self.folder.lessons(now)

    def _learn_all(self, lessons: Lessons) -> Iterator[Progress]:
        """Learn lessons as `_pass_over` does, by weights for every phase if there are many."""
        mark = self.mark
        count = len(lessons) - max(1, len(lessons) // 20)
        if len(lessons) >= MANY:
            self.student = Student(self.rules, self.net().split().weights)
        rivals = float(self.plan.looked(mark.generation).rivals)
        learner = self._look_learner(self.rules, self.student.weights, rivals)
        before = learner.learn(lessons, _numbers(count, len(lessons)), 0.0)
        yield from self._pass_over(lessons, count, learner, before)
        self._remember()
        mark.history[-1] |= {"before": round(before, 5), "learner": learner.name}

    def _pass_over(
        self, lessons: Lessons, count: int, learner: Learner, least: float
    ) -> Iterator[Progress]:
        """Learn the first `count` lessons several times.

        The others, of the last games, are kept aside: of the weights after each pass and of the
        mean over the second half of all passes those count that do best there, or those before if
        they do better (`least`).
        """
        mark, looked = self.mark, self.plan.looked(self.mark.generation)
        held, best = _numbers(count, len(lessons)), self.student.weights.copy()
        pieces, rate, mean = 4 * looked.passes, looked.rate / 1e6, Mean()
        for i in range(pieces):
            yield self._news(i, pieces)
            turn, quarter = divmod(i, 4)
            part = self._order(count, mark.generation, turn)
            part = part[count * quarter // 4 : count * (quarter + 1) // 4]
            learner.learn(lessons, part, _even((rate, rate / 100), i / pieces))
            if 2 * i >= pieces:
                mean.add(self.student.weights)
            if quarter == 3:
                mark.error = learner.learn(lessons, held, 0.0)
                if mark.error < least:
                    least, best = mark.error, self.student.weights.copy()
        judge = self._look_learner(self.rules, mean.weights, float(looked.rivals))
        error = judge.learn(lessons, held, 0.0)
        if error < least:
            least, best = error, mean.weights
        self.student.weights[:], mark.error = best, least
        yield self._news(pieces, pieces)


def onward(rules: Ruleset) -> Ruleset:
    """The rules without steps back, by which games at random come to an end."""
    return replace(rules, backward=False)


def _numbers(begin: int, end: int) -> Array:
    import numpy

    return numpy.arange(begin, end)


def _even(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def _falling(ends: tuple[float, float], part: float) -> float:
    """From the first value to the second by even factors."""
    return float(ends[0] * (ends[1] / ends[0]) ** part)
