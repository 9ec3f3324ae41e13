"""Results on disk: one small file a row, complete or not, so that any row can go on later."""

from __future__ import annotations

import json
import math
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WRITTEN = ("docs/figures*", "src/tavola/games/*/*.json")
"""What is written while figures are measured, and what is made of nets for those who learn a game:
no measured player reads it."""
VERSION = 1
"""Of all methods together: a new one makes every stored result old."""


def folder() -> Path:
    """Where results lie: `docs/figures`, or the folder in `TAVOLA_FIGURES`."""
    return Path(os.environ.get("TAVOLA_FIGURES", ROOT / "docs" / "figures"))


@dataclass
class Sum:
    """Values added up: how many, their sum, and the sum of their squares."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """One more value."""
        self.n += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean, NaN without values."""
        return self.total / self.n if self.n else math.nan

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two values."""
        if self.n < 2:
            return math.inf
        spread = max(self.squares - self.total * self.total / self.n, 0.0) / (self.n - 1)
        return math.sqrt(spread / self.n)


@dataclass
class Record:
    """A row as far as it was measured.

    `key` is what the result depends on: another key makes it old.  `done` counts units of work, and
    the next one has this number; `facts` are plain values that are no means.
    """

    row: str
    key: dict[str, Any]
    done: int = 0
    seconds: float = 0.0
    complete: bool = False
    sums: dict[str, Sum] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)

    def add(self, news: Mapping[str, Iterable[float]]) -> None:
        """Add what a unit of work has found."""
        for name, values in news.items():
            known = self.sums.setdefault(name, Sum())
            for value in values:
                known.add(float(value))
        self.done += 1

    def known(self, name: str) -> int:
        """How many values a sum is made of."""
        return self.sums.get(name, Sum()).n

    def mean(self, name: str) -> float:
        """The mean of a sum; NaN if there is none."""
        return self.sums.get(name, Sum()).mean

    def error(self, name: str) -> float:
        """The standard error of a sum; infinite if there is none."""
        return self.sums.get(name, Sum()).error

    def save(self, command: str = "") -> None:
        """Write the row; complete or not at all."""
        self.about = {
            "command": command or self.about.get("command", ""),
            "commit": commit(),
            "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
            "machine": machine(),
        }
        data = asdict(self)
        for name, known in self.sums.items():
            data["sums"][name] = {
                "n": known.n,
                "mean": _digits(known.mean),
                "error": _digits(known.error),
                "total": known.total,
                "squares": known.squares,
            }
        path = path_of(self.row)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        draft.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        draft.replace(path)


def _digits(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None


def path_of(row: str) -> Path:
    """The file of a row."""
    return folder() / f"{row}.json"


def load(row: str) -> Record | None:
    """What is stored of a row, or None."""
    try:
        data = json.loads(path_of(row).read_text(encoding="utf-8"))
        sums = {
            name: Sum(entry["n"], entry["total"], entry["squares"])
            for name, entry in data.pop("sums").items()
        }
        return Record(**data, sums=sums)
    except (OSError, ValueError, KeyError, TypeError):
        return None


@lru_cache(maxsize=1)
def commit() -> str:
    """The commit that is measured, marked if files differ from it other than what is written along
    the way."""
    try:
        found = _git("rev-parse", "--short=9", "HEAD")
        other = _git("status", "--porcelain", "--", ".", *(f":(exclude){one}" for one in WRITTEN))
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{found}-dirty" if other else found


def _git(*arguments: str) -> str:
    command = ["git", "--no-optional-locks", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@lru_cache(maxsize=1)
def machine() -> str:
    """Processor, cores, system and Python."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    python = f"Python {platform.python_version()}"
    return f"{name.strip()}, {os.cpu_count()} cores, {platform.system()}, {python}"
