"""What stands on a screen: where lines are broken, and what a narrow one shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.markdown import Markdown

from nets import keep, random_weights
from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.turn.state import Action, Kind
from tavola.terminal.match import computer as computers
from tavola.terminal.screen import pages, still_board
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.words.speaker import Speaker
from tavola.words.translations import LANGUAGES, Words
from test_terminal_session import said

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


def test_a_narrow_screen_is_told_what_it_has_no_room_to_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board whose lines are broken is none, and in a table without room the plays themselves were
    cut off."""
    monkeypatch.setattr(computers, "tables_for", lambda *_: None)
    keep(tmp_path, "backgammon", random_weights(), monkeypatch)
    typed = ["5-3", "hint"]
    for columns, drawn in (("80", True), ("60", True), ("40", False)):
        monkeypatch.setenv("COLUMNS", columns)
        told = said(capsys, typed, plain=False)
        assert max(map(len, told)) <= int(columns)
        assert any(line.startswith("┌") for line in told) == drawn
        assert any(line.startswith("White: 2 on 24, 5 on 13") for line in told) == (not drawn)
        assert not any("…" in line for line in told)
        assert any(re.match(r"1:? +\S+/\d", line) for line in told), told
    pages.show_rules(Terminal(), Words("en"), GAMES["puff"], "own")
    assert "┌" not in capsys.readouterr().out
    shipped_nets.forget()


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_throw_says_that_it_is_one(
    lang: str, plain: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who listens hears one line after the other: "3 and 1" alone is nothing."""
    begun = turn.new_match(GAMES["backgammon"].rules)
    state, _ = turn.apply(begun, Action(Kind.OPENING, dice=(3, 1)))
    words = Words(lang)
    still_board.show(Terminal(plain), Speaker(words, state.rules), state)
    dice = words.join(["3", "1"])
    assert words.text("Thrown: {dice}.", dice=dice) in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("left", [EOFError, KeyboardInterrupt])
def test_who_leaves_at_a_prompt_leaves_its_line(
    left: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or what the shell says next stands behind "> "."""

    def pressed(prompt: str) -> str:
        print(prompt, end="")
        raise left

    monkeypatch.setattr("builtins.input", pressed)
    with pytest.raises((InputClosed, KeyboardInterrupt)):
        Terminal().ask("Which play is best?")
    assert capsys.readouterr().out.endswith("> \n")
