"""Which level of the computer plays with the same loss: from figures that ship with the games.

`scripts/losses.py` lets each level play itself and reviews its games: what a decision about
checkers loses, in units.  Those figures stand in `losses.json` in the folder of the game.
"""

from __future__ import annotations

import json
import math
from functools import lru_cache
from itertools import pairwise

from tavola import games
from tavola.bots.ratings import ratings_of

FILE = "losses.json"
LEAST = 10
"""Decisions from which on somebody is likened to a level."""
FLAW = 1e-4
"""Units: less than that is no loss at all, so that a logarithm can be taken."""

BEYOND = 0.25
"""In logarithms: who loses so much more than the lowest level has no Elo."""


@lru_cache(maxsize=64)
def losses(game_id: str) -> dict[str, float]:
    """What a decision of each level loses, in units, the weakest first; empty if nobody has
    measured it, or if a level loses as much as one below it: then nobody can be likened to one.
    Raises `Refused` (code `no_game`)."""
    try:
        found = json.loads((games.folder(game_id) / FILE).read_text(encoding="utf-8"))
        known = {str(name): float(one["loss"]) for name, one in found["levels"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    falling = all(one > other for one, other in pairwise(known.values()))
    return known if falling else {}


def plays_like(game_id: str, loss: float, decisions: int) -> str:
    """The level that loses most nearly as much a decision, by their ratio; empty where too few
    decisions were judged or nothing was measured.  Raises `Refused` (code `no_game`)."""
    known = losses(game_id)
    if decisions < LEAST or not known:
        return ""
    return min(known, key=lambda name: abs(_size(known[name]) - _size(loss)))


def plays_at(game_id: str, loss: float, decisions: int) -> int | None:
    """The Elo of play that loses so much a decision, to the next ten: between those of the levels
    that lose a little more and a little less, by the ratio of the losses.  None where `plays_like`
    has no answer, where the levels have no Elo, and for play clearly weaker than the lowest level:
    nobody knows how far it falls.  Raises `Refused` (code `no_game`)."""
    elo = ratings_of(game_id)
    known = {name: lost for name, lost in losses(game_id).items() if name in elo}
    if decisions < LEAST or len(known) < 2:
        return None
    names, sizes, size = list(known), [_size(lost) for lost in known.values()], _size(loss)
    if size > sizes[0] + BEYOND:
        return None
    at = next((i for i, level in enumerate(sizes) if level <= size), len(sizes))
    if at == 0:
        return elo[names[0]]
    if at == len(sizes):
        return elo[names[-1]]
    weak, strong = elo[names[at - 1]], elo[names[at]]
    share = (sizes[at - 1] - size) / (sizes[at - 1] - sizes[at])
    return 10 * round((weak + share * (strong - weak)) / 10)


def _size(loss: float) -> float:
    return math.log(max(loss, FLAW))
