"""What each fact is worth in a game: fitted figures, or what is usual where there are none.

`tavola reasons GAME` fits them (`fitting.py`) and writes `reasons.json` into the game's folder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tavola.games import find, folder
from tavola.play import log
from tavola.study.measures import MEASURES, free_sign

FILE = "reasons.json"
"""Where the figures of a game lie, in its folder."""
VERSION = 1


@dataclass(frozen=True)
class Weights:
    """What one more of each measure is worth in points of the game, by its name.

    `r2`: which part of the difference between plays the facts explain; `pairs` of plays in
    `positions` of self-play from `seed`, judged by the net of the digest `net`.  `r2` is None where
    nothing was fitted.
    """

    worth: Mapping[str, float]
    r2: float | None = None
    pairs: int = 0
    positions: int = 0
    seed: int = 0
    net: str = ""


USUAL = Weights({one.name: one.sign * one.usual for one in MEASURES})
"""What goes by kind of fact where a game has not been fitted."""

FORCED = Weights({one.name: one.sign * one.usual for one in MEASURES if one.family == "forced"})
"""The same where the goal is turned round: what is good elsewhere may be bad there."""


@lru_cache(maxsize=64)
def weights_of(game_id: str) -> Weights:
    """The figures of a game; the usual ones where it has none that can be read.  Raises `Refused`
    (`no_game`)."""
    usual = FORCED if free_sign(find(game_id).ruleset(None)) else USUAL
    return read(folder(game_id) / FILE) or usual


def read(path: Path) -> Weights | None:
    """The figures of a file, or None if they cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != VERSION:
            return None
        worth = {str(name): float(value) for name, value in data["worth"].items()}
        return Weights(
            worth,
            float(data["r2"]),
            int(data["pairs"]),
            int(data["positions"]),
            int(data["seed"]),
            str(data["net"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write(path: Path, weights: Weights) -> None:
    """Keep figures in a file.  Raises OSError."""
    data = {
        "version": VERSION,
        "r2": weights.r2,
        "pairs": weights.pairs,
        "positions": weights.positions,
        "seed": weights.seed,
        "net": weights.net,
        "worth": dict(weights.worth),
    }
    log.put(path, (json.dumps(data, indent=1) + "\n").encode())
    weights_of.cache_clear()
