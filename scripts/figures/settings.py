"""Settings that several rows share, as they are stored with every result."""

from __future__ import annotations

from dataclasses import asdict, astuple
from typing import Any

from tavola.bots.cube.patience import PATIENCE, may_stay
from tavola.bots.levels import Level
from tavola.bots.search.candidates import FILTERS
from tavola.bots.search.effort import LEVELS
from tavola.rules.model.ruleset import Ruleset

LOOK: dict[str, Any] = {"filters": [[one.keep, one.within] for one in FILTERS]}
"""How a look ahead is narrowed."""
EFFORT: dict[str, Any] = {"effort": [list(astuple(one)) for one in LEVELS]}
"""How a budget is spent."""


def written(level: Level) -> dict[str, Any]:
    """A level as settings of games without a cube.  What it does not use is left out, so that
    stored results stay valid when levels learn something new."""
    found = {name: value for name, value in asdict(level).items() if value is not None}
    found.pop("cube", None)
    return found


def patient(rules: Ruleset) -> dict[str, Any]:
    """When draws are agreed, where a game would have no end without."""
    return {"patience": PATIENCE} if may_stay(rules) else {}
