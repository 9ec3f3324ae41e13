"""`tavola play`: one conversation from the first question to the last point."""

from __future__ import annotations

from typing import Any

from tavola.play.match import Match
from tavola.terminal.console import InputClosed, Terminal
from tavola.terminal.setup import Wishes, begin
from tavola.terminal.table import Leave, Table
from tavola.words.catalogue import Words

CLOSED = 2


def play(words: Words, plain: bool, given: dict[str, Any]) -> int:
    """Play; the exit code: 0, or 2 if there is nobody to talk to.  Raises `Refused` or OSError."""
    terminal = Terminal(plain)
    if not terminal.possible:
        terminal.trouble(
            words.text(
                "Playing needs a terminal. With --plain the game can be read from and written to "
                "pipes; programs use 'tavola engine'."
            )
        )
        return CLOSED
    wishes = _wishes(given)
    match: Match | None = None
    try:
        match = begin(terminal, words, wishes)
        Table(match, terminal, words, given.get("numbering") or "own").run()
    except (Leave, KeyboardInterrupt):
        if match is not None:
            terminal.say(words.text("The match is stored and goes on next time."))
    except InputClosed:
        sentence = words.text("The input was closed.")
        if match is not None:
            sentence += " " + words.text("The match is stored and goes on next time.")
        terminal.trouble(f"\n{sentence}" if not plain else sentence)
        return CLOSED
    finally:
        if match is not None:
            match.close()
    return 0


def _wishes(given: dict[str, Any]) -> Wishes:
    """The command line's options as wishes."""
    flags = {name: True for name in ("jacoby", "beavers", "automatic") if given.get(name)}
    if given.get("crawford") is not None:
        flags["crawford"] = given["crawford"]
    if given.get("keep_roles"):
        flags["swap"] = False
    games = given.get("games")
    if given.get("money") or (flags.keys() & {"jacoby", "beavers", "automatic"} and not games):
        return Wishes(**_named(given), length=None, games=_OPEN, match_options=flags)
    return Wishes(**_named(given), length=given.get("length"), games=games, match_options=flags)


_OPEN = 1


def _named(given: dict[str, Any]) -> dict[str, Any]:
    names = ("game", "profile", "options", "start", "dice", "opponent", "colour", "fresh")
    return {name: given[name] for name in names if given.get(name)}
