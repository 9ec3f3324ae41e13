"""What the review of a match costs, in seconds of one core, game for game.

    python -m scripts.review_cost [--length 5] [--seeds 1 2] [--level club] [GAME ...]

A level plays a match against itself, and it is reviewed as a user's is, at the depth of every
review.  Told are the CPU time of the review, its decisions, and the time for a decision.
"""

from __future__ import annotations

import argparse
import time

from scripts.game_names import add_names
from scripts.losses import played_on

from tavola.bots import shipped_nets
from tavola.bots.exact import tables_for
from tavola.bots.levels import nearest
from tavola.bots.player import Player
from tavola.games import SHIPPED
from tavola.games.agreement import Wish, agree
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.text.record import Record
from tavola.study.review import review

LONGEST = 4000
"""Turns of a game after which a match is reviewed as far as it has come."""


def main() -> None:
    """Measure the games named, or all that ship."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--length", type=int, default=5, help="points of a match")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="a match each")
    parser.add_argument("--level", default="club", help="who plays")
    add_names(parser)
    asked = parser.parse_args()
    for name in asked.names or SHIPPED:
        for seed in asked.seeds:
            record = played(name, asked.length, asked.level, seed)
            since = time.process_time()
            found = review(record)
            spent = time.process_time() - since
            judged = sum(one.counts for one in found.decisions)
            told = f"{name}, seed {seed}: {spent:.1f} s, {len(record.events)} events, "
            print(
                told + f"{judged} decisions, {1000 * spent / max(1, judged):.1f} ms each",
                flush=True,
            )


def played(name: str, length: int, level: str, seed: int) -> Record:
    """A match of a level against itself."""
    agreed = agree(Wish(name, length=length))
    rules, weights = agreed.rules, shipped_nets.load(name).weights
    match = Match.start(agreed.record(), SeededDice(seed))
    tables = tables_for(rules, compute=False)
    player = Player(rules, nearest(rules, level), weights, 0, tables, seconds=None)
    player.sit(seed)
    return played_on(match, player, LONGEST)


if __name__ == "__main__":
    main()
