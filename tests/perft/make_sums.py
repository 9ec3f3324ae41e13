"""Counts the plays from the start by the oracle:  python tests/perft/make_sums.py GAME [...]

The oracle must know the game (`tests/oracle.py`); so the figures are a second opinion, not the
engine's own.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import oracle
from tavola.games import find
from tavola.rules.model.ruleset import Side

FOLDER = Path(__file__).parent


def ends(game: str, side: Side) -> dict[str, int]:
    """How many positions the first part of each throw leads to, by throw, the higher die first."""
    board, found = oracle.start(game), {}
    for dice in oracle.throws(game):
        if dice[0] == dice[-1] and find(game).rules.namer is side:
            continue
        kind, *rest = oracle.next_part(game, board, int(side), dice, (), None)
        parts: Any = rest if kind == "play" else [(n,) * 4 for n in range(1, 7)]
        counts = [len(oracle.results(game, board, int(side), tuple(part))) for part in parts]
        found["-".join(map(str, dice[::-1]))] = sum(counts)
    return found


def sums(game: str) -> dict[str, Any]:
    """What is stored of a game.  Raises KeyError if the oracle does not know it."""
    counted = {side.name.lower(): ends(game, side) for side in Side}
    totals = {side: sum(counts.values()) for side, counts in counted.items()}
    return {"game": game, "sum": totals, "ends": counted}


def main() -> None:
    """Write the figures of the games named."""
    for game in sys.argv[1:]:
        text = json.dumps(sums(game), indent=1)
        (FOLDER / f"{game}.json").write_text(text + "\n", encoding="utf-8")
        print(game)


if __name__ == "__main__":
    main()
