"""`tavola rules`: the rules of a game, or a page about all games in place of one."""

from __future__ import annotations

from tavola.study import opening_advice
from tavola.terminal.match import setup
from tavola.terminal.screen import pages
from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import page_of
from tavola.words.translations import Words


def show(terminal: Terminal, words: Words, asked: str, numbering: str) -> None:
    """What somebody asks for by the id or the name of a game, or by the word for a page; points
    with the numbers (`own` or `booklet`) of White's board.  Raises `Refused` (code `no_game`)."""
    name = page_of(asked)
    if name is not None:
        pages.show_general(terminal, words, name, numbering)
    else:
        game = setup.find_game(asked, words)
        pages.show_rules(terminal, words, game, numbering)
        _openings(terminal, words, game.id, numbering)


def _openings(terminal: Terminal, words: Words, game: str, numbering: str) -> None:
    """What the table of openings advises."""
    told = opening_advice.sentences(words, game, numbering)
    if told:
        terminal.say("")
        terminal.say(words.text("Openings"), "bold")
    for line in told:
        terminal.say(line)
