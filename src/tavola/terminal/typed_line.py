"""What a typed line means: a command in any of the four languages, dice, or a play."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tavola.rules.model.ruleset import AceDeuce
from tavola.rules.turn.state import Kind, State
from tavola.words.command_words import COMMANDS, HELP, PAGES

LONGEST = 400
"""Characters of a typed line; longer ones are refused unread."""

_DICE = re.compile(r"([1-6])\s*[-, ]?\s*([1-6])")
_PLAY = re.compile(r"(bar|res|\d+)/.*|\d+", re.ASCII | re.I)


def folded(word: str) -> str:
    """A word without accents and capitals, as it is compared."""
    plain = unicodedata.normalize("NFKD", word.replace("\u2019", "'")).lower()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


_BY_WORD = {folded(word): name for name, words in COMMANDS.items() for word in words}
_PAGE_BY_WORD = {folded(word): name for name, words in PAGES.items() for word in words}


@dataclass(frozen=True)
class Typed:
    """A line understood: a command with the rest of the line, dice, a play, or nothing (Enter)."""

    name: str
    rest: str = ""
    dice: tuple[int, int] | None = None


def read(line: str) -> Typed:
    """What a line means.

    Names: a command, `dice`, `enter`, `play`, `unknown` (a word that is none of these) or
    `garbled` (too long, or with characters nobody types).
    """
    text = " ".join(line.split())
    if len(text) > LONGEST or not text.isprintable():
        return Typed("garbled")
    if not text:
        return Typed("enter")
    first, _, rest = text.partition(" ")
    name = _BY_WORD.get(folded(first))
    if name is not None:
        return Typed(name, rest, dice_of(rest))
    dice = dice_of(text)
    if dice is not None:
        return Typed("dice", text, dice)
    if _PLAY.fullmatch(text.replace(",", " ").split()[0]):
        return Typed("play", text)
    return Typed("unknown", text)


def dice_of(text: str) -> tuple[int, int] | None:
    """Two faces typed as `3-1`, `31` or `3 1`."""
    match = _DICE.fullmatch(text.strip())
    return None if match is None else (int(match[1]), int(match[2]))


_TYPED = {Kind.OPENING: ("throw",), Kind.STEP: ("moves", "why")}
"""What is typed for kinds of actions that are no commands; the others are called by their names."""


def possible(kinds: Iterable[Kind]) -> list[str]:
    """The commands that do something where these kinds of actions may be taken, in the order in
    which they are thought of."""
    found = [name for kind in kinds for name in _TYPED.get(kind, (kind.value,))]
    return [*found, "board", "status", "help", "quit"]


def page_of(text: str) -> str | None:
    """The page about all games that somebody asks for in place of a game's rules, if it is one."""
    return _PAGE_BY_WORD.get(folded(text.strip()))


def helped(state: State, typed_dice: bool) -> list[tuple[str, str]]:
    """The lines of `help` that concern this game, its match and its dice."""
    rules = state.rules
    absent = {
        "name": rules.namer is None,
        "choose": rules.ace_deuce is AceDeuce.ORDINARY,
        "double": not rules.cube,
        "beaver": not (rules.cube and state.match.beavers),
        "correct": not typed_dice,
        "keep": state.opening is None,
        "next": state.match.games == 1,
    }
    return [(name, line) for name, line in HELP if not absent.get(name)]
