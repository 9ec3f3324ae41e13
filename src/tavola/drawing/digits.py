"""Digits drawn with lines, for programs that draw pictures without any fonts."""

from __future__ import annotations

import re

from tavola.drawing.elements import tag

WIDTH, HEIGHT, STEP = 4, 6, 5.6
"""The field of a digit, and from one to the next."""
_LINES = {
    "0": "M2 0C.5 0 0 1.4 0 3S.5 6 2 6 4 4.6 4 3 3.5 0 2 0Z",
    "1": "M.7 1.2L2.3 0V6",
    "2": "M.1 1.5C.3 .5 1 0 2 0 3.1 0 3.9 .7 3.9 1.7 3.9 3.1 1.5 4.2 .1 6H4",
    "3": "M.2 .9C.6 .3 1.2 0 2 0 3.1 0 3.8 .6 3.8 1.5S3 2.9 2 2.9"
    "C3.1 2.9 4 3.4 4 4.4S3.2 6 2 6C1.1 6 .4 5.6 0 4.9",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.7 0H.6L.3 2.7C.8 2.3 1.3 2.2 1.9 2.2 3.2 2.2 4 3 4 4.1S3.2 6 1.9 6C1 6 .4 5.6 0 5",
    "6": "M3.5 .4C3.1 .1 2.7 0 2.2 0 .8 0 0 1.3 0 3.3 0 5.1 .7 6 2 6 3.2 6 4 5.2 4 4.1"
    "S3.2 2.3 2.1 2.3C1.1 2.3 .2 3 .1 3.9",
    "7": "M0 0H4L1.6 6",
    "8": "M2 2.8C.9 2.8 .3 2.2 .3 1.4S.9 0 2 0 3.7 .6 3.7 1.4 3.1 2.8 2 2.8"
    "C.8 2.8 0 3.4 0 4.4S.8 6 2 6 4 5.4 4 4.4 3.2 2.8 2 2.8Z",
    "9": "M.5 5.6C.9 5.9 1.3 6 1.8 6 3.2 6 4 4.7 4 2.7 4 .9 3.3 0 2 0 .8 0 0 .8 0 1.9"
    "S.8 3.7 1.9 3.7C2.9 3.7 3.8 3 3.9 2.1",
    "\u00d7": "M.5 1.8L3.5 4.8M3.5 1.8L.5 4.8",
}
_TEXT = re.compile(
    r'<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)" class="([^"]*)">([\d\u00d7]+)</text>'
)
_FILLED = re.compile(r"([^{}]*\.(?:number|count)[^{}]*)\{fill:([^;}]+)\}")


def as_lines(picture: str) -> str:
    """A picture whose digits are lines instead of text."""
    styled = _FILLED.sub(_with_lines, picture)
    return _TEXT.sub(lambda found: _number(*found.groups()), styled)


def _with_lines(found: re.Match[str]) -> str:
    """A rule that fills text, and the same for lines."""
    names = [f"{one} .digit" for one in found[1].split(",") if one.endswith((".number", ".count"))]
    return f"{found[0]}{','.join(names)}{{fill:none;stroke:{found[2]}}}" if names else found[0]


def _number(x: str, y: str, size: str, name: str, text: str) -> str:
    scale = float(size) * 0.72 / HEIGHT
    left = float(x) - (len(text) * STEP - (STEP - WIDTH)) * scale / 2
    digits = (
        tag("path", d=_LINES[digit], class_="digit", transform=f"translate({i * STEP:g})")
        for i, digit in enumerate(text)
    )
    place = f"translate({left:.1f} {float(y) - HEIGHT * scale:.1f})scale({scale:.3f})"
    return tag(
        "g",
        "".join(digits),
        class_=name,
        transform=place,
        stroke_width=0.9,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
