"""Worked examples of Plakoto."""

from __future__ import annotations

from tavola.rules.model.declaration import Example

_START = "W 1:15 | B 24:15"

EXAMPLES = (Example(then=_START, rule="PL-1"),)
