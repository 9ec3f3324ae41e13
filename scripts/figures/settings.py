"""Settings that several rows share, as they are stored with every result."""

from __future__ import annotations

from typing import Any

from tavola.bots.search.candidates import FILTERS
from tavola.bots.search.effort import LEVELS

LOOK: dict[str, Any] = {"filters": [[one.keep, one.within] for one in FILTERS]}
"""How a look ahead is narrowed."""
EFFORT: dict[str, Any] = {"effort": [list(one) for one in LEVELS]}
"""How a budget is spent."""
