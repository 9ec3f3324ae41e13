"""Drawings inside web pages: their colours come from the styles of the page around them.

The pictures of the wall are many: grounds and checkers stand in the page once, as symbols.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tavola.drawing.elements import group, number, tag
from tavola.drawing.picture import Look, Picture
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side

NARROW, WIDE = 360.0, 640.0
"""Widths of a diagram on a phone and on a desk: its numbers are as large as the text around it."""
SMALL = 288.0
"""Width of a picture on the wall, and three quarters of it high."""
_HIDDEN = {"aria_hidden": "true", "focusable": "false"}


@dataclass(frozen=True)
class Wall:
    """Small pictures of many games: what they share, and each of them."""

    shared: str
    pictures: Mapping[str, str]


def diagram(
    rules: Ruleset,
    width: float,
    name: str = "",
    *,
    numbers: str = "booklet",
    viewer: Side = Side.WHITE,
) -> str:
    """The opening position as `viewer` sees it, with the directions, for the rules of a game;
    `numbers`: `own` or `booklet`."""
    look = Look(width, viewer, numbers, theme="", directions=True)
    drawn = Picture(rules, look)
    body = drawn.ground() + drawn.checkers(Position.start(rules))
    w, h = drawn.plan.size
    used = tag("defs", "".join(drawn.pieces.used.values()))
    return _svg(used + body, f"0 0 {number(w)} {number(h)}", f"board small {name}".rstrip())


def wall(games: Mapping[str, Ruleset]) -> Wall:
    """The opening positions of games, every picture of the same shape."""
    look = Look(SMALL, theme="", bare=True)
    grounds: dict[str, str] = {}
    used: dict[str, str] = {}
    pictures = {}
    for game, rules in games.items():
        drawn = Picture(rules, look)
        ground = drawn.ground()
        name = grounds.setdefault(ground, f"ground-{len(grounds)}")
        content = tag("use", href=f"#{name}") + drawn.checkers(Position.start(rules))
        used.update(drawn.pieces.used)
        (w, h), height = drawn.plan.size, SMALL * 0.75
        box = f"{number((w - SMALL) / 2)} {number((h - height) / 2)} {SMALL:g} {height:g}"
        pictures[game] = _svg(content, box, "board small")
    shared = [group("small", [ground], id=name) for ground, name in grounds.items()]
    return Wall("".join([*shared, *used.values()]), pictures)


def _svg(content: str, box: str, name: str) -> str:
    return tag("svg", content, viewBox=box, class_=name, **_HIDDEN)
