"""Positions to be asked about: from games that play themselves, the same for one seed.

They need no net, so that every game has them: of a few plays of each part, drawn by chance, the
rule of thumb takes the best one.  That is quick, sensible, and no two games are alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tavola.bots import rule_of_thumb
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

DRAWN = 6
"""Plays of a part that are compared."""
MORE = 24
"""Plays among which one is sought that does not lose by hitting."""
LONGEST = 60
"""Turns after which a game is left."""
GAMES = 8
"""Games in which a position is sought."""


def stand(rules: Ruleset, rng: random.Random, fits: Callable[[State], bool]) -> State | None:
    """A position of a game before a throw that fits; None where none of some games has one."""
    for _ in range(GAMES):
        found = stands(rules, rng)
        rng.shuffle(found)
        for state in found:
            if fits(state):
                return state
    return None


def stands(rules: Ruleset, rng: random.Random) -> list[State]:
    """The positions of one game in which a turn begins with a throw."""
    found, state = [], turn.new_match(rules)
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < LONGEST:
        if state.phase is Phase.START and state.fresh:
            found.append(state)
        for action in _next(state, rng):
            state, _ = turn.apply(state, action)
    return found


def _next(state: State, rng: random.Random) -> tuple[Action, ...]:
    if state.names:
        return (rng.choice([one for one in turn.legal(state) if one.kind is Kind.NAME]),)
    if state.phase is Phase.MOVE and state.turn.ending is None:
        return tuple(step_action(state.side, step) for step in _play(state, rng))
    return rule_of_thumb.choose(state) or (_thrown(state, rng),)


def _play(state: State, rng: random.Random) -> tuple[int, ...]:
    """The steps of the best of a few plays; one that loses by hitting only where others are not
    found soon."""
    rules, side = state.rules, state.side
    plays = sorted(turn.plays(state), key=lambda play: play.position.row)
    drawn = rng.sample(plays, min(DRAWN, len(plays)))
    if rules.hit_loses:
        quiet = [
            play
            for play in rng.sample(plays, min(MORE, len(plays)))
            if not any(movement.hits_of(rules, state.position, side, play.steps))
        ]
        drawn = rng.sample(quiet, min(DRAWN, len(quiet))) or drawn
    return max(drawn, key=lambda play: rule_of_thumb.value(rules, play.position, side)).steps


def _thrown(state: State, rng: random.Random) -> Action:
    throws = turn.throws(state)
    dice = rng.choices([one for one, _ in throws], [weight for _, weight in throws])[0]
    if state.phase is not Phase.OPENING:
        return Action(Kind.THROW, None, dice)
    return Action(Kind.OPENING, None, dice if rng.random() < 0.5 else dice[::-1])
