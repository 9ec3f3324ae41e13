"""The keys of the board: the page of a table hands them to its script, the page about them lists
them."""

from __future__ import annotations

from tavola.server.wire.browser_labels import STRINGS
from tavola.words.translations import Words

FIXED = ("arrows", "legal", "digits", "enter", "escape")
"""Keys that cannot be changed, by the names of their strings."""

READERS = ("enter", "play", "touch", "text")
"""What is told to those who play with a screen reader, by the names of its strings."""

USUAL = {
    "throw": "r",
    "done": "Shift+Enter",
    "undo": "u",
    "undo_turn": "Shift+u",
    "swap": "x",
    "next_legal": ".",
    "previous_legal": ",",
    "dice": "d",
    "pips": "p",
    "score": "s",
    "cube": "c",
    "pools": "e",
    "turn": "t",
    "last": "l",
    "moves": "m",
    "why": "w",
    "earlier_line": "Shift+l",
    "earlier": "PageUp",
    "later": "PageDown",
    "latest": "End",
    "hint": "h",
    "opinion": "k",
    "double": "Shift+d",
    "yes": "Shift+y",
    "no": "Shift+n",
    "type": "g",
    "judge": "Shift+g",
    "voice": "v",
    "text": "b",
    "sounds": "q",
    "help": "?",
}
"""What can be done by a key, and the usual key."""


def keys_of(words: Words) -> list[tuple[str, str]]:
    """Every key and what it does."""
    fixed = [
        (words.text(STRINGS[f"name_{name}"]), words.text(STRINGS[f"key_{name}"])) for name in FIXED
    ]
    return fixed + [
        (shown(words, key), words.text(STRINGS[f"do_{act}"])) for act, key in USUAL.items()
    ]


def for_readers(words: Words) -> list[str]:
    """How somebody begins who plays with a screen reader."""
    return [words.text(STRINGS[f"readers_{name}"]) for name in READERS]


def shown(words: Words, key: str) -> str:
    """A key as a keyboard of the language has it: `Shift+U`; the one for help is F1, too."""
    text = "+".join(
        words.text(STRINGS[f"cap_{part}"]) if f"cap_{part}" in STRINGS else part.upper()
        for part in key.split("+")
    )
    return f"{text}, F1" if key == USUAL["help"] else text
