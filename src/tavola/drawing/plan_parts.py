"""What a plan of a board is made of: places, boxes, seats, stacks and trays."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tavola.rules.model.ruleset import Side

Point = tuple[float, float]
"""x and y on the picture."""


def rounded(value: float) -> int:
    """To the nearest whole number, halves upwards, as a browser rounds."""
    return math.floor(value + 0.5)


@dataclass(frozen=True)
class Box:
    """A rectangle: its corner at the upper left, its width and height."""

    x: float
    y: float
    w: float
    h: float

    def inner(self, by: float) -> Box:
        """The box without its rim."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True)
class Room:
    """What a board has to fit into, and how it is looked at.

    `width` and `height` in pixels; `facing` sits below; `turned`: on its side, None for whichever
    gives wider points; `bare`: without numbers and signs; `mirror`: left and right exchanged.
    """

    width: float
    height: float
    facing: Side = Side.WHITE
    turned: bool | None = False
    bare: bool = False
    mirror: bool = False


@dataclass(frozen=True)
class Seat:
    """Where a viewer sees a point: its column and row, and whether checkers stand upwards."""

    col: int
    row: int
    up: bool


@dataclass(frozen=True)
class Stack:
    """The checkers of a point: whose, how many, one pinned below, lying side by side."""

    side: Side
    count: int
    pinned: bool = False
    flat: bool = False


@dataclass(frozen=True)
class Pool:
    """A tray: whose, `res` or `off`, at which end and in which half, and where it lies."""

    side: Side
    kind: str
    right: bool
    up: bool
    u: float = 0.0
    v: float = 0.0
    du: float = 0.0
    dv: float = 0.0


@dataclass(frozen=True)
class Spot:
    """The middle of a die and its width."""

    at: Point
    size: float
