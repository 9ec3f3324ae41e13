"""`tavola play`: one conversation from the first question to the last point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from tavola.games.agreement import MONEY, Wish
from tavola.play.match import Match
from tavola.terminal.match import saved_matches, tutoring
from tavola.terminal.match.handlers import carry_out
from tavola.terminal.match.session import Leave, Session
from tavola.terminal.match.setup import Wishes, begin, checked, house_rules
from tavola.terminal.screen.console import InputClosed, Terminal
from tavola.terminal.typed_line import autos_of
from tavola.words.translations import Words

CLOSED = 2


def play(words: Words, plain: bool, given: dict[str, Any]) -> int:
    """Play; the exit code: 0, or 2 if there is nobody to talk to.  Raises `Refused` or OSError."""
    terminal = Terminal(plain)
    wishes, source = checked(words, wishes_of(given))  # what is wrong there is told anywhere
    if not terminal.possible:
        click.echo(
            words.text(
                "Playing needs a terminal. With --plain the game can be read from and written to "
                "pipes; programs use “tavola engine”."
            ),
            err=True,
        )
        return CLOSED
    match: Match | None = None
    stored = words.text("The match is stored and goes on next time.")
    try:
        match = begin(terminal, words, wishes, source)
        habits = _habits(match, given.get("auto") or "")
        session = Session(match, terminal, words, given.get("numbering") or "own", habits)
        session.tutoring = tutoring.of_match(match.log.path, given.get("tutor") or "")
        session.run(carry_out)
    except (Leave, KeyboardInterrupt):
        if match is not None:
            terminal.say(stored)
    except InputClosed:
        return _closed(terminal, words, stored if match is not None else "")
    finally:
        if match is not None:
            match.close()
    _put_away(terminal, words, match)
    return 0


def _habits(match: Match, wished: str) -> frozenset[str]:
    """What goes by itself: as the command line says, which the match remembers, else as before."""
    path = match.log.path
    found = autos_of(wished or saved_matches.remembered(path) or "none") or frozenset()
    if wished:
        saved_matches.remember(path, found)
    return found


def _closed(terminal: Terminal, words: Words, stored: str) -> int:
    """The end of input: a person left with Ctrl-D, or a pipe ran dry in the middle of a match."""
    if terminal.interactive:
        if stored:
            terminal.say(stored)
        return 0
    closed = words.text("The input was closed.")
    click.echo(f"{closed} {stored}".strip(), err=True)
    return CLOSED


def _put_away(terminal: Terminal, words: Words, match: Match | None) -> None:
    """Where the record of a decided match is."""
    if match is None or match.log.path is None or not match.over:
        return
    path = saved_matches.put_away(match.log.path)
    terminal.say(words.text("The record is in {file}.", file=path), whole=True)
    if match.agreed.dice.get("kind") == "sealed":
        command = f"tavola verify {path}"
        checked = words.text("Its dice can be checked with “{command}”.", command=command)
        terminal.say(checked, whole=True)


def wishes_of(given: Mapping[str, Any]) -> Wishes:
    """The command line's options, by their names there, as wishes."""
    texts = {name: given.get(name) or "" for name in ("dice", "opponent", "colour")}
    flags = {name: True for name in ("money", *MONEY) if given.get(name)}
    wish = Wish(
        given.get("game") or "",
        profile=given.get("profile"),
        options=house_rules(given.get("options", ())),
        length=given.get("length"),
        games=given.get("games"),
        crawford=given.get("crawford"),
        swap=False if given.get("keep_roles") else None,
        position=given.get("start"),
        **flags,
    )
    return Wishes(wish, **texts, fresh=bool(given.get("fresh")))
