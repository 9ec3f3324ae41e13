"""The words of the text board: what may be typed in any of the four languages, and what it does."""

from __future__ import annotations

from tavola.words.translations import Words, mark

COMMANDS: dict[str, tuple[str, ...]] = {
    "throw": (
        "throw", "roll", "t", "r", "tira", "lancia", "würfeln", "würfle", "wurf", "werfen",
        "lancer", "lance", "jeter",
    ),
    "done": ("done", "fatto", "fine", "finito", "fertig", "fini", "terminé"),
    "undo": (
        "undo", "u", "annulla", "zurück", "zurücknehmen", "rückgängig", "annuler", "annule",
    ),
    "moves": (
        "moves", "plays", "m", "mosse", "mossa", "giocate", "züge", "zug", "coups", "coup",
    ),
    "why": ("why", "w", "perché", "warum", "pourquoi"),
    "hint": (
        "hint", "best", "h", "consiglio", "suggerimento", "suggerisci", "tipp", "hinweis",
        "conseil",
    ),
    "chances": (
        "chances", "evaluate", "k", "probabilità", "valuta", "chancen", "bewerten", "évaluer",
    ),
    "double": (
        "double", "redouble", "raddoppia", "raddoppio", "doppio", "verdoppeln", "doppeln", "doppel",
        "doubler",
    ),
    "take": ("take", "prendo", "nehme", "prendre", "prends"),
    "drop": ("drop",),
    "pass": ("pass", "passo", "passe", "passen", "passer"),
    "beaver": ("beaver",),
    "resign": ("resign", "resa", "abbandona", "abbandono", "aufgeben", "abandonner", "abandon"),
    "yes": ("yes", "y", "sì", "ja", "j", "oui", "o"),
    "no": ("no", "n", "nein", "non"),
    "ok": ("ok", "okay", "go", "vai", "los", "allez"),
    "accept": ("accept", "accetta", "accetto", "annehmen", "accepter", "accepte"),
    "refuse": ("refuse", "reject", "rifiuta", "rifiuto", "ablehnen", "refuser"),
    "draw": ("draw", "patta", "remis", "unentschieden", "nulle"),
    "agree": ("agree", "d'accordo", "einverstanden", "d'accord"),
    "decline": ("decline", "declino", "décliner"),
    "keep": ("keep", "tieni", "tengo", "behalten", "garder"),
    "correct": ("correct", "correggi", "berichtigen", "korrigieren", "corriger"),
    "choose": ("choose", "scegli", "wählen", "choisir"),
    "name": ("name", "nomina", "nennen", "nommer"),
    "next": ("next", "avanti", "prossima", "weiter", "suivante", "suivant"),
    "board": (
        "board", "position", "b", "e", "tavola", "posizione", "brett", "stellung", "plateau",
        "tablier",
    ),
    "point": ("point", "punta", "feld", "flèche"),
    "last": ("last", "l", "ripeti", "ultima", "wiederholen", "répéter"),
    "status": (
        "status", "s", "d", "dice", "score", "stato", "dadi", "punteggio", "stand", "würfel",
        "spielstand", "punktestand", "état", "dés",
    ),
    "cube": ("cube", "c", "cubo", "verdopplungswürfel", "dopplerwürfel", "videau"),
    "pips": ("pips", "pip", "p", "passi", "augen", "points"),
    "rules": ("rules", "regole", "regeln", "règles"),
    "numbering": ("numbering", "numerazione", "zählung", "numérotation"),
    "auto": ("auto", "automatic", "automatico", "automatisch", "automatique"),
    "tutor": ("tutor", "tutore", "lehrer", "tuteur", "professeur"),
    "look": ("look", "riguarda", "ripenso", "überdenken", "nochmal", "revoir"),
    "show": ("show", "mostra", "mostrami", "zeig", "zeigen", "montre", "montrer"),
    "save": ("save", "salva", "speichern", "enregistrer", "sauver"),
    "help": ("help", "?", "aiuto", "hilfe", "aide"),
    "quit": ("quit", "exit", "q", "esci", "ende", "beenden", "quitter"),
}  # fmt: skip
"""Each command with what may be typed for it, whatever the language; accents may be left out."""

LOCAL: dict[str, dict[str, str]] = {
    "it": {
        "throw": "lancia", "done": "fatto", "undo": "annulla", "moves": "giocate",
        "why": "perché", "hint": "consiglio", "chances": "probabilità",
        "double": "raddoppia", "take": "accetta", "drop": "rifiuta", "pass": "passo",
        "beaver": "beaver", "resign": "resa", "yes": "sì", "no": "no", "ok": "ok",
        "accept": "accetta", "refuse": "rifiuta", "draw": "patta", "agree": "accetta",
        "decline": "rifiuta",
        "keep": "tieni", "correct": "correggi", "choose": "scegli", "name": "scegli",
        "next": "avanti",
        "board": "tavola", "point": "punta", "last": "ripeti", "status": "stato",
        "cube": "cubo", "pips": "passi", "auto": "auto",
        "tutor": "tutor", "look": "riguarda", "show": "mostra",
        "rules": "regole", "rules words": "regole parole",
        "numbering": "numerazione", "save": "salva", "help": "aiuto",
        "quit": "esci",
    },
    "de": {
        "throw": "würfeln", "done": "fertig", "undo": "zurück", "moves": "züge",
        "why": "warum", "hint": "tipp", "chances": "chancen",
        "double": "verdoppeln", "take": "annehmen", "drop": "ablehnen", "pass": "passen",
        "beaver": "beaver", "yes": "ja", "no": "nein", "ok": "ok",
        "resign": "aufgeben", "accept": "annehmen", "refuse": "ablehnen", "draw": "unentschieden",
        "agree": "annehmen", "decline": "ablehnen", "keep": "behalten", "correct": "berichtigen",
        "choose": "wählen", "name": "wählen", "next": "weiter", "board": "brett",
        "point": "feld",
        "last": "wiederholen", "status": "stand", "cube": "verdopplungswürfel",
        "pips": "augen", "auto": "auto", "rules": "regeln",
        "tutor": "tutor", "look": "überdenken", "show": "zeigen",
        "rules words": "regeln wörter",
        "numbering": "zählung", "save": "speichern", "help": "hilfe", "quit": "ende",
    },
    "fr": {
        "throw": "lancer", "done": "terminé", "undo": "annuler", "moves": "coups",
        "why": "pourquoi", "hint": "conseil", "chances": "chances",
        "double": "doubler", "take": "accepter", "drop": "refuser", "pass": "passer",
        "beaver": "beaver", "yes": "oui", "no": "non", "ok": "ok",
        "resign": "abandonner", "accept": "accepter", "refuse": "refuser", "draw": "nulle",
        "agree": "accepter", "decline": "refuser", "keep": "garder", "correct": "corriger",
        "choose": "choisir", "name": "choisir", "next": "suivante", "board": "plateau",
        "point": "flèche",
        "last": "répéter", "status": "état", "cube": "videau",
        "pips": "pips", "auto": "auto", "rules": "règles",
        "tutor": "tuteur", "look": "revoir", "show": "montrer",
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

MORE = ("more", "figures", "più", "cifre", "mehr", "zahlen", "plus", "chiffres")
"""What may be typed after `hint` for the figures of each play."""

TUTORS: dict[str, tuple[str, ...]] = {
    "off": ("off", "none", "no", "spento", "via", "aus", "keiner", "arrêt", "aucun"),
    "gentle": ("gentle", "gentile", "sanft", "mild", "indulgent", "doux"),
    "strict": ("strict", "severo", "streng", "sévère"),
}
"""What a tutor may be, with what may be typed for it after `tutor`."""

LOCAL_TUTORS: dict[str, dict[str, str]] = {
    "it": {"off": "spento", "gentle": "gentile", "strict": "severo"},
    "de": {"off": "aus", "gentle": "sanft", "strict": "streng"},
    "fr": {"off": "aucun", "gentle": "indulgent", "strict": "sévère"},
}
"""How these are called in help."""

NUMBERINGS: dict[str, tuple[str, ...]] = {
    "own": ("own", "miei", "propri", "eigene", "eigenen", "meine", "miens", "propres"),
    "booklet": ("booklet", "libretto", "heft", "livret"),
}
"""How points may be numbered, with what may be typed for each after `numbering`."""

LOCAL_NUMBERINGS: dict[str, dict[str, str]] = {
    "it": {"own": "miei", "booklet": "libretto"},
    "de": {"own": "eigene", "booklet": "heft"},
    "fr": {"own": "miens", "booklet": "livret"},
}
"""How these are called where they are told."""

AUTO: dict[str, tuple[str, ...]] = {
    "throw": (*COMMANDS["throw"], "lancio", "lanci"),
    "forced": (
        "forced", "obbligate", "obbligata", "forzate", "erzwungene", "erzwungen", "gezwungen",
        "forcés", "forcé",
    ),
    "done": COMMANDS["done"],
    "all": ("all", "on", "tutto", "tutti", "alles", "alle", "an", "tout", "tous"),
    "none": ("none", "off", "niente", "nessuno", "nichts", "aus", "keine", "rien", "aucun"),
}  # fmt: skip
"""What may go by itself, with what may be typed for each after `auto`."""

LOCAL_AUTO: dict[str, dict[str, str]] = {
    "it": {
        "throw": "lancia", "forced": "obbligate", "done": "fine", "all": "tutto", "none": "niente",
    },
    "de": {
        "throw": "würfeln", "forced": "erzwungene", "done": "fertig", "all": "alles",
        "none": "nichts",
    },
    "fr": {
        "throw": "lancer", "forced": "forcés", "done": "terminé", "all": "tout", "none": "rien",
    },
}  # fmt: skip
"""How these are called in help."""

GO = mark("Playing")
OFFERS = mark("Offers and the match")
ASK = mark("Questions")
TABLE = mark("The table")

HELP: dict[str, tuple[tuple[str, str], ...]] = {
    GO: (
        (
            "8/5 6/5",
            mark("a play from point to point; 8-5 and 24 18 will do, twice the same: 13/7x2"),
        ),
        ("bar/22", mark("enters from the bar, res/21 from the reserve; 6/off bears off")),
        ("throw", mark("throw the dice (or just Enter); with real dice type them: 3-1")),
        ("correct", mark("put typed dice right before the first step: correct 4-1")),
        ("keep", mark("play the dice of the opening")),
        ("name", mark("name your throw: name 6-5")),
        ("choose", mark("choose the number of a double: choose 4")),
        ("ok", mark("the same as Enter: throws, plays the only play, ends the turn")),
        ("done", mark("end the throw (or just Enter once all numbers are played)")),
        ("undo", mark("take back the last step")),
        ("moves", mark("all plays that are possible now; then a number plays one of them")),
        ("auto", mark("what goes by itself: auto throw, auto forced, auto done, all, none")),
    ),
    OFFERS: (
        ("double", mark("offer a double; the answer is take or drop")),
        ("beaver", mark("take a double and double at once, keeping the cube")),
        ("resign", mark("give up the game: resign, resign 2, resign 3")),
        ("draw", mark("offer a draw")),
        ("yes", mark("yes and no answer every offer")),
        ("next", mark("go on to the next game (or just Enter)")),
    ),
    ASK: (
        ("why", mark("why the last refusal; why not a play, or what it gives away: why 8/5")),
        ("hint", mark("the best plays and why: hint more, for figures; one beside them: hint 8/5")),
        ("chances", mark("the chances of both sides and the cube")),
        ("board", mark("show the board, or tell where all checkers are")),
        ("point", mark("what stands on a point: point 8")),
        ("last", mark("tell again what happened last")),
        ("status", mark("score, cube, whose turn, dice")),
        ("cube", mark("the doubling cube and its owner")),
        ("pips", mark("pip counts")),
        ("rules", mark("the rules of this game")),
        (
            "rules words",
            mark("the board and its words; where these games come from: rules history"),
        ),
    ),
    TABLE: (
        ("tutor", mark("who stops you before a blunder: tutor gentle, strict, off; tutor 0.1")),
        ("numbering", mark("change between own and booklet numbers")),
        ("save", mark("write the record to a file: save match.json")),
        ("help", mark("this list; about one word: help bar, or bar?")),
        ("quit", mark("leave; the match goes on next time")),
    ),
}
"""The lines of `help` in groups: what to type, and what it does."""


def shown(words: Words, name: str) -> str:
    """How a command is called in help and prompts of a language."""
    return LOCAL.get(words.lang, {}).get(name, name)


def shown_auto(words: Words, name: str) -> str:
    """How something that may go by itself is called in a language."""
    return LOCAL_AUTO.get(words.lang, {}).get(name, name)


def shown_tutor(words: Words, mode: str) -> str:
    """How a kind of tutor is called in a language."""
    return LOCAL_TUTORS.get(words.lang, {}).get(mode, mode)


def shown_numbering(words: Words, name: str) -> str:
    """How a way of numbering the points is called in a language."""
    return LOCAL_NUMBERINGS.get(words.lang, {}).get(name, name)


def keys_of(name: str) -> list[str]:
    """The single letters that do the same as a command, as the keys of the board do."""
    return [word for word in COMMANDS.get(name, ()) if len(word) == 1 and word != name]
