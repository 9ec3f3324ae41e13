"""The words of the text board: what may be typed in any of the four languages, and what it does."""

from __future__ import annotations

from tavola.words.translations import Words, mark

COMMANDS: dict[str, tuple[str, ...]] = {
    "throw": ("throw", "roll", "t", "tira", "lancia", "würfeln", "wurf", "lancer", "lance"),
    "done": ("done", "fatto", "fine", "fertig", "fini", "terminé"),
    "undo": ("undo", "u", "annulla", "zurück", "annuler"),
    "moves": ("moves", "plays", "mosse", "züge", "coups"),
    "why": ("why", "perché", "warum", "pourquoi"),
    "hint": ("hint", "best", "suggerimento", "consiglio", "tipp", "conseil"),
    "chances": (
        "chances", "evaluate", "probabilità", "valuta", "chancen", "bewerten", "évaluer",
    ),
    "double": ("double", "raddoppia", "raddoppio", "verdoppeln", "doppeln", "doubler"),
    "take": ("take", "prendre"),
    "drop": ("drop", "pass", "passer"),
    "beaver": ("beaver",),
    "resign": ("resign", "resa", "abbandona", "abbandono", "aufgeben", "abandonner"),
    "accept": ("accept", "accetta", "accetto", "annehmen", "accepter"),
    "refuse": ("refuse", "reject", "rifiuta", "rifiuto", "ablehnen", "refuser"),
    "draw": ("draw", "patta", "remis", "unentschieden", "nulle"),
    "agree": ("agree", "d'accordo", "einverstanden", "d'accord"),
    "decline": ("decline", "declino", "décliner"),
    "keep": ("keep", "tieni", "tengo", "behalten", "garder"),
    "correct": ("correct", "correggi", "berichtigen", "korrigieren", "corriger"),
    "choose": ("choose", "scegli", "wählen", "choisir"),
    "name": ("name", "nomina", "nennen", "nommer"),
    "next": ("next", "avanti", "prossima", "weiter", "suivante"),
    "board": ("board", "tavola", "brett", "plateau"),
    "point": ("point", "punta", "feld", "flèche"),
    "last": ("last", "ripeti", "ultima", "wiederholen", "répéter"),
    "status": ("status", "stato", "stand", "état"),
    "pips": ("pips", "pip", "passi", "augen", "points"),
    "rules": ("rules", "regole", "regeln", "règles"),
    "numbering": ("numbering", "numerazione", "zählung", "numérotation"),
    "save": ("save", "salva", "speichern", "enregistrer", "sauver"),
    "help": ("help", "?", "aiuto", "hilfe", "aide"),
    "quit": ("quit", "exit", "q", "esci", "ende", "beenden", "quitter"),
}  # fmt: skip
"""Each command with what may be typed for it, whatever the language; accents may be left out."""

LOCAL: dict[str, dict[str, str]] = {
    "it": {
        "throw": "lancia", "done": "fatto", "undo": "annulla", "moves": "mosse",
        "why": "perché", "hint": "suggerimento", "chances": "probabilità",
        "double": "raddoppia", "take": "accetta", "drop": "rifiuta", "beaver": "beaver",
        "resign": "resa",
        "accept": "accetta", "refuse": "rifiuta", "draw": "patta", "agree": "accetta",
        "decline": "rifiuta",
        "keep": "tieni", "correct": "correggi", "choose": "scegli", "name": "scegli",
        "next": "avanti",
        "board": "tavola", "point": "punta", "last": "ripeti", "status": "stato",
        "pips": "passi",
        "rules": "regole", "rules words": "regole parole",
        "numbering": "numerazione", "save": "salva", "help": "aiuto",
        "quit": "esci",
    },
    "de": {
        "throw": "würfeln", "done": "fertig", "undo": "zurück", "moves": "züge",
        "why": "warum", "hint": "tipp", "chances": "chancen",
        "double": "verdoppeln", "take": "annehmen", "drop": "ablehnen", "beaver": "beaver",
        "resign": "aufgeben", "accept": "annehmen", "refuse": "ablehnen", "draw": "remis",
        "agree": "annehmen", "decline": "ablehnen", "keep": "behalten", "correct": "berichtigen",
        "choose": "wählen", "name": "wählen", "next": "weiter", "board": "brett",
        "point": "feld",
        "last": "wiederholen", "status": "stand", "pips": "augen", "rules": "regeln",
        "rules words": "regeln wörter",
        "numbering": "zählung", "save": "speichern", "help": "hilfe", "quit": "ende",
    },
    "fr": {
        "throw": "lancer", "done": "terminé", "undo": "annuler", "moves": "coups",
        "why": "pourquoi", "hint": "conseil", "chances": "chances",
        "double": "doubler", "take": "accepter", "drop": "refuser", "beaver": "beaver",
        "resign": "abandonner", "accept": "accepter", "refuse": "refuser", "draw": "nulle",
        "agree": "accepter", "decline": "refuser", "keep": "garder", "correct": "corriger",
        "choose": "choisir", "name": "choisir", "next": "suivante", "board": "plateau",
        "point": "flèche",
        "last": "répéter", "status": "état", "pips": "points", "rules": "règles",
        "rules words": "règles mots",
        "numbering": "numérotation", "save": "enregistrer", "help": "aide", "quit": "quitter",
    },
}  # fmt: skip
"""How the commands are called in help and prompts.  `accept` and `refuse` answer every offer,
`choose` names a throw where throws are named."""

PAGES: dict[str, tuple[str, ...]] = {
    "words": ("words", "parole", "wörter", "mots"),
    "history": ("history", "storia", "geschichte", "histoire"),
}
"""Pages about all games (`general_pages.py`), with what may be typed for each after `rules`."""

HELP = (
    (
        "8/5 6/5",
        mark("a play from point to point; bar/22 enters, res/21 from the reserve, 6/off bears off"),
    ),
    ("throw", mark("throw the dice (or just Enter); with real dice type them: 3-1")),
    ("correct", mark("put typed dice right before the first step: correct 4-1")),
    ("keep", mark("play the dice of the opening")),
    ("name", mark("name your throw: name 6-5")),
    ("choose", mark("choose the number of a double: choose 4")),
    ("done", mark("end the throw (or just Enter once all numbers are played)")),
    ("undo", mark("take back the last step")),
    ("moves", mark("all plays that are possible now")),
    ("why", mark("why a play is not allowed: why 8/5")),
    ("hint", mark("the best plays, as the computer sees them")),
    ("chances", mark("the chances of both sides and the cube, as the computer sees them")),
    ("double", mark("offer a double; the answer is take or drop")),
    ("beaver", mark("take a double and double at once, keeping the cube")),
    (
        "resign",
        mark("give up the game: resign, resign 2, resign 3; the answer is accept or refuse"),
    ),
    ("draw", mark("offer a draw; the answer is agree or decline")),
    ("next", mark("go on to the next game (or just Enter)")),
    ("board", mark("show the board, or tell where all checkers are")),
    ("point", mark("what stands on a point: point 8")),
    ("last", mark("tell again what happened last")),
    ("status", mark("score, cube, whose turn, dice")),
    ("pips", mark("pip counts")),
    ("rules", mark("the rules of this game")),
    ("rules words", mark("the board and its words; where these games come from: rules history")),
    ("numbering", mark("change between own and booklet numbers")),
    ("save", mark("write the record to a file: save match.json")),
    ("quit", mark("leave; the match goes on next time")),
)
"""The lines of `help`: what to type, and what it does."""


def shown(words: Words, name: str) -> str:
    """How a command is called in help and prompts of a language."""
    return LOCAL.get(words.lang, {}).get(name, name)
