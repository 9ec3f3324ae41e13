"""The folder of a course: its checkpoint, its lessons and the nets it has come to on the way.

A file is written beside its place and moved there when it is complete and on the disk, so that a
process may be killed at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tavola.bots.net.evaluate import PHASE_SIZE, SETS
from tavola.bots.net.file import BadNet, Net, written
from tavola.bots.training.jobs import Lessons

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

CHECKPOINT = "checkpoint.npz"
EACH_GENERATION = (
    "look_games",
    "look_stray",
    "look_wild",
    "look_trace",
    "look_wild_trace",
    "look_passes",
    "look_rate",
    "look_rare",
    "look_close",
    "look_rivals",
)
"""What a plan says of each generation."""


@dataclass
class Mark:
    """What a checkpoint holds besides the weights.

    `games` were played and `lessons` learnt so far; `seconds` have passed on the clock and
    `cpu` in all threads of the process.
    """

    plan: dict[str, Any]
    seed: int
    rules: str
    stage: str = "warm"
    games: int = 0
    generation: int = 0
    error: float = 0.0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)
    lessons: int = 0
    cpu: float = 0.0


class Damaged(Exception):
    """A file of the folder cannot be read; `path` says which."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class OtherVersion(Exception):
    """The folder holds the course of another version, which this one cannot go on with."""


class InUse(Exception):
    """Another process goes on with the course of this folder."""


class Folder:
    """A folder that one course has to itself until `close`.  Raises `InUse` or OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(path / "lock")

    def close(self) -> None:
        """Let others have the folder."""
        self._lock.close()

    # ------------------------------------------------------------------------------- checkpoints

    def load(self) -> tuple[Mark, Array] | None:
        """The checkpoint, None before the first.  Raises `Damaged`, `OtherVersion` or OSError."""
        path = self.path / CHECKPOINT
        if not path.exists():
            return None
        with _reading(path) as stored:
            facts, weights = json.loads(str(stored["mark"])), stored["weights"]
        facts.pop("piece", None)  # learning was once resumed in its middle
        if len(weights) not in [sets * PHASE_SIZE for sets in SETS]:
            raise OtherVersion
        with refusing_unknown():
            mark = Mark(**facts)
        _bring_up(mark.plan)
        return mark, weights

    def keep(self, mark: Mark, weights: Array) -> None:
        """Write the checkpoint; complete or not at all."""
        import numpy

        with written(self.path / CHECKPOINT) as file:
            numpy.savez(file, weights=weights, mark=json.dumps(asdict(mark)))

    # ------------------------------------------------------------------------------------ lessons

    def _job(self, generation: int, index: int, job: int) -> Path:
        return self.path / f"lessons-{generation}-{index}-{job}.npz"

    def has_lessons(self, generation: int, index: int, job: int) -> bool:
        """Whether the lessons of a job are there."""
        return self._job(generation, index, job).exists()

    def put_lessons(self, generation: int, index: int, job: int, lessons: Lessons) -> None:
        """Write the lessons of a job."""
        import numpy

        arrays = _arrays(lessons)
        if lessons.rival is not None and lessons.rivals is not None:
            arrays["rival"] = lessons.rival
            others = _arrays(lessons.rivals)
            arrays |= {f"rival_{name}": value for name, value in others.items()}
        with written(self._job(generation, index, job)) as file:
            numpy.savez(file, **arrays)

    def lessons(self, generation: int) -> list[Lessons]:
        """The lessons of a generation, in the order of their names.  Raises `Damaged`."""
        found = []
        for path in sorted(self.path.glob(f"lessons-{generation}-*.npz")):
            with _reading(path) as stored:
                lessons = _stored(stored)
                if "rival" in stored:
                    rivals = _stored(stored, "rival_")
                    lessons = replace(lessons, rival=stored["rival"], rivals=rivals)
                found.append(lessons)
        return found

    def forget_lessons(self, generation: int) -> None:
        """Delete the lessons of a generation."""
        for path in self.path.glob(f"lessons-{generation}-*.npz"):
            path.unlink(missing_ok=True)

    # --------------------------------------------------------------------------------------- nets

    def save(self, net: Net, name: str) -> None:
        """Write a net that the course has come to."""
        net.save(self.path / f"{name}.net")

    def net(self, name: str) -> Net | None:
        """A net that was saved, None if there is none of that name or if it is damaged."""
        try:
            return Net.load(self.path / f"{name}.net")
        except (FileNotFoundError, BadNet):
            return None


def _arrays(lessons: Lessons) -> dict[str, Any]:
    return {
        "rows": lessons.rows,
        "stands": lessons.stands.astype("int8"),
        "goals": lessons.goals,
    }


def _stored(found: Mapping[str, Array], before: str = "") -> Lessons:
    stands = found[f"{before}stands"].astype("int64")
    return Lessons(found[f"{before}rows"], stands, found[f"{before}goals"])


@contextmanager
def _reading(path: Path) -> Iterator[Mapping[str, Array]]:
    import numpy

    with path.open("rb") as file:
        try:
            with numpy.load(file) as stored:
                yield stored
        except OSError:
            raise
        except Exception:  # numpy and zipfile answer a damaged archive with almost any of them
            raise Damaged(path) from None


@contextmanager
def refusing_unknown() -> Iterator[None]:
    """Where a dataclass is made of what was stored: a field that it lacks is a later version's."""
    try:
        yield
    except TypeError:
        raise OtherVersion from None


def _bring_up(plan: dict[str, Any]) -> None:
    """Make a plan of earlier versions one of today."""
    for name in EACH_GENERATION:  # once one number for all, and the trace a share
        size = plan.get(name)
        if isinstance(size, int | float):
            plan[name] = [size if isinstance(size, int) else round(1000 * size)]
    if "look_trace" in plan:  # once that of wild games too
        plan.setdefault("look_wild_trace", plan["look_trace"])
    if "passes" in plan:
        plan["look_passes"] = [plan.pop("passes")]
    if "look_rates" in plan:  # the first and the last
        plan["look_rate"] = [round(1e6 * plan.pop("look_rates")[0])]


def _locked(path: Path) -> BinaryIO:
    file = path.open("ab")
    try:
        import fcntl
    except ImportError:  # Windows: no advisory locks
        return file
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InUse(str(path.parent)) from None
    return file
