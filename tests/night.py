"""A night of tests in pieces: a pytest plugin with which `make nightly` goes on where it ended.

Every test that passes or is skipped is written to `.night/COMMIT-SIZE` at once, with its seconds;
the next run at the same commit, with no change since, leaves those out. At the end of a run stands
what all runs together found.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

LEFT_OUT = "TAVOLA_NIGHT_LEFT_OUT"
"""Names the file, for the processes that run the tests, that lists which ones need no run.  The
journal grows meanwhile, and one that takes a dead one's place must find the same tests as it."""


class Journal:
    """What the runs of one night have found: a line a test, `outcome seconds name`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8") if path.exists() else ""
        path.write_text(text[: text.rfind("\n") + 1], "utf-8")  # a line half written is none

    def lines(self) -> Iterator[tuple[str, float, str]]:
        """Outcome, seconds and name of each test."""
        for line in self.path.read_text("utf-8").splitlines():
            outcome, seconds, name = line.split(" ", 2)
            yield outcome, float(seconds), name

    def add(self, outcome: str, seconds: float, name: str) -> None:
        """Write a line, at once."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{outcome} {seconds:.2f} {name}\n")


def _at(root: Path, size: str) -> str:
    """What tells this night from others: commit, changes since, size."""

    def git(*words: str) -> bytes:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, check=True).stdout

    changes = git("diff", "HEAD")
    named = git("rev-parse", "--short", "HEAD").decode().strip()
    changed = f"-{hashlib.sha256(changes).hexdigest()[:8]}" if changes else ""
    return f"{named}{changed}-{size}"


def _works(config: pytest.Config) -> bool:
    """Whether this process runs tests for another one, which keeps the journal."""
    return hasattr(config, "workerinput")


class Night:
    """The hooks of the process that keeps the journal."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what passed or was skipped, when all of it is over."""
        self._seconds[report.nodeid] += report.duration
        ended = report.when == "call" or (report.when == "setup" and report.skipped)
        if ended and (report.passed or report.skipped):
            self.journal.add(report.outcome, self._seconds[report.nodeid], report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """All runs of this night together, and the files that took longest."""
        found, files = Counter[str](), defaultdict[str, float](float)
        for outcome, seconds, name in self.journal.lines():
            found[outcome] += 1
            files[name.partition("::")[0]] += seconds
        terminalreporter.section(f"the night {self.journal.path.name} so far")
        failed = len(terminalreporter.stats.get("failed", []))
        terminalreporter.write_line(
            f"{found['passed']} passed, {found['skipped']} skipped, {failed} failed just now; "
            f"{sum(files.values()) / 3600:.2f} hours of tests"
        )
        for name, seconds in sorted(files.items(), key=lambda one: -one[1])[:12]:
            terminalreporter.write_line(f"{seconds:8.0f} s  {name}")


def pytest_configure(config: pytest.Config) -> None:
    """Begin the night, or go on with it."""
    if _works(config):
        return
    root = config.rootpath
    name = _at(root, os.environ.get("TAVOLA_NIGHTLY", "0"))
    journal = Journal(root / ".night" / name)
    left_out = journal.path.with_suffix(".left-out")
    left_out.write_text("".join(f"{name}\n" for _, _, name in journal.lines()), "utf-8")
    os.environ[LEFT_OUT] = str(left_out)
    config.pluginmanager.register(Night(journal), "the night")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this night has already found."""
    done = set(Path(os.environ[LEFT_OUT]).read_text("utf-8").splitlines())
    gone = [item for item in items if item.nodeid in done]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if item.nodeid not in done]
