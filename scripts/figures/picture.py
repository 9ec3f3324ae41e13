"""The picture of the frontier: points a game over CPU time a decision, as SVG by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 20, 50
COLOURS = ("#b5382a", "#1f5f99")
ASIDE = (-8, 18)
"""How far below its point a name stands, by series, so that names do not meet."""


class Point(NamedTuple):
    """A player: its name, CPU milliseconds a decision, points a game and their standard error."""

    name: str
    cost: float
    points: float
    error: float


def drawn(series: Sequence[tuple[str, Sequence[Point]]]) -> str:
    """The points of each series, joined, over a logarithmic axis of time."""
    known = [point for _, points in series for point in points]
    if not known:
        return ""
    first = math.floor(math.log10(min(point.cost for point in known)))
    last = math.ceil(math.log10(max(point.cost for point in known)))
    low = min(0.0, *(point.points - point.error for point in known))
    high = max(point.points + point.error for point in known)
    low, high = math.floor(low * 50) / 50, math.ceil(high * 50) / 50

    def x(cost: float) -> float:
        share = (math.log10(cost) - first) / max(last - first, 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(points: float) -> float:
        return TOP + (high - points) / max(high - low, 0.02) * (HEIGHT - TOP - BOTTOM)

    parts = [*_axes(x, y, range(first, last + 1), low, high)]
    for (name, points), colour, aside in zip(series, COLOURS, ASIDE, strict=False):
        parts += _series(name, [(one, x(one.cost), y) for one in points], colour, aside)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12"'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    return "\n".join([f"{head} {style}>", ground, *parts, "</svg>", ""])


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{text}</text>'


def _line(x: float, y: float, u: float, v: float, colour: str) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{colour}"/>'


def _axes(x: object, y: object, powers: Iterable[int], low: float, high: float) -> Iterable[str]:
    assert callable(x)
    assert callable(y)
    for power in powers:
        at = x(10.0**power)
        yield _line(at, TOP, at, HEIGHT - BOTTOM, "#ddd")
        yield _text(at, HEIGHT - BOTTOM + 16, f"{10.0**power:g}", ' text-anchor="middle"')
    for n in range(round(low * 50), round(high * 50) + 1):
        at = y(n / 50)
        yield _line(LEFT, at, WIDTH - RIGHT, at, "#888" if n == 0 else "#ddd")
        yield _text(LEFT - 6, at + 4, f"{n / 50:+.2f}", ' text-anchor="end"')
    middle = (LEFT + WIDTH - RIGHT) / 2
    said = "CPU milliseconds a decision"
    yield _text(middle, HEIGHT - 12, said, ' text-anchor="middle"')
    turned = f' text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})"'
    yield _text(16, HEIGHT / 2, "points a game against gnubg 0-ply", turned)


def _series(
    name: str, points: Sequence[tuple[Point, float, object]], colour: str, aside: int
) -> list[str]:
    found, places = [], []
    for one, at, y in points:
        assert callable(y)
        places.append(f"{at:.1f} {y(one.points):.1f}")
        found.append(_line(at, y(one.points - one.error), at, y(one.points + one.error), colour))
        found.append(f'<circle cx="{at:.1f}" cy="{y(one.points):.1f}" r="4" fill="{colour}"/>')
        more = f' fill="{colour}"' + (' text-anchor="end"' if at > 0.8 * WIDTH else "")
        found.append(
            _text(at + (-7 if at > 0.8 * WIDTH else 7), y(one.points) + aside, one.name, more)
        )
    if places:
        found.insert(0, f'<path d="M{"L".join(places)}" stroke="{colour}" fill="none"/>')
    return [f"<g><title>{name}</title>", *found, "</g>"]
