"""What the whole suite prints at its end."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from tavola.rules.kernel import backend

NIGHTLY = "TAVOLA_NIGHTLY" in os.environ

# By day every run sees the same examples; a night looks for new ones and prints how to repeat them.
settings.register_profile("day", derandomize=True, database=None)
settings.register_profile("night", print_blob=True)
settings.load_profile("night" if NIGHTLY else "day")

# A shell that starts a run behind itself lets it ignore Ctrl-C, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

assert backend is not None, "loaded first: tests wait for the compiler, as nobody else does"


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test leaves tables in the cache of the user; all processes of a run share one, so that
    each table is made once."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ["TAVOLA_CACHE"] = str(run / "cache")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The axes that are without effect in a game, as `test_mutation.py` found them."""
    reports = terminalreporter.stats.get("passed", [])
    lines = [
        str(value)
        for report in reports
        if report.when == "call"
        for name, value in report.user_properties
        if name == "without effect"
    ]
    if lines:
        terminalreporter.section("axes without effect in a game")
        for line in sorted(lines):
            terminalreporter.write_line(line)
