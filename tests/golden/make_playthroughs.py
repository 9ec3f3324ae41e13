"""Makes the golden playthroughs anew:  python tests/golden/make_playthroughs.py

Run it only when the version of numbering and observation has gone up, or a rule was changed
deliberately.  One line a game: what was agreed, the whole history (throws as OpenSpiel numbers
them, and decisions), and what it came to.
"""

from __future__ import annotations

import json
import random
import sys
from functools import reduce
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playthroughs import FILE, follow, replayed
from tavola.games import GAMES
from tavola.rl.moment import Moment, begin
from tavola.rl.settings import setting

LONGEST = 800
"""Most decisions and throws of a playthrough."""
WISHES: list[tuple[str, dict[str, Any]]] = [
    *((game, {"max_turns": 40} if game == "backwards" else {}) for game in GAMES),
    ("backgammon", {"cube": True, "length": 3}),
    ("free-choice", {"cube": True, "length": 3}),
    ("pin", {"games": 2}),
]


def chosen(moment: Moment, rng: random.Random) -> int:
    """A throw or a decision at random, as a number."""
    if moment.throws:
        throws = moment.throws
        throw = rng.choices([dice for dice, _ in throws], [weight for _, weight in throws])[0]
        return reduce(lambda number, face: 6 * number + face - 1, throw, 0)
    return rng.choice(moment.legal)


def playthrough(game: str, wish: dict[str, Any]) -> dict[str, Any]:
    """A game at random."""
    rng = random.Random(f"{game} {wish}")
    history: list[int] = []
    moment = begin(setting(game, **wish))
    while not moment.ended and len(history) < LONGEST:
        history.append(chosen(moment, rng))
        moment = follow(moment, history[-1])
    return {"game": game, "wish": wish, "history": history, **replayed(game, wish, history)}


if __name__ == "__main__":
    lines = [json.dumps(playthrough(game, wish)) for game, wish in WISHES]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
