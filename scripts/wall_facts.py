"""How long a game takes and how much of it is luck: measured for the cards of the wall.

    python -m scripts.wall_facts [--games 300] [--length-only] [GAME ...]

Writes `measured.json` into the folders of the games.  Length: turns of both together, in games of
the computer's expert against itself; their median, since a card tells of a usual evening.  The mean
that rule pages tell is that of `GAME/character` in the figures: some long games of Reverse lift it
from 122 to 156.  Luck: games that its novice, who knows the game but errs
often, wins of those with a winner against the expert, with the colours changed and the same dice;
where all levels play alike, games that a player wins who moves at random.  A game without a net is
left out.  Of a rotation the same is measured of whole matches of its usual length.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from statistics import median
from typing import Any

from scripts.figures.duel import Chooser, NoJudge, Played, guesser, play
from scripts.figures.measured_games import rules_of
from scripts.figures.nets import tables_of
from scripts.game_names import add_names

from tavola.bots import shipped_nets
from tavola.bots.adviser import BUDGET
from tavola.bots.arena.duel import Duel, Duellist
from tavola.bots.bot import Bot
from tavola.bots.levels import LEVELS, Level, levels_for
from tavola.bots.player import Player
from tavola.games import OFFERED, find, folder
from tavola.games.agreement import Wish, agree
from tavola.library.match import Match
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Phase, State
from tavola.server.api.game_statistics import FILE

EXPERT, NOVICE = (
    next(level for level in LEVELS if level.name == name) for name in ("expert", "novice")
)


def main() -> None:
    """Measure the games named, or all, and write them beside the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--length-only", action="store_true", help="leave the luck open")
    add_names(parser, OFFERED)
    arguments = parser.parse_args()
    for name in arguments.names or OFFERED:
        measure = match_facts if find(name).rotation else measured
        found = measure(name, arguments.games, lucky=not arguments.length_only)
        print(name, found or "has no net", flush=True)
        if found:
            (folder(name) / FILE).write_text(json.dumps(found, indent=1) + "\n")


def measured(name: str, games: int, *, lucky: bool) -> dict[str, Any]:
    """The facts of a game; none without a net."""
    rules = rules_of(name)
    weights = shipped_nets.load(name).weights
    if weights is None:
        return {}
    duel = Duel(
        *(rules, Duellist(weights), Duellist(weights)),
        exact=tables_of(rules),
        lucky=False,
        budget=BUDGET,
    )
    turns = [duel.game(seed).turns for seed in range(games)]
    facts = {"turns": round(median(turns)), "of": games, "by": EXPERT.name}
    if not lucky:
        return facts
    won, decided = _weak_wins(rules, weights, games)
    weak = NOVICE.name if NOVICE in levels_for(rules) else "random"
    return {**facts, "weak": weak, "weak_wins": won, "decided": decided}


def match_facts(name: str, matches: int, *, lucky: bool) -> dict[str, Any]:
    """The facts of a rotation: turns and games of a match; none without all of its nets."""
    if not shipped_nets.present(name):
        return {}
    strong, other, weak = (Bot(name, level.name) for level in (EXPERT, EXPERT, NOVICE))
    ended = [_match((strong, other), seed) for seed in range(matches)]
    facts: dict[str, Any] = {
        "turns": round(median(turns for _, turns in ended)),
        "games": round(median(state.game for state, _ in ended)),
        "points": agree(Wish(name)).match.length,
        "of": matches,
        "by": EXPERT.name,
    }
    if not lucky:
        return facts
    won = 0
    for seed in range(matches // 2):
        for seats, mine in (((strong, weak), 1), ((weak, strong), 0)):
            state, _ = _match(seats, seed)
            won += state.score[mine] > state.score[1 - mine]
    return {**facts, "weak": NOVICE.name, "weak_wins": won, "decided": matches // 2 * 2}


def _match(seats: tuple[Bot, Bot], seed: int) -> tuple[State, int]:
    """A whole match: its last state, and the turns of all of its games."""
    match, turns = Match(seats[0].game.id, dice=seed), 0
    for at, bot in enumerate(seats):
        bot.sit(2 * seed + at)
    while not match.over:
        state = match.state
        if state.phase is Phase.OVER:
            turns += state.turns
            match.next_game()
        elif state.phase in (Phase.OPENING, Phase.START):
            match.roll()
        else:
            assert state.actor is not None
            match.act(*seats[state.player(state.actor)].choose(match))
    return match.state, turns + match.state.turns


def _weak_wins(rules: Ruleset, weights: Any, games: int) -> tuple[int, int]:
    """How often the weaker one wins against the expert, and how many games had a winner."""
    exact = tables_of(rules)

    def at(level: Level) -> Callable[[int], Chooser]:
        player = Player(rules, level, weights, exact=exact, seconds=None)

        def seeded(seed: int) -> Chooser:
            player.sit(seed)
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
    judge = NoJudge()
    return play(rules, white(2 * seed), black(2 * seed + 1), seed, judge)


if __name__ == "__main__":
    main()
