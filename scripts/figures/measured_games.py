"""Games as they are measured: their rules, and decisions of their own play."""

from __future__ import annotations

import random
from dataclasses import replace

from tavola.bots.search.analyst import Analyst
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Phase, State, step_action
from tavola.study.decisions import between_parts


def rules_of(game: str) -> Ruleset:
    """The rules of a game as it is measured: as it is declared, without a cube."""
    return replace(GAMES[game].ruleset(), cube=False)


def decisions(rules: Ruleset, analyst: Analyst, seed: int, every: int) -> list[State]:
    """About one of `every` decisions of a game at depth 0, of those that leave a choice."""
    rng, state, found = random.Random(seed), turn.new_match(rules), []
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < 400:
        if state.phase is Phase.MOVE and state.turn.ending is None:
            ranked = analyst.rank(state)
            if len(ranked) > 1 and rng.randrange(every) == 0:
                found.append(state)
            for code in ranked[0].steps:
                state = turn.apply(state, step_action(state.side, code))[0]
        else:
            state = turn.apply(state, between_parts(state, analyst, rng))[0]
    return found
