"""`help`: every command in groups, a page at a time; or what a single word means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.markdown import Markdown

from tavola.rules.model.ruleset import Side
from tavola.terminal.screen import pages
from tavola.terminal.screen.console import Terminal
from tavola.terminal.typed_line import command_of, folded
from tavola.words import command_words
from tavola.words.general_pages import general_page
from tavola.words.translations import Words

Rows = list[tuple[str, str]]
Groups = Sequence[tuple[str, Rows]]

_ENTRY = re.compile(r"- \*\*(.+?)\*\*\s?: (.+)")
_ALSO = re.compile(r"(?:Also|Anche|Auch|Aussi)\s?: ([^.]+)\.$")
_LEAST = 12
"""Lines of a page, however low the terminal is."""


def show(terminal: Terminal, words: Words, groups: Groups, page: int) -> None:
    """A page of the commands, in the words of the language; in plain all of them."""
    told = [
        (
            words.text(group),
            [(command_words.shown(words, name), words.text(line)) for name, line in rows],
        )
        for group, rows in groups
    ]
    found = [told] if terminal.plain else _pages(told, *_room(terminal))
    number = min(page, len(found))
    for group, rows in found[number - 1]:
        terminal.say(group, "bold underline")
        pages.show_list(terminal, words, rows)
    if number == len(found):
        terminal.say(_letters(words, groups))
        if words.lang != "en":
            told_too = words.text("The English words are understood too; accents may be left out.")
            terminal.say(told_too)
    if len(found) > 1:
        command = f"{command_words.shown(words, 'help')} {number % len(found) + 1}"
        terminal.say(
            words.text(
                "Page {page} of {pages}; another one: {command}.",
                page=number,
                pages=len(found),
                command=command,
            )
        )


def _told(words: Words, rows: Rows) -> Rows:
    return [(command_words.shown(words, name), words.text(line)) for name, line in rows]


def _letters(words: Words, groups: Groups) -> str:
    """The commands that a single letter stands for."""
    found = []
    for _, rows in groups:
        for name, _ in rows:
            keys = ", ".join(command_words.keys_of(name))
            if keys:
                found.append(f"{keys} = {command_words.shown(words, name)}")
    return words.text("Single letters: {letters}.", letters=words.clauses(found))


def _room(terminal: Terminal) -> tuple[int, int]:
    """Lines and columns of a page: two lines are the prompt's, three say what else there is."""
    return max(terminal.console.height - 7, _LEAST), terminal.console.width


def _pages(groups: Groups, lines: int, columns: int) -> list[list[tuple[str, Rows]]]:
    """Groups on as few pages as they need; one that is broken has its name on both."""
    found: list[list[tuple[str, Rows]]] = [[]]
    room = lines
    for group, rows in groups:
        margin = max(len(name) for name, _ in rows) + 2
        heights = [1 + (len(text) - 1) // max(columns - margin, 10) for _, text in rows]
        whole = 1 + sum(heights)
        if whole > room and whole <= lines:
            found.append([])
            room = lines
        for row, height in zip(rows, heights, strict=True):
            page = found[-1]
            if height + (not page or page[-1][0] != group) > room:
                page, room = [], lines
                found.append(page)
            if not page or page[-1][0] != group:
                page.append((group, []))
                room -= 1
            page[-1][1].append(row)
            room -= height
    return found


def explain(terminal: Terminal, words: Words, text: str, reader: tuple[str, Side]) -> bool:
    """What a word means: a command, or a word of the board with the numbers of the reader's board
    (its numbering and side); whether it is known."""
    name = command_of(text.split(maxsplit=1)[0])
    lines = [
        (command, line)
        for rows in command_words.HELP.values()
        for command, line in rows
        if name is not None and name == command.partition(" ")[0]
    ]
    if lines:
        pages.show_list(terminal, words, _told(words, lines))
    entries = _entries(words, text, *reader)
    for term, meaning in entries:
        if terminal.plain:
            terminal.say(words.labelled(term, meaning.replace("**", "")))
        else:
            terminal.show(Markdown(words.labelled(f"**{term}**", meaning)))
    return bool(lines or entries)


def _entries(words: Words, text: str, numbering: str, viewer: Side) -> Rows:
    """The entries of the page of words that fit best: those called so, those also called so, those
    in whose name the word is."""
    wanted, ranked = folded(text), dict[int, Rows]()
    for section in general_page(words.lang, "words", numbering, viewer).sections:
        for term, meaning in _ENTRY.findall(section.text):
            also = _ALSO.search(meaning)
            others = re.split(r"\s?[,;] ?", also[1]) if also else []
            if folded(term) == wanted:
                rank = 0
            elif wanted in map(folded, others):
                rank = 1
            elif wanted in folded(term).split():
                rank = 2
            else:
                continue
            ranked.setdefault(rank, []).append((term, meaning))
    return ranked[min(ranked)] if ranked else []
