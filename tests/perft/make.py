"""Writes the figures beside this file: what the oracle counts from the start of every game.

    python tests/perft/make.py

For each throw the number of different ends of its first part; a throw that allows nothing counts 1.
Where the first thing asked is a double of one's choice, the six doubles are counted together.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent


def figures(game: str, colour: int) -> dict[str, int]:
    """Ends by throw (`3-1`, higher number first) for one colour."""
    import oracle

    board = oracle.start(game)
    found: dict[str, int] = {}
    for dice in oracle.throws(game):
        try:
            kind, *rest = oracle.next_part(game, board, colour, dice, ())
        except ValueError:  # a double, which the namer of Free choice may not name
            continue
        parts = [(n,) * 4 for n in range(1, 7)] if kind == "choose" else rest if rest else []
        ends = sum(len(oracle.results(game, board, colour, part)) for part in parts)
        found["-".join(map(str, dice[::-1]))] = ends or 1
    return found


def main() -> None:
    """Write one file a game."""
    sys.path.insert(0, str(HERE.parent))
    import oracle

    for game in oracle.GAMES:
        sides = {"white": figures(game, 0), "black": figures(game, 1)}
        sums = {name: sum(ends.values()) for name, ends in sides.items()}
        data = {"game": game, "sum": sums, "ends": sides}
        (HERE / f"{game}.json").write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
