"""What stands on a screen: where lines are broken, and what a narrow one shows."""

from __future__ import annotations

import re

import pytest
from rich.markdown import Markdown

from tavola.terminal.screen import pages
from tavola.terminal.screen.console import Terminal
from tavola.words.translations import Words

TORN = re.compile(r"^\s*[;:!?»%]|«\s*$", re.MULTILINE)
"""A sign that stands off its word, parted from it."""


@pytest.mark.parametrize("columns", range(30, 50))
def test_lines_are_not_broken_at_no_break_spaces(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """French puts them before its signs and inside quotation marks: a line that begins with one is
    read as if something were lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal, words = Terminal(), Words("fr")
    told = words.text(
        "You can type: {commands}.", commands="«\u00a0aide\u00a0», «\u00a0coups\u00a0»"
    )
    told += " Que faire\u00a0? Attends\u00a0; gagne 57,1\u00a0%."
    terminal.say(told)
    terminal.show(Markdown(told))
    pages.show_list(terminal, words, [("aide", told)])
    said = capsys.readouterr().out
    assert not TORN.search(said), said
