"""Which net plays a game: the package's own, or one from a folder given for a trial.

`TAVOLA_NETS` names a folder that is looked at first: net files, or the folders of courses under
way, whose checkpoints are read.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy

from tavola.bots.net import BadNet, Net
from tavola.games import GAMES
from tavola.rules.ruleset import Ruleset

CLASSIC = GAMES["backgammon"].ruleset()
PACKAGED = Path(__file__).parents[2] / "src" / "tavola" / "bots" / "nets"


class NoNet(Exception):
    """There is no net for a game; the message says which."""


def folders() -> list[Path]:
    """Where nets are looked for, first come first."""
    given = os.environ.get("TAVOLA_NETS")
    return [Path(given), PACKAGED] if given else [PACKAGED]


def read(path: Path) -> Net:
    """A net from a file, or from the checkpoint of a course."""
    if path.suffix != ".npz":
        return Net.load(path)
    with numpy.load(path) as stored:
        # As it will be when it is shipped: 16-bit numbers.
        weights = stored["weights"].astype("float16").astype("float32")
        return Net(weights, json.loads(str(stored["mark"]))["rules"])


def _is_for(path: Path, digest: str) -> bool:
    if path.suffix == ".npz":
        with numpy.load(path) as stored:
            return bool(json.loads(str(stored["mark"]))["rules"] == digest)
    with path.open("rb") as file:
        try:
            return bool(json.loads(file.readline())["rules"] == digest)
        except (ValueError, KeyError):
            return False


@lru_cache(maxsize=64)
def net_for(rules: Ruleset) -> Net:
    """The net of a game.  Raises `NoNet`."""
    digest = rules.digest()
    for folder in folders():
        for path in sorted([*folder.rglob("*.net"), *folder.rglob("checkpoint.npz")]):
            if _is_for(path, digest):
                try:
                    return read(path)
                except BadNet as bad:
                    raise NoNet(str(bad)) from None
    raise NoNet(f"no net for the rules {digest} in {', '.join(map(str, folders()))}")


def classic_net(path: Path | None = None) -> Net:
    """The net of classic backgammon, or the one in a file."""
    return read(path) if path is not None else net_for(CLASSIC)


def mark_of(weights: Any) -> str:
    """Twelve hexadecimal digits that change with any weight."""
    body = numpy.asarray(weights, dtype="float16").tobytes()
    return hashlib.sha256(body).hexdigest()[:12]
