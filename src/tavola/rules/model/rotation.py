"""A rotation: the games of a match in turn, each with its own rules.

The first game of a match is played by the first of them, the next one by the second, and after the
last the first comes again.  A match of one game only has an empty rotation.
"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.rules.model.ruleset import Ruleset


@dataclass(frozen=True)
class InTurn:
    """One game of a rotation: its id in the catalogue, and the rules that it is played by."""

    game: str
    rules: Ruleset


Rotation = tuple[InTurn, ...]


def in_turn(rotation: Rotation, number: int) -> InTurn | None:
    """What is played as game `number` (from 1) of a match; None without a rotation."""
    return rotation[(number - 1) % len(rotation)] if rotation else None


__all__ = ["InTurn", "Rotation", "in_turn"]
