"""Everything of a game that a machine can write: perft sums, digests, golden records and
playthroughs, facts of the wall, and what learners get: reasons, losses, puzzles, openings.

    python -m scripts.game_data GAME [--games 300]        or        make game-data ID=GAME

What cannot be made yet is said, with what it waits for.  The net comes first: `tavola train GAME
--install`, which writes its card; without one the wall shows neither length nor luck, and nothing
can be taught.  What learners get is left as it is where it is of the present net.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from scripts.owed import told, unlearnt

from tavola.bots import shipped_nets
from tavola.games import GAMES
from tavola.rules.model.declaration import Game

ROOT = Path(__file__).resolve().parent.parent


def commands(game: Game, games: int) -> list[list[str]]:
    """What is run, one after the other."""
    records = [game.id, *(f"{game.id}-{profile.name}" for profile in game.profiles)]
    found = [["tests/golden/make_records.py", *records]]
    if f'"{game.id}": Law(' in (ROOT / "tests" / "oracle.py").read_text(encoding="utf-8"):
        found.append(["tests/perft/make_sums.py", game.id])
    found.append(["tests/golden/make_digests.py"])
    found.append(["tests/golden/make_playthroughs.py"])
    if shipped_nets.present(game.id):
        found.append(["-m", "scripts.wall_facts", "--games", str(games), game.id])
        found += [how for _, how in unlearnt(game)]
    return found


def main() -> int:
    """Make it all, then say what is still owed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=300, help="games from which facts are taken")
    wish = parser.parse_args()
    game = GAMES[wish.game]
    for command in commands(game, wish.games):
        print("python", *command, flush=True)
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
    print(told(game.id), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
