"""Players for tests, and a table where they play a whole match."""

from __future__ import annotations

import random
from collections.abc import Callable

from tavola.bots import rule_of_thumb
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

Seat = Callable[[State], tuple[Action, ...]]
"""What a player does now; nothing where dice must fall."""


_USUAL = {Kind.NAME, Kind.CHOOSE, Kind.DONE, Kind.TAKE, Kind.ACCEPT, Kind.DECLINE}


def at_random(seed: int) -> Seat:
    """A player who picks plays at random, takes every double and makes no offers."""
    rng = random.Random(seed)

    def choose(state: State) -> tuple[Action, ...]:
        plays = turn.plays(state)
        if plays:
            return tuple(step_action(state.side, step) for step in rng.choice(plays).steps)
        actions = [action for action in turn.legal(state) if action.kind in _USUAL]
        return (rng.choice(actions),) if actions else ()

    return choose


def play(
    match: Match,
    seats: tuple[Seat, Seat] = (rule_of_thumb.choose, rule_of_thumb.choose),
    cap: int = 5000,
) -> bool:
    """Play until the match is decided or has `cap` events; whether it was decided."""
    while match.state.phase is not Phase.END and len(match.record.events) < cap:
        state = match.state
        seat = rule_of_thumb.choose if state.actor is None else seats[state.player(state.actor)]
        actions = seat(state)
        for action in actions:
            match.act(action)
        if not actions:
            assert match.throw() is not None
    return match.state.phase is Phase.END
