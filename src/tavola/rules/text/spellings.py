"""How people write plays: `8-5`, `24 18`, `bar 22`, `13/7x2`, `réserve/4`; read as the notation
has it: `8/5`, `24/18`, `bar/22`, `13/7(2)`, `res/4`.
"""

from __future__ import annotations

import re
import unicodedata

_PLACES = {
    **dict.fromkeys(("bar", "barra", "barre"), "bar"),
    **dict.fromkeys(("res", "reserve", "riserva", "vorrat"), "res"),
    **dict.fromkeys(("off", "out", "fuori", "raus", "aus", "sorti", "dehors"), "off"),
}
"""Places beside the points, without accents, in the four languages."""

_ARROW = re.compile(r"\s*(?:->|[-\u2010-\u2015\u2212\u2192>/\\:])\s*")
_TWO_TOWERS = re.compile(r"(?<!\S)([1-6])-(?!\1)(?=[1-6](?!\S))", re.ASCII)
_TIMES = re.compile(r"\s*x\s*([1-9])(?![\d/])|\s+\(\s*([1-9])\s*\)")
_SEPARATOR = re.compile(r"[\s,;+]+")
_WORD = re.compile(r"[a-z]+")
_BARE = re.compile(r"bar|res|off|\d+", re.ASCII)
_PLAY = re.compile(r"(?:bar|res|\d+)(?:[/(].*)?", re.ASCII)


def tokens(text: str, *, towers: bool = False) -> list[str]:
    """The parts of a typed play as the notation writes them; what is none stays as it is.

    Places that stand alone are taken in pairs, from one to the next; with `towers` each of them is
    a tower by itself.
    """
    plain = unicodedata.normalize("NFKD", text.replace("\u00d7", "x")).lower()
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    plain = _TIMES.sub(lambda found: f"({found[1] or found[2]})", plain)
    plain = _ARROW.sub("/", _TWO_TOWERS.sub(r"\1 ", plain) if towers else plain)
    plain = _WORD.sub(lambda found: _PLACES.get(found[0], found[0]), plain)
    parts = [part for part in _SEPARATOR.split(plain) if part]
    return parts if towers else _paired(parts)


def is_play(text: str) -> bool:
    """Whether a typed line begins like a play, be it a good one or not."""
    return bool(_PLAY.fullmatch(next(iter(tokens(text)), "")))


def _paired(parts: list[str]) -> list[str]:
    found: list[str] = []
    open_ = False
    for part in parts:
        place, count, rest = part.partition("(")
        if open_ and _BARE.fullmatch(place.rstrip("*")):
            found[-1] += f"/{part}" if not count else f"/{place}({rest}"
            open_ = False
        else:
            open_ = _BARE.fullmatch(part) is not None
            found.append(part)
    return found
