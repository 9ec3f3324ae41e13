"""How long a game takes and how much of it is luck: measured for the cards of the wall.

    python -m scripts.wall_facts [--games 300] [--length-only] [GAME ...]

Writes `measured.json` into the folders of the games.  Length: turns of both together, in games of
the computer's expert against itself.  Luck: games that its novice, who knows the game but errs
often, wins of those with a winner against the expert, with the colours changed and the same dice;
where all levels play alike, games that a player wins who moves at random.  A game without a net is
left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from statistics import median
from typing import Any

from scripts.figures.duel import Chooser, Played, guesser, play
from scripts.figures.measured_games import rules_of
from scripts.figures.nets import tables_of

from tavola.bots import shipped_nets
from tavola.bots.arena.duel import Duel, Duellist
from tavola.bots.levels import LEVELS, Level, levels_for
from tavola.bots.player import Player
from tavola.games import GAMES, folder
from tavola.rules.model.ruleset import Ruleset
from tavola.server.api.game_statistics import FILE

EXPERT, NOVICE = (
    next(level for level in LEVELS if level.name == name) for name in ("expert", "novice")
)


class _NoJudge:
    """Nobody counts the luck of single throws here."""

    def luck(self, *_: object) -> float:
        """Nothing."""
        return 0.0


def main() -> None:
    """Measure the games named, or all, and write them beside the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--length-only", action="store_true", help="leave the luck open")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for name in arguments.names or GAMES:
        found = measured(name, arguments.games, lucky=not arguments.length_only)
        print(name, found or "has no net", flush=True)
        if found:
            (folder(name) / FILE).write_text(json.dumps(found, indent=1) + "\n")


def measured(name: str, games: int, *, lucky: bool) -> dict[str, Any]:
    """The facts of a game; none without a net."""
    rules = rules_of(name)
    weights = shipped_nets.load(name).weights
    if weights is None:
        return {}
    duel = Duel(rules, Duellist(weights), Duellist(weights), exact=tables_of(rules), lucky=False)
    turns = [duel.game(seed).turns for seed in range(games)]
    facts = {"turns": round(median(turns)), "of": games, "by": EXPERT.name}
    if not lucky:
        return facts
    won, decided = _weak_wins(rules, weights, games)
    weak = NOVICE.name if NOVICE in levels_for(rules) else "random"
    return {**facts, "weak": weak, "weak_wins": won, "decided": decided}


def _weak_wins(rules: Ruleset, weights: Any, games: int) -> tuple[int, int]:
    """How often the weaker one wins against the expert, and how many games had a winner."""
    exact = tables_of(rules)

    def at(level: Level) -> Callable[[int], Chooser]:
        player = Player(rules, level, weights, exact=exact, seconds=None)

        def seeded(seed: int) -> Chooser:
            player.seed = seed
            return player.choose

        return seeded

    strong, weak = at(EXPERT), at(NOVICE) if NOVICE in levels_for(rules) else guesser
    won = decided = 0
    for seed in range(games // 2):
        first = _play(rules, strong, weak, seed).points
        second = -_play(rules, weak, strong, seed).points
        won += (first < 0) + (second < 0)
        decided += (first != 0) + (second != 0)
    return won, decided


def _play(
    rules: Ruleset, white: Callable[[int], Chooser], black: Callable[[int], Chooser], seed: int
) -> Played:
    judge: Any = _NoJudge()
    return play(rules, white(2 * seed), black(2 * seed + 1), seed, judge)


if __name__ == "__main__":
    main()
