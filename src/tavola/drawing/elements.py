"""Elements of an SVG picture as text; their looks come from classes only."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from html import escape

from tavola.drawing.plan_parts import Box, Point

Value = str | float | None
_NO_SIGN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold, not even escaped: no reader opens a picture that does."""


def number(value: float) -> str:
    """A number with one decimal at most."""
    return f"{round(value, 1):g}"


def tag(name: str, content: str = "", **attributes: Value) -> str:
    """An element; attributes that are None are left out, `_` in their names becomes `-`."""
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{_text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _text(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def read_out(title: object, description: object) -> str:
    """What is read to those who do not see a picture."""
    texts = (escape(_NO_SIGN.sub("\ufffd", str(text))) for text in (title, description))
    return "<title>{}</title><desc>{}</desc>".format(*texts)


def group(name: str, parts: Iterable[str], **attributes: Value) -> str:
    """Elements together; nothing for none."""
    content = "".join(parts)
    return tag("g", content, class_=name or None, **attributes) if content else ""


def line(points: Iterable[Point]) -> str:
    """Lines through all points, for `d`."""
    return "M" + "L".join(map(_pair, points))


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def bent(points: Sequence[Point], radius: float) -> str:
    """Lines whose corners are as round as `radius` and their length allow."""
    parts = [f"M{_pair(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near, far = _toward(corner, before, radius), _toward(corner, after, radius)
        parts.append(f"L{_pair(near)}Q{_pair(corner)} {_pair(far)}")
    return "".join(parts) + f"L{_pair(points[-1])}"


def curve(points: Sequence[Point], radius: float) -> list[Point]:
    """Lines with round corners, as `bent` draws them, as many short lines."""
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        near, far = _toward(corner, before, radius), _toward(corner, after, radius)
        found += bow(near, corner, far)
    return [*found, points[-1]]


def bow(start: Point, aside: Point, end: Point) -> list[Point]:
    """From a point to another one, drawn towards a third."""
    parts = [i / 16 for i in range(17)]
    return [_between(_between(start, aside, p), _between(aside, end, p), p) for p in parts]


def cut(points: Sequence[Point], first: float, last: float) -> list[Point]:
    """Short lines without so many pixels of both ends."""
    return _shorter(_shorter(points, first)[::-1], last)[::-1]


def _shorter(points: Sequence[Point], by: float) -> list[Point]:
    rest = list(points)
    while len(rest) > 2 and math.dist(rest[0], rest[1]) <= by:
        by -= math.dist(rest[0], rest[1])
        rest.pop(0)
    part = min(by / (math.dist(rest[0], rest[1]) or 1), 0.95)
    return [_between(rest[0], rest[1], part), *rest[1:]]


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _toward(start: Point, end: Point, far: float) -> Point:
    """The point that lies `far` from the start on the way to the end, half way at most."""
    return _between(start, end, min(far / (math.dist(start, end) or 1), 0.5))


def path(d: str, name: str, width: float | None = None) -> str:
    """A path."""
    return tag("path", d=d, class_=name, stroke_width=width)


def boxed(box: Box, radius: float, name: str, width: float | None = None) -> str:
    """A rectangle with round corners."""
    x, y, w, h = box.x, box.y, box.w, box.h
    return tag("rect", x=x, y=y, width=w, height=h, rx=radius, class_=name, stroke_width=width)


def circle(at: Point, r: float, name: str, width: float | None = None) -> str:
    """A circle."""
    return tag("circle", cx=at[0] or None, cy=at[1] or None, r=r, class_=name, stroke_width=width)


def written(content: object, at: Point, size: float, name: str) -> str:
    """Text around a middle."""
    x, y = at
    return tag("text", escape(str(content)), x=x, y=y + size * 0.35, font_size=size, class_=name)
