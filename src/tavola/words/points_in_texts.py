"""Points that stand in a text as data, and are told as the reader's board shows them.

A text holds points in braces, as the booklet's numbers: `{8}`, `{24-19}`, `{8, 14 und 15}`; every
number between braces is a point.  `{W:8}` and `{B:8}` say in addition whose checkers or whose way
the sentence is about: on a board with two tracks that decides the track.

The board in front of a reader has one number for each point: the booklet's, or what his own side
calls it.  A text uses the same ones, for both players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tavola.rules.model.geometry import board_number, geometry_of
from tavola.rules.model.ruleset import Ruleset, Side

_TOLD = re.compile(r"\{(?:([WB]):)?([^{}]*\d[^{}]*)\}")
_NUMBER = re.compile(r"\d+")
_STRETCH = re.compile(r"\d+(?:-| bis | à )\d+")
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}


@dataclass(frozen=True)
class Told:
    """Points between one pair of braces: whose (None: nobody's), the text, the booklet points."""

    side: Side | None
    text: str

    @property
    def points(self) -> tuple[int, ...]:
        """The booklet points, in order."""
        return tuple(int(found) for found in _NUMBER.findall(self.text))


def told_points(text: str) -> Iterator[Told]:
    """All points that a text holds as data."""
    for found in _TOLD.finditer(text):
        yield _told(found)


def _told(found: re.Match[str]) -> Told:
    return Told(_SIDES.get(found[1] or ""), found[2])


def with_numbers(text: str, rules: Ruleset, numbering: str, viewer: Side) -> str:
    """The text for somebody who sees the board from `viewer`'s seat with the numbers of
    `numbering` (`own` or `booklet`)."""

    def written(found: re.Match[str]) -> str:
        told = _told(found)
        points = told.points
        numbers = [board_number(rules, viewer, point, numbering) for point in points]
        if numbering == "own" and _is_stretch_of_home(rules, told, viewer):
            rising = points[0] < points[-1]
            numbers.sort(reverse=not rising)
        left = iter(numbers)
        return _NUMBER.sub(lambda _: str(next(left)), told.text)

    return _TOLD.sub(written, text)


def _is_stretch_of_home(rules: Ruleset, told: Told, viewer: Side) -> bool:
    """Whether points are a home or a part of it, from one number to another.

    It reads from its smaller number in every numbering if it is written so: `19-24` as `1-6`.
    Where checkers enter the order is that of the dice, `1-6` as `24-19`.
    """
    side = viewer if told.side is None else told.side
    home = geometry_of(rules).home(side)
    return bool(_STRETCH.fullmatch(told.text)) and set(told.points) <= set(home)
