"""Which net plays a game: the package's own, or one that is given for a trial.

`TAVOLA_NETS` names a folder that is looked at first: `GAME.net`, or the folder of a course under
way, `GAME/checkpoint.npz`.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.bots import shipped_nets
from tavola.bots.exact import Exact, tables_for
from tavola.bots.net.file import Net
from tavola.rules.model.ruleset import Ruleset


class NoNet(Exception):
    """There is no net for a game; the message says which."""


def read(path: Path) -> Any:
    """The weights of a net file, or of the checkpoint of a course (as it would be shipped)."""
    if path.suffix != ".npz":
        return Net.load(path).weights
    import numpy

    with numpy.load(path) as stored:
        return stored["weights"].astype("float16").astype("float32")


@lru_cache(maxsize=32)
def weights_for(game: str, given: Path | None = None) -> Any:
    """The weights of a game's net.  Raises `NoNet`."""
    if given is not None:
        return read(given)
    folder = os.environ.get("TAVOLA_NETS")
    if folder:
        for path in (Path(folder) / f"{game}.net", Path(folder) / game / "checkpoint.npz"):
            if path.exists():
                return read(path)
    found = shipped_nets.load(game)
    if found.weights is None:
        raise NoNet(f"{game}: the net is {found.problem}")
    return found.weights


def mark_for(game: str, given: Path | None = None) -> str | None:
    """Twelve hexadecimal digits that change with any weight; None without a net."""
    try:
        weights = weights_for(game, given)
    except NoNet:
        return None
    body = weights.astype("float16").tobytes()
    return hashlib.sha256(body).hexdigest()[:12]


@lru_cache(maxsize=32)
def tables_of(rules: Ruleset) -> Exact | None:
    """The exact tables of a game, computed if they are not in the cache."""
    return tables_for(rules)
