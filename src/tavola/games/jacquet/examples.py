"""Worked examples of Jacquet."""

from __future__ import annotations

from tavola.games.common_examples import PARALLEL
from tavola.rules.model.declaration import Example

START = "W 1:15 | B 13:15"
EXAMPLES = (
    Example(then=START, rule="JA-1"),
    *PARALLEL,
)
