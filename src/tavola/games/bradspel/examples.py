"""Worked examples of Brädspel."""

from __future__ import annotations

EXAMPLES = ()
