"""Shortcuts name the axes they know.

A fast path or an exact table is right for some rules only.  It lists the axes it was made for, each
with the values it knows.  Any other axis, one added later included, must stand at its default;
else the shortcut is not taken and the slow way goes, which is right for all rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Values = Callable[[Any], bool]
"""Whether a value of an axis is known."""
Known = Mapping[str, Values]
"""The axes that a shortcut knows, by name."""

# Groups of axes; before one is added to a group, look at every list that takes the group whole.

THROWS = (
    "numbers",
    "order",
    "waste",
    "win_is_complete",
    "double_moves",
    "double_then",
    "incomplete",
    "again",
    "ace_deuce",
    "ace_deuce_again",
)
"""What a throw lets a player do."""
DICE = ("dice", "fixed_double", "namer")
"""Where throws come from."""
WORTH = ("score", "hit_score", "triple_needs_none_off")
"""What a game is worth."""
AROUND = ("opening", "cube", "cube_window", "cube_ban", "swap_roles")
"""What lies around play: the opening throw, the cube, the change of colours."""


def among(*values: object) -> Values:
    """One of these values."""
    return lambda value: value in values


def whatever(*axes: str) -> dict[str, Values]:
    """Axes of which every value is known, since none makes a difference."""
    return dict.fromkeys(axes, lambda value: True)


def covers(known: Known, declared: DataclassInstance) -> bool:
    """Whether all that a declaration (a `Ruleset`, a `Geometry`) says is known."""
    return all(
        known[item.name](getattr(declared, item.name))
        if item.name in known
        else getattr(declared, item.name) == item.default
        for item in fields(declared)
    )


__all__ = ["AROUND", "DICE", "THROWS", "WORTH", "Known", "Values", "among", "covers", "whatever"]
