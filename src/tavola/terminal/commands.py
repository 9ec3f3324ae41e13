"""What a typed line means: a command in any of the four languages, dice, or a play."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tavola.words.catalogue import Words, mark

COMMANDS: dict[str, tuple[str, ...]] = {
    "throw": ("throw", "roll", "t", "tira", "lancia", "wurf", "würfeln", "lancer", "lance"),
    "done": ("done", "fatto", "fine", "fertig", "fini"),
    "undo": ("undo", "u", "annulla", "zurück", "annuler"),
    "moves": ("moves", "plays", "mosse", "züge", "coups"),
    "why": ("why", "perché", "perche", "warum", "pourquoi"),
    "double": ("double", "raddoppio", "raddoppia", "verdoppeln", "doubler"),
    "take": ("take", "accetto", "accetta", "annehmen", "prendre"),
    "drop": ("drop", "rifiuto", "rifiuta", "aufgabe", "passer"),
    "beaver": ("beaver",),
    "resign": ("resign", "abbandono", "abbandona", "aufgeben", "abandonner"),
    "accept": ("accept", "accettare", "zustimmen", "accepter"),
    "refuse": ("refuse", "rifiutare", "weiterspielen", "refuser"),
    "draw": ("draw", "patta", "remis", "nulle"),
    "agree": ("agree", "d'accordo", "einverstanden", "d’accord", "daccordo"),
    "decline": ("decline", "declino", "ablehnen", "décliner"),
    "keep": ("keep", "tengo", "tieni", "behalten", "garder"),
    "correct": ("correct", "correggi", "korrigieren", "corriger"),
    "choose": ("choose", "scegli", "wählen", "choisir"),
    "name": ("name", "nomina", "nennen", "nommer"),
    "next": ("next", "prossima", "weiter", "suivante"),
    "board": ("board", "tavola", "brett", "plateau"),
    "status": ("status", "stato", "stand", "état", "etat"),
    "pips": ("pips", "pip"),
    "rules": ("rules", "regole", "regeln", "règles", "regles"),
    "numbering": ("numbering", "numerazione", "zählung", "numérotation"),
    "save": ("save", "salva", "speichern", "sauver"),
    "help": ("help", "?", "aiuto", "hilfe", "aide"),
    "quit": ("quit", "exit", "q", "esci", "ende", "quitter"),
}
"""Each command with what may be typed for it, whatever the language."""

LOCAL = {
    "it": {"throw": "tira", "done": "fatto", "undo": "annulla", "moves": "mosse", "why": "perché"},
    "de": {"throw": "würfeln", "done": "fertig", "undo": "zurück", "moves": "züge", "why": "warum"},
    "fr": {"throw": "lancer", "done": "fini", "undo": "annuler", "moves": "coups", "why": "pourquoi"},
}

HELP = (
    ("8/5 6/5", mark("play: from point to point; bar/22 enters, res/21 from the reserve, 6/off off")),
    ("throw", mark("throw the dice (or just Enter); with real dice type them: 3-1")),
    ("done", mark("end the throw (or just Enter once all numbers are played)")),
    ("undo", mark("take back the last step")),
    ("moves", mark("all plays that are possible now")),
    ("why", mark("why a play is not allowed: why 8/5")),
    ("double", mark("offer a double; the answer is take or drop")),
    ("resign", mark("give up the game: resign, resign 2, resign 3; answer accept or refuse")),
    ("draw", mark("offer a draw; the answer is agree or decline")),
    ("choose", mark("choose the number of a double: choose 4")),
    ("name", mark("name your throw: name 6-5")),
    ("correct", mark("put typed dice right before the first step: correct 4-1")),
    ("board", mark("show or say the board")),
    ("status", mark("score, cube, whose turn, dice")),
    ("pips", mark("pip counts")),
    ("rules", mark("the rules of this game")),
    ("numbering", mark("change between own and booklet numbers")),
    ("save", mark("write the record to a file: save match.json")),
    ("quit", mark("leave; the match goes on next time")),
)
"""The lines of `help`: what to type, and what it does."""

_DICE = re.compile(r"([1-6])\s*[-, ]?\s*([1-6])")
_BY_WORD = {word: name for name, words in COMMANDS.items() for word in words}


@dataclass(frozen=True)
class Typed:
    """A line understood: a command with the rest of the line, dice, a play, or nothing (Enter)."""

    name: str
    rest: str = ""
    dice: tuple[int, int] | None = None


def read(line: str) -> Typed:
    """What a line means.  Names: a command, `dice`, `enter`, or `play` for everything else."""
    text = line.strip()
    if not text:
        return Typed("enter")
    first, _, rest = text.partition(" ")
    name = _BY_WORD.get(first.lower())
    if name is not None:
        return Typed(name, rest.strip(), dice_of(rest))
    dice = dice_of(text)
    if dice is not None:
        return Typed("dice", text, dice)
    return Typed("play", text)


def dice_of(text: str) -> tuple[int, int] | None:
    """Two faces typed as `3-1`, `31` or `3 1`."""
    match = _DICE.fullmatch(text.strip())
    return None if match is None else (int(match[1]), int(match[2]))


def shown(words: Words, name: str) -> str:
    """How a command is called in help and prompts of a language."""
    return LOCAL.get(words.lang, {}).get(name, name)
