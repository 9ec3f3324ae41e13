"""Elements of an SVG picture as text; their looks come from classes only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from tavola.drawing.plan import Box, Point

Value = str | float | None


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


def _toward(start: Point, end: Point, far: float) -> Point:
    """The point that lies `far` from the start on the way to the end, half way at most."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = min(far / (math.hypot(dx, dy) or 1), 0.5)
    return start[0] + dx * part, start[1] + dy * part


def path(d: str, name: str, width: float | None = None) -> str:
    """A path."""
    return tag("path", d=d, class_=name, stroke_width=width)


def boxed(box: Box, radius: float, name: str) -> str:
    """A rectangle with round corners."""
    return tag("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=radius, class_=name)


def circle(at: Point, r: float, name: str, width: float | None = None) -> str:
    """A circle."""
    return tag("circle", cx=at[0] or None, cy=at[1] or None, r=r, class_=name, stroke_width=width)


def written(content: object, at: Point, size: float, name: str) -> str:
    """Text around a middle."""
    x, y = at
    return tag("text", escape(str(content)), x=x, y=y + size * 0.35, font_size=size, class_=name)
