"""What a typed line means: a command in any of the four languages, dice, or a play."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import AceDeuce
from tavola.rules.model.throws import Throw
from tavola.rules.text import spellings
from tavola.rules.turn.state import Kind, State
from tavola.words.command_words import AUTO, COMMANDS, HELP, NUMBERINGS, PAGES

LONGEST = 400
"""Characters of a typed line; longer ones are refused unread."""

_DICE = re.compile(r"([1-6])\s*[-, ]?\s*([1-6])(?:\s*[-, ]?\s*([1-6]))?")
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_NOT = ("not", "no", "non", "nicht", "pas")
_PICK = re.compile(r"#\s*(\d{1,4})", re.ASCII)


def folded(word: str) -> str:
    """A word without accents and capitals, as it is compared."""
    plain = unicodedata.normalize("NFKD", word.replace("\u2019", "'")).lower()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


_BY_WORD = {folded(word): name for name, words in COMMANDS.items() for word in words}
_PAGE_BY_WORD = {folded(word): name for name, words in PAGES.items() for word in words}
_AUTO_BY_WORD = {folded(word): name for name, words in AUTO.items() for word in words}
_NUMBERING_BY_WORD = {folded(word): name for name, words in NUMBERINGS.items() for word in words}


@dataclass(frozen=True)
class Typed:
    """A line understood: a command with the rest of the line, dice, a play, or nothing (Enter)."""

    name: str
    rest: str = ""
    dice: Throw | None = None


def read(line: str) -> Typed:
    """What a line means.

    Names: a command, `dice`, `enter`, `play`, `pick` (a number of a list), `unknown` (a word that
    is none of these) or `garbled` (too long, or with characters nobody types).
    """
    text = " ".join(line.split())
    if len(text) > LONGEST or not text.isprintable():
        return Typed("garbled")
    if not text:
        return Typed("enter")
    asked = text.rstrip("? ")
    if asked and asked != text:
        return _asked(asked)
    first, _, rest = text.partition(" ")
    name = command_of(first)
    if name == "why" and folded(rest) in _NOT:
        rest = ""
    if name is not None:
        return Typed(name, rest, dice_of(rest))
    dice = dice_of(text)
    if dice is not None:
        return Typed("dice", text, dice)
    pick = _PICK.fullmatch(text)
    if pick is not None:
        return Typed("pick", pick[1])
    return Typed("play" if spellings.is_play(text) else "unknown", text)


def _asked(text: str) -> Typed:
    """What a question mark behind a line asks: why not that play, what stands on that point, what
    that word means; with `why` it asks no more than that already does."""
    typed = read(text)
    if typed.name == "why":
        return typed
    if _NUMBER.fullmatch(text):
        return Typed("point", text)
    if typed.name in ("play", "dice") and not text.isalpha():
        return Typed("why", text)
    return Typed("help", text)


def command_of(word: str) -> str | None:
    """The command that a word stands for, if it is one."""
    return _BY_WORD.get(folded(word))


def dice_of(text: str) -> Throw | None:
    """Two or three faces typed as `3-1`, `31` or `3 1`."""
    match = _DICE.fullmatch(text.strip())
    return None if match is None else tuple(int(face) for face in match.groups() if face)


_TYPED = {Kind.OPENING: ("throw",), Kind.STEP: ("moves", "why", "hint")}
"""What is typed for kinds of actions that are no commands; the others are called by their names."""


def possible(kinds: Iterable[Kind]) -> list[str]:
    """The commands that do something where these kinds of actions may be taken, in the order in
    which they are thought of."""
    found = [name for kind in kinds for name in _TYPED.get(kind, (kind.value,))]
    return [*found, "board", "status", "rules", "help", "quit"]


def page_of(text: str) -> str | None:
    """The page about all games that somebody asks for in place of a game's rules, if it is one."""
    return _PAGE_BY_WORD.get(folded(text.strip()))


def number_of(text: str) -> int:
    """A typed number of a list, with or without its sign; 0 if it is none."""
    bare = text.strip().removeprefix("#").strip()
    return int(bare) if _NUMBER.fullmatch(bare) else 0


def autos_of(text: str) -> frozenset[str] | None:
    """What is to go by itself, as listed after `auto`; None if a word is none of these."""
    names = [_AUTO_BY_WORD.get(folded(word)) for word in re.split(r"[\s,;+]+", text.strip())]
    if None in names:
        return None
    everything = frozenset(AUTO) - {"all", "none"}
    if "all" in names:
        return everything
    return everything & frozenset(name for name in names if name is not None)


def numbering_of(text: str) -> str | None:
    """How points are to be numbered, as typed after `numbering`; None if it is none of the ways."""
    return _NUMBERING_BY_WORD.get(folded(text.strip()))


def helped(state: State, typed_dice: bool) -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups of `help` with the lines that concern this game, its match and its dice."""
    rules = state.rules
    geometry = geometry_of(rules)
    absent = {
        "8/5 6/5": geometry.towers,
        "bar/22": geometry.towers,
        "pips": not geometry.runs,
        "name": rules.namer is None,
        "choose": rules.ace_deuce is AceDeuce.ORDINARY,
        "double": not rules.cube,
        "cube": not rules.cube,
        "beaver": not (rules.cube and state.match.beavers),
        "correct": not typed_dice,
        "keep": state.opening is None,
        "next": state.match.games == 1,
    }
    return [
        (group, [(name, line) for name, line in lines if not absent.get(name)])
        for group, lines in HELP.items()
    ]
