"""How strong the levels of a game are, on one scale: from figures that ship with the games.

`scripts/ratings.py` lets the levels of a game play each other; what explains their results stands
in `ratings.json` in the folder of the game.  The scale is Elo's: whoever stands 400 higher wins ten
games for each that he loses.  The level expert stands at 2000 in every game.
"""

from __future__ import annotations

import json
from functools import lru_cache

from tavola.games import folder

FILE = "ratings.json"
"""Name of the file in a game's folder."""


@lru_cache(maxsize=256)
def ratings_of(game_id: str) -> dict[str, int]:
    """The Elo of each level, the weakest first; no level stands below a weaker one.  Empty if
    nobody has measured it, if there is one level only, or if the file cannot be read.
    Raises `Refused` (code `no_game`)."""
    place = folder(game_id) / FILE
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
        return {str(name): int(elo) for name, elo in found["levels"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
