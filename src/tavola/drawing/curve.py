"""A curve over a match as SVG: a chance to win, or points, with games set apart and errors marked.

Its looks come from classes, so that a page gives it the colours of its light and its dark.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from tavola.drawing.elements import circle, group, line, number, path, read_out, tag

WIDTH, HEIGHT = 900.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 16.0, 52.0, 28.0
_SIZE = 15.0
"""Size of the letters."""
_TAG = (64.0, 44.0)
"""Size of the label of a mark: it is pressed, too."""
_EDGE = 2.0
"""Between a label and the edge of the picture, which would cut its line in half."""


@dataclass(frozen=True)
class Spot:
    """A place on the curve: the number of an event and a value."""

    at: float
    value: float


@dataclass(frozen=True)
class Label:
    """What is said at the number of an event, and where that leads."""

    at: float
    text: str
    link: str = ""


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
    marks: Sequence[Label] = (),
    ends: Sequence[Label] = (),
    title: str = "",
    description: str = "",
    width: float = WIDTH,
    name: str = "",
) -> str:
    """The curve through `spots`; `marks` are errors on it, each with a label above it, `ends` are
    where games ended, with their names.  After its last spot it goes on level, as far as there is
    anything.  `title` and `description` are read to those who do not see it.  `width` is as many of
    its letters' pixels, `name` another class of the drawing.
    """
    places = [*(one.at for one in spots), *(one.at for one in (*marks, *ends))]
    last = max(places, default=1.0)

    def x(at: float) -> float:
        return _LEFT + (width - _LEFT - _RIGHT) * at / max(last, 1.0)

    def y(value: float) -> float:
        part = (min(max(value, scale.low), scale.high) - scale.low) / (scale.high - scale.low)
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * part

    drawn = [(x(one.at), y(one.value)) for one in spots]
    if drawn and drawn[-1][0] < x(last):
        drawn.append((x(last), drawn[-1][1]))
    labels = _apart([x(one.at) for one in marks], width)
    values = zip((scale.low, scale.middle, scale.high), scale.names, strict=True)
    layers = [
        group("levels", (_level(y(value), called, width) for value, called in values)),
        group("ends", _ends([(x(one.at), one.text) for one in ends])),
        path(line(drawn), "curve") if drawn else "",
        group(
            "marks",
            (_mark(_on(drawn, x(one.at)), at, one) for one, at in zip(marks, labels, strict=True)),
        ),
    ]
    head = read_out(title, description)
    return tag(
        "svg",
        head + "".join(layers),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(HEIGHT)}",
        class_=f"review-curve {name}".rstrip(),
        role="img",
        font_size=_SIZE,
    )


def _level(y: float, name: str, width: float) -> str:
    where = tag("line", x1=_LEFT, x2=width - _RIGHT, y1=y, y2=y, class_="level")
    return where + _text(name, _LEFT - 6, y + _SIZE * 0.35, "end")


def _ends(ends: Sequence[tuple[float, str]]) -> Iterator[str]:
    """Where games ended; a name that would stand over the one before is left out."""
    free = 0.0
    for x, name in ends:
        width = _SIZE * 0.6 * len(name) + 8
        fits = x - width >= free
        yield _end(x, name if fits else "")
        free = x if fits else free


def _end(x: float, name: str) -> str:
    where = tag("line", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="end")
    return where + (_text(name, x - 4, HEIGHT - 8, "end") if name else "")


def _on(drawn: Sequence[tuple[float, float]], x: float) -> tuple[float, float]:
    """The point of the curve above `x`; before its beginning it is as high as there."""
    after = bisect_left(drawn, x, key=lambda point: point[0])
    if after == 0:
        return x, drawn[0][1]
    (left, low), (right, high) = drawn[after - 1 : after + 1]
    return x, low + (high - low) * (x - left) / (right - left)


def _apart(wanted: Sequence[float], whole: float) -> list[float]:
    """Places for labels as near as can be to where they are wanted, in their order, none over
    another."""
    width, found = _TAG[0] + 4, list[float]()
    for n, at in enumerate(wanted):
        last = whole - _EDGE - _TAG[0] / 2 - width * (len(wanted) - 1 - n)
        least = found[-1] + width if found else _EDGE + _TAG[0] / 2
        found.append(max(least, min(at, last)))
    return found


def _mark(at: tuple[float, float], label_x: float, label: Label) -> str:
    """A mark, with its label above everything."""
    width, height = _TAG
    pin = tag("line", x1=label_x, y1=height, x2=at[0], y2=at[1], class_="pin")
    box = tag(
        "rect", x=label_x - width / 2, y=1, width=width, height=height - 1, rx=6, class_="tag"
    )
    text = tag(
        "text",
        escape(label.text),
        x=label_x,
        y=height / 2 + _SIZE * 0.35,
        text_anchor="middle",
        font_size=_SIZE * 1.2,
    )
    drawn = pin + circle(at, 6, "error") + box + text
    return tag("a", drawn, href=label.link, aria_label=label.text) if label.link else drawn


def _text(content: str, x: float, y: float, anchor: str) -> str:
    return tag("text", escape(content), x=x, y=y, text_anchor=anchor)


__all__ = ["Label", "Scale", "Spot", "curve"]
