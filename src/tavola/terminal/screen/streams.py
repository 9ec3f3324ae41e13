"""What is printed on a terminal: where it lacks a sign the nearest one it has, never an error; and
nothing that steers it, wherever that came from."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from io import TextIOWrapper

from tavola.rules.text.player_names import cleaned

ERRORS = "tavola.nearest"
"""How a stream meets a sign that it cannot hold."""
_NEAREST = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2018\u2019\u201a", "'"),
    **dict.fromkeys("─\u2013\u2014\u2212", "-"),
    **{"│": "|", "○": "o", "●": "x", "◀": "<", "▶": ">", "◇": "*", "\u222a": "u"},
    **{"·": ".", "•": "-", "±": "+/-", "\u00d7": "x", "°": "o"},
    **{"ß": "ss", "œ": "oe", "\u00a0": " ", "\u202f": " "},
}
"""White's and Black's checker stay apart even in ASCII."""


def prepare() -> None:
    """Let no sign that standard input, output or errors cannot hold stop the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ERRORS)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def calm(text: str) -> str:
    """Lines as they may be printed: a file may be called anything."""
    return "\n".join(map(cleaned, text.split("\n")))


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_NEAREST.get(sign) or _bare(sign) for sign in lost), error.end


def _bare(sign: str) -> str:
    """A letter without its accents, or a question mark."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


codecs.register_error(ERRORS, _nearest)
