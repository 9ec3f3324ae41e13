"""Golden playthroughs: whole games as numbers, and what they come to."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from tavola.rl import seen
from tavola.rl.moment import Moment, begin
from tavola.rl.settings import setting
from tavola.rules.text import one_line

FILE = Path(__file__).parent / "golden" / "playthroughs.jsonl"


def kept() -> list[dict[str, Any]]:
    """Those that are stored."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def follow(moment: Moment, number: int) -> Moment:
    """The moment to which a number of a history leads."""
    if moment.throws:
        dice = len(moment.throws[0][0])
        return moment.fall(tuple(number // 6**n % 6 + 1 for n in reversed(range(dice))))
    return moment.decide(number)


def replayed(game: str, wish: dict[str, Any], history: list[int]) -> dict[str, Any]:
    """What a history comes to: a digest of all that was allowed and seen, the end, the points."""
    moment, digest, won = begin(setting(game, **wish)), sha256(), [0, 0]
    for number in history:
        if moment.who is not None:
            digest.update(repr((moment.player, moment.legal)).encode())
            for side in (moment.who, moment.who.other):
                digest.update(bytes(int(cell) for cell in seen.counts(moment, side)))
        moment = follow(moment, number)
        won = [so_far + gained for so_far, gained in zip(won, moment.gained, strict=True)]
    return {
        "seen": digest.hexdigest()[:16],
        "ends": [one_line.write(moment.state), moment.ended, moment.cut],
        "won": won,
    }
