"""Worked examples of Us acey deucey."""

from __future__ import annotations

from tavola.rules.model.declaration import Example

EXAMPLES = (
    Example(then="W res:15 | B res:15", rule="start"),
    # TODO: positions with all their plays, above all those that the relative would play otherwise:
    # Example(text="W 10:1 | B 21:2 24:1 | W 5-6", plays=("10/16",), rule="the higher number"),
)
