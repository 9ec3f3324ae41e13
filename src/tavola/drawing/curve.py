"""A curve over a match as SVG: a chance to win, or points, with games set apart and errors marked.

Its looks come from classes, so that a page gives it the colours of its light and its dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tavola.drawing.elements import circle, group, line, number, path, tag

WIDTH, HEIGHT = 900.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 16.0, 16.0, 28.0
_SIZE = 15.0
"""Size of the letters."""


@dataclass(frozen=True)
class Spot:
    """A place on the curve: the number of an event, a value, and what is said there."""

    at: float
    value: float
    label: str = ""


@dataclass(frozen=True)
class Scale:
    """What the curve runs between: the least and the greatest value, the one in the middle that is
    drawn as a line, and what they are called."""

    low: float
    middle: float
    high: float
    names: tuple[str, str, str]


def curve(
    spots: Sequence[Spot],
    scale: Scale,
    *,
    marks: Sequence[Spot] = (),
    ends: Sequence[Spot] = (),
    title: str = "",
    description: str = "",
) -> str:
    """The curve through `spots`; `marks` are errors, each with a label beside it, `ends` are where
    games ended, with their names.  `title` and `description` are read to those who do not see it.
    """
    last = max((one.at for one in (*spots, *ends)), default=1.0)

    def x(at: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / max(last, 1.0)

    def y(value: float) -> float:
        part = (min(max(value, scale.low), scale.high) - scale.low) / (scale.high - scale.low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * part

    values = zip((scale.low, scale.middle, scale.high), scale.names, strict=True)
    layers = [
        group("levels", (_level(y(value), name) for value, name in values)),
        group("ends", (_end(x(one.at), one.label) for one in ends)),
        path(line((x(one.at), y(one.value)) for one in spots), "curve") if spots else "",
        group("marks", (_mark(x(one.at), y(one.value), one.label) for one in marks)),
    ]
    head = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    return tag(
        "svg",
        head + "".join(layers),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        class_="review-curve",
        role="img",
        font_size=_SIZE,
    )


def _level(y: float, name: str) -> str:
    where = tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="level")
    return where + _text(name, _LEFT - 6, y + _SIZE * 0.35, "end")


def _end(x: float, name: str) -> str:
    where = tag("line", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="end")
    return where + _text(name, x - 4, HEIGHT - 8, "end")


def _mark(x: float, y: float, label: str) -> str:
    above = y > HEIGHT / 2
    beside = y - 12 if above else y + 12 + _SIZE * 0.7
    return circle((x, y), 6, "error") + _text(label, x, beside, "middle")


def _text(content: str, x: float, y: float, anchor: str) -> str:
    return tag("text", escape(content), x=x, y=y, text_anchor=anchor)


__all__ = ["Scale", "Spot", "curve"]
