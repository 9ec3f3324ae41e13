"""What a decision of each level loses: the figures behind "plays like ..." in a review.

    python -m scripts.losses [--decisions 300] [--seconds 30] [GAME ...]

Every level plays itself, and its games are reviewed as a user's are (`tavola/study/review.py`).
The mean loss of its decisions about checkers that left a choice, in units, goes into `losses.json`
in the folder of the game, with how many they were and the mark of the net.  The seeds are the
numbers of the games from 1.  Where a stronger level loses as much as a weaker one (Fixed throw), or
no decision leaves a choice (Doublets), the file says so by its figures, and nobody is likened to a
level.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from scripts.game_names import add_names

from tavola.bots import shipped_nets
from tavola.bots.exact import tables_for
from tavola.bots.levels import Level, levels_for
from tavola.bots.player import Player
from tavola.games import GAMES, folder
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.declaration import Game
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase
from tavola.study.likeness import FILE, losses
from tavola.study.review import DEPTH, review

LEAST = 3
"""Games of a level at least."""
EMPTY = 8
"""Games without any decision that left a choice, after which none is expected."""
LONGEST = 250
"""Turns after which a game is reviewed as far as it has come."""


def main() -> None:
    """Measure the games named, or all, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=300, help="of a level, if time suffices")
    parser.add_argument("--seconds", type=float, default=30.0, help="of CPU time a level")
    add_names(parser)
    arguments = parser.parse_args()
    for name in arguments.names or GAMES:
        if not shipped_nets.present(name):
            continue
        game, levels = GAMES[name], {}
        for level in levels_for(game.ruleset()):
            found = measured(game, level, arguments.decisions, arguments.seconds)
            if found["decisions"]:
                levels[level.name] = found
            print(name, level.name, found, flush=True)
        data = {"depth": DEPTH, "net": shipped_nets.mark(name), "levels": levels}
        text = json.dumps(data, indent=1)
        (folder(name) / FILE).write_text(text + "\n", encoding="utf-8")
        losses.cache_clear()
        if not losses(name):
            print(name, "has no level that can be told by what it loses", flush=True)


def measured(game: Game, level: Level, wanted: int, seconds: float) -> dict[str, Any]:
    """What a decision of a level loses, in units, and how many were judged."""
    lost, since, seed = list[float](), time.process_time(), 0
    player = _player(game, level)
    while len(lost) < wanted and (seed < LEAST or time.process_time() - since < seconds):
        if not lost and seed == EMPTY:
            break
        seed += 1
        found = review(played(game, player, seed))
        lost += [one.units for one in found.decisions if one.counts and not one.what.of_the_cube]
    mean = sum(lost) / len(lost) if lost else 0.0
    return {"loss": round(mean, 5), "decisions": len(lost), "games": seed}


def _player(game: Game, level: Level) -> Player:
    rules, weights = game.ruleset(), shipped_nets.load(game.id).weights
    # No clock: what a decision may cost is counted in positions.
    return Player(rules, level, weights, 0, tables_for(rules, compute=False), seconds=None)


def played(game: Game, player: Player, seed: int) -> Record:
    """A game of a player against itself."""
    match = Match.start(Record(game=game.id), SeededDice(seed))
    player.sit(seed)
    return played_on(match, player, LONGEST)


def played_on(match: Match, player: Player, longest: int) -> Record:
    """What a player plays against itself to the end, or for so many turns of a game."""
    while match.state.phase is not Phase.END and match.state.turns < longest:
        actions = player.choose(match.state)
        if actions:
            match.act(*actions)
        else:
            match.throw()
    return match.record


if __name__ == "__main__":
    main()
