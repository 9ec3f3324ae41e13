"""What is measured about each game: how long it takes and how much of it is luck.

The numbers are in each game's folder; `scripts/wall_facts.py` makes them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tavola.games import folder

FILE = "measured.json"
"""Name of the file in a game's folder."""
SECONDS_A_TURN = 12
"""How long a turn is reckoned to take people who know the game."""


@dataclass(frozen=True)
class Facts:
    """What the card of a game says.  `minutes` of one game; `luck` 0-100, None if not measured."""

    minutes: int
    luck: int | None


@lru_cache(maxsize=256)
def facts_of(game_id: str) -> Facts | None:
    """The facts of a game; None if nobody has measured it, or if its file cannot be read."""
    try:
        found = json.loads((folder(game_id) / FILE).read_text(encoding="utf-8"))
        return Facts(minutes_for(found["turns"]), luck_of(found))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def minutes_for(turns: int) -> int:
    """How long so many turns take: whole minutes, from ten on in steps of five."""
    minutes = max(1, round(turns * SECONDS_A_TURN / 60))
    return minutes if minutes < 10 else 5 * round(minutes / 5)


def luck_of(found: dict[str, Any]) -> int | None:
    """The share of luck in per cent, in steps of five: 100 if the weaker player wins as often as
    the stronger one, 0 if never."""
    if not found.get("decided"):
        return None
    # As if each had won once more: few games that all ended alike prove little.
    share: float = (found["weak_wins"] + 1) / (found["decided"] + 2)
    return min(100, 5 * round(40 * share))
