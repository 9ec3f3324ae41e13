"""The model card of a net: how it came to be, on what, and how strong it is."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import tavola
from tavola.bots.net.file import Net, written
from tavola.bots.training.course import Course
from tavola.bots.training.trial import Result
from tavola.cores import usable_cores

VERSION = 1
PACKAGES = ("numpy", "numba", "llvmlite", "torch", "ray")


def card(
    course: Course,
    game: str,
    options: Mapping[str, object],
    command: str,
    workers: Mapping[str, object],
    results: Mapping[str, Result],
) -> dict[str, Any]:
    """The card of a course that is done, as plain JSON.

    `seconds` are counted over all runs of the course, without work that an interruption lost;
    `cpu` are those of all threads of this process, not of other machines.  Each entry of `history`
    gives the mean cross entropy at that point, after learning also `before` it, in the same lessons
    kept aside, and the `learner`; goals differ from stage to stage, and so do errors.
    """
    mark = course.mark
    return {
        "card": VERSION,
        "game": game,
        "options": dict(options),
        "rules": mark.rules,
        "sha256": digest(course.net()),
        "command": command,
        "seed": mark.seed,
        "plan": mark.plan,
        "begun": _begun(course),
        "games": mark.games,
        "lessons": mark.lessons,
        "seconds": {"wall": round(mark.seconds, 1), "cpu": round(mark.cpu, 1)},
        "machine": {**machine(), **workers},
        "versions": versions(),
        "commit": commit(),
        "history": mark.history,
        "results": {name: asdict(result) for name, result in results.items()},
    }


def _begun(course: Course) -> str | None:
    """The digest of the net that it began from; None if it began from nothing."""
    first = course.folder.net("play") if course.plan.begin else None
    return None if first is None else digest(first)


def digest(net: Net) -> str:
    """The SHA-256 of the weights as they stand in the net file."""
    return hashlib.sha256(net.weights.astype("float16").tobytes()).hexdigest()


def write(path: Path, facts: Mapping[str, Any]) -> None:
    """Write a card; complete or not at all."""
    with written(path) as file:
        file.write((json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode())


def machine() -> dict[str, Any]:
    """The processor, how many of its cores this process may use, and the system."""
    return {"processor": _processor(), "cores": usable_cores(), "system": platform.platform()}


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Versions of Python, Tavola and of the packages that a course may use."""
    found = {"python": platform.python_version(), "tavola": tavola.__version__}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def checkout() -> Path | None:
    """The source checkout that this package runs from, or None."""
    root = Path(__file__).resolve().parents[4]
    return root if (root / ".git").exists() and (root / "pyproject.toml").exists() else None


def commit() -> str | None:
    """The commit of the checkout, with a `+` where files differ from it."""
    root = checkout()
    if root is None:
        return None
    found = _git(root, "rev-parse", "HEAD")
    if not found:
        return None
    return found + ("+" if _git(root, "status", "--porcelain", "--", "src") else "")


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
