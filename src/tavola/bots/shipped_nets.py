"""The nets that ship with Tavola, loaded when they are needed: a file for each game that does not
share one."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from tavola.bots.net.file import BadNet, Net
from tavola.games import OFFERED

NETS = Path(__file__).parent / "nets"
"""Where the nets lie: `<id of the game>.net`."""


class Problem(StrEnum):
    """Why there is no net."""

    MISSING = "missing"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class Loaded:
    """The weights of a net as `analyst.Analyst` takes them, or why there are none."""

    weights: Any = None
    problem: Problem | None = None


def owner(game_id: str) -> str:
    """The game whose net plays this one: itself, or the one that its declaration names."""
    game = OFFERED.get(game_id)
    return game.net_of if game is not None and game.net_of else game_id


def present(game_id: str) -> bool:
    """Whether a game has a net, or all games of a rotation; whether it can be read, only `load`
    says."""
    return all(os.path.isfile(f"{NETS}/{owner(one)}.net") for one in _played(game_id))


def _played(game_id: str) -> tuple[str, ...]:
    """The games of a rotation; else the game itself."""
    game = OFFERED.get(game_id)
    rotation = () if game is None else tuple(one.id for one in game.rotation)
    return rotation or (game_id,)


def load(game_id: str) -> Loaded:
    """The net of a game, whatever house rules it is played by; of a rotation that of its first
    game, unless another has none.  It is read once."""
    found = [_read(NETS, owner(one)) for one in _played(game_id)]
    return next((one for one in found if one.problem is not None), found[0])


@lru_cache(maxsize=32)
def _read(folder: Path, game_id: str) -> Loaded:
    try:
        return Loaded(Net.load(folder / f"{game_id}.net").weights)
    except FileNotFoundError:
        return Loaded(problem=Problem.MISSING)
    except (BadNet, OSError):
        return Loaded(problem=Problem.DAMAGED)


def mark(game_id: str) -> str:
    """What tells the net of a game from all others: the beginning of its SHA-256; of a rotation
    those of all nets, with a space between.  Empty without one, and for one that cannot be read.
    """
    found = [_mark(NETS / f"{owner(one)}.net") for one in _played(game_id)]
    return " ".join(found) if all(found) else ""


@lru_cache(maxsize=64)
def _mark(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return str(json.loads(file.readline())["sha256"])[:16]
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def forget() -> None:
    """Read all files again."""
    _read.cache_clear()
    _mark.cache_clear()
