"""What the whole suite prints at its end."""

from __future__ import annotations

import pytest


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
