"""How strong the levels of a game are on Elo's scale: the figures that a choice of level shows.

    python -m scripts.ratings [--minutes 2] [GAME ...]

Measures the round robin `GAME/ratings` of the figures, which goes on where it was interrupted, and
writes what follows from it into `ratings.json` in the folder of the game.  Levels that come out in
the wrong order, as those do that hardly differ, get their common mean.
"""

from __future__ import annotations

import argparse
import json
import sys

from scripts.figures.ratings import ratings, rising, row_of
from scripts.figures.rows import Options, Row
from scripts.figures.run import begun, run
from scripts.game_names import add_names

from tavola.bots import shipped_nets
from tavola.bots.ratings import FILE, ratings_of
from tavola.games import GAMES, folder


def main() -> int:
    """Measure the games named, or all, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, help="cap of a game")
    add_names(parser)
    arguments = parser.parse_args()
    options = Options(arguments.minutes)
    found = {name: row_of(name) for name in arguments.names or GAMES if shipped_nets.present(name)}
    rows = {name: row for name, row in found.items() if row is not None}
    command = "python -m scripts.figures run"
    problems = run(list(rows.values()), options, command)
    for name, row in rows.items():
        written = write(name, row, options)
        print(name, written or "not measured", flush=True)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def write(name: str, row: Row, options: Options) -> dict[str, int]:
    """Write the file of a game from what is measured; the ratings, none where nothing is."""
    record = begun(row, options)
    if not record.done:
        return {}
    levels = rising(ratings(record))
    data = {"net": shipped_nets.mark(name), "levels": levels}
    (folder(name) / FILE).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    ratings_of.cache_clear()
    return levels


if __name__ == "__main__":
    sys.exit(main())
