"""Decisions of a net's own games: plays that leave a choice, for fits, samples and tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tavola.bots.search.analyst import Analyst
from tavola.rules import turn
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

LONGEST = 400
"""Turns after which a game is left."""
STRAY = 0.15
"""How often one of the five best plays is made instead of the best, so that plays of people come up
too."""


def decisions(rules: Ruleset, analyst: Analyst, rng: random.Random) -> Iterator[State]:
    """Every decision of a game without a cube that leaves a choice, as it is played."""
    state = turn.new_match(replace(rules, cube=False))
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < LONGEST:
        if state.phase is Phase.MOVE and state.turn.ending is None:
            ranked = analyst.rank(state)
            if len(ranked) > 1:
                yield state
            most = min(5, len(ranked)) if rng.random() < STRAY else 1
            for code in ranked[rng.randrange(most)].steps:
                state, _ = turn.apply(state, step_action(state.side, code))
        else:
            state, _ = turn.apply(state, between_parts(state, analyst, rng))


def between_parts(state: State, analyst: Analyst, rng: random.Random) -> Action:
    """What happens where no part is to be played: a choice, the end of a turn, dice."""
    if state.phase is Phase.CHOOSE or state.names:
        return analyst.choices(state)[0][0]
    if state.phase is Phase.MOVE:
        return Action(Kind.DONE, state.side)
    thrown = turn.throws(state)
    dice = rng.choices([dice for dice, _ in thrown], [weight for _, weight in thrown])[0]
    return Action(Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW, None, dice)
